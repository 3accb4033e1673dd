-- Rows: every value is a function of its row number.
SELECT greatest(20, (20000 * :scale)::int) AS customers,   greatest(20, (8000 * :scale)::int) AS products,
       greatest(3, (1500 * :scale)::int) AS media,         greatest(40, (110000 * :scale)::int) AS orders,
       greatest(99, (470000 * :scale)::int) AS items,      greatest(20, (60000 * :scale)::int) AS payments,
       greatest(80, (100000 * :scale)::int) AS events,     greatest(20, (16000 * :scale)::int) AS reviews,
       greatest(20, (70000 * :scale)::int) AS audits,      greatest(9, (1200 * :scale)::int) AS documents,
       greatest(20, (5000 * :scale)::int) AS carts,        greatest(20, (20000 * :scale)::int) AS measurements \gset

INSERT INTO shop.customers (external_id, first_name, last_name, email, home, delivery, credit, preferences, tags, born, joined_at)
SELECT md5('customer' || i)::uuid,
       initcap(pg_temp.words(i, 7)),
       CASE i % 50 WHEN 0 THEN 'Łukasiewicz-Ñuñez' WHEN 1 THEN '王' ELSE initcap(pg_temp.words(i * 3, 9)) END,
       CASE WHEN i % 17 <> 0 THEN 'user' || i || '@example.org' END,
       CASE WHEN i % 9 <> 0 THEN ROW(pg_temp.words(i, 16) || ' ' || i % 300, initcap(pg_temp.words(i + 5, 8)), lpad((i % 99999)::text, 5, '0'), CASE WHEN i % 4 > 0 THEN 'DE' END)::shop.postal_address END,
       CASE WHEN i % 40 = 0 THEN ARRAY[ROW('a "quoted", street', E'back\\slash', NULL, 'FR')::shop.postal_address, NULL] END,
       pg_temp.pick(i, 1, 500000) / 100.0,
       jsonb_build_object('lang', (ARRAY['en','de','fr','es'])[1 + i % 4], 'news', i % 3 = 0, 'seen', jsonb_build_array(i % 7, i % 11), 'ratio', i / 3.0),
       CASE i % 5 WHEN 0 THEN '{}'::text[] WHEN 1 THEN ARRAY['vip', NULL, 'a,b', '"', 'NULL'] ELSE NULL END,
       CASE WHEN i % 1000 = 0 THEN 'infinity'::date ELSE date '1950-01-01' + (i % 20000)::int END,
       timestamptz '2020-01-01 00:00:00.123456+00' + i * interval '97 seconds'
  FROM generate_series(1::bigint, :customers) AS i;

INSERT INTO shop.categories (id, parent_id, position, name)
SELECT i, CASE WHEN i > 20 THEN 1 + i % 20 END, i, initcap(pg_temp.words(i, 14)) FROM generate_series(1, 300) AS i;

INSERT INTO shop.products (id, category_id, sku, title, description, price, attributes, sold_in, discount_band, warranty, weight_kg, active)
SELECT i, 1 + i % 300, shop.sku_for(i), pg_temp.words(i, 36), pg_temp.words(i * 7, 180) || E'\n' || pg_temp.words(i * 11, 120),
       pg_temp.pick(i, 2, 90000) / 100.0,
       jsonb_build_object('colour', pg_temp.words(i, 6), 'width', i % 100, 'material', pg_temp.words(i + 3, 8), 'parts', jsonb_build_array(i % 3, NULL, 'x')),
       CASE i % 3 WHEN 0 THEN int4range((i % 100)::int, (i % 100 + 20)::int) WHEN 1 THEN 'empty' ELSE int4range(NULL, (i % 100)::int, '(]') END,
       shop.price_range((i % 10)::numeric, (i % 10 + 1.50)::numeric, '[]'),
       make_interval(years => (i % 4)::int, days => (i % 31)::int, secs => i / 7.0),
       i / 3.0::float8, i % 9 <> 0
  FROM generate_series(1::bigint, :products) AS i;

INSERT INTO shop.product_media (product_id, mime, alt_text, content)
SELECT pg_temp.pick(i, 3, :products), (ARRAY['image/webp', 'image/png', 'video/mp4'])[1 + i % 3],
       CASE WHEN i % 4 = 0 THEN repeat(md5(i::text), 100) ELSE pg_temp.words(i, 60) END,
       pg_temp.bytes(i, (200 + (i * 37) % 240)::int)
  FROM generate_series(1::bigint, :media) AS i;
UPDATE shop.product_media SET content = '' WHERE id = 2;

