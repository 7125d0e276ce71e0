-- 1: the last position given out in the log, whose row lock orders commits: who has seen n has seen everything up to n.
-- 2: the last position that was removed from the log.
CREATE TABLE counter (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counter (id, value) VALUES (1, 0), (2, 0);

CREATE TABLE conversation (
    customer_id BIGINT PRIMARY KEY,
    fname TEXT NOT NULL,
    lname TEXT NOT NULL,
    phone TEXT NOT NULL,
    -- Names and number in small letters, for the staff's search.
    search_text TEXT NOT NULL,
    last_seq BIGINT NOT NULL,
    customer_read_seq BIGINT NOT NULL,
    staff_read_seq BIGINT NOT NULL,
    customer_unread BIGINT NOT NULL,
    staff_unread BIGINT NOT NULL,
    -- Who answers, until when; 0 is nobody.
    claimed_by BIGINT NOT NULL,
    claimed_name TEXT NOT NULL,
    claimed_until BIGINT NOT NULL,
    -- Rises with what the staff does; who did it last.
    version BIGINT NOT NULL,
    version_by BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX conversation_updated ON conversation (updated_at DESC, customer_id);
CREATE INDEX conversation_unread ON conversation (updated_at DESC, customer_id) WHERE staff_unread > 0;

CREATE TABLE message (
    -- Position at which it was written.
    message_id BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    text TEXT NOT NULL,
    search_text TEXT NOT NULL,
    kind TEXT NOT NULL,
    url TEXT NOT NULL,
    -- customer, staff
    side TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    fname TEXT NOT NULL,
    lname TEXT NOT NULL,
    phone TEXT NOT NULL,
    client_id TEXT NOT NULL,
    likes BIGINT NOT NULL,
    width BIGINT NOT NULL,
    height BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX message_seq ON message (customer_id, seq);
-- What makes a resend the same message.
CREATE UNIQUE INDEX message_client ON message (customer_id, side, account_id, client_id);

CREATE TABLE message_like (
    message_id BIGINT NOT NULL,
    side TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    PRIMARY KEY (message_id, side, account_id)
);

-- What has happened, in order, for streams that resume. What it happened to is read from its own table.
CREATE TABLE event (
    position BIGINT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    -- message, like, conversation
    kind TEXT NOT NULL,
    message_id BIGINT NOT NULL,
    side TEXT NOT NULL,
    account_id BIGINT NOT NULL,
    fname TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX event_customer ON event (customer_id, position);
CREATE INDEX event_at ON event (created_at);

-- Images of conversations, made anew.
CREATE TABLE attachment (
    attachment_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    content BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);

-- What pages said about themselves.
CREATE TABLE preview (
    -- Digest of the address.
    preview_id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    domain TEXT NOT NULL,
    -- Where its image is, or empty.
    image_url TEXT NOT NULL,
    -- Whether there was anything to learn.
    found BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX preview_at ON preview (created_at);

CREATE TABLE preview_image (
    preview_id TEXT PRIMARY KEY,
    -- Empty when it could not be had.
    content BYTEA NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX preview_image_at ON preview_image (created_at);

CREATE TABLE quick_reply (
    quick_reply_id BIGINT PRIMARY KEY,
    title TEXT NOT NULL,
    text TEXT NOT NULL
);
