-- Idempotency keys of stock adjustments and bulk changes, so that a repeated request changes nothing. Kept for seven days.
CREATE TABLE change_request (
    -- 0 on the command line.
    actor_id BIGINT NOT NULL,
    request_key TEXT NOT NULL,
    -- SHA-256 of what the request changes, to tell a repetition from another request with the same key.
    request_digest TEXT NOT NULL,
    -- Empty when nothing was changed.
    change_id TEXT NOT NULL,
    matched BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    skipped BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (actor_id, request_key)
);
CREATE INDEX change_request_at ON change_request (at);

-- The list of bulk changes, newest first.
CREATE INDEX change_set_kind ON change_set (kind, change_id);
