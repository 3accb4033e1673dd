-- Every user table that holds rows (ordinary, leaf partition, inheritance parent, unlogged) and every materialized view, with
-- the query that fingerprints it: the row count, and the sum of one 64-bit hash per row, so the order of rows does not count and
-- a row that is there twice does. Run under settings.sql.
--   Columns go by name, not by number: restoring an inherited table may reorder them. Generated columns are included.
--   A long text, json or bytea is hashed by itself, so that a row whose text form passes 1 GB can still be compared.
--   FROM ONLY: rows of children are counted with the children. A table without columns still has rows.
--   Not listed: foreign tables (their rows are elsewhere), temporary tables, members of extensions, and our own schema.
SELECT n.nspname AS schema, c.relname AS name, c.relispopulated AS populated,
       format('SELECT count(*) AS row_count, coalesce(sum(hashtextextended(ROW(%s)::text COLLATE "C", 0)::numeric), 0)::text AS checksum FROM ONLY %I.%I',
              (SELECT string_agg(CASE
                        WHEN b.base = 'bytea'::regtype THEN format('md5(%I::bytea)', a.attname)
                        WHEN b.base IN ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)
                          THEN format('hashtextextended(%I::text COLLATE "C", 0)', a.attname)
                        ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attname COLLATE "C")
                 FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
                CROSS JOIN LATERAL (SELECT CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END AS base) AS b
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
              n.nspname, c.relname) AS query
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE c.relkind IN ('r', 'm') AND c.relpersistence <> 't'
   AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'pgconvoy')
   AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
 ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
