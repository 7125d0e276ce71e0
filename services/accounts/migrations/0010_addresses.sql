-- Address books: where goods are delivered to, and who receives them.
CREATE TABLE address (
    -- UUID of version 7 without hyphens.
    address_id TEXT PRIMARY KEY,
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    -- Name in the book; empty when there is none.
    label TEXT NOT NULL,
    receiver TEXT NOT NULL,
    -- +856…
    phone TEXT NOT NULL,
    province TEXT NOT NULL,
    district TEXT NOT NULL,
    village TEXT NOT NULL,
    -- House number or landmark; may be empty.
    landmark TEXT NOT NULL,
    -- May be empty.
    driver_note TEXT NOT NULL,
    -- Millionths of a degree; both are NULL without a position.
    lat_e6 BIGINT,
    lng_e6 BIGINT,
    -- 1 for one address of each book.
    is_default BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE INDEX address_customer ON address (customer_id, changed_at);
CREATE UNIQUE INDEX address_default ON address (customer_id) WHERE is_default = 1;
