-- Reservations that a failed placement released or is about to release: no order is written with one
-- (src/store/order/abandon.rs).
CREATE TABLE abandoned_reservation (
    -- Id of the reservation, and of the order that it was for.
    order_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX abandoned_reservation_at ON abandoned_reservation (at);
