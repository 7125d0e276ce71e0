-- What each customer, or client of a call without a session, has used of its quotas (crates/store/src/quota.rs).
CREATE TABLE quota_usage (
    subject TEXT NOT NULL,
    quota TEXT NOT NULL,
    used BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    PRIMARY KEY (subject, quota)
);
CREATE INDEX quota_usage_end ON quota_usage (ends_at);

-- For retention: the rows themselves hold whole images and are slow to scan.
CREATE INDEX attachment_at ON attachment (created_at);
