-- Drafts of content: what the staff wrote over an item and has not published. Shoppers never read this table.
CREATE TABLE content_draft (
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    -- JSON, checked as a published body is.
    body TEXT NOT NULL,
    -- The published body that the draft was made from. NULL for an item that was never published.
    base_body TEXT,
    -- Day in Vientiane, YYYY-MM-DD, on which it is published by itself; empty if by hand.
    publish_on TEXT NOT NULL,
    -- Why it was not published on its day, or empty: content_changed or invalid.
    refusal TEXT NOT NULL,
    -- Who saved it last.
    actor_id BIGINT,
    actor_name TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, item_id)
);
