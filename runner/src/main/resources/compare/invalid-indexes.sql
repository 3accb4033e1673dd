-- Indexes that an interrupted build left behind. pg_dump does not show them, so they have to be asked for.
SELECT n.nspname AS schema, c.relname AS name
  FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE NOT (i.indisvalid AND i.indisready) AND n.nspname NOT IN ('pg_catalog', 'pg_toast', 'pgconvoy')
 ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
