-- free = on_hand - reserved. The guard `on_hand - reserved >= quantity` in the one UPDATE that reserves is what makes
-- overselling impossible.
CREATE TABLE stock (
    pro_id BIGINT PRIMARY KEY,
    on_hand BIGINT NOT NULL,
    reserved BIGINT NOT NULL DEFAULT 0,
    sold BIGINT NOT NULL DEFAULT 0,
    -- 1 until the change has been copied to product.stock and given a revision.
    dirty BIGINT NOT NULL DEFAULT 0,
    CHECK (reserved >= 0)
);
CREATE INDEX stock_dirty ON stock (pro_id) WHERE dirty = 1;

CREATE TABLE reservation (
    reservation_id TEXT PRIMARY KEY,
    -- held, committed, released, expired, returned
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX reservation_expiry ON reservation (expires_at) WHERE state = 'held';

CREATE TABLE reservation_line (
    reservation_id TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    PRIMARY KEY (reservation_id, pro_id)
);
