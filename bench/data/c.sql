-- C: 2,000 tables of ten rows at scale 1, each with a key and a sequence. Deterministic.
\set ON_ERROR_STOP 1
SET client_min_messages = warning;
SET synchronous_commit = off;
SELECT format('CREATE TABLE t%s (x serial PRIMARY KEY, v text)', t), format($f$INSERT INTO t%1$s (v) SELECT md5('%1$s-' || i) FROM generate_series(1, 10) AS i$f$, t)
  FROM generate_series(1, (2000 * :scale)::int) AS t \gexec
VACUUM (ANALYZE);
