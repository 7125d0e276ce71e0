-- What the staff's lists, steps and the internal log of an order need (src/staff, src/store/order/list.rs).

-- Rises with every change of the order; a step of the staff names the one it was decided on.
ALTER TABLE customer_order ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
-- Copies out of the body, for filters: reference, phone and name in lower case, `delivery` or `pickup`, and the branch
-- (0 for none). `search` is empty in orders of earlier releases until the service has filled the columns.
ALTER TABLE customer_order ADD COLUMN search TEXT NOT NULL DEFAULT '';
ALTER TABLE customer_order ADD COLUMN delivery TEXT NOT NULL DEFAULT '';
ALTER TABLE customer_order ADD COLUMN branch_id BIGINT NOT NULL DEFAULT 0;
-- The member of the staff who handles the order; 0 for none.
ALTER TABLE customer_order ADD COLUMN assignee_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE customer_order ADD COLUMN assignee_name TEXT NOT NULL DEFAULT '';
-- JSON of the last fulfilment step while it can be undone (src/order/undo.rs), or empty.
ALTER TABLE customer_order ADD COLUMN undo TEXT NOT NULL DEFAULT '';

-- Both hold every column that lists filter by, so that a page and its total are read from the index alone.
CREATE INDEX customer_order_list ON customer_order
    (created_at, order_id, status, method, money, delivery, branch_id, assignee_id, search);
CREATE INDEX customer_order_list_total ON customer_order
    (total, order_id, created_at, status, method, money, delivery, branch_id, assignee_id, search);
CREATE INDEX customer_order_status ON customer_order (status, created_at, order_id);
CREATE INDEX customer_order_assignee ON customer_order (assignee_id) WHERE assignee_id > 0;
CREATE INDEX customer_order_transfers ON customer_order (created_at, order_id)
    WHERE method = 'transfer' AND money = 'pending';
CREATE INDEX customer_order_refunds ON customer_order (created_at, order_id) WHERE money = 'refund_due';
CREATE INDEX customer_order_unlisted ON customer_order (order_id) WHERE search = '';

-- Internal log of an order: every step of the staff, and every change of its status or payment. Customers do not see it.
CREATE TABLE order_log (
    order_id TEXT NOT NULL,
    -- The version of the order that the change made.
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    -- The words of src/staff/action.rs and src/order/state.rs.
    action TEXT NOT NULL,
    -- The member of the staff; 0 and empty for the command line and the system.
    actor_id BIGINT NOT NULL,
    actor_name TEXT NOT NULL,
    from_status TEXT NOT NULL,
    to_status TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (order_id, version)
);
