-- Whether the product was ranked behind those of its group that can be bought and seen: 1 or 0, -1 before the first ranking.
-- An import ranks only the categories where that, or a product's place, is another than it was.
ALTER TABLE product ADD COLUMN ranked_last BIGINT NOT NULL DEFAULT -1;
