-- Every large object: length, checksum over its pages, owner, rights, comment. Needs a superuser, as reading pg_largeobject does.
-- A page that is missing (a hole) and a page of zeros are the same bytes to a reader, and a dump turns one into the other:
-- pages are padded with zeros, and pages of zeros are left out of the checksum.
WITH page AS (
  SELECT size, decode(repeat('00', size), 'hex') AS zeros
    FROM (SELECT current_setting('block_size')::int / 4 AS size) AS quarter_of_a_block
)
SELECT m.oid::text AS oid,
       coalesce(max(l.pageno::bigint * page.size + length(l.data)), 0) AS bytes,
       coalesce(sum(hashtextextended(l.pageno || ':' || md5(l.data || substring(page.zeros FROM 1 FOR page.size - length(l.data))), 0)::numeric)
                  FILTER (WHERE l.data <> substring(page.zeros FROM 1 FOR length(l.data))), 0)::text AS checksum,
       pg_get_userbyid(m.lomowner)::text AS owner,
       (SELECT string_agg(item::text, ' ' ORDER BY item::text COLLATE "C")
          FROM unnest(coalesce(m.lomacl, acldefault('L', m.lomowner))) AS item) AS rights,
       coalesce(obj_description(m.oid, 'pg_largeobject'), '') AS comment
  FROM pg_largeobject_metadata AS m CROSS JOIN page LEFT JOIN pg_largeobject AS l ON l.loid = m.oid
 GROUP BY m.oid, m.lomowner, m.lomacl
 ORDER BY m.oid
