-- Where an import puts products, in small transactions, before one last transaction makes them the catalogue.
-- The shop keeps selling meanwhile. Rows of an import that died are removed by the next.
CREATE TABLE import_product (
    import_id TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    cat_id BIGINT NOT NULL,
    prog_id BIGINT NOT NULL,
    name_la TEXT NOT NULL,
    name_en TEXT NOT NULL,
    price BIGINT,
    original_price BIGINT,
    vatrate BIGINT NOT NULL,
    unit_la TEXT NOT NULL,
    unit_en TEXT NOT NULL,
    brand TEXT NOT NULL,
    brand_slug TEXT NOT NULL,
    img_cover TEXT NOT NULL,
    images TEXT NOT NULL,
    description_la TEXT NOT NULL,
    description_en TEXT NOT NULL,
    attributes TEXT NOT NULL,
    stock BIGINT,
    PRIMARY KEY (import_id, pro_id)
);
