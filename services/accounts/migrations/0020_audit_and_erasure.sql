-- Actor, action, subject and detail in lower case (src/audit_log.rs), because SQLite lowers letters of ASCII alone. Empty in rows of
-- earlier releases until the service has filled the column.
ALTER TABLE audit_entry ADD COLUMN search TEXT NOT NULL DEFAULT '';
CREATE INDEX audit_entry_unsearched ON audit_entry (entry_id) WHERE search = '';

-- A page of the list, newest first, is one range of an index: of all entries or of one member of the staff, within a time.
DROP INDEX audit_entry_actor;
DROP INDEX audit_entry_at;
CREATE INDEX audit_entry_of_actor ON audit_entry (actor_id, at, entry_id);
CREATE INDEX audit_entry_time ON audit_entry (at, entry_id);

-- 1 for an erasure that the customer began by closing the account. The account may have the number or address of another person, so it
-- deletes data of numbers and addresses only if a code has verified them. 0 for those that the staff and the operator begin.
ALTER TABLE erasure ADD COLUMN by_customer BIGINT NOT NULL DEFAULT 0;
