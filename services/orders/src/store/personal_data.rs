//! Erasure of a customer's data, and removal of the contact from old orders. Orders stay for the books, under the customer's id alone.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run, sqlx::AssertSqlSafe};

use super::{Store, json, line_deliveries, order::delete_bank_numbers, store_error};
use crate::{
    order::{Body, OrderReceiver, Settlement},
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

/// Condition of a closed order: nothing is to be handled, paid or refunded, and no work is scheduled. States that this release
/// does not know count as open.
macro_rules! closed {
    () => {
        "status IN ('completed', 'cancelled', 'expired') \
           AND money IN ('paid', 'failed', 'expired', 'partly_refunded', 'refunded') AND return_requested = 0 \
           AND units IN ('committed', 'released') AND due_at IS NULL"
    };
}

/// Orders of a customer that are not closed.
const OPEN: &str = concat!(
    "SELECT number, status, money, due_at IS NOT NULL AS has_due_work FROM customer_order \
     WHERE customer_id = $1 AND NOT (",
    closed!(),
    ") ORDER BY created_at, order_id"
);

/// Closed orders with a contact that were placed before a time, after a position in the order of their placement.
const OLD: &str = concat!(
    "SELECT created_at, order_id FROM customer_order \
     WHERE contact_removed_at IS NULL AND created_at < $1 AND (created_at, order_id) > ($2, $3) AND ",
    closed!(),
    " ORDER BY created_at, order_id LIMIT $4"
);

/// Orders that lose their contact in one transaction, during which other writers wait.
const BATCH: i64 = 100;

/// Locks an order and reads what may identify the customer.
const LOCK: &str = "UPDATE customer_order SET version = version WHERE order_id = $1";

/// Tables whose rows are only of use to a customer who can sign in.
const OF_CUSTOMER: [&str; 7] = [
    "DELETE FROM cart WHERE customer_id = $1",
    "DELETE FROM cart_idempotency_key WHERE customer_id = $1",
    "DELETE FROM wishlist WHERE customer_id = $1",
    "DELETE FROM viewed_product WHERE customer_id = $1",
    "DELETE FROM seen_price WHERE customer_id = $1",
    "DELETE FROM idempotency WHERE customer_id = $1",
    "DELETE FROM outbox WHERE customer_id = $1",
];

/// Statements that remove the name of a former member of the staff from the orders of others.
const OF_FORMER_STAFF: [&str; 5] = [
    "UPDATE points_correction SET actor_name = '' WHERE actor_id = $1",
    "UPDATE order_log SET actor_name = '' WHERE actor_id = $1",
    "UPDATE picked_line SET actor_name = '' WHERE actor_id = $1",
    "UPDATE line_change SET actor_name = '' WHERE actor_id = $1",
    "UPDATE customer_order SET assignee_name = '' WHERE assignee_id = $1",
];

impl Store {
    /// Orders of a customer that are not closed, oldest first.
    pub async fn open_orders(&self, customer_id: i64) -> Result<Vec<OpenOrder>, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_as(OPEN).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Erases the customer's data in one transaction. Returns the open orders, if there are any; then nothing is changed.
    pub async fn erase_customer(&self, customer_id: i64, now: i64) -> Result<Vec<OpenOrder>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let open: Vec<OpenOrder> = on!(tx, |conn| sqlx::query_as(OPEN)
            .bind(customer_id)
            .fetch_all(conn)
            .await
            .map_err(store_error)?);
        if !open.is_empty() {
            return Ok(open);
        }
        delete_limit_counters(&mut tx, customer_id).await?;
        pseudonymize_orders(&mut tx, customer_id, now).await?;
        close_points(&mut tx, customer_id, now).await?;
        for sql in OF_FORMER_STAFF.into_iter().chain(OF_CUSTOMER) {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok(Vec::new())
    }

    /// Removes the contact from closed orders that have not changed since `before`. Returns their number.
    pub async fn remove_old_contacts(&self, before: i64, now: i64) -> Result<u64, Error> {
        let mut position = (i64::MIN, String::new());
        let mut removed = 0;
        loop {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let old: Vec<(i64, String)> = on!(tx, |conn| {
                let query = sqlx::query_as(OLD).bind(before).bind(position.0).bind(&position.1).bind(BATCH);
                query.fetch_all(conn).await.map_err(store_error)?
            });
            let Some(last) = old.last().cloned() else { return Ok(removed) };
            for (_, order_id) in old {
                let sql = concat!(" AND ", closed!());
                let Some(contact) = lock_contact(&mut tx, &order_id, sql).await? else { continue };
                if contact.last_change()? < before {
                    pseudonymize(&mut tx, &order_id, contact, now).await?;
                    removed += 1;
                }
            }
            tx.commit().await.map_err(store_error)?;
            position = last;
        }
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.db.truncate_log().await.map_err(store_error)
    }
}

/// Deletes quota usage and the counters of the customer and of the phone numbers of their orders.
async fn delete_limit_counters(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql = "SELECT DISTINCT phone_digest FROM customer_order WHERE customer_id = $1 AND phone_digest <> '' \
         ORDER BY phone_digest";
    let digests: Vec<String> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(customer_id)
        .fetch_all(conn)
        .await
        .map_err(store_error)?);
    let subjects = digests.iter().map(|digest| format!("phone:{digest}"));
    for subject in [format!("customer:{customer_id}")].into_iter().chain(subjects) {
        run!(*tx, "DELETE FROM order_limit WHERE subject = $1", subject).map_err(store_error)?;
    }
    // As in `OrderCandidate::own_address_subject`: digest, hour, customer.
    let own = format!("address:%:%:{customer_id}");
    run!(*tx, "DELETE FROM order_limit WHERE subject LIKE $1", own).map_err(store_error)?;
    let subject = customer_id.to_string();
    run!(*tx, "DELETE FROM quota_usage WHERE subject = $1", subject).map_err(store_error)?;
    Ok(())
}

