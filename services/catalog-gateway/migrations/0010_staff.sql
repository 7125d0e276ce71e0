-- What the staff changes, and the ledger of every change.

-- Rises with every change by staff or import; sales do not raise it.
ALTER TABLE product ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- 1 or 0. A hidden product is absent for shoppers and present for staff.
ALTER TABLE product ADD COLUMN visible BIGINT NOT NULL DEFAULT 1;
-- Time of the last change by staff or import; NULL is never changed since it was listed.
ALTER TABLE product ADD COLUMN updated_at BIGINT;
CREATE INDEX product_hidden ON product (revision, pro_id) WHERE visible = 0;
CREATE INDEX product_updated ON product ((COALESCE(updated_at, listed_at)), pro_id);
CREATE INDEX product_listed ON product (listed_at, pro_id);
CREATE INDEX product_stock ON product ((COALESCE(stock, -1)), pro_id);
-- As product_facets, with the column that every list of shoppers filters by. The previous release reads the other one.
CREATE INDEX product_shown_facets
    ON product (cat_id, prog_id, brand_slug, brand, price, stock, discount, visible, pro_id);

-- One edit, bulk edit, stock adjustment, undo, import, sale or return.
CREATE TABLE change_set (
    -- UUID version 7, so that its order is that of time.
    change_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- NULL when nobody with an account did it.
    actor_id BIGINT,
    actor_name TEXT NOT NULL,
    -- edit, import, order
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    -- The reservation of a sale or return, the change set that an undo restored, or empty.
    reference TEXT NOT NULL DEFAULT '',
    -- The catalog revision of the change; 0 for sales and returns, which take none.
    revision BIGINT NOT NULL,
    product_count BIGINT NOT NULL
);
CREATE INDEX change_set_revision ON change_set (source, revision) WHERE revision > 0;

-- One changed field of one product. Values are text; NULL is null.
CREATE TABLE product_change (
    pro_id BIGINT NOT NULL,
    change_id TEXT NOT NULL,
    -- A column of product, or stock for the units on hand (NULL is uncounted).
    field TEXT NOT NULL,
    old_value TEXT,
    new_value TEXT,
    -- The change set that restored it.
    undone_by TEXT,
    PRIMARY KEY (pro_id, change_id, field)
);
CREATE INDEX product_change_set ON product_change (change_id, pro_id);
