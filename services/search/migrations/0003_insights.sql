-- When the visitor last opened a product of the result; null if never.
ALTER TABLE search_log ADD COLUMN clicked_at BIGINT;

-- Synonyms of the staff. `words` is a JSON array; `words_key` is the same set under its searchable keys, for uniqueness.
CREATE TABLE synonym_group (
    group_id BIGINT NOT NULL PRIMARY KEY,
    words TEXT NOT NULL,
    words_key TEXT NOT NULL UNIQUE,
    version BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    updated_by_id BIGINT NOT NULL,
    updated_by TEXT NOT NULL
);

-- Searches that are pinned to the popular ones or blocked from them.
CREATE TABLE search_rule (
    text_key TEXT NOT NULL PRIMARY KEY,
    text TEXT NOT NULL,
    -- `pin` or `block`.
    action TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    created_by_id BIGINT NOT NULL,
    created_by TEXT NOT NULL
);

-- Grows with each change of the two tables above, so that every replica notices.
CREATE TABLE search_revision (
    value BIGINT NOT NULL
);
INSERT INTO search_revision (value) VALUES (0);
