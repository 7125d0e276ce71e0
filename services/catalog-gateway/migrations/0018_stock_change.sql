-- Units that a row of an import adds to the stock on hand or takes off; NULL counts the stock or leaves it.
ALTER TABLE import_product ADD COLUMN stock_change BIGINT;
