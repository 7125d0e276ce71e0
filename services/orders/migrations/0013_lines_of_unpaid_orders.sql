-- What the limits on the stock of unpaid orders read (src/store/order/limits.rs).

-- 1 while the order of the line may be unpaid. The service sets 0 within an hour of the payment, so queries read the order as well.
ALTER TABLE order_line ADD COLUMN unpaid BIGINT NOT NULL DEFAULT 0;
UPDATE order_line SET unpaid = 1 WHERE order_id IN
    (SELECT order_id FROM customer_order WHERE money IN ('due', 'pending'));
CREATE INDEX order_line_unpaid ON order_line (pro_id, order_id, quantity) WHERE unpaid = 1;

-- Customers with a completed order. That of another customer with the same phone number counts for nothing.
DROP INDEX customer_order_completed_phone;
CREATE INDEX customer_order_completed ON customer_order (customer_id) WHERE status = 'completed';

-- Sums of a phone number are limited for transfers as well.
DROP INDEX customer_order_unpaid_phone;
CREATE INDEX customer_order_unpaid_phone_method ON customer_order (phone_digest, method)
    WHERE money IN ('due', 'pending');
