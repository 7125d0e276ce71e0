-- Measure of the texts from which `search` was made (src/store/audit_log.rs). It differs from that of the present texts where another release has
-- inserted or completed the entry, or removed a name from it; and in all entries so far, whose searched text has fewer forms of letters. The
-- service makes `search` again of these.
ALTER TABLE audit_entry ADD COLUMN searched_from BIGINT NOT NULL DEFAULT -1;
CREATE INDEX audit_entry_outdated ON audit_entry (entry_id)
WHERE searched_from <> length(actor_name) + length(detail) + CASE WHEN substr(detail, 1, 8) = '(erased)' THEN 10000 ELSE 0 END;
