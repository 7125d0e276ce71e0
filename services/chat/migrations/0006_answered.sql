-- Position of the last answer of the staff. The previous release writes answers without it, so that it may be too low: the last message itself
-- decides whether a conversation is unanswered (src/store/conversations.rs).
ALTER TABLE conversation ADD COLUMN answered_seq BIGINT NOT NULL DEFAULT 0;
UPDATE conversation SET answered_seq = COALESCE(
    (SELECT MAX(m.seq) FROM message m WHERE m.customer_id = conversation.customer_id AND m.side = 'staff'), 0);
CREATE INDEX conversation_unanswered ON conversation (customer_id, last_seq) WHERE last_seq > answered_seq;
