-- A: a shop in production. 15 tables, about 1 GB at scale 1, the largest about 30 % of the bytes, mixed types, keys, foreign keys, secondary
-- indexes. Deterministic. Run by bench/run: psql -v scale=1.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;
SET timezone = 'UTC';
SET synchronous_commit = off;
SET maintenance_work_mem = '512MB';
SELECT string_agg(word, ' ') AS words
  FROM (SELECT (ARRAY['amber','basket','copper','delta','ember','fabric','garden','harbour','island','jacket','kernel','lantern','marble','nectar',
                      'orchid','pepper','quartz','ribbon','saddle','timber','umbra','velvet','walnut','xenon','yellow','zephyr','order','parcel',
                      'return','invoice','quality','delivery'])[1 + (hashint4(k) & 31)] AS word FROM generate_series(1, 200) AS k) AS chosen \gset
SELECT format('CREATE FUNCTION pg_temp.words(i bigint, n int) RETURNS text LANGUAGE sql IMMUTABLE AS %L',
              format('SELECT substr(%L, 1 + (hashint8(i) & 511), n)', :'words')) \gexec
CREATE FUNCTION pg_temp.pick(i bigint, seed bigint, n bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS $$ SELECT 1 + (hashint8extended(i, seed) & 9223372036854775807) % n $$;
CREATE FUNCTION pg_temp.bytes(i bigint, blocks int) RETURNS bytea
  LANGUAGE sql IMMUTABLE AS $$ SELECT string_agg(sha512((i || '/' || k)::bytea), ''::bytea) FROM generate_series(1, blocks) AS k $$;
SELECT (150000 * :scale)::int AS customers, (50000 * :scale)::int AS products, (500000 * :scale)::int AS orders \gset

CREATE SCHEMA shop;
SET search_path = shop, public;
CREATE TYPE order_status AS ENUM ('new', 'paid', 'packed', 'shipped', 'done', 'returned');
CREATE TABLE customers AS
  SELECT i AS id, md5('c' || i)::uuid AS external_id, initcap(pg_temp.words(i, 16)) AS name, 'user' || i || '@example.org' AS email,
         (pg_temp.pick(i, 1, 500000) / 100.0)::numeric(12,2) AS credit,
         jsonb_build_object('lang', (ARRAY['en','de','fr','es'])[1 + i % 4], 'news', i % 3 = 0, 'tags', jsonb_build_array(i % 7, i % 11)) AS preferences,
         timestamptz '2020-01-01' + i * interval '1 min' AS created_at FROM generate_series(1::bigint, :customers) AS i;
CREATE TABLE addresses AS
  SELECT i AS id, pg_temp.pick(i, 2, :customers) AS customer_id, pg_temp.words(i, 24) || ' ' || i % 300 AS street, pg_temp.words(i + 7, 9) AS city,
         lpad((i % 99999)::text, 5, '0') AS postcode, (ARRAY['US','DE','FR','ES'])[1 + i % 4]::char(2) AS country,
         ARRAY[pg_temp.pick(i, 3, 180000000) / 1e6, pg_temp.pick(i, 4, 360000000) / 1e6]::numeric(9,6)[] AS position, date '2020-01-01' + (i % 1500)::int AS valid_from
    FROM generate_series(1::bigint, (200000 * :scale)::int) AS i;
CREATE TABLE categories AS SELECT i AS id, CASE WHEN i > 20 THEN 1 + i % 20 END AS parent_id, pg_temp.words(i, 14) AS name FROM generate_series(1, 400) AS i;
CREATE TABLE products AS
  SELECT i AS id, (1 + i % 400)::int AS category_id, 'SKU-' || lpad(i::text, 8, '0') AS sku, pg_temp.words(i, 32) AS title, pg_temp.words(i * 3, 320) AS description,
         (pg_temp.pick(i, 5, 90000) / 100.0)::numeric(10,2) AS price, jsonb_build_object('colour', pg_temp.words(i, 6), 'w', i % 100, 'h', i % 77) AS attributes,
         i % 9 <> 0 AS active, timestamptz '2022-01-01' + i * interval '1 min' AS updated_at FROM generate_series(1::bigint, :products) AS i;
CREATE TABLE product_images AS
  SELECT i AS id, pg_temp.pick(i, 6, :products) AS product_id, 'image/webp'::text AS mime, pg_temp.bytes(i, (28 + i % 20)::int) AS data
    FROM generate_series(1::bigint, (32000 * :scale)::int) AS i;
CREATE TABLE orders AS
  SELECT i AS id, pg_temp.pick(i, 7, :customers) AS customer_id, (enum_range(NULL::order_status))[1 + i % 6] AS status, (pg_temp.pick(i, 8, 200000) / 100.0)::numeric(12,2) AS total,
         timestamptz '2021-01-01' + i * interval '3 min' AS placed_at, CASE WHEN i % 5 = 0 THEN pg_temp.words(i, 48) END AS note,
         CASE WHEN i % 3 = 0 THEN jsonb_build_object('source', pg_temp.words(i, 6), 'coupon', i % 1000) END AS meta FROM generate_series(1::bigint, :orders) AS i;
CREATE TABLE order_items AS
  SELECT i AS id, pg_temp.pick(i, 9, :orders) AS order_id, pg_temp.pick(i, 10, :products) AS product_id, (1 + i % 9)::int AS quantity,
         (pg_temp.pick(i, 11, 90000) / 100.0)::numeric(10,2) AS price, (i % 30 / 100.0)::numeric(6,4) AS discount, pg_temp.words(i, 30) AS label,
         timestamptz '2021-01-01' + i * interval '1 min' AS created_at FROM generate_series(1::bigint, (2150000 * :scale)::int) AS i;
CREATE TABLE payments AS
  SELECT i AS id, i AS order_id, md5('p' || i)::uuid AS reference, (pg_temp.pick(i, 8, 200000) / 100.0)::numeric(12,2) AS amount, (ARRAY['card','iban','wallet'])[1 + i % 3] AS method,
         jsonb_build_object('code', i % 10, 'auth', substr(md5(i::text), 1, 12)) AS response, timestamptz '2021-01-01' + i * interval '3 min' AS paid_at
    FROM generate_series(1::bigint, (340000 * :scale)::int) AS i;
CREATE TABLE shipments AS
  SELECT i AS id, i AS order_id, (ARRAY['dhl','ups','post'])[1 + i % 3] AS carrier, upper(substr(md5('s' || i), 1, 16)) AS tracking, i % 3000 / 7.0::float8 AS weight,
         timestamptz '2021-01-02' + i * interval '3 min' AS shipped_at FROM generate_series(1::bigint, (300000 * :scale)::int) AS i;
CREATE TABLE events AS
  SELECT i AS id, pg_temp.pick(i, 12, :customers) AS customer_id, (ARRAY['view','cart','search','login','buy'])[1 + i % 5] AS kind, timestamptz '2023-01-01' + i * interval '1 sec' AS at,
         jsonb_build_object('page', pg_temp.words(i, 18), 'ms', pg_temp.pick(i, 13, 900), 'ref', substr(md5('e' || i), 1, 16)) AS body FROM generate_series(1::bigint, (520000 * :scale)::int) AS i;
CREATE TABLE sessions AS
  SELECT md5('sess' || i)::uuid AS id, pg_temp.pick(i, 14, :customers) AS customer_id, ('10.' || i % 256 || '.' || i / 256 % 256 || '.' || i % 250)::inet AS client, pg_temp.words(i, 60) AS agent,
         timestamptz '2023-01-01' + i * interval '1 sec' AS started_at FROM generate_series(1::bigint, (200000 * :scale)::int) AS i;
CREATE TABLE reviews AS
  SELECT i AS id, pg_temp.pick(i, 15, :products) AS product_id, pg_temp.pick(i, 16, :customers) AS customer_id, (1 + i % 5)::smallint AS stars, pg_temp.words(i * 5, 150 + (i % 200)::int) AS body
    FROM generate_series(1::bigint, (110000 * :scale)::int) AS i;
CREATE TABLE inventory AS
  SELECT w AS warehouse, p AS product_id, pg_temp.pick(p, w, 1000)::int AS quantity, timestamptz '2023-06-01' AS counted_at FROM generate_series(1, 5) AS w, generate_series(1::bigint, :products) AS p;
CREATE TABLE documents AS
  SELECT i AS id, pg_temp.pick(i, 17, :orders) AS order_id, 'invoice-' || i AS name, pg_temp.bytes(i, (100 + i % 80)::int) AS content, pg_temp.words(i, 500) AS body
    FROM generate_series(1::bigint, (5000 * :scale)::int) AS i;
CREATE TABLE audit_log (id bigserial, actor text, action text, at timestamptz, detail text, diff jsonb);
INSERT INTO audit_log (actor, action, at, detail, diff)
  SELECT 'user' || i % 500, (ARRAY['insert','update','delete'])[1 + i % 3], timestamptz '2023-01-01' + i * interval '1 sec', pg_temp.words(i, 80), jsonb_build_object('old', i, 'new', i + 1)
    FROM generate_series(1::bigint, (240000 * :scale)::int) AS i;

SELECT format('ALTER TABLE %I ADD PRIMARY KEY (%s)', relname, CASE relname WHEN 'inventory' THEN 'warehouse, product_id' ELSE 'id' END)
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'shop'::regnamespace ORDER BY relname \gexec
ALTER TABLE customers ADD UNIQUE (email);
CREATE INDEX ON customers (created_at);
CREATE UNIQUE INDEX ON products (sku);
CREATE INDEX ON products USING gin (attributes);
CREATE INDEX ON orders (placed_at);
CREATE INDEX ON orders (status) WHERE status <> 'done';
CREATE UNIQUE INDEX ON payments (reference);
CREATE INDEX ON events (customer_id, at);
CREATE INDEX ON events (kind);
CREATE INDEX ON audit_log (at);
CREATE INDEX ON audit_log (lower(actor));
-- Every foreign key has its index.
SELECT format('CREATE INDEX ON %s (%s)', t, k), format('ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s (id)', t, k, r)
  FROM (VALUES ('addresses','customer_id','customers'), ('categories','parent_id','categories'), ('products','category_id','categories'), ('product_images','product_id','products'),
               ('orders','customer_id','customers'), ('order_items','order_id','orders'), ('order_items','product_id','products'), ('payments','order_id','orders'),
               ('shipments','order_id','orders'), ('reviews','product_id','products'), ('documents','order_id','orders')) AS wanted (t, k, r) \gexec
CREATE VIEW open_orders AS SELECT * FROM orders WHERE status <> 'done';
VACUUM (ANALYZE);
