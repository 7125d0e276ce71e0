-- Returns name the branch that receives the goods (src/order/settlement.rs).

-- The branch of the requested return, for the filters of the lists; 0 without a request or a branch.
ALTER TABLE customer_order ADD COLUMN return_branch_id BIGINT NOT NULL DEFAULT 0;
UPDATE customer_order SET return_branch_id = branch_id WHERE return_requested = 1;
