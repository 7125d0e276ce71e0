-- Bank numbers of the payments that the staff have recorded and not taken back (src/store/order/bank_numbers.rs).
CREATE TABLE bank_transfer (
    -- As compared: letters and digits in upper case.
    bank_number TEXT NOT NULL,
    order_id TEXT NOT NULL,
    -- 0 for the first payment with the number; 1 for one that the staff have confirmed to be another.
    is_repeated BIGINT NOT NULL,
    PRIMARY KEY (bank_number, order_id)
);
-- Two members of the staff who record the same transfer at the same moment.
CREATE UNIQUE INDEX bank_transfer_first ON bank_transfer (bank_number) WHERE is_repeated = 0;
CREATE INDEX bank_transfer_order ON bank_transfer (order_id);

-- The service writes the numbers of earlier payments with the sums of their orders.
UPDATE customer_order SET sums_version = 0 WHERE settlement LIKE '%"reference":%';
