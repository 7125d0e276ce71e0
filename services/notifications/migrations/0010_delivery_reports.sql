-- Id that the provider gave to an SMS or a WhatsApp message; empty for none.
ALTER TABLE outgoing_message ADD COLUMN provider_id TEXT NOT NULL DEFAULT '';
-- When the provider reported that the phone has it; 0 before. The state stays sent, which an earlier release reads.
ALTER TABLE outgoing_message ADD COLUMN delivered_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX outgoing_message_provider ON outgoing_message (channel, provider_id) WHERE provider_id <> '';

-- Reports of providers until they are applied to their message. One may come before the answer that names the message.
CREATE TABLE delivery_report (
    -- sms, whatsapp.
    channel TEXT NOT NULL,
    provider_id TEXT NOT NULL,
    -- delivered, invalid_address, refused.
    outcome TEXT NOT NULL,
    -- State and error code of the provider.
    detail TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (channel, provider_id)
);
CREATE INDEX delivery_report_received ON delivery_report (received_at);