INSERT INTO shop.orders (customer_id, status, total, placed_at, promised, note, meta, dropped_late)
SELECT pg_temp.pick(i, 4, :customers), (enum_range(NULL::shop.order_status))[1 + i % 7], pg_temp.pick(i, 5, 200000) / 100.0,
       timestamptz '2021-01-01 00:00+00' + i * interval '5 minutes',
       CASE WHEN i % 3 = 0 THEN tstzrange(timestamptz '2021-01-03 00:00+00' + i * interval '5 minutes', NULL) END,
       CASE i % 50 WHEN 0 THEN E'tab\there, newline\nthere, \\N and \\. and ''quotes''' WHEN 1 THEN '' WHEN 2 THEN pg_temp.words(i, 48) END,
       CASE WHEN i % 4 = 0 THEN jsonb_build_object('source', pg_temp.words(i, 6), 'coupon', i % 1000) END, 'gone'
  FROM generate_series(1::bigint, :orders) AS i;
ALTER TABLE shop.orders DROP COLUMN dropped_late;

INSERT INTO shop.order_items
SELECT i, pg_temp.pick(i, 6, :orders), pg_temp.pick(i, 7, :products), (1 + i % 9)::smallint, pg_temp.pick(i, 8, 90000) / 100.0,
       CASE WHEN i % 5 = 0 THEN (i % 30) / 100.0::real END, pg_temp.words(i, 24), timestamp '2021-01-01 00:00' + i * interval '1 minute'
  FROM generate_series(1::bigint, :items) AS i;

INSERT INTO shop.payments
SELECT md5('payment' || i)::uuid, i, pg_temp.pick(i, 5, 200000) / 100.0, (ARRAY['card', 'iban', 'wallet'])[1 + i % 3],
       CASE WHEN i % 6 <> 0 THEN format('{"code": %s,  "auth": "%s", "code": 1e2}', i % 10, substr(md5(i::text), 1, 12))::json END,
       date '2021-01-01' + (i / 288)::int, CASE WHEN i % 100 = 0 THEN md5('payment' || i - 1)::uuid END
  FROM generate_series(1::bigint, least(:payments, :orders)) AS i;

INSERT INTO shop.price_history
SELECT p, daterange(date '2020-01-01' + (v * 100)::int, CASE WHEN v < 2 THEN date '2020-01-01' + (v * 100 + 100)::int END), pg_temp.pick(p, 20 + v, 90000) / 100.0
  FROM generate_series(1::bigint, :products) AS p, generate_series(0::bigint, 2) AS v;
INSERT INTO shop.warehouses
SELECT 'W' || lpad(w::text, 2, '0'), 'Warehouse ' || w, circle(point(w * 10, w), 2), ARRAY[int4range(8, 12), int4range(13, 12 + w, '[]')] FROM generate_series(1, 5) AS w;
INSERT INTO shop.stock
SELECT 'W0' || w, p, pg_temp.pick(p, w, 1000)::int, (p % 15)::int, timestamptz '2023-06-01 00:00+02' FROM generate_series(1, 5) AS w, generate_series(1::bigint, :products) AS p;
INSERT INTO shop.reviews
SELECT i, pg_temp.pick(i, 9, :products), pg_temp.pick(i, 10, :customers), 1 + i % 5, body, ARRAY[i % 3, i]::bigint[], to_tsvector('shop.catalogue', body)
  FROM (SELECT i, pg_temp.words(i, 30 + (i % 200)::int) AS body FROM generate_series(1, :reviews) AS i) AS written;
INSERT INTO shop.carts
SELECT md5('cart' || i)::uuid, ('10.' || i % 256 || '.' || (i / 256) % 256 || '.' || i % 250)::inet, jsonb_build_object('items', jsonb_build_array(i, i + 1)), timestamptz '2024-02-29 12:00+00' + i * interval '1 second'
  FROM generate_series(1, :carts) AS i;
INSERT INTO shop.suppliers VALUES (NULL, 'DE', 'without a number'), ('DE123', 'DE', 'Müller & Söhne'), ('DE123', NULL, 'no country'), ('FR9', 'FR', 'L''Épicerie');

INSERT INTO analytics.events (happened_at, kind, customer_id, body)
SELECT timestamptz '2024-01-01 00:00+00' + i * (interval '300 days' / :events), (ARRAY['view', 'search', 'basket', 'login', 'buy'])[1 + i % 5],
       CASE WHEN i % 7 <> 0 THEN pg_temp.pick(i, 11, :customers) END,
       jsonb_build_object('page', pg_temp.words(i, 14), 'ms', pg_temp.pick(i, 12, 900), 'ref', substr(md5(i::text), 1, 12))
  FROM generate_series(1::bigint, :events) AS i;
