-- 1 for a browser of the staff that gets a push for chats that wait and for messages of the contact form.
ALTER TABLE subscription ADD COLUMN customer_messages BIGINT NOT NULL DEFAULT 0;
CREATE INDEX subscription_customer_messages ON subscription (customer_messages) WHERE customer_messages = 1;
