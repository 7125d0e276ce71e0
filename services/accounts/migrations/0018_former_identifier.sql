-- Accounts with an unverified phone number or e-mail address (src/store/sent_codes.rs).

-- The lost number or address. With the password of the account it still signs in, until the customer gives another one. An account
-- that is left with neither a number nor an address has `none:{customer_id}` in phone, because the table requires one of both.
ALTER TABLE customer ADD COLUMN former_identifier TEXT;
CREATE UNIQUE INDEX customer_former ON customer (former_identifier) WHERE former_identifier IS NOT NULL;

-- Whether the staff have made the account, and it has never had a session or a password. All its data are from the staff, so the
-- first code that is sent to its number opens it.
ALTER TABLE customer ADD COLUMN is_unopened BIGINT NOT NULL DEFAULT 0;
