-- Erasures of customers' data. A row stays after its erasure; it has no personal data.
CREATE TABLE erasure (
    customer_id BIGINT PRIMARY KEY,
    -- When the password was replaced and the sessions ended.
    begun_at BIGINT NOT NULL,
    -- NULL until every service has confirmed and the customer is deleted.
    completed_at BIGINT
);

-- The services whose data of the customer is erased.
CREATE TABLE erasure_confirmation (
    customer_id BIGINT NOT NULL REFERENCES erasure (customer_id),
    -- Name in the topology.
    service TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, service)
);

CREATE INDEX event_customer ON event (customer_id) WHERE customer_id IS NOT NULL;
