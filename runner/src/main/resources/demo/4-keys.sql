-- Keys, indexes, foreign keys and other constraints.
ALTER TABLE shop.customers ADD PRIMARY KEY (id), ADD CONSTRAINT customers_external_id_key UNIQUE (external_id);
ALTER TABLE shop.customers ADD CONSTRAINT postcode_is_valid CHECK (shop.is_postcode((home).postcode)) NO INHERIT;
CREATE UNIQUE INDEX customers_email ON shop.customers (lower(email::text)) WHERE email IS NOT NULL;
CREATE INDEX customers_joined ON shop.customers (joined_at DESC NULLS LAST) INCLUDE (last_name) WITH (fillfactor = 80);
CREATE INDEX customers_name ON shop.customers (last_name COLLATE "C" text_pattern_ops, first_name);
CREATE INDEX customers_preferences ON shop.customers USING gin (preferences jsonb_path_ops);
CREATE INDEX customers_tags ON shop.customers USING gin (tags) WITH (fastupdate = off);
ALTER TABLE shop.customers ALTER COLUMN last_name SET STATISTICS 500, ALTER COLUMN email SET (n_distinct = -0.9);

ALTER TABLE shop.categories ADD PRIMARY KEY (id);
ALTER TABLE shop.categories ADD CONSTRAINT categories_position_key UNIQUE (position) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE shop.categories ADD CONSTRAINT categories_parent FOREIGN KEY (parent_id) REFERENCES shop.categories DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE shop.products ADD CONSTRAINT "products pkey" PRIMARY KEY (id) INCLUDE (sku);
CREATE UNIQUE INDEX products_sku ON shop.products (sku);
CREATE INDEX products_attributes ON shop.products USING gin (attributes);
CREATE INDEX products_search ON shop.products USING gin (search);
CREATE INDEX products_sold_in ON shop.products USING gist (sold_in);
CREATE INDEX products_title ON shop.products USING hash (title);
CREATE INDEX products_dear ON shop.products (category_id, (price * 1.19) DESC) WHERE active AND price > 100;
CREATE INDEX products_created ON shop.products USING brin (id) WITH (pages_per_range = 32);
ALTER TABLE shop.products ALTER COLUMN attributes SET STATISTICS 300;
ALTER INDEX shop.products_dear ALTER COLUMN 2 SET STATISTICS 200;
ALTER TABLE shop.products ADD FOREIGN KEY (category_id) REFERENCES shop.categories ON UPDATE CASCADE ON DELETE RESTRICT;

ALTER TABLE shop.product_media ADD PRIMARY KEY (id);
ALTER TABLE shop.product_media ADD FOREIGN KEY (product_id) REFERENCES shop.products ON DELETE CASCADE;
CREATE INDEX product_media_product ON shop.product_media (product_id);

ALTER TABLE shop.orders ADD PRIMARY KEY (id);
ALTER TABLE shop.orders ADD CONSTRAINT total_not_negative CHECK (total >= 0);
ALTER TABLE shop.orders ADD CONSTRAINT no_empty_note CHECK (note <> '') NOT VALID;              -- and there are such rows
ALTER TABLE shop.orders ADD FOREIGN KEY (customer_id) REFERENCES shop.customers ON DELETE SET NULL;
CREATE INDEX orders_customer ON shop.orders (customer_id);
CREATE INDEX orders_placed ON shop.orders (placed_at);
CREATE INDEX orders_open ON shop.orders (status) WHERE status <> 'returned';
ALTER TABLE shop.orders CLUSTER ON orders_placed;
ALTER TABLE shop.orders SET (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 95);

ALTER TABLE shop.order_items ADD PRIMARY KEY (id);
ALTER TABLE shop.order_items ADD CONSTRAINT order_items_order FOREIGN KEY (order_id) REFERENCES shop.orders DEFERRABLE;
ALTER TABLE shop.order_items ADD CONSTRAINT order_items_product FOREIGN KEY (product_id) REFERENCES shop.products;
CREATE INDEX order_items_order ON shop.order_items (order_id);

ALTER TABLE shop.payments ADD PRIMARY KEY (id), ADD UNIQUE (order_id);
ALTER TABLE shop.payments ADD FOREIGN KEY (order_id) REFERENCES shop.orders DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE shop.payments ADD FOREIGN KEY (reversal_of) REFERENCES shop.payments DEFERRABLE;
ALTER TABLE shop.price_history ADD CONSTRAINT one_price_a_day
  EXCLUDE USING gist (int8range(product_id, product_id, '[]') WITH &&, valid WITH &&);
