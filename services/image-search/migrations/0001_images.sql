-- What the model saw in an image, by content: two names of one image are looked at once, and an image that was
-- looked at before a restart, or by another replica, never again. Derived: losing a row costs time.
CREATE TABLE vector (
    model TEXT NOT NULL,
    -- Digest of the file, lower-case hexadecimal.
    sha256 TEXT NOT NULL,
    embedding BYTEA NOT NULL,
    PRIMARY KEY (model, sha256)
);

-- The content a path had when it was last read, so that a start need not read every file.
CREATE TABLE image (
    path TEXT NOT NULL PRIMARY KEY,
    modified_ms BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL
);
