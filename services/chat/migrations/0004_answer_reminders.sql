-- Messages outside the shop about answers that the customer has not read: at most one for each run of unread answers.
CREATE TABLE answer_reminder (
    customer_id BIGINT NOT NULL,
    -- Position of the first unread answer.
    first_seq BIGINT NOT NULL,
    -- waiting, sending (the notifications service may have it), sent, read (to be cancelled there).
    state TEXT NOT NULL,
    -- When it is due; while the notifications service is called, the end of the lease.
    next_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, first_seq)
);
CREATE INDEX answer_reminder_due ON answer_reminder (next_at) WHERE state <> 'sent';
