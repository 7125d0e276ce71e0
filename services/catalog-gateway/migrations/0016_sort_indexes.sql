-- Every sort index knows what shoppers see, so that the products before a page are skipped within the index: page 500 of a category
-- read 5,000 products before. Indexes that lists of the staff read as well have the column `visible`, the others only shown
-- products. Price orders have the price as well, because PostgreSQL reads an expression's index alone only if it has the column of
-- the expression.
--
-- Each index serves the queries of the previous release like the one that it replaces. The old ones are dropped at the end, because
-- from there on PostgreSQL lets no reader in until the transaction has ended.
CREATE INDEX product_page_rank
    ON product (popularity DESC, category_rank, pro_id) WHERE visible = 1;
CREATE INDEX product_page_cat_rank
    ON product (cat_id, popularity DESC, category_rank, pro_id) WHERE visible = 1;
CREATE INDEX product_page_group_rank ON product (prog_id, popularity DESC, category_rank, pro_id, visible);
CREATE INDEX product_page_brand_rank ON product (brand_slug, popularity DESC, category_rank, pro_id, visible);
CREATE INDEX product_page_newest
    ON product (listed_at DESC, category_rank, pro_id DESC) WHERE visible = 1;
CREATE INDEX product_page_cat_newest
    ON product (cat_id, listed_at DESC, category_rank, pro_id DESC) WHERE visible = 1;
CREATE INDEX product_page_discount
    ON product (discount DESC, category_rank, pro_id) WHERE visible = 1;
CREATE INDEX product_page_cat_discount
    ON product (cat_id, discount DESC, category_rank, pro_id) WHERE visible = 1;
CREATE INDEX product_page_cheapest ON product ((COALESCE(price, 9000000000000000)), pro_id, visible, price);
CREATE INDEX product_page_cat_cheapest
    ON product (cat_id, (COALESCE(price, 9000000000000000)), pro_id, price) WHERE visible = 1;
CREATE INDEX product_page_dearest ON product ((COALESCE(price, -1)), pro_id, visible, price);
CREATE INDEX product_page_cat_dearest
    ON product (cat_id, (COALESCE(price, -1)), pro_id, price) WHERE visible = 1;

-- Without them a group by another order than the recommended one is sorted whole for each page: 900 rows of 100,000 products.
CREATE INDEX product_page_group_newest
    ON product (prog_id, listed_at DESC, category_rank, pro_id DESC) WHERE visible = 1;
CREATE INDEX product_page_group_discount
    ON product (prog_id, discount DESC, category_rank, pro_id) WHERE visible = 1;
CREATE INDEX product_page_group_cheapest
    ON product (prog_id, (COALESCE(price, 9000000000000000)), pro_id, price) WHERE visible = 1;
CREATE INDEX product_page_group_dearest
    ON product (prog_id, (COALESCE(price, -1)), pro_id, price) WHERE visible = 1;

DROP INDEX product_rank;
DROP INDEX product_cat_rank;
DROP INDEX product_group_rank;
DROP INDEX product_brand_rank;
DROP INDEX product_newest;
DROP INDEX product_cat_newest;
DROP INDEX product_discount;
DROP INDEX product_cat_discount;
DROP INDEX product_cheapest;
DROP INDEX product_cat_cheapest;
DROP INDEX product_dearest;
DROP INDEX product_cat_dearest;
-- Only releases before hidden products read it.
DROP INDEX product_facets;
