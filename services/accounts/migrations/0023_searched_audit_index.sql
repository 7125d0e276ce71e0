-- A search without hits reads the texts of all entries, and read them row by row from the table. The first index has the texts
-- themselves, in the order of the list; the number is `MAX_INDEXED` of src/store/audit_log.rs. PostgreSQL indexes no row of more than
-- 2,700 bytes, so longer texts are only in the table, and the second index finds them.
CREATE INDEX audit_entry_searched ON audit_entry (at, entry_id, search) WHERE length(search) <= 500;
CREATE INDEX audit_entry_long ON audit_entry (at, entry_id) WHERE length(search) > 500;
