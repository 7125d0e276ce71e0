-- Changes of the lines of reservations, so that a repeated request changes them once.
CREATE TABLE reservation_change (
    reservation_id TEXT NOT NULL,
    change_key TEXT NOT NULL,
    -- Product and units after the change: `1:4 7:2`, ordered by product.
    lines TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (reservation_id, change_key)
);
