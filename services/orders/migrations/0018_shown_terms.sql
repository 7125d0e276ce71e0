-- Delivery fee, free-delivery limit and value of a point that the last quote showed to the customer: JSON of
-- src/checkout/shown_terms.rs, empty before the first quote.
ALTER TABLE seen_price ADD COLUMN terms TEXT NOT NULL DEFAULT '';
