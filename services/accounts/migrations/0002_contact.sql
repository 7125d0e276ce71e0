-- What people wrote with the contact form.
CREATE TABLE contact (
    contact_id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- The signed-in customer; NULL for visitors.
    customer_id BIGINT,
    sender_type BIGINT NOT NULL,
    topic BIGINT NOT NULL,
    name TEXT NOT NULL,
    phone TEXT,
    email TEXT,
    message TEXT NOT NULL
);
CREATE INDEX contact_at ON contact (at);

-- The next id. Its row lock orders messages.
CREATE TABLE contact_counter (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO contact_counter (id, value) VALUES (1, 1);