INSERT INTO analytics.alerts
SELECT row_number() OVER (ORDER BY id), id, happened_at, kind, ARRAY['late', kind] FROM analytics.events WHERE id % 40 = 0;
INSERT INTO analytics.measurements
SELECT i, timestamptz '2023-01-01 00:00+00' + i * interval '1 hour', sin(1) * (i % 1000) FROM generate_series(1, :measurements / 2) AS i;
INSERT INTO analytics.measurements_lab
SELECT i, timestamptz '2023-01-01 00:00+00' + i * interval '1 hour', i / 7.0, 'mV', 'scope ' || i % 5, i % 2 = 0 FROM generate_series(:measurements / 2 + 1, :measurements) AS i;
INSERT INTO analytics.measurements VALUES (0, '-infinity', 'NaN', NULL), (-1, '0044-03-15 12:00+00 BC', '-infinity', '');
INSERT INTO analytics.heartbeats SELECT FROM generate_series(1, 3);
INSERT INTO analytics."Größen & Preise €" SELECT i, 'Größe ' || i, i % 2 = 0, i / 8.0 FROM generate_series(1, 100) AS i;
INSERT INTO analytics.oddities VALUES
  ('extremes', -32768, '{1e-45,3.4028235e38,NaN,-Infinity}', '{4.9406564584124654e-324,1.7976931348623157e308,-0,0.1}',
   '{NaN,-0.0000000001,123456789012345678901234567890.1234567890,0.000}', '{-infinity,0044-03-15 BC,5874897-12-31}',
   '{294276-12-31 23:59:59.999999+00,4713-11-24 00:00:00+00 BC}', '{-178000000 years,1 mon -1 day 00:00:00.000001}', '24:00:00+14', '23:59:59.999',
   B'10101', B'', '-92233720368547758.08', '08:00:2b:01:02:03', '10.1.0.0/16', '::ffff:1.2.3.0/120', '(1e-300,Infinity)', '((0,0),(1,1),(2,0))',
   '[(0,0),(1,1)]', '{"a": 1, "a":  2}', 'x', 'ab', 'shop.customers', 'shop.order_status[]', '''fat'' & ( rat | !cat:A )', '''a'':1A,2B ''b'' ''c d'':3',
   '16/B374D848', 4294967295, '[0:1][-1:0]={{1,2},{NULL,4}}', 'empty', '[2024-01-01,)'),
  ('nothing', NULL, '{}', '{NULL}', NULL, '{}', '{NULL}', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'null', '', '',
   'pg_catalog.pg_class', 'numeric', '', '', '0/0', 0, '{}', '(,)', '(,2024-01-01)');
INSERT INTO "Back Office"."Staff" ("Full Name", "Manager", "Salary", "Department")
SELECT initcap(pg_temp.words(i, 14)), CASE WHEN i > 1 THEN -5 + 5 * (i / 4) END, 2000 + i % 500, (ARRAY['Sales', 'Packing', 'IT'])[1 + i % 3] FROM generate_series(1, 60) AS i;
INSERT INTO "Back Office".audit_log
SELECT CASE WHEN i % 13 <> 0 THEN 'user' || i % 500 END, (ARRAY['insert', 'update', 'delete'])[1 + i % 3], timestamptz '2023-01-01 00:00+00' + (i / 3) * interval '1 second',
       pg_temp.words(i / 3, 50), CASE WHEN i % 2 = 0 THEN jsonb_build_object('old', i / 3, 'new', i / 3 + 1) END
  FROM generate_series(1, :audits) AS i;
INSERT INTO "Back Office".audit_log SELECT NULL, 'twice', '2023-01-01 00:00+00', NULL, NULL FROM generate_series(1, 2);
INSERT INTO "Back Office".documents
SELECT i, 'Invoice ' || nextval('shop.invoice_number'), (SELECT string_agg(md5(i || '-' || k), CASE k % 8 WHEN 0 THEN E'\n' ELSE ' ' END) FROM generate_series(1, 250) AS k),
       CASE WHEN i < 3 THEN 4242000 + i END, timestamptz '2022-01-01 00:00+00' + i * interval '1 day'
  FROM generate_series(1::bigint, :documents) AS i;
ALTER TABLE "Back Office".documents DROP COLUMN removed;
INSERT INTO "Back Office"."select" VALUES (1, 'here', DEFAULT), (2, NULL, E'\b\f\v\r'), (NULL, 'NULL', '\N');
INSERT INTO "Back Office".shifts
SELECT -5 + 5 * (i % 60), tstzrange(timestamptz '2024-01-01 06:00+00' + (i / 60) * interval '1 day', timestamptz '2024-01-01 14:00+00' + (i / 60) * interval '1 day') FROM generate_series(0, 599) AS i;
\if :at14
  INSERT INTO "Back Office".rosters
  SELECT w, tstzmultirange(tstzrange(timestamptz '2024-01-01 08:00+00' + w * interval '7 days', timestamptz '2024-01-01 12:00+00' + w * interval '7 days'), tstzrange(timestamptz '2024-01-03 08:00+00' + w * interval '7 days', NULL)),
         CASE WHEN w % 2 = 0 THEN shop.price_ranges(shop.price_range(1, w + 1)) ELSE '{}' END, ARRAY['{[2024-05-01,2024-05-02)}'::datemultirange, '{}']
    FROM generate_series(1, 52) AS w;
\endif
SELECT nextval('shop.ticket_number'), nextval('analytics.countdown'), nextval('analytics.countdown'), setval('shop.ticket_number', 998) \g /dev/null
