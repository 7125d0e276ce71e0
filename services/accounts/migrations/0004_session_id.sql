-- The public id of a session, by which the notification service asks whether it has ended.
CREATE INDEX session_id ON session (substr(token_hash, 1, 16));
