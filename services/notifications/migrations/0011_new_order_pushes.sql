-- 1 for a browser of the staff that gets a push for each new order of the shop.
ALTER TABLE subscription ADD COLUMN new_orders BIGINT NOT NULL DEFAULT 0;
CREATE INDEX subscription_new_orders ON subscription (new_orders) WHERE new_orders = 1;
