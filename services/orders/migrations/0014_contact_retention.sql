-- Retention of the contact on closed orders (src/store/personal_data.rs).

-- When name, phone number, address and notes were removed, by an erasure or at the end of their retention; NULL before.
ALTER TABLE customer_order ADD COLUMN contact_removed_at BIGINT;
CREATE INDEX customer_order_contact ON customer_order (created_at, order_id) WHERE contact_removed_at IS NULL;
