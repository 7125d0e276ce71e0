-- The public id of the session that registered the browser; the subscription ends with it. Empty for subscriptions of
-- earlier releases, which end at their next push.
ALTER TABLE subscription ADD COLUMN session_id TEXT NOT NULL DEFAULT '';
