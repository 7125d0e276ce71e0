-- Tries of a code of the staff from all browsers that have signed in to the account before; `tries` are those of all others.
ALTER TABLE one_time_code ADD COLUMN known_tries BIGINT NOT NULL DEFAULT 0;
