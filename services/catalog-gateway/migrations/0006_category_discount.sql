-- Without it a category by discount is sorted whole for each page: 12 ms among 100,000 products instead of 0.2 ms.
CREATE INDEX product_cat_discount ON product (cat_id, discount DESC, category_rank, pro_id);
