CREATE TABLE customer (
    customer_id BIGINT PRIMARY KEY,
    fname TEXT NOT NULL,
    lname TEXT NOT NULL,
    -- +856…; NULL when there is none, which is not a duplicate of another NULL.
    phone TEXT UNIQUE,
    -- In lower case.
    email TEXT UNIQUE,
    -- customer, staff
    role TEXT NOT NULL,
    -- argon2id, as a PHC string: its parameters stand in it.
    password_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    CHECK (phone IS NOT NULL OR email IS NOT NULL)
);
CREATE INDEX customer_staff ON customer (customer_id) WHERE role = 'staff';

-- The next id. Its row lock orders registrations.
CREATE TABLE customer_counter (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO customer_counter (id, value) VALUES (1, 100000);

CREATE TABLE session (
    -- SHA-256 of the token, in hexadecimal. Who reads this table cannot sign in with it.
    token_hash TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    created_at BIGINT NOT NULL,
    -- Written at most once an hour.
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_customer ON session (customer_id, seen_at);
CREATE INDEX session_expiry ON session (expires_at);

-- What is counted within a window: wrong passwords, registrations, events.
CREATE TABLE rate_limit (
    -- The kind, and the digest of what it is counted for: no number or address stands here.
    name TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX rate_limit_end ON rate_limit (ends_at);

-- What browsers report of themselves (POST /api/auth/log).
CREATE TABLE event (
    event_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- NULL for visitors.
    customer_id BIGINT,
    log_type TEXT NOT NULL,
    log_value TEXT NOT NULL
);
CREATE INDEX event_at ON event (at);
