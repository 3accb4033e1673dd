-- The two roles that the demo database grants rights to. Run on both servers; running it again changes nothing.
SELECT format('CREATE ROLE %I NOLOGIN', name)
  FROM (VALUES ('pgconvoy_demo_reader'), ('pgconvoy_demo_writer')) AS wanted (name)
 WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted.name) \gexec
