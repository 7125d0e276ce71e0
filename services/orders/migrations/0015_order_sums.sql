-- Sums of the payments, refunds and returns of orders, for lists and figures (src/store/order/sums.rs).

-- Kip that are paid out, and kip by which the price was reduced after the order was placed: written off, given back for goods that
-- came back or as goodwill.
ALTER TABLE customer_order ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customer_order ADD COLUMN reduced BIGINT NOT NULL DEFAULT 0;
-- The version of the order that the sums are of. The service calculates those of another version, such as an earlier release writes.
ALTER TABLE customer_order ADD COLUMN sums_version BIGINT NOT NULL DEFAULT 1;
UPDATE customer_order SET sums_version = CASE WHEN settlement <> '' OR refund > 0 THEN 0 ELSE version END;
CREATE INDEX customer_order_without_sums ON customer_order (order_id) WHERE sums_version <> version;

-- Payments of another amount than the price, which wait for the staff.
CREATE INDEX customer_order_to_settle ON customer_order (created_at, order_id) WHERE money IN ('underpaid', 'overpaid');

DROP INDEX customer_order_sales;
CREATE INDEX customer_order_sales ON customer_order (created_at, status, total, reduced);

-- The copies of lines are without the units that came back: those of orders with returns are made again.
DELETE FROM order_line WHERE order_id IN (SELECT order_id FROM customer_order WHERE settlement LIKE '%"returns":[{%');
UPDATE customer_order SET has_lines = 0 WHERE settlement LIKE '%"returns":[{%';
