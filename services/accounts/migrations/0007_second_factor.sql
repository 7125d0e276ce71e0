-- Second factor of staff: the secret of an authenticator app (TOTP, RFC 6238).
CREATE TABLE second_factor (
    customer_id BIGINT PRIMARY KEY REFERENCES customer (customer_id),
    -- Base32 of 20 random bytes.
    secret TEXT NOT NULL,
    -- When the first code was entered; NULL until then, and the secret has no effect.
    confirmed_at BIGINT,
    -- The time step of the last accepted code; a code is accepted once.
    last_step BIGINT NOT NULL
);

-- Single-use codes for a lost phone.
CREATE TABLE recovery_code (
    customer_id BIGINT NOT NULL REFERENCES customer (customer_id),
    -- SHA-256 of the code, in hexadecimal.
    code_hash TEXT NOT NULL,
    PRIMARY KEY (customer_id, code_hash)
);

-- 1 if a code was entered in this session.
ALTER TABLE session ADD COLUMN second_factor BIGINT NOT NULL DEFAULT 0;
