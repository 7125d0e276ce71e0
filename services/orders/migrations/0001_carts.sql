-- Ids, money (kip) and times (Unix ms) are BIGINT; the same text runs on SQLite and PostgreSQL.

-- One row a customer. A cart is read, judged and written whole, under the lock of its row, so two devices take turns;
-- its lines are JSON of src/cart.rs. Versions only rise.
CREATE TABLE cart (
    customer_id BIGINT PRIMARY KEY,
    version BIGINT NOT NULL,
    lines TEXT NOT NULL
);

-- Idempotency keys of "add" requests, so that a repeated request adds once.
CREATE TABLE cart_idempotency_key (
    customer_id BIGINT NOT NULL,
    idempotency_key TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, idempotency_key)
);
CREATE INDEX cart_idempotency_key_at ON cart_idempotency_key (at);

-- JSON of src/wishlist.rs, newest first; written like a cart.
CREATE TABLE wishlist (
    customer_id BIGINT PRIMARY KEY,
    items TEXT NOT NULL
);

-- The prices that quotes have shown a customer: JSON of src/checkout/seen.rs.
CREATE TABLE seen_price (
    customer_id BIGINT PRIMARY KEY,
    prices TEXT NOT NULL
);
