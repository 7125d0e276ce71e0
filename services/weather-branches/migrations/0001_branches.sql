CREATE TABLE branch (
    b_id BIGINT PRIMARY KEY,
    position BIGINT NOT NULL,
    -- JSON of src/branches.rs: branches are few, read whole and never searched by SQL.
    body TEXT NOT NULL
);
