//! Consistency of this service's tables, for `heuan check`.

use std::collections::BTreeSet;

use heuan_store::{
    Db, StoreError,
    consistency::{self, Inconsistency, Rule},
    on,
};

const RULES: [Rule; 5] = [
    Rule {
        name: "chat.message-positions",
        sql: "SELECT CAST(c.customer_id AS TEXT), 'the conversation of customer ' || CAST(c.customer_id AS TEXT) || \
               ' ends at position ' || CAST(c.last_seq AS TEXT) || ', but has ' || CAST(COALESCE(m.number, 0) AS TEXT) || \
               ' messages from ' || CAST(COALESCE(m.first, 0) AS TEXT) || ' to ' || CAST(COALESCE(m.last, 0) AS TEXT) \
             FROM conversation c LEFT JOIN (SELECT customer_id, COUNT(*) AS number, MIN(seq) AS first, MAX(seq) AS last \
               FROM message GROUP BY customer_id) m ON m.customer_id = c.customer_id \
             WHERE m.number IS NULL OR m.last <> c.last_seq OR m.number <> m.last - m.first + 1",
        remedy: "messages are missing: restore the chat database from the newest backup that has them",
    },
    Rule {
        name: "chat.message-conversation",
        sql: "SELECT CAST(m.message_id AS TEXT), 'message ' || CAST(m.message_id AS TEXT) || ' is of customer ' || \
               CAST(m.customer_id AS TEXT) || ', who has no conversation' FROM message m \
             WHERE NOT EXISTS (SELECT 1 FROM conversation c WHERE c.customer_id = m.customer_id)",
        remedy: "restore the chat database from a backup",
    },
    Rule {
        name: "chat.unread",
        sql: "SELECT CAST(u.customer_id AS TEXT), 'the conversation of customer ' || CAST(u.customer_id AS TEXT) || \
               ' counts ' || CAST(u.staff_unread AS TEXT) || ' unread for the staff and ' || \
               CAST(u.customer_unread AS TEXT) || ' for the customer; its messages give ' || \
               CAST(u.for_staff AS TEXT) || ' and ' || CAST(u.for_customer AS TEXT) \
             FROM (SELECT c.customer_id, c.staff_unread, c.customer_unread, \
                 (SELECT COUNT(*) FROM message m WHERE m.customer_id = c.customer_id AND m.side = 'customer' \
                   AND m.seq > c.staff_read_seq) AS for_staff, \
                 (SELECT COUNT(*) FROM message m WHERE m.customer_id = c.customer_id AND m.side = 'staff' \
                   AND m.seq > c.customer_read_seq) AS for_customer FROM conversation c) u \
             WHERE u.staff_unread <> u.for_staff OR u.customer_unread <> u.for_customer",
        remedy: "set conversation.staff_unread and customer_unread to these counts",
    },
    Rule {
        name: "chat.likes",
        sql: "SELECT CAST(m.message_id AS TEXT), 'message ' || CAST(m.message_id AS TEXT) || ' counts ' || \
               CAST(m.likes AS TEXT) || ' likes, but has ' || CAST(COALESCE(l.number, 0) AS TEXT) \
             FROM message m LEFT JOIN (SELECT message_id, COUNT(*) AS number FROM message_like GROUP BY message_id) l \
               ON l.message_id = m.message_id WHERE m.likes <> COALESCE(l.number, 0)",
        remedy: "set message.likes to the number of its rows in message_like",
    },
    Rule {
        name: "chat.counter",
        sql: "SELECT CAST(c.value AS TEXT), 'the next position follows ' || CAST(c.value AS TEXT) || ', but message ' || \
               CAST((SELECT MAX(message_id) FROM message) AS TEXT) || ' exists' \
             FROM counter c WHERE c.id = 1 AND c.value < (SELECT MAX(message_id) FROM message)",
        remedy: "set counter.value of row 1 to the highest message_id",
    },
];

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// Data with which other services' tables are compared, and the inconsistencies within these tables.
#[derive(Debug)]
pub struct Conversations {
    /// Customers with a conversation.
    pub customers: BTreeSet<i64>,
    pub inconsistencies: Vec<Inconsistency>,
}

/// Reads the tables at one moment.
pub async fn read(db: &Db) -> Result<Conversations, StoreError> {
    let mut tx = db.snapshot().await?;
    let inconsistencies = consistency::find_inconsistencies(&mut tx, &RULES).await?;
    let sql = "SELECT customer_id FROM conversation";
    let customers: Vec<i64> = on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    Ok(Conversations { customers: customers.into_iter().collect(), inconsistencies })
}
