-- Schemas, types, sequences, and the functions that columns and constraints need.
CREATE SCHEMA shop;
CREATE SCHEMA analytics;
CREATE SCHEMA "Back Office";

CREATE TYPE shop.order_status AS ENUM ('new', 'paid', 'packed', 'shipped', 'returned', 'on hold – customer''s wish');
ALTER TYPE shop.order_status ADD VALUE 'part-shipped' BEFORE 'shipped';   -- sort order is not creation order
CREATE TYPE shop.postal_address AS (street text, city text, postcode varchar(12), country char(2));
CREATE DOMAIN shop.email_address AS text COLLATE "C" CONSTRAINT email_has_an_at CHECK (VALUE ~ '^[^@]+@[^@]+$');
CREATE DOMAIN shop.amount AS numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT amount_not_negative CHECK (VALUE >= 0);
CREATE DOMAIN analytics.tags AS text[] CONSTRAINT few_tags CHECK (coalesce(array_length(VALUE, 1), 0) <= 8);
\if :at14
  CREATE TYPE shop.price_range AS RANGE (subtype = numeric, multirange_type_name = shop.price_ranges);
\else
  CREATE TYPE shop.price_range AS RANGE (subtype = numeric);
\endif
CREATE COLLATION shop.plain (provider = libc, locale = 'C');
CREATE TEXT SEARCH CONFIGURATION shop.catalogue (COPY = pg_catalog.simple);
ALTER TEXT SEARCH CONFIGURATION shop.catalogue ALTER MAPPING FOR asciiword WITH english_stem;

CREATE SEQUENCE shop.invoice_number AS bigint START 100000 INCREMENT 10 CACHE 5;
CREATE SEQUENCE shop.ticket_number AS smallint MINVALUE 1 MAXVALUE 999 CYCLE;
CREATE SEQUENCE analytics.countdown INCREMENT -1 START -1;
CREATE SEQUENCE analytics.event_id AS bigint;
CREATE SEQUENCE "Back Office"."Badge Number" START 7;                     -- never called: is_called stays false

CREATE FUNCTION shop.sku_for(product bigint) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT 'SKU-' || pg_catalog.lpad(product::text, 8, '0') $$;

CREATE FUNCTION shop.is_postcode(code text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN code IS NULL OR code ~ '^[0-9A-Z -]{3,12}$';
END
$$;

-- Makes row numbers and words for the rows; gone with the session.
SELECT string_agg(word, ' ') AS words
  FROM (SELECT (ARRAY['amber','basket','copper','delta','ember','fabric','garden','harbour','island','jacket','kernel','lantern',
                      'marble','nectar','orchid','pepper','quartz','ribbon','saddle','timber','umbra','velvet','walnut','xenon',
                      'yellow','zephyr','order','parcel','return','invoice','quality','delivery'])[1 + (hashint4(k) & 31)] AS word
          FROM generate_series(1, 160) AS k) AS chosen \gset
SELECT format('CREATE FUNCTION pg_temp.words(i bigint, n int) RETURNS text LANGUAGE sql IMMUTABLE AS %L',
              format('SELECT substr(%L, 1 + (hashint8(i) & 511), n)', :'words')) \gexec
CREATE FUNCTION pg_temp.pick(i bigint, seed bigint, n bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE AS $$ SELECT 1 + (hashint8extended(i, seed) & 9223372036854775807) % n $$;
CREATE FUNCTION pg_temp.bytes(i bigint, blocks int) RETURNS bytea
  LANGUAGE sql IMMUTABLE AS $$ SELECT string_agg(sha512((i || '/' || k)::bytea), ''::bytea) FROM generate_series(1, blocks) AS k $$;
