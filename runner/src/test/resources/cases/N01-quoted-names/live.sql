UPDATE "Odd ""Schema"""."Select % \ ?" SET "a.b" = 'later' WHERE "Id" = 2;
