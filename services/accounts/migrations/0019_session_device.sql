-- The known browser of a session: `token_hash` of its row in device, so that it is forgotten when the customer ends the session in the list.
-- Empty in sessions of earlier releases.
ALTER TABLE session ADD COLUMN device_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX session_device ON session (device_hash);
