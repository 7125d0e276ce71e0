//! Consistency of this service's tables, for `heuan check`.

use std::collections::HashSet;

use heuan_store::{
    Db, StoreError,
    consistency::{self, Inconsistency, Rule},
    on,
};

const RULES: [Rule; 4] = [
    Rule {
        name: "accounts.session-customer",
        sql: "SELECT s.token_hash, 'a session belongs to customer ' || CAST(s.customer_id AS TEXT) || ', who does not exist' \
             FROM session s WHERE NOT EXISTS (SELECT 1 FROM customer c WHERE c.customer_id = s.customer_id)",
        remedy: "delete the row of table session",
    },
    Rule {
        name: "accounts.outbox-customer",
        sql: "SELECT o.event_id, 'event ' || o.kind || ' waits for customer ' || CAST(o.customer_id AS TEXT) || \
               ', who does not exist' \
             FROM outbox o WHERE o.customer_id > 0 \
               AND NOT EXISTS (SELECT 1 FROM customer c WHERE c.customer_id = o.customer_id)",
        remedy: "delete the row of table outbox",
    },
    // Measured by the tries instead of the clock, because a shop that is not running delivers nothing.
    Rule {
        name: "accounts.outbox-overdue",
        sql: "SELECT o.event_id, 'event ' || o.kind || ' was not delivered in ' || CAST(o.tries AS TEXT) || ' tries over ' || \
               CAST((o.next_at - o.at) / 60000 AS TEXT) || ' minutes' FROM outbox o \
             WHERE o.tries > 3 AND o.next_at - o.at > 900000",
        remedy: "look why notifications does not accept events: its log, and the metric outbox_backlog",
    },
    Rule {
        name: "accounts.customer-counter",
        sql: "SELECT CAST(n.value AS TEXT), 'the next customer id follows ' || CAST(n.value AS TEXT) || ', but customer ' || \
               CAST((SELECT MAX(customer_id) FROM customer) AS TEXT) || ' exists' \
             FROM customer_counter n WHERE n.id = 1 AND n.value < (SELECT MAX(customer_id) FROM customer)",
        remedy: "set customer_counter.value to the highest customer id",
    },
];

/// Names of all rules.
pub fn rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.name)
}

/// Data with which other services' tables are compared, and the inconsistencies within these tables.
#[derive(Debug)]
pub struct Accounts {
    pub customers: HashSet<i64>,
    pub inconsistencies: Vec<Inconsistency>,
}

/// Reads the tables at one moment.
pub async fn read(db: &Db) -> Result<Accounts, StoreError> {
    let mut tx = db.snapshot().await?;
    let inconsistencies = consistency::find_inconsistencies(&mut tx, &RULES).await?;
    let sql = "SELECT customer_id FROM customer";
    let customers: Vec<i64> = on!(tx, |conn| sqlx::query_scalar(sql).fetch_all(conn).await?);
    Ok(Accounts { customers: customers.into_iter().collect(), inconsistencies })
}
