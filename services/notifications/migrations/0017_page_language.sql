-- Language of the page on which a customer last signed in or ordered, for messages of customers who have chosen none.
CREATE TABLE page_language (
    customer_id BIGINT PRIMARY KEY,
    language TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