async fn pseudonymize_orders(tx: &mut Tx, customer_id: i64, now: i64) -> Result<(), Error> {
    let sql = "SELECT order_id FROM customer_order WHERE customer_id = $1 ORDER BY order_id";
    let orders: Vec<String> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(customer_id)
        .fetch_all(conn)
        .await
        .map_err(store_error)?);
    for order_id in orders {
        if let Some(contact) = lock_contact(tx, &order_id, "").await? {
            pseudonymize(tx, &order_id, contact, now).await?;
        }
    }
    Ok(())
}

/// Columns of an order that may identify the customer.
#[derive(heuan_store::FromRow)]
struct StoredContact {
    body: String,
    settlement: String,
    history: String,
    contact_removed_at: Option<i64>,
}

impl StoredContact {
    fn settlement(&self) -> Result<Settlement, Error> {
        match self.settlement.as_str() {
            "" => Ok(Settlement::default()),
            stored => json::read("settlement of an order", stored),
        }
    }

    /// Time at which status or money of the order last changed.
    fn last_change(&self) -> Result<i64, Error> {
        let history: Vec<(String, i64)> = json::read("history of an order", &self.history)?;
        let since = history.into_iter().map(|(_, at)| at).max().unwrap_or(i64::MIN);
        Ok(self.settlement()?.last_change().unwrap_or(i64::MIN).max(since))
    }
}

/// Locks an order that `condition` applies to.
async fn lock_contact(
    tx: &mut Tx,
    order_id: &str,
    condition: &'static str,
) -> Result<Option<StoredContact>, Error> {
    let sql = format!("{LOCK}{condition} RETURNING body, settlement, history, contact_removed_at");
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_as(AssertSqlSafe(sql)).bind(order_id);
        query.fetch_optional(conn).await.map_err(store_error)?
    }))
}

/// Removes the data that identifies the customer from a locked order and its log.
async fn pseudonymize(tx: &mut Tx, order_id: &str, contact: StoredContact, now: i64) -> Result<(), Error> {
    let mut body: Body = json::read("order", &contact.body)?;
    body.pseudonymize();
    let settlement = if contact.settlement.is_empty() {
        String::new()
    } else {
        let mut kept = contact.settlement()?;
        kept.erase_texts();
        json::write(&kept)?
    };
    let at = contact.contact_removed_at.unwrap_or(now);
    // The service fills an empty `search` from the body again.
    let sql = "UPDATE customer_order SET body = $2, phone_digest = '', cancel_reason = '', search = '', undo = '', \
           settlement = $3, contact_removed_at = $4 WHERE order_id = $1";
    run!(*tx, sql, order_id, json::write(&body)?, settlement, at).map_err(store_error)?;
    // Notes and reasons of the staff may name the customer.
    run!(*tx, "UPDATE order_log SET note = '', detail = '' WHERE order_id = $1", order_id)
        .map_err(store_error)?;
    run!(*tx, "UPDATE line_change SET reason = '' WHERE order_id = $1", order_id).map_err(store_error)?;
    delete_bank_numbers(tx, order_id).await?;
    line_deliveries::pseudonymize(tx, order_id).await
}

/// Takes the remaining points off the ledger and deletes the account.
async fn close_points(tx: &mut Tx, customer_id: i64, now: i64) -> Result<(), Error> {
    // Takes the row lock, so that no order redeems or earns points meanwhile.
    let sql = "UPDATE points_account SET balance = balance WHERE customer_id = $1 RETURNING balance";
    let balance: Option<i64> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(customer_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    if let Some(balance) = balance.filter(|balance| *balance > 0) {
        let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) \
             SELECT customer_id, order_id, CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM points_entry WHERE customer_id = $1 \
               ORDER BY at DESC, order_id LIMIT 1 \
             ON CONFLICT (order_id, kind) DO UPDATE SET points = points_entry.points + excluded.points";
        let closed = on!(*tx, |conn| {
            let query = sqlx::query(sql).bind(customer_id).bind(Kind::Closed.into_str());
            query.bind(-balance).bind(now).execute(conn).await.map_err(store_error)?.rows_affected()
        });
        if closed == 0 {
            // Points of a customer without orders come from corrections.
            let sql = "INSERT INTO points_correction \
                   (correction_id, customer_id, points, reason, actor_id, actor_name, at) \
                 VALUES ($1, $2, $3, '', 0, '', $4)";
            let id = format!("closed-{customer_id}-{now}");
            run!(*tx, sql, id, customer_id, -balance, now).map_err(store_error)?;
        }
    }
    // Reasons may name the customer.
    run!(*tx, "UPDATE points_correction SET reason = '' WHERE customer_id = $1", customer_id)
        .map_err(store_error)?;
    run!(*tx, "DELETE FROM points_account WHERE customer_id = $1", customer_id).map_err(store_error)?;
    Ok(())
}

impl Body {
    /// Removes the data that identifies the customer. Lines, totals, province and branch stay for the books. An empty phone
    /// number marks such an order.
    fn pseudonymize(&mut self) {
        self.phone.clear();
        self.customer_name.clear();
        self.discount_reason.clear();
        self.receiver = OrderReceiver::default();
        self.former_contact = None;
        self.delivery.pseudonymize();
    }
}
