-- 1 or 0. A hidden category or group is absent from the lists of shoppers; its products are found as before.
ALTER TABLE category ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;
ALTER TABLE product_group ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0;
