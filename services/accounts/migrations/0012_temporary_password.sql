-- 1 while the password is the one that the shop made for a new member of staff, who must replace it.
ALTER TABLE customer ADD COLUMN has_temporary_password BIGINT NOT NULL DEFAULT 0;
