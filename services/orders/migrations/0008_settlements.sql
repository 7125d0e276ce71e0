-- Payments of another amount, returns and refunds of a part (src/order/settlement.rs).

-- JSON: payments, refunds and returns of the order. Empty without any, and in orders of earlier releases, whose one payment
-- and refund follow from the other columns.
ALTER TABLE customer_order ADD COLUMN settlement TEXT NOT NULL DEFAULT '';
-- 1 while a return is requested and not received.
ALTER TABLE customer_order ADD COLUMN return_requested BIGINT NOT NULL DEFAULT 0;
CREATE INDEX customer_order_returns ON customer_order (created_at, order_id) WHERE return_requested = 1;
-- JSON of the amount and the lines of a step (src/staff/detail.rs), or empty.
ALTER TABLE order_log ADD COLUMN detail TEXT NOT NULL DEFAULT '';
