-- The day on which an order goes out or is picked up (src/order/delivery_day.rs).

-- Three times the days since 1970-01-01 in Laos, plus 0 for the morning, 1 for the afternoon or 2 for any time of the day. Orders
-- without a day have 9000000, so that they come last.
ALTER TABLE customer_order ADD COLUMN delivery_slot BIGINT NOT NULL DEFAULT 9000000;

-- Like customer_order_list_total, for lists of a day and lists in the order of the days.
CREATE INDEX customer_order_delivery_slot ON customer_order
    (delivery_slot, order_id, created_at, status, method, money, delivery, branch_id, assignee_id, search);
