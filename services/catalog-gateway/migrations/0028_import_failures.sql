-- Stable name of the sentence in `error`, for its text in another language; empty for one that is shown as it is.
ALTER TABLE catalog_import ADD COLUMN error_code TEXT NOT NULL DEFAULT '';
-- JSON: the values in that sentence, by name.
ALTER TABLE catalog_import ADD COLUMN error_values TEXT NOT NULL DEFAULT '{}';
