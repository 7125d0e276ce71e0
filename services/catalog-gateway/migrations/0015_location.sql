-- Where the goods of a product are in the store or warehouse; empty for none. Only the staff sees it.
ALTER TABLE product ADD COLUMN location TEXT NOT NULL DEFAULT '';
ALTER TABLE import_product ADD COLUMN location TEXT NOT NULL DEFAULT '';
