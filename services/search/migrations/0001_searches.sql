-- Who searched for what within the window, once a visitor and text. `visitor` is opaque: the edge hashes it.
CREATE TABLE search_log (
    text_key TEXT NOT NULL,
    visitor TEXT NOT NULL,
    -- As it was typed last.
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (text_key, visitor)
);

CREATE INDEX search_log_at ON search_log (at);

-- A customer's own searches, each text once.
CREATE TABLE search_history (
    id BIGINT NOT NULL,
    customer_id BIGINT NOT NULL,
    text_key TEXT NOT NULL,
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);

CREATE UNIQUE INDEX search_history_text ON search_history (customer_id, text_key);