ALTER TABLE shop.warehouses ADD PRIMARY KEY (code);
ALTER TABLE shop.warehouses ADD CONSTRAINT apart EXCLUDE USING gist (area WITH &&) WHERE (name <> 'planned') DEFERRABLE;
ALTER TABLE shop.stock ADD PRIMARY KEY (warehouse, product_id), ADD FOREIGN KEY (warehouse) REFERENCES shop.warehouses;
ALTER TABLE shop.stock ADD FOREIGN KEY (product_id) REFERENCES shop.products;
ALTER TABLE shop.reviews ADD PRIMARY KEY (id), ADD CHECK (stars BETWEEN 1 AND 5);
ALTER TABLE shop.reviews ADD FOREIGN KEY (product_id) REFERENCES shop.products, ADD FOREIGN KEY (customer_id) REFERENCES shop.customers;
CREATE INDEX reviews_words ON shop.reviews USING gin (words);
ALTER TABLE shop.carts ADD PRIMARY KEY (session);
ALTER TABLE shop.coupons ADD PRIMARY KEY (code), ADD EXCLUDE USING gist (valid WITH &&);
\if :at15
  CREATE UNIQUE INDEX suppliers_vat ON shop.suppliers (vat_number, country) NULLS NOT DISTINCT;
  ALTER TABLE shop.suppliers ADD CONSTRAINT suppliers_name_key UNIQUE NULLS NOT DISTINCT (name);
\else
  CREATE UNIQUE INDEX suppliers_vat ON shop.suppliers (vat_number, country);
\endif

ALTER TABLE analytics.events ADD PRIMARY KEY (happened_at, kind, id);
CREATE INDEX events_customer ON analytics.events (customer_id, happened_at DESC);
CREATE INDEX events_q3_only ON analytics.events_2024q3 USING gin (body);
ALTER TABLE analytics.events ADD CONSTRAINT known_kind CHECK (kind <> '');
ALTER TABLE analytics.events_2024q3 ADD CONSTRAINT only_here CHECK (id > 0);
ALTER TABLE analytics.events ADD FOREIGN KEY (customer_id) REFERENCES shop.customers;
ALTER TABLE analytics.alerts ADD PRIMARY KEY (id), ADD FOREIGN KEY (event_at, event_kind, event_id) REFERENCES analytics.events;
ALTER TABLE analytics.measurements ADD PRIMARY KEY (id);
ALTER TABLE analytics.measurements_lab ADD CONSTRAINT instrument_named CHECK (instrument <> '');
CREATE INDEX measurements_lab_taken ON analytics.measurements_lab (taken_at);
ALTER TABLE analytics."Größen & Preise €" ADD CONSTRAINT "ключ ""первый""" PRIMARY KEY ("ключ");
CREATE INDEX "Index auf Größe" ON analytics."Größen & Preise €" (upper("Größe"), "100% \ sure?");
CREATE UNIQUE INDEX oddities_name ON analytics.oddities (name);

ALTER TABLE "Back Office"."Staff" ADD CONSTRAINT "Staff PK" PRIMARY KEY ("Id");
ALTER TABLE "Back Office"."Staff" ADD CONSTRAINT "reports to" FOREIGN KEY ("Manager") REFERENCES "Back Office"."Staff";
CREATE UNIQUE INDEX documents_number ON "Back Office".documents (number);
ALTER TABLE "Back Office".documents REPLICA IDENTITY USING INDEX documents_number;
ALTER TABLE "Back Office".audit_log REPLICA IDENTITY FULL;
ALTER TABLE analytics.heartbeats REPLICA IDENTITY NOTHING;
ALTER TABLE "Back Office".shifts ADD CONSTRAINT one_shift EXCLUDE USING gist (int4range(staff, staff, '[]') WITH &&, hours WITH &&);
ALTER TABLE "Back Office".shifts ADD FOREIGN KEY (staff) REFERENCES "Back Office"."Staff" ("Id") ON DELETE CASCADE NOT VALID;
\if :at14
  ALTER TABLE "Back Office".rosters ADD PRIMARY KEY (week);
  CREATE INDEX rosters_open ON "Back Office".rosters USING gist (open);
  ALTER TABLE "Back Office".documents ALTER COLUMN body SET COMPRESSION pglz;
\endif
ALTER SEQUENCE "Back Office"."Badge Number" OWNED BY "Back Office"."select"."from";
ALTER TABLE "Back Office"."select" ALTER COLUMN "from" SET DEFAULT nextval('"Back Office"."Badge Number"');

CREATE STATISTICS shop.orders_status_customer (ndistinct, dependencies, mcv) ON status, customer_id FROM shop.orders;
ALTER STATISTICS shop.orders_status_customer SET STATISTICS 50;
\if :at14
  CREATE STATISTICS analytics."events by day" ON (happened_at AT TIME ZONE 'UTC'), kind FROM analytics.events_2024q3;
\endif
