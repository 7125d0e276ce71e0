-- Actor, action, subject and detail in lower case (src/audit_log.rs), because SQLite lowers letters of ASCII alone. Empty in rows of
-- earlier releases until the service has filled the column.
ALTER TABLE audit_entry ADD COLUMN search TEXT NOT NULL DEFAULT '';
CREATE INDEX audit_entry_unsearched ON audit_entry (entry_id) WHERE search = '';
