-- 1 while the change is an edit of the staff, and no import of this product had the column since.
ALTER TABLE product_change ADD COLUMN open_edit BIGINT NOT NULL DEFAULT 0;
UPDATE product_change SET open_edit = 1 WHERE change_id IN (SELECT change_id FROM change_set
    WHERE source = 'edit' AND kind <> 'undo' AND revision >
        (SELECT COALESCE(MAX(revision), 0) FROM change_set WHERE source = 'import' AND revision > 0));
CREATE INDEX product_change_open_edit ON product_change (pro_id, field) WHERE open_edit = 1;
