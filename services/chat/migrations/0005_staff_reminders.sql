-- Pushes to the staff about messages that none of them has read: at most one for each run of messages up to an answer.
CREATE TABLE staff_reminder (
    customer_id BIGINT NOT NULL,
    -- Position of the first unread message.
    first_seq BIGINT NOT NULL,
    -- waiting, sending (the notifications service may have it), sent, cancelling (read or answered since, to be cancelled there),
    -- cancelled.
    state TEXT NOT NULL,
    -- 1 once the staff has answered: the customer's next message begins another run.
    is_answered BIGINT NOT NULL,
    -- When it is due; while the notifications service is called, the end of the lease.
    next_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, first_seq)
);
CREATE INDEX staff_reminder_due ON staff_reminder (next_at) WHERE state IN ('waiting', 'sending', 'cancelling');
