CREATE SCHEMA "Odd ""Schema""";
CREATE TABLE "Odd ""Schema"""."Select % \ ?" ("Id" int PRIMARY KEY, "a.b" text);
INSERT INTO "Odd ""Schema"""."Select % \ ?" VALUES (1, E'tab\there'), (2, NULL), (3, '\N');
CREATE INDEX "an index" ON "Odd ""Schema"""."Select % \ ?" ("a.b");
