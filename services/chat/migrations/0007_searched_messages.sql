-- Searched texts of messages by conversation, so that a search reads no message rows. Texts are at most 600 characters, which are at
-- most 2,400 bytes: PostgreSQL refuses index entries over 2.7 kB.
CREATE INDEX message_searched ON message (customer_id, search_text) WHERE length(search_text) <= 600;
-- Messages with longer texts.
CREATE INDEX message_searched_long ON message (customer_id) WHERE length(search_text) > 600;
