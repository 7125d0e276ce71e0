-- Where a subscription's pushes go, so that one host does not take every place.
ALTER TABLE subscription ADD COLUMN host TEXT NOT NULL DEFAULT '';
-- When the browser gives it up by itself; 0 when it did not say.
ALTER TABLE subscription ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
-- Since the last push that was taken: tries that failed, from when on, pushes refused for good, pushes given up.
ALTER TABLE subscription ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN failing_since BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN refusals BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription ADD COLUMN given_up BIGINT NOT NULL DEFAULT 0;
-- Nothing is sent there before.
ALTER TABLE subscription ADD COLUMN retry_at BIGINT NOT NULL DEFAULT 0;

-- What a browser follows goes with it.
CREATE TABLE subscription_topic (
    subscription_id TEXT NOT NULL,
    topic TEXT NOT NULL,
    PRIMARY KEY (subscription_id, topic)
);
CREATE INDEX subscription_topic_topic ON subscription_topic (topic, subscription_id);
INSERT INTO subscription_topic (subscription_id, topic)
    SELECT s.subscription_id, f.topic FROM subscription s, follow f WHERE f.customer_id = s.customer_id;
DROP TABLE follow;
