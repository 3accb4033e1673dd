-- B: one dominant TOASTed table (about 73 % of the bytes) and nine small ones, about 1.4 GB at scale 1. Deterministic.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;
SET timezone = 'UTC';
SET synchronous_commit = off;
-- payload: 24 to 40 kB that do not compress; body: 4.8 kB of hexadecimal text, which gains little from compression
CREATE TABLE blobs AS
  SELECT i AS id, 'object-' || i AS name, (ARRAY['image/png','application/pdf','video/mp4'])[1 + i % 3] AS mime,
         (SELECT string_agg(md5(i || 't' || k), '') FROM generate_series(1, 150) AS k) AS body,
         (SELECT string_agg(sha512((i || 'b' || k)::bytea), ''::bytea) FROM generate_series(1, 384 + (i * 37 % 256)::int) AS k) AS payload,
         timestamptz '2022-01-01' + i * interval '1 min' AS created_at FROM generate_series(1::bigint, (27500 * :scale)::int) AS i;
ALTER TABLE blobs ADD PRIMARY KEY (id);
CREATE INDEX ON blobs (created_at);
SELECT format($f$CREATE TABLE small_%1$s AS SELECT i AS id, md5('%1$s-' || i)::uuid AS ref, (i %% 1000)::int AS grp,
         ((hashint8extended(i, %1$s) & 1048575) / 100.0)::numeric(12,2) AS amount, md5(i::text) || ' ' || md5((i + %1$s)::text) AS note,
         timestamptz '2022-01-01' + i * interval '1 sec' AS at FROM generate_series(1::bigint, %2$s) AS i$f$, t, (250000 * :scale)::int),
       format('ALTER TABLE small_%s ADD PRIMARY KEY (id)', t), format('CREATE INDEX ON small_%s (grp)', t)
  FROM generate_series(1, 9) AS t \gexec
VACUUM (ANALYZE);
