-- Products that a customer looked at. The last 24 stay.
CREATE TABLE viewed_product (
    customer_id BIGINT NOT NULL,
    pro_id BIGINT NOT NULL,
    viewed_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, pro_id)
);
