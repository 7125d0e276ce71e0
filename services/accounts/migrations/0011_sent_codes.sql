-- The phone number and the e-mail address that their owner has proved by a code. A number is verified while it is equal to
-- verified_phone, so that an earlier release, which changes only phone, leaves none verified by mistake.
ALTER TABLE customer ADD COLUMN verified_phone TEXT;
ALTER TABLE customer ADD COLUMN verified_email TEXT;

-- Codes of six digits that were sent, also to numbers and addresses without an account.
CREATE TABLE sent_code (
    -- SHA-256 of purpose, recipient and account, so that no number or address stands here.
    subject TEXT PRIMARY KEY,
    -- argon2id, because the digits are few.
    code_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Tries that were made.
    tries BIGINT NOT NULL
);
CREATE INDEX sent_code_expiry ON sent_code (expires_at);
