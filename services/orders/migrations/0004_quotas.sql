-- What each customer has used of its quotas (crates/store/src/quota.rs).
CREATE TABLE quota_usage (
    subject TEXT NOT NULL,
    quota TEXT NOT NULL,
    used BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (subject, quota)
);
CREATE INDEX quota_usage_end ON quota_usage (ends_at);
