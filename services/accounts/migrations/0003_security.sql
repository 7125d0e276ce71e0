-- Browser and operating system, such as `Chrome on Android`; empty when unknown.
ALTER TABLE session ADD COLUMN device TEXT NOT NULL DEFAULT '';

-- Browsers that have signed in to an account, which failed logins from elsewhere do not lock out.
CREATE TABLE device (
    -- SHA-256 of the device token, in hexadecimal.
    token_hash TEXT NOT NULL,
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    -- The last login.
    seen_at BIGINT NOT NULL,
    PRIMARY KEY (token_hash, customer_id)
);
CREATE INDEX device_customer ON device (customer_id, seen_at);
CREATE INDEX device_seen ON device (seen_at);
