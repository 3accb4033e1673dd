-- Views, functions, triggers, rules and row security.
CREATE VIEW shop.open_orders WITH (security_barrier) AS
  SELECT * FROM shop.orders WHERE status <> 'returned';
-- Grouped by the primary key only: this view cannot exist before that key does.
CREATE VIEW shop.customer_totals AS
  SELECT c.id, c.display_name, c.email, count(o.id) AS orders, coalesce(sum(o.total), 0) AS spent
    FROM shop.customers AS c LEFT JOIN shop.orders AS o ON o.customer_id = c.id GROUP BY c.id;
CREATE VIEW shop.good_customers AS SELECT * FROM shop.customer_totals WHERE spent > 1000;
CREATE VIEW shop.cheap_products AS SELECT id, category_id, sku, title, price FROM shop.products WHERE price < 10 WITH LOCAL CHECK OPTION;
CREATE RECURSIVE VIEW shop.category_paths (id, path) AS
  SELECT id, name FROM shop.categories WHERE parent_id IS NULL
  UNION ALL SELECT c.id, p.path || ' / ' || c.name FROM shop.categories AS c JOIN category_paths AS p ON c.parent_id = p.id;
CREATE VIEW analytics."Täglich (€)" AS SELECT date_trunc('day', placed_at, 'UTC') AS "Tag", sum(total) AS "Summe €" FROM shop.orders GROUP BY 1;
ALTER VIEW shop.cheap_products ALTER COLUMN price SET DEFAULT 1;
\if :at15
  CREATE VIEW shop.own_reviews WITH (security_invoker) AS SELECT * FROM shop.reviews;
\endif

CREATE MATERIALIZED VIEW analytics.revenue WITH (fillfactor = 90) AS
  SELECT date_trunc('month', placed_at, 'UTC') AS month, status, count(*) AS orders, sum(total) AS revenue FROM shop.orders GROUP BY 1, 2;
CREATE UNIQUE INDEX revenue_month ON analytics.revenue (month, status);
CREATE MATERIALIZED VIEW analytics.revenue_by_year AS
  SELECT date_trunc('year', month, 'UTC') AS year, sum(revenue) AS revenue FROM analytics.revenue GROUP BY 1;
CREATE MATERIALIZED VIEW analytics.not_yet AS SELECT count(*) AS events FROM analytics.events WITH NO DATA;

CREATE FUNCTION shop.order_total(wanted bigint, OUT lines int, OUT total numeric) LANGUAGE sql STABLE COST 50
  SET search_path = shop, pg_temp AS 'SELECT count(*)::int, sum(price * quantity) FROM order_items WHERE order_id = wanted';
CREATE FUNCTION shop.search(needle text, VARIADIC kinds text[] DEFAULT '{}') RETURNS TABLE (id bigint, title text) LANGUAGE plpgsql STABLE SECURITY DEFINER AS $body$
BEGIN
  -- A comment, a "quoted" name, $$dollars$$ and a back\slash.
  RETURN QUERY SELECT p.id, p.title FROM shop.products AS p WHERE p.search @@ plainto_tsquery('shop.catalogue', needle);
END $body$;
CREATE PROCEDURE shop.cancel_order(wanted bigint, INOUT done boolean DEFAULT false) LANGUAGE plpgsql AS $$
BEGIN
  UPDATE shop.orders SET status = 'returned' WHERE id = wanted;
  done := FOUND;
END $$;
\if :at14
  CREATE FUNCTION shop.last_order(customer bigint) RETURNS timestamptz LANGUAGE sql STABLE
    BEGIN ATOMIC SELECT max(o.placed_at) FROM shop.orders AS o WHERE o.customer_id = customer; END;
  CREATE FUNCTION shop.customer_card(customer bigint) RETURNS text LANGUAGE sql STABLE
    RETURN (SELECT c.display_name || ': ' || count(o.id) FROM shop.customers AS c LEFT JOIN shop.orders AS o ON o.customer_id = c.id WHERE c.id = customer GROUP BY c.id);
\endif
CREATE AGGREGATE shop.product(numeric) (SFUNC = numeric_mul, STYPE = numeric, INITCOND = '1', PARALLEL = SAFE);
CREATE OPERATOR shop.=~= (LEFTARG = text, RIGHTARG = text, FUNCTION = texticregexeq);

CREATE FUNCTION "Back Office".note_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "Back Office".audit_log (actor, action, at, detail) VALUES (current_user, lower(TG_OP), clock_timestamp(), TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE FUNCTION shop.touch_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := to_tsvector('shop.catalogue', NEW.body);
  RETURN NEW;
END $$;
CREATE TRIGGER "note change" AFTER UPDATE OR DELETE ON shop.customers FOR EACH ROW EXECUTE FUNCTION "Back Office".note_change('a customer''s data');
CREATE TRIGGER watch_credit AFTER UPDATE OF credit ON shop.customers FOR EACH ROW WHEN (old.credit IS DISTINCT FROM new.credit) EXECUTE FUNCTION "Back Office".note_change('credit');
CREATE TRIGGER words BEFORE INSERT OR UPDATE ON shop.reviews FOR EACH ROW EXECUTE FUNCTION shop.touch_words();
CREATE TRIGGER bulk AFTER INSERT ON shop.orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "Back Office".note_change('orders');
CREATE CONSTRAINT TRIGGER late AFTER INSERT ON shop.payments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "Back Office".note_change('payment');
CREATE TRIGGER events_seen AFTER INSERT ON analytics.events FOR EACH ROW EXECUTE FUNCTION "Back Office".note_change('event');
CREATE TRIGGER replace INSTEAD OF UPDATE ON shop.customer_totals FOR EACH ROW EXECUTE FUNCTION "Back Office".note_change('view');
ALTER TABLE shop.reviews DISABLE TRIGGER words;
ALTER TABLE shop.orders ENABLE ALWAYS TRIGGER bulk;
ALTER TABLE shop.payments ENABLE REPLICA TRIGGER late;

CREATE RULE keep_the_log AS ON DELETE TO "Back Office".audit_log DO INSTEAD NOTHING;
CREATE RULE log_coupons AS ON INSERT TO shop.coupons WHERE new.percent > 50 DO ALSO
  INSERT INTO "Back Office".audit_log (action, at, detail) VALUES ('coupon', '2024-01-01 00:00+00', new.code);
CREATE RULE twice AS ON INSERT TO "Back Office"."select" DO ALSO NOTHING;
ALTER TABLE "Back Office"."select" DISABLE RULE twice;

ALTER TABLE "Back Office"."Staff" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "own department" ON "Back Office"."Staff" FOR SELECT TO pgconvoy_demo_reader USING ("Department" <> 'IT');
CREATE POLICY writers ON "Back Office"."Staff" AS RESTRICTIVE TO pgconvoy_demo_writer USING (true) WITH CHECK ("Salary" < 100000);
ALTER TABLE "Back Office".documents ENABLE ROW LEVEL SECURITY;
ALTER TABLE "Back Office".documents FORCE ROW LEVEL SECURITY;
