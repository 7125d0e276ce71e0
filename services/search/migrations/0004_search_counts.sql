-- The rows of `search_log` counted by text, written with each of them. The previous release writes none: each cleanup of the log counts
-- all of them again (src/store/search_log.rs).
CREATE TABLE search_count (
    text_key TEXT NOT NULL PRIMARY KEY,
    -- One of the typed texts.
    text TEXT NOT NULL,
    visitors BIGINT NOT NULL,
    -- Visitors that opened a product of the result.
    clicked_visitors BIGINT NOT NULL,
    last_at BIGINT NOT NULL
);
INSERT INTO search_count (text_key, text, visitors, clicked_visitors, last_at)
    SELECT text_key, MAX(text), COUNT(*), COUNT(clicked_at), MAX(at) FROM search_log GROUP BY text_key;
CREATE INDEX search_count_visitors ON search_count (visitors);
