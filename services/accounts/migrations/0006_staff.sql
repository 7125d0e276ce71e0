-- Roles are customer, clerk, editor and manager. Staff of earlier releases become managers.
UPDATE customer SET role = 'manager' WHERE role = 'staff';
DROP INDEX customer_staff;
CREATE INDEX customer_staff ON customer (customer_id) WHERE role <> 'customer';

-- Actions of staff. Rows are inserted and completed once, never changed, and deleted after accounts.audit_days.
CREATE TABLE audit_entry (
    -- UUID of version 7 without hyphens, so that ids are in the order of time.
    entry_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    role TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    detail TEXT NOT NULL,
    client_address TEXT NOT NULL,
    -- HTTP status; 0 until the action has ended.
    status BIGINT NOT NULL
);
CREATE INDEX audit_entry_actor ON audit_entry (actor_id, entry_id);
CREATE INDEX audit_entry_at ON audit_entry (at);

-- When a member of staff marked the message as done, and who; NULL and empty while it is open.
ALTER TABLE contact ADD COLUMN done_at BIGINT;
ALTER TABLE contact ADD COLUMN done_by TEXT NOT NULL DEFAULT '';
CREATE INDEX contact_open ON contact (contact_id) WHERE done_at IS NULL;
