SELECT line FROM (
  SELECT "Id" || ' ' || coalesce("a.b", 'null') FROM "Odd ""Schema"""."Select % \ ?"
) AS x(line) ORDER BY line COLLATE "C";
