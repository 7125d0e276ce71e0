-- Of the image; of those from before it is not counted.
ALTER TABLE attachment ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
-- 1 when the customer sent it: customers send so much a day.
ALTER TABLE attachment ADD COLUMN by_customer BIGINT NOT NULL DEFAULT 0;
-- 1 once a message is known to show it. One that stays 0 was left by a crash.
ALTER TABLE attachment ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
CREATE INDEX attachment_customer ON attachment (customer_id, created_at);
CREATE INDEX attachment_not_shown ON attachment (created_at) WHERE shown = 0;
