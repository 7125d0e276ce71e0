-- Indexes for the numbers and lists of one branch.

-- Instead of customer_order_status: with the columns that the views filter by, so that their numbers are read from the index
-- alone.
DROP INDEX customer_order_status;
CREATE INDEX customer_order_status_branch ON customer_order (status, created_at, order_id, branch_id, delivery_slot);

-- Orders to pick up, for lists that are filtered by a branch alone.
CREATE INDEX customer_order_branch ON customer_order (branch_id, created_at, order_id) WHERE branch_id > 0;
