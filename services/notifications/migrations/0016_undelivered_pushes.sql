-- Otherwise one more than the number of pushes whose end without being accepted is not recorded (src/store/push_only.rs), so that a push
-- which the previous release has sent is followed by no message. Without a push left, that release has sent it.
UPDATE notification
SET push_only = CASE WHEN EXISTS (SELECT 1 FROM push WHERE push.no_id = notification.no_id)
    THEN 1 + (SELECT COUNT(*) FROM push WHERE push.no_id = notification.no_id) ELSE 0 END
WHERE push_only = 1;
