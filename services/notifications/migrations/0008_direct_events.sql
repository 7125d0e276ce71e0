-- The event of a message to a phone number or an e-mail address, so that a second delivery writes no second message. Empty for
-- messages of a notification, which has the id, and for those of earlier releases.
ALTER TABLE outgoing_message ADD COLUMN event_id TEXT NOT NULL DEFAULT '';
CREATE UNIQUE INDEX outgoing_message_event ON outgoing_message (event_id) WHERE event_id <> '';
