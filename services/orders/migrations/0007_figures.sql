-- What the figures of the day read (src/staff/figures.rs).

-- Copies of the lines of orders out of their bodies, for best sellers. The service writes them shortly after the order.
CREATE TABLE order_line (
    order_id TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    quantity BIGINT NOT NULL,
    -- Kip.
    total BIGINT NOT NULL,
    PRIMARY KEY (order_id, pro_id)
);
CREATE INDEX order_line_time ON order_line (created_at, order_id, pro_id, quantity, total);

-- 1 when the lines of the order have been copied.
ALTER TABLE customer_order ADD COLUMN has_lines BIGINT NOT NULL DEFAULT 0;
CREATE INDEX customer_order_without_lines ON customer_order (order_id) WHERE has_lines = 0;
CREATE INDEX customer_order_sales ON customer_order (created_at, status, total);
