-- D: one table of 10 million narrow rows at scale 1, as pgbench makes them, about 1.5 GB. Deterministic.
\set ON_ERROR_STOP 1
SET synchronous_commit = off;
SET maintenance_work_mem = '512MB';
CREATE TABLE accounts AS
  SELECT i::int AS aid, (1 + (i - 1) / 100000)::int AS bid, 0 AS abalance, ''::char(84) AS filler FROM generate_series(1::bigint, (10000000 * :scale)::int) AS i;
ALTER TABLE accounts ADD PRIMARY KEY (aid);
VACUUM (ANALYZE);
