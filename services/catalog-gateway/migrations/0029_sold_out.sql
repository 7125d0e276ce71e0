-- Sold-out products in the order of the staff's list, with the columns that it is filtered by: without this index, the list counted
-- them among all products and read ten rows of the table for each one that it shows, if a tenth is sold out. The column `stock` lets
-- SQLite count within the index.
CREATE INDEX product_sold_out
    ON product ((COALESCE(updated_at, listed_at)), pro_id, visible, cat_id, prog_id, brand_slug, stock) WHERE stock = 0;
