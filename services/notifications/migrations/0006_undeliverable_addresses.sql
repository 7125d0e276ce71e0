-- Addresses that a server or a provider has reported as invalid. Messages go by another channel until the customer proves the
-- address by a code, or the staff delete the mark. A mark of another address than the present one has no effect.
CREATE TABLE undeliverable_address (
    customer_id BIGINT NOT NULL,
    -- email, sms, whatsapp.
    channel TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- What was reported.
    detail TEXT NOT NULL,
    marked_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, channel)
);
