//! Erasure of a customer's data. Orders stay for the books, under the customer's id alone.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, fault, json};
use crate::{
    order::{Body, Delivery, OrderReceiver, Settlement},
    points::Kind,
};

/// An order that keeps its customer from being erased.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct OpenOrder {
    pub number: String,
    pub status: String,
    pub money: String,
    /// Work is scheduled: a call to another service, or a query for a late payment.
    pub has_due_work: bool,
}

/// Orders of a customer that are not closed: to be handled, paid or refunded, or with scheduled work. States that this release
/// does not know count as open.
const OPEN: &str = "SELECT number, status, money, due_at IS NOT NULL AS has_due_work FROM customer_order \
     WHERE customer_id = $1 AND NOT (status IN ('completed', 'cancelled', 'expired') \
       AND money IN ('paid', 'failed', 'expired', 'partly_refunded', 'refunded') AND return_requested = 0 AND units IN ('committed', 'released') \
       AND due_at IS NULL) ORDER BY created_at, order_id";

/// Rows that only serve a customer who can sign in.
const OF_CUSTOMER: [&str; 7] = [
    "DELETE FROM cart WHERE customer_id = $1",
    "DELETE FROM cart_idempotency_key WHERE customer_id = $1",
    "DELETE FROM wishlist WHERE customer_id = $1",
    "DELETE FROM viewed_product WHERE customer_id = $1",
    "DELETE FROM seen_price WHERE customer_id = $1",
    "DELETE FROM idempotency WHERE customer_id = $1",
    "DELETE FROM outbox WHERE customer_id = $1",
];

/// The name of a customer who was a member of the staff, in orders of others.
const OF_FORMER_STAFF: [&str; 4] = [
    "UPDATE points_correction SET actor_name = '' WHERE actor_id = $1",
    "UPDATE order_log SET actor_name = '' WHERE actor_id = $1",
    "UPDATE line_change SET actor_name = '' WHERE actor_id = $1",
    "UPDATE customer_order SET assignee_name = '' WHERE assignee_id = $1",
];

impl Store {
    /// Oldest first.
    pub async fn open_orders(&self, customer_id: i64) -> Result<Vec<OpenOrder>, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_as(OPEN).bind(customer_id).fetch_all(pool).await.map_err(fault)?
        }))
    }

    /// Erases the customer's data in one transaction. Returns the open orders, if there are any; then nothing is changed.
    pub async fn erase_customer(&self, customer_id: i64, now: i64) -> Result<Vec<OpenOrder>, Error> {
        let mut tx = self.db.begin().await.map_err(fault)?;
        let open: Vec<OpenOrder> =
            on!(tx, |conn| sqlx::query_as(OPEN).bind(customer_id).fetch_all(conn).await.map_err(fault)?);
        if !open.is_empty() {
            return Ok(open);
        }
        forget_counters(&mut tx, customer_id).await?;
        pseudonymize_orders(&mut tx, customer_id).await?;
        close_points(&mut tx, customer_id, now).await?;
        for sql in OF_FORMER_STAFF.into_iter().chain(OF_CUSTOMER) {
            run!(tx, sql, customer_id).map_err(fault)?;
        }
        tx.commit().await.map_err(fault)?;
        Ok(Vec::new())
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.db.truncate_log().await.map_err(fault)
    }
}

/// Deletes quota usage and the counters of the customer and of the phone numbers of their orders.
async fn forget_counters(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql = "SELECT DISTINCT phone_digest FROM customer_order WHERE customer_id = $1 AND phone_digest <> '' \
         ORDER BY phone_digest";
    let digests: Vec<String> =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(customer_id).fetch_all(conn).await.map_err(fault)?);
    let subjects = digests.iter().map(|digest| format!("phone:{digest}"));
    for subject in [format!("customer:{customer_id}")].into_iter().chain(subjects) {
        run!(*tx, "DELETE FROM order_limit WHERE subject = $1", subject).map_err(fault)?;
    }
    let subject = customer_id.to_string();
    run!(*tx, "DELETE FROM quota_usage WHERE subject = $1", subject).map_err(fault)?;
    Ok(())
}

