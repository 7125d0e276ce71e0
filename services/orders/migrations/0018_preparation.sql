-- What the staff record while they prepare an order (src/staff/pick.rs, src/staff/consent.rs).

-- Lines that lie ready, ticked off the picking list. They are beside the order, so that a tick does not change its version.
CREATE TABLE picked_line (
    order_id TEXT NOT NULL,
    pro_id BIGINT NOT NULL,
    -- Units of the line that was ticked off. A line with other units is to be picked again.
    quantity BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- The member of the staff; 0 and empty for the command line.
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    PRIMARY KEY (order_id, pro_id)
);

-- How the customer agreed to fewer units: a word of src/staff/consent.rs, empty if it was not recorded.
ALTER TABLE line_change ADD COLUMN consent TEXT NOT NULL DEFAULT '';
