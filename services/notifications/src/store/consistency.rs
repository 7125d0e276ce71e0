//! Consistency of this service's tables, for `heuan check`.

use std::collections::BTreeSet;

use heuan_store::{
    Db, StoreError,
    consistency::{self, Inconsistency, Rule},
    on,
};

const RULES: [Rule; 2] = [
    Rule {
        name: "notifications.counter",
        sql: "SELECT CAST(c.value AS TEXT), 'the next notification id follows ' || CAST(c.value AS TEXT) || ', but notification ' || \
           CAST((SELECT MAX(no_id) FROM notification) AS TEXT) || ' exists' \
         FROM counter c WHERE c.id = 1 AND c.value < (SELECT MAX(no_id) FROM notification)",
        remedy: "set counter.value of row 1 to the highest no_id",
    },
    Rule {
        name: "notifications.message-counter",
        sql: "SELECT CAST(c.value AS TEXT), 'the next message id follows ' || CAST(c.value AS TEXT) || ', but message ' || \
           CAST((SELECT MAX(message_id) FROM outgoing_message) AS TEXT) || ' exists' \
         FROM counter c WHERE c.id = 2 AND c.value < (SELECT MAX(message_id) FROM outgoing_message)",
        remedy: "set counter.value of row 2 to the highest message_id",
    },
];

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// Data with which other services' tables are compared, and the inconsistencies within these tables.
#[derive(Debug)]
pub struct Notifications {
    /// Event id and order id of each notification of an order.
    pub of_orders: Vec<(String, String)>,
    /// Customers with notifications, push subscriptions, messages, chosen channels or a language.
    pub customers: BTreeSet<i64>,
    pub inconsistencies: Vec<Inconsistency>,
}

/// Reads the tables at one moment.
pub async fn read(db: &Db) -> Result<Notifications, StoreError> {
    let mut tx = db.snapshot().await?;
    let inconsistencies = consistency::find_inconsistencies(&mut tx, &RULES).await?;
    let sql = "SELECT event_id, order_id FROM notification WHERE category = 'order' AND order_id <> ''";
    let of_orders = on!(tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
    let sql = "SELECT customer_id FROM notification WHERE customer_id > 0 UNION SELECT customer_id FROM subscription \
         UNION SELECT customer_id FROM outgoing_message UNION SELECT customer_id FROM message_preference \
         UNION SELECT customer_id FROM undeliverable_address UNION SELECT customer_id FROM news_consent \
         UNION SELECT customer_id FROM page_language";
    let customers: Vec<i64> = on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    Ok(Notifications { of_orders, customers: customers.into_iter().collect(), inconsistencies })
}
