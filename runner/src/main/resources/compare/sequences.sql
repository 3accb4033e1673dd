-- Every user sequence with the query that reads its position; is_called tells whether last_value was already handed out.
SELECT n.nspname AS schema, c.relname AS name, true AS populated,
       format('SELECT last_value, is_called FROM %I.%I', n.nspname, c.relname) AS query
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
 WHERE c.relkind = 'S' AND c.relpersistence <> 't'
   AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'pgconvoy')
   AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
 ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"
