-- Barcodes and SKUs in the form in which a search compares them, so that a scanned or typed code reads an index.
CREATE TABLE product_code (
    code TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    PRIMARY KEY (code, pro_id)
);
CREATE INDEX product_code_pro ON product_code (pro_id);

-- One row. The codes of the products up to this revision, and within it up to this id, are in product_code; a background task
-- follows the others, at first all. A search reads those from the products. So the changes of the previous release, which does not
-- know these tables, are found as well: every change of a product has a later revision.
CREATE TABLE product_code_progress (
    id BIGINT PRIMARY KEY,
    revision BIGINT NOT NULL,
    pro_id BIGINT NOT NULL
);
INSERT INTO product_code_progress (id, revision, pro_id) VALUES (1, -1, 0);
