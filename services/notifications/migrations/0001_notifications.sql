-- The last id given out. Its row lock orders commits: who has seen n has seen everything up to n.
CREATE TABLE counter (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counter (id, value) VALUES (1, 0);

CREATE TABLE notification (
    no_id BIGINT PRIMARY KEY,
    -- 0 for a broadcast, which has a topic.
    customer_id BIGINT NOT NULL,
    topic TEXT NOT NULL,
    -- What made it; a second delivery of the same finds it here.
    event_id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    title_en TEXT NOT NULL,
    body_en TEXT NOT NULL,
    image_url TEXT NOT NULL,
    action_url TEXT NOT NULL,
    website_url TEXT NOT NULL,
    category TEXT NOT NULL,
    order_number TEXT NOT NULL,
    order_id TEXT NOT NULL,
    order_status TEXT NOT NULL,
    kind TEXT NOT NULL,
    message_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX notification_customer ON notification (customer_id, no_id DESC);
CREATE INDEX notification_created ON notification (created_at);

-- Who has read what. A broadcast is one notification, read by many.
CREATE TABLE read_mark (
    customer_id BIGINT NOT NULL,
    no_id BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, no_id)
);
CREATE INDEX read_mark_notification ON read_mark (no_id);

-- A browser that wants pushes. Its endpoint is whole in the row and known by a digest.
CREATE TABLE subscription (
    subscription_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX subscription_customer ON subscription (customer_id, created_at);

CREATE TABLE follow (
    customer_id BIGINT NOT NULL,
    topic TEXT NOT NULL,
    PRIMARY KEY (customer_id, topic)
);
CREATE INDEX follow_topic ON follow (topic, customer_id);

-- Pushes on their way, written with their notification and removed when the push service has them.
CREATE TABLE push (
    no_id BIGINT NOT NULL,
    subscription_id TEXT NOT NULL,
    -- When to try (again); while it is tried, the end of the lease.
    next_at BIGINT NOT NULL,
    until BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    PRIMARY KEY (no_id, subscription_id)
);
CREATE INDEX push_next ON push (next_at);
CREATE INDEX push_subscription ON push (subscription_id);

-- The shop's own key for push services, made at the first start.
CREATE TABLE vapid_key (
    id BIGINT PRIMARY KEY,
    -- The private scalar, base64url.
    secret TEXT NOT NULL
);
