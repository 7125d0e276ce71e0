-- One row. Every change of branches takes the next value inside its transaction, whose lock makes them one after another.
CREATE TABLE branch_revision (
    id BIGINT PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO branch_revision (id, value) VALUES (1, 0);

-- One change of one branch, by staff or import.
CREATE TABLE content_change (
    -- UUID version 7, so that its order is that of time.
    change_id TEXT PRIMARY KEY,
    at BIGINT NOT NULL,
    -- NULL on the command line.
    actor_id BIGINT,
    actor_name TEXT NOT NULL,
    -- create, update, delete, undo, import
    action TEXT NOT NULL,
    -- Empty, with an empty id, for the row that stands for a whole import.
    kind TEXT NOT NULL,
    item_id TEXT NOT NULL,
    -- The change that an undo restored, or empty.
    reference TEXT NOT NULL DEFAULT '',
    -- JSON. NULL before the branch existed and after its deletion.
    old_body TEXT,
    new_body TEXT,
    -- The change that restored it.
    undone_by TEXT,
    revision BIGINT NOT NULL
);
CREATE INDEX content_change_item ON content_change (kind, item_id, change_id);
CREATE INDEX content_change_revision ON content_change (revision);
