-- 1 if applying the import ends the demo, as its preview says; 0 in other states than ready.
ALTER TABLE catalog_import ADD COLUMN ends_demo BIGINT NOT NULL DEFAULT 0;

-- An earlier release has checked these without the present warnings. Without a basis they are checked again instead of being applied.
UPDATE catalog_import SET basis = '' WHERE state = 'ready';
