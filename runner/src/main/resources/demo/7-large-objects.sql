-- Three large objects: one of about 3 MB, a small one with owner, rights and comment, and one with a hole in it.
SELECT lo_from_bytea(4242001, string_agg(pg_temp.bytes(i, 64), ''::bytea ORDER BY i)) FROM generate_series(1::bigint, 750) AS i \g /dev/null
SELECT lo_from_bytea(4242002, convert_to('%PDF-1.4 a scanned letter' || repeat(E'\n' || 'página', 50), 'UTF8')) \g /dev/null
SELECT lo_from_bytea(4242003, 'begin'::bytea) \g /dev/null
SELECT lo_put(4242003, 1000000, 'end'::bytea) \g /dev/null
ALTER LARGE OBJECT 4242002 OWNER TO pgconvoy_demo_writer;
GRANT SELECT ON LARGE OBJECT 4242002 TO pgconvoy_demo_reader;
GRANT SELECT, UPDATE ON LARGE OBJECT 4242003 TO pgconvoy_demo_writer;
COMMENT ON LARGE OBJECT 4242002 IS 'A letter, scanned';
