-- `new`, `popular` and `sale` are the shop's own collections; a brand of that name stands beside them (see brand_slug).
UPDATE product SET brand_slug = brand_slug || '-brand' WHERE brand_slug IN ('new', 'popular', 'sale');
