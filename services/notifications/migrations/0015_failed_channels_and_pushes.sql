-- The message that failed last since the channel's provider last answered; 0 for none. The channel pauses when one to another recipient
-- fails as well.
ALTER TABLE message_channel ADD COLUMN failed_message_id BIGINT NOT NULL DEFAULT 0;

-- 1 for a notification that has pushes and no message outside the shop, until a push service has accepted one of its pushes.
ALTER TABLE notification ADD COLUMN push_only BIGINT NOT NULL DEFAULT 0;
CREATE INDEX notification_push_only ON notification (no_id) WHERE push_only = 1;
