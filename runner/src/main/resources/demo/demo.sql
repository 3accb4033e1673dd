-- The demo database: a small shop with a back office and its analytics, made to contain what real databases contain and
-- what has broken migrations elsewhere. Deterministic: the same scale gives the same rows on every server; nothing reads a
-- clock or a random source.
--
--   psql -X -v ON_ERROR_STOP=1 -v scale=1 -d DATABASE -f demo.sql
--
-- scale   1 is about 200 MB, 5 about 1 GB, 0.05 loads in about two seconds. Default 1.
-- Needs an empty database, UTF8, PostgreSQL 13 or later, a superuser, and the files of this folder side by side. roles.sql is
-- included; it must be run on the target server too, because roles belong to a server and not to a database.
\set ON_ERROR_STOP 1
\set QUIET 1
\if :{?scale}
\else
  \set scale 1
\endif
SET client_min_messages = warning;
SET client_encoding = 'UTF8';
SET timezone = 'UTC';
SET datestyle = 'ISO, YMD';
SET intervalstyle = 'postgres';
SET lc_monetary = 'C';
SET synchronous_commit = off;
SET maintenance_work_mem = '256MB';
SET jit = off;
SELECT current_setting('server_version_num')::int >= 140000 AS at14,
       current_setting('server_version_num')::int >= 150000 AS at15 \gset

\ir roles.sql
\ir 1-types.sql
\ir 2-tables.sql
\ir 3-rows.sql
\ir 4-keys.sql
\ir 5-logic.sql
\ir 6-notes-and-rights.sql
\ir 7-large-objects.sql
VACUUM (ANALYZE);
