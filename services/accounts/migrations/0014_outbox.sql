-- Events of accounts for the notifications service, written with the change (src/account_event.rs). A row is deleted
-- when it is delivered.
CREATE TABLE outbox (
    event_id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    -- 0 for a code to a number or address without an account.
    customer_id BIGINT NOT NULL,
    -- Empty; the crate store reads it.
    order_id TEXT NOT NULL DEFAULT '',
    -- JSON. Only here, and until the delivery, a code has its digits.
    payload TEXT NOT NULL,
    at BIGINT NOT NULL,
    -- When to send it (again).
    next_at BIGINT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    -- Phone number or e-mail address that it goes to; empty if it goes to the customer.
    recipient TEXT NOT NULL,
    -- Key of the code in sent_code, whose next code replaces this one; otherwise empty.
    code_subject TEXT NOT NULL,
    -- When a code expires, after which it is deleted without a delivery; NULL for what is delivered however late.
    until BIGINT
);
CREATE INDEX outbox_next ON outbox (next_at, at);
CREATE INDEX outbox_customer ON outbox (customer_id);
CREATE INDEX outbox_code ON outbox (code_subject) WHERE code_subject <> '';