async fn pseudonymize_orders(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql =
        "SELECT order_id, body, settlement FROM customer_order WHERE customer_id = $1 ORDER BY order_id";
    let orders: Vec<(String, String, String)> =
        on!(*tx, |conn| sqlx::query_as(sql).bind(customer_id).fetch_all(conn).await.map_err(fault)?);
    for (order_id, body, mut settlement) in orders {
        let mut body: Body = json::read("order", &body)?;
        body.pseudonymize();
        if !settlement.is_empty() {
            let mut kept: Settlement = json::read("settlement of an order", &settlement)?;
            kept.forget_texts();
            settlement = json::write(&kept)?;
        }
        // The service fills an empty `search` from the body again.
        let sql = "UPDATE customer_order SET body = $2, phone_digest = '', cancel_reason = '', search = '', undo = '', \
               settlement = $3 WHERE order_id = $1";
        run!(*tx, sql, &order_id, json::write(&body)?, settlement).map_err(fault)?;
        // Notes and reasons of the staff may name the customer.
        run!(*tx, "UPDATE order_log SET note = '', detail = '' WHERE order_id = $1", &order_id)
            .map_err(fault)?;
        run!(*tx, "UPDATE line_change SET reason = '' WHERE order_id = $1", &order_id).map_err(fault)?;
    }
    Ok(())
}

/// Takes the remaining points off the ledger and deletes the account.
async fn close_points(tx: &mut Tx, customer_id: i64, now: i64) -> Result<(), Error> {
    // Takes the row lock, so that no order redeems or earns points meanwhile.
    let sql = "UPDATE points_account SET balance = balance WHERE customer_id = $1 RETURNING balance";
    let balance: Option<i64> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(customer_id)
        .fetch_optional(conn)
        .await
        .map_err(fault)?);
    if let Some(balance) = balance.filter(|balance| *balance > 0) {
        let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) \
             SELECT customer_id, order_id, CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM points_entry WHERE customer_id = $1 \
               ORDER BY at DESC, order_id LIMIT 1 \
             ON CONFLICT (order_id, kind) DO UPDATE SET points = points_entry.points + excluded.points";
        let closed = on!(*tx, |conn| {
            let query = sqlx::query(sql).bind(customer_id).bind(Kind::Closed.into_str());
            query.bind(-balance).bind(now).execute(conn).await.map_err(fault)?.rows_affected()
        });
        if closed == 0 {
            // Points of a customer without orders come from corrections.
            let sql = "INSERT INTO points_correction \
                   (correction_id, customer_id, points, reason, actor_id, actor_name, at) \
                 VALUES ($1, $2, $3, '', 0, '', $4)";
            let id = format!("closed-{customer_id}-{now}");
            run!(*tx, sql, id, customer_id, -balance, now).map_err(fault)?;
        }
    }
    // Reasons may name the customer.
    run!(*tx, "UPDATE points_correction SET reason = '' WHERE customer_id = $1", customer_id)
        .map_err(fault)?;
    run!(*tx, "DELETE FROM points_account WHERE customer_id = $1", customer_id).map_err(fault)?;
    Ok(())
}

impl Body {
    /// Removes what identifies the customer. Lines, totals, province and branch stay for the books. An empty phone number marks an
    /// order of an erased customer.
    fn pseudonymize(&mut self) {
        self.phone.clear();
        self.customer_name.clear();
        self.discount_reason.clear();
        self.receiver = OrderReceiver::default();
        match &mut self.delivery {
            Delivery::Delivery { province: _, district, village, note } => {
                for text in [district, village, note] {
                    text.clear();
                }
            }
            Delivery::Pickup { note, .. } => note.clear(),
        }
    }
}
