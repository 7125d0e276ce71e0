-- Id of the latest check of an import, which is applied only from the preview that this check made; empty before the first.
ALTER TABLE catalog_import ADD COLUMN preview TEXT NOT NULL DEFAULT '';
