-- The memory of the payment provider that takes no money. It knows nothing of orders.
CREATE TABLE sandbox_payment (
    reference TEXT PRIMARY KEY,
    amount BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- When the bank has answered; NULL until somebody tries to pay. 1 is yes.
    settles_at BIGINT,
    paid BIGINT NOT NULL DEFAULT 0,
    refunded BIGINT NOT NULL DEFAULT 0
);

-- Messages to the webhook that are still to be sent.
CREATE TABLE sandbox_message (
    reference TEXT NOT NULL,
    copy BIGINT NOT NULL,
    send_at BIGINT NOT NULL,
    PRIMARY KEY (reference, copy)
);
CREATE INDEX sandbox_message_send_at ON sandbox_message (send_at);

CREATE TABLE sandbox_secret (
    id BIGINT PRIMARY KEY,
    secret TEXT NOT NULL
);
