-- When a product appears and disappears by itself, in Unix milliseconds. Cleared when it has happened.
ALTER TABLE product ADD COLUMN visible_from BIGINT;
ALTER TABLE product ADD COLUMN visible_until BIGINT;
CREATE INDEX product_visible_from ON product (visible_from) WHERE visible_from IS NOT NULL;
CREATE INDEX product_visible_until ON product (visible_until) WHERE visible_until IS NOT NULL;
ALTER TABLE import_product ADD COLUMN visible_from BIGINT;
ALTER TABLE import_product ADD COLUMN visible_until BIGINT;
