-- What the limits on unpaid orders count (src/order/limits.rs).
--
-- A digest of the phone number (empty for orders of earlier releases), and kip of the whole order.
ALTER TABLE customer_order ADD COLUMN phone_digest TEXT NOT NULL DEFAULT '';
ALTER TABLE customer_order ADD COLUMN total BIGINT NOT NULL DEFAULT 0;
-- Why the staff cancelled it; empty unless they did and said so.
ALTER TABLE customer_order ADD COLUMN cancel_reason TEXT NOT NULL DEFAULT '';
CREATE INDEX customer_order_unpaid ON customer_order (customer_id) WHERE money IN ('due', 'pending');
CREATE INDEX customer_order_unpaid_phone ON customer_order (phone_digest) WHERE money = 'due';
CREATE INDEX customer_order_completed_phone ON customer_order (phone_digest) WHERE status = 'completed';

-- A row for each customer and phone number that places orders, locked while one is placed, and for each client address
-- and hour, with the orders placed then. Subjects of numbers and addresses are digests. Rows are deleted after two hours.
CREATE TABLE order_limit (
    subject TEXT PRIMARY KEY,
    used BIGINT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX order_limit_at ON order_limit (at);
