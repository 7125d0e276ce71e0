-- Messages to a phone number or an e-mail address, such as one-time codes, have no notification: their no_id is the negated
-- message_id, and recipient and language are set from the beginning.
CREATE INDEX outgoing_message_direct ON outgoing_message (created_at) WHERE no_id < 0;
