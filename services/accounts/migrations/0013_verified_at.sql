-- When verified_phone and verified_email were last proved by a code; 0 for proofs of earlier releases.
ALTER TABLE customer ADD COLUMN phone_verified_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customer ADD COLUMN email_verified_at BIGINT NOT NULL DEFAULT 0;
