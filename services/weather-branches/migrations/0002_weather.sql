-- The newest reading at a branch, and from when on it may be asked for again. Taking `due_at` is what makes one replica
-- of several the one that asks.
CREATE TABLE weather (
    b_id BIGINT PRIMARY KEY,
    -- Where the branch was when it was asked for: a branch that moves has no reading.
    lat DOUBLE PRECISION NOT NULL,
    lng DOUBLE PRECISION NOT NULL,
    due_at BIGINT NOT NULL,
    -- JSON of src/weather/reading.rs; NULL until the first answer.
    body TEXT
);
