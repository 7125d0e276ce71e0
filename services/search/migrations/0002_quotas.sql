-- Whose search this was last, when somebody signed in made it: a digest of customer and text, by which the row is found
-- when the customer's data is erased. Rows of one customer cannot be put together by it.
ALTER TABLE search_log ADD COLUMN owner TEXT;
CREATE INDEX search_log_owner ON search_log (text_key) WHERE owner IS NOT NULL;

-- For retention.
CREATE INDEX search_history_at ON search_history (at);

-- What each customer, or visitor, has used of its quotas (crates/store/src/quota.rs).
CREATE TABLE quota_usage (
    subject TEXT NOT NULL,
    quota TEXT NOT NULL,
    used BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (subject, quota)
);
CREATE INDEX quota_usage_end ON quota_usage (ends_at);
