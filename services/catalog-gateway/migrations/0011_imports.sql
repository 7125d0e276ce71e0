-- Imports uploaded by the staff or made on the command line, with what they changed.
CREATE TABLE catalog_import (
    -- UUID version 7, so that its order is that of time.
    import_id TEXT PRIMARY KEY,
    -- uploading, checking, faulty, ready, applying, applied, failed, cancelled
    state TEXT NOT NULL,
    file_name TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    received BIGINT NOT NULL DEFAULT 0,
    -- 1 or 0: everything that the file does not contain is removed.
    replace_all BIGINT NOT NULL,
    -- NULL on the command line.
    actor_id BIGINT,
    actor_name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- While it is checked or applied, the process that does it renews this every second.
    touched_at BIGINT NOT NULL,
    ended_at BIGINT,
    phase TEXT NOT NULL DEFAULT '',
    done BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    -- 1 from the transaction that changes the catalog.
    merged BIGINT NOT NULL DEFAULT 0,
    fault_count BIGINT NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '',
    -- JSON: the changes by table, and the faults.
    tables TEXT NOT NULL DEFAULT '[]',
    faults TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX catalog_import_open ON catalog_import (state, created_at)
    WHERE state IN ('uploading', 'checking', 'ready', 'applying');

-- As product.visible. A file without the column leaves visible what is.
ALTER TABLE import_product ADD COLUMN visible BIGINT NOT NULL DEFAULT 1;
