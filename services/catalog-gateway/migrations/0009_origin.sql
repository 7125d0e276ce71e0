-- Origin of the catalog, one row. only_demo is 1 while nothing but the demo catalog has been imported, else 0. A catalog that
-- was imported before this table existed may hold anything, so it counts as 0.
CREATE TABLE catalog_origin (
    id BIGINT PRIMARY KEY,
    only_demo BIGINT NOT NULL
);
INSERT INTO catalog_origin (id, only_demo)
SELECT 1, CASE WHEN value = 0 THEN 1 ELSE 0 END FROM revision WHERE id = 1;
