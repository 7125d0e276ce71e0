-- Changes of the goods of open orders by the staff (src/staff/lines.rs).

-- A change is open from the request until the stock and the order have it, or until it is refused.
CREATE TABLE line_change (
    -- Digest of the order, the member of the staff and the idempotency key.
    change_id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    -- Digest of the request, hexadecimal.
    request TEXT NOT NULL,
    -- open, done, refused
    state TEXT NOT NULL,
    at BIGINT NOT NULL,
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- The version of the order that the actor saw.
    version BIGINT NOT NULL,
    -- JSON: lines and totals.
    before_change TEXT NOT NULL,
    after_change TEXT NOT NULL,
    -- Kip that became due for a refund, and kip that were then to be paid.
    refund BIGINT NOT NULL DEFAULT 0,
    due BIGINT NOT NULL DEFAULT 0,
    -- JSON: why it was refused. Empty unless it was.
    refusal TEXT NOT NULL DEFAULT ''
);
CREATE INDEX line_change_order ON line_change (order_id, at);

-- JSON of the change that is under way (src/order/lines.rs), or empty.
ALTER TABLE customer_order ADD COLUMN line_change TEXT NOT NULL DEFAULT '';
