-- Fixes, for one transaction, every setting on which the text form of a value depends, and forbids row security to filter
-- silently: a role that a policy applies to gets an error instead of fewer rows.
SELECT set_config(name, value, true)
  FROM (VALUES ('search_path', 'pg_catalog'), ('DateStyle', 'ISO, YMD'), ('IntervalStyle', 'postgres'), ('TimeZone', 'UTC'),
               ('extra_float_digits', '3'), ('bytea_output', 'hex'), ('lc_monetary', 'C'), ('xmloption', 'content'),
               ('quote_all_identifiers', 'off'), ('row_security', 'off'), ('statement_timeout', '0'), ('lock_timeout', '0'),
               ('idle_in_transaction_session_timeout', '0'), ('jit', 'off')) AS fixed (name, value)
