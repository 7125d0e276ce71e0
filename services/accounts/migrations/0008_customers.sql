-- When a manager blocked the customer, why, and who; NULL and empty while the customer may sign in.
ALTER TABLE customer ADD COLUMN blocked_at BIGINT;
ALTER TABLE customer ADD COLUMN blocked_reason TEXT NOT NULL DEFAULT '';
ALTER TABLE customer ADD COLUMN blocked_by TEXT NOT NULL DEFAULT '';
CREATE INDEX customer_blocked ON customer (customer_id) WHERE blocked_at IS NOT NULL;

-- Name, phone number and e-mail address in lower case (src/customer_search.rs). Empty in rows of earlier releases until
-- the service has filled the column.
ALTER TABLE customer ADD COLUMN search TEXT NOT NULL DEFAULT '';
-- A page of the staff's list is read from the index alone.
CREATE INDEX customer_search ON customer (customer_id, search);
CREATE INDEX customer_unsearched ON customer (customer_id) WHERE search = '';

-- Notes of the staff about customers, who do not see them.
CREATE TABLE customer_note (
    -- UUID of version 7 without hyphens, so that ids are in the order of time.
    note_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    at BIGINT NOT NULL,
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    note TEXT NOT NULL
);
CREATE INDEX customer_note_customer ON customer_note (customer_id, note_id);
CREATE INDEX customer_note_actor ON customer_note (actor_id);

-- Codes of six digits that customers enter, at most one for each purpose.
CREATE TABLE one_time_code (
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    -- reset_password, sign_in, verify
    purpose TEXT NOT NULL,
    -- argon2id, because the digits are few.
    code_hash TEXT NOT NULL,
    -- Phone number or e-mail address that it was sent to; empty when the staff told it.
    sent_to TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Tries that were made.
    tries BIGINT NOT NULL,
    PRIMARY KEY (customer_id, purpose)
);
CREATE INDEX one_time_code_expiry ON one_time_code (expires_at);
