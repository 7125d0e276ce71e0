-- The searched text has a text in both Unicode forms where they differ (src/audit_log.rs), so that the previous release finds it after a
-- rollback. The service makes that of all entries again.
UPDATE audit_entry SET searched_from = -1 WHERE searched_from <> -1;
