-- Delivery fee, free-delivery limit and value of a point that the last quote showed to the customer: JSON of
-- src/checkout/shown_terms.rs, empty before the first quote.
ALTER TABLE seen_price ADD COLUMN terms TEXT NOT NULL DEFAULT '';

-- What a request that put an order's goods into the cart again has added: JSON of src/store/cart.rs, empty for other requests.
-- Such a row has the product 0.
ALTER TABLE cart_idempotency_key ADD COLUMN answer TEXT NOT NULL DEFAULT '';
