-- The last message id given out.
INSERT INTO counter (id, value) VALUES (2, 0);

-- Messages outside the shop, one row for each channel of a notification, written with it.
CREATE TABLE outgoing_message (
    message_id BIGINT PRIMARY KEY,
    no_id BIGINT NOT NULL,
    -- email, sms, whatsapp.
    channel TEXT NOT NULL,
    customer_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    -- JSON of the event's values for the template.
    variables TEXT NOT NULL,
    -- The same at every attempt; providers know a repetition by it.
    idempotency_key TEXT NOT NULL,
    -- waiting, sent, failed, not_configured.
    state TEXT NOT NULL,
    -- When to try (again); while it is tried, the end of the lease.
    next_at BIGINT NOT NULL,
    until BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    -- How often the staff had it sent again.
    resends BIGINT NOT NULL,
    attempted_at BIGINT NOT NULL,
    -- What was sent, or would have been: empty until the first attempt.
    recipient TEXT NOT NULL,
    language TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    parts BIGINT NOT NULL,
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    UNIQUE (no_id, channel)
);
CREATE INDEX outgoing_message_due ON outgoing_message (channel, state, next_at);
CREATE INDEX outgoing_message_state ON outgoing_message (state, message_id);
CREATE INDEX outgoing_message_channel ON outgoing_message (channel, message_id);
CREATE INDEX outgoing_message_attempted ON outgoing_message (channel, attempted_at);
CREATE INDEX outgoing_message_customer ON outgoing_message (customer_id, channel, attempted_at);

-- The provider of each channel. After a failure that is not of one message, nothing is sent before retry_at.
CREATE TABLE message_channel (
    channel TEXT PRIMARY KEY,
    failures BIGINT NOT NULL,
    retry_at BIGINT NOT NULL
);
INSERT INTO message_channel (channel, failures, retry_at) VALUES ('email', 0, 0), ('sms', 0, 0), ('whatsapp', 0, 0);

-- What a customer chose: channels, separated by commas, and the language.
CREATE TABLE message_preference (
    customer_id BIGINT PRIMARY KEY,
    channels TEXT NOT NULL,
    language TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
