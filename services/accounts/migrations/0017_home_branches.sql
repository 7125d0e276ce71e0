-- Branch whose orders a member of the staff sees first (`b_id` of weather-branches); NULL for none, and for customers.
ALTER TABLE customer ADD COLUMN home_branch_id BIGINT;
