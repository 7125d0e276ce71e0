-- Deliveries in recorded changes of orders (src/store/line_deliveries.rs).

-- 1 while after_change may have an address or a note of the customer: until the contact of the order is removed. The rows of an
-- earlier release beside this one have 1 as well.
ALTER TABLE line_change ADD COLUMN has_delivery BIGINT NOT NULL DEFAULT 1;
UPDATE line_change SET has_delivery = 0 WHERE after_change NOT LIKE '%"delivery":{%';
CREATE INDEX line_change_delivery ON line_change (order_id) WHERE has_delivery = 1;
