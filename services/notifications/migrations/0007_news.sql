-- The last id of news given out.
INSERT INTO counter (id, value) VALUES (3, 0);

-- Customers who agreed to get news of the shop.
CREATE TABLE news_consent (
    customer_id BIGINT PRIMARY KEY,
    consented_at BIGINT NOT NULL
);

-- News of the shop to these customers.
CREATE TABLE news (
    news_id BIGINT PRIMARY KEY,
    -- What made it; a second request of the same finds it here.
    event_id TEXT NOT NULL UNIQUE,
    -- Its notification in the shop; 0 until that is written.
    no_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    title_en TEXT NOT NULL,
    body_en TEXT NOT NULL,
    link TEXT NOT NULL,
    author_id BIGINT NOT NULL,
    -- sending, completed, cancelled.
    state TEXT NOT NULL,
    -- Customers up to this id have their message.
    queued_to BIGINT NOT NULL,
    recipients BIGINT NOT NULL,
    -- Numbers of messages, when it has ended.
    written BIGINT NOT NULL,
    sent BIGINT NOT NULL,
    failed BIGINT NOT NULL,
    not_configured BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL
);
CREATE INDEX news_sending ON news (news_id) WHERE state = 'sending';

-- 0 for messages that are no news. Messages of news have no notification of their own: their no_id is the negated message_id.
ALTER TABLE outgoing_message ADD COLUMN news_id BIGINT NOT NULL DEFAULT 0;
-- A customer gets one message of news.
CREATE UNIQUE INDEX outgoing_message_news ON outgoing_message (news_id, customer_id) WHERE news_id > 0;
CREATE INDEX outgoing_message_news_state ON outgoing_message (news_id, state) WHERE news_id > 0;
