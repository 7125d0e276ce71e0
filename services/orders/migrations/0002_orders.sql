-- The words of status, money, units and method stand in src/order/words.rs; what follows from what in
-- src/order/transitions.txt.
CREATE TABLE customer_order (
    order_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    number TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    method TEXT NOT NULL,
    status TEXT NOT NULL,
    money TEXT NOT NULL,
    units TEXT NOT NULL,
    -- What the payer names; the number without its hyphen.
    reference TEXT NOT NULL,
    pay_until BIGINT,
    retakes BIGINT NOT NULL DEFAULT 0,
    -- Points given for it, and kip to give back or given back.
    earned BIGINT NOT NULL DEFAULT 0,
    refund BIGINT NOT NULL DEFAULT 0,
    late_poll_count BIGINT NOT NULL DEFAULT 0,
    -- JSON of src/order/mod.rs: what never changes, and the statuses with their times.
    body TEXT NOT NULL,
    history TEXT NOT NULL,
    -- When somebody should look at it again; NULL when nothing is due.
    due_at BIGINT,
    -- Until then somebody is at it, and others keep their hands off.
    leased_until BIGINT NOT NULL DEFAULT 0,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX customer_order_reference ON customer_order (reference);
CREATE INDEX customer_order_customer ON customer_order (customer_id, created_at DESC, order_id);
CREATE INDEX customer_order_due ON customer_order (due_at) WHERE due_at IS NOT NULL;

-- What a request with a key was answered, written with what it did. Kept for at least a day.
CREATE TABLE idempotency (
    customer_id BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    -- Digest of the request, hexadecimal.
    request TEXT NOT NULL,
    -- JSON of the order as it was then.
    answer TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
);
CREATE INDEX idempotency_at ON idempotency (at);

-- The check is what makes it impossible to spend a point twice.
CREATE TABLE points_account (
    customer_id BIGINT PRIMARY KEY,
    balance BIGINT NOT NULL,
    CHECK (balance >= 0)
);

CREATE TABLE points_entry (
    customer_id BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    -- earned, redeemed, returned, revoked; each at most once an order.
    kind TEXT NOT NULL,
    points BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (order_id, kind)
);
CREATE INDEX points_entry_customer ON points_entry (customer_id, at DESC);

-- Events on their way out, written with what they tell of, removed when the receiver has them.
CREATE TABLE outbox (
    event_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    customer_id BIGINT NOT NULL,
    order_id TEXT NOT NULL,
    payload TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- When to send it (again).
    next_at BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outbox_next ON outbox (next_at, at);
