-- Ids, money (kip) and times (Unix ms) are BIGINT; the same text runs on SQLite and PostgreSQL.

-- One row. Every change of the catalogue takes the next value inside its transaction; the row lock makes revisions
-- commit in order, so a watcher that has seen revision n has seen everything up to n.
CREATE TABLE revision (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO revision (id, value) VALUES (1, 0);

-- The revision that last changed each part that is not products.
CREATE TABLE section_revision (
    name TEXT PRIMARY KEY,
    revision BIGINT NOT NULL
);

CREATE TABLE category (
    cat_id BIGINT PRIMARY KEY,
    name_la TEXT NOT NULL,
    name_en TEXT NOT NULL,
    img TEXT NOT NULL,
    position BIGINT NOT NULL
);

CREATE TABLE product_group (
    prog_id BIGINT PRIMARY KEY,
    cat_id BIGINT NOT NULL,
    name_la TEXT NOT NULL,
    name_en TEXT NOT NULL,
    position BIGINT NOT NULL
);
CREATE INDEX product_group_cat ON product_group (cat_id, position);

CREATE TABLE product (
    pro_id BIGINT PRIMARY KEY,
    cat_id BIGINT NOT NULL,
    prog_id BIGINT NOT NULL,
    name_la TEXT NOT NULL,
    name_en TEXT NOT NULL,
    price BIGINT,
    original_price BIGINT,
    -- Rounded percent between the two prices, 0 when not on sale.
    discount BIGINT NOT NULL DEFAULT 0,
    vatrate BIGINT NOT NULL DEFAULT 0,
    unit_la TEXT NOT NULL DEFAULT '',
    unit_en TEXT NOT NULL DEFAULT '',
    brand TEXT NOT NULL DEFAULT '',
    brand_slug TEXT NOT NULL DEFAULT '',
    img_cover TEXT NOT NULL DEFAULT '',
    images TEXT NOT NULL DEFAULT '[]',
    description_la TEXT NOT NULL DEFAULT '',
    description_en TEXT NOT NULL DEFAULT '',
    attributes TEXT NOT NULL DEFAULT '{}',
    -- Copies of the stock table for reading, at most a second behind it; NULL stock is not for sale.
    stock BIGINT,
    popularity BIGINT NOT NULL DEFAULT 0,
    -- 1, 2, 3 … within the category, one product of each group in turn, so that a list shows variety first.
    category_rank BIGINT NOT NULL DEFAULT 0,
    listed_at BIGINT NOT NULL,
    revision BIGINT NOT NULL
);

-- Every sort of the shop reads its page from an index; a list must not cost more with 100,000 products than with 2,000.
CREATE INDEX product_rank ON product (popularity DESC, category_rank, pro_id);
CREATE INDEX product_cat_rank ON product (cat_id, popularity DESC, category_rank, pro_id);
CREATE INDEX product_group_rank ON product (prog_id, popularity DESC, category_rank, pro_id);
CREATE INDEX product_brand_rank ON product (brand_slug, popularity DESC, category_rank, pro_id);
CREATE INDEX product_newest ON product (listed_at DESC, category_rank, pro_id DESC);
CREATE INDEX product_cat_newest ON product (cat_id, listed_at DESC, category_rank, pro_id DESC);
CREATE INDEX product_discount ON product (discount DESC, category_rank, pro_id);
CREATE INDEX product_cheapest ON product ((COALESCE(price, 9000000000000000)), pro_id);
CREATE INDEX product_cat_cheapest ON product (cat_id, (COALESCE(price, 9000000000000000)), pro_id);
CREATE INDEX product_dearest ON product ((COALESCE(price, -1)), pro_id);
CREATE INDEX product_cat_dearest ON product (cat_id, (COALESCE(price, -1)), pro_id);
CREATE INDEX product_revision ON product (revision, pro_id);

-- Products that are gone, for watchers that were away.
CREATE TABLE removed_product (
    pro_id BIGINT PRIMARY KEY,
    revision BIGINT NOT NULL
);
CREATE INDEX removed_product_revision ON removed_product (revision);

CREATE TABLE promotion_type (
    promo_type_id BIGINT PRIMARY KEY,
    name_la TEXT NOT NULL,
    name_en TEXT NOT NULL,
    position BIGINT NOT NULL
);

CREATE TABLE promotion (
    promo_id BIGINT PRIMARY KEY,
    promo_type_id BIGINT NOT NULL,
    title_la TEXT NOT NULL,
    title_en TEXT NOT NULL,
    -- YYYY-MM-DD in Vientiane, inclusive; empty is open-ended.
    starts TEXT NOT NULL,
    ends TEXT NOT NULL,
    banner TEXT NOT NULL,
    position BIGINT NOT NULL
);

CREATE TABLE promotion_product (
    promo_id BIGINT NOT NULL,
    pro_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (promo_id, pro_id)
);
CREATE INDEX promotion_product_pro ON promotion_product (pro_id);
