-- 1 while the uploaded file of an ended import is stored, so that the import can be repeated.
ALTER TABLE catalog_import ADD COLUMN kept BIGINT NOT NULL DEFAULT 0;
CREATE INDEX catalog_import_kept ON catalog_import (import_id) WHERE kept = 1;
