-- Branch of which a browser of the staff gets new orders; 0 for those of all branches and deliveries.
ALTER TABLE subscription ADD COLUMN new_orders_branch_id BIGINT NOT NULL DEFAULT 0;
