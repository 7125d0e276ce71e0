-- 1 for a message to an address that the customer has not proved, while the one to a proved address may still be accepted.
ALTER TABLE outgoing_message ADD COLUMN in_reserve BIGINT NOT NULL DEFAULT 0;
CREATE INDEX outgoing_message_reserve ON outgoing_message (no_id) WHERE in_reserve = 1;
