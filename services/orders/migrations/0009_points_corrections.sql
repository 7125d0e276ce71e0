-- Points that a manager added or took. With points_entry it is the ledger: the balance is the sum of both.
CREATE TABLE points_correction (
    -- Made by the client; a repeated request stores it once.
    correction_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    points BIGINT NOT NULL,
    -- Empty once the customer's data is erased.
    reason TEXT NOT NULL,
    -- The manager; 0 and empty for the erasure, which takes the remaining points.
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    at BIGINT NOT NULL
);
CREATE INDEX points_correction_customer ON points_correction (customer_id, at DESC);
