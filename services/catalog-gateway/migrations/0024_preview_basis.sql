-- Digest of the rows of the shop that the preview of a checked import was made from; empty in other states.
ALTER TABLE catalog_import ADD COLUMN basis TEXT NOT NULL DEFAULT '';
-- 1 while it is checked again, or waits after that, because the shop has changed since its preview.
ALTER TABLE catalog_import ADD COLUMN outdated BIGINT NOT NULL DEFAULT 0;
