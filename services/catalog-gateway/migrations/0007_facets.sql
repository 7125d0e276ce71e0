-- Counting what stands behind each filter reads these columns of every product of a list: from the index alone, and in
-- the order they are grouped by.
CREATE INDEX product_facets
    ON product (cat_id, prog_id, brand_slug, brand, price, stock, discount, pro_id);
