//! Queue of push messages in SQL: due pushes, leases, retries, and deletion of failing subscriptions.

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store,
    notifications::{COLUMNS, Row},
    push_only, store_error,
};
use crate::push::{PushPermit, QueuedPush, Subscription};

/// Duration of a lease. It is longer than the timeout of a push, so that two replicas do not send the same
/// push. A leased push starts at once.
const LEASE_MS: i64 = 30_000;
const HOUR_MS: i64 = 60 * 60 * 1000;
/// Number of consecutive refusals after which a subscription is deleted.
const MAX_REFUSALS: i64 = 2;
/// Number of pushes given up after which a subscription is deleted, with a minimum period that is longer than any
/// outage.
const MAX_GIVEN_UP: i64 = 10;
const MAX_FAILING_MS: i64 = 7 * 24 * 60 * 60 * 1000;

#[derive(heuan_store::FromRow)]
struct PushRow {
    #[sqlx(flatten)]
    notification: Row,
    subscription_id: String,
    tries: i64,
    until: i64,
    next_at: i64,
    // The owner of the browser; the row also has the customer of the notification.
    owner: i64,
    endpoint: String,
    p256dh: String,
    auth: String,
    language: String,
    expires_at: i64,
    session_id: String,
    failures: i64,
}

impl From<PushRow> for QueuedPush {
    fn from(row: PushRow) -> Self {
        Self {
            subscription_id: row.subscription_id,
            subscription: Subscription {
                customer_id: row.owner,
                endpoint: row.endpoint,
                p256dh: row.p256dh,
                auth: row.auth,
                language: row.language,
                expires_at: row.expires_at,
                session_id: row.session_id,
                new_orders: None,
                customer_messages: None,
                new_orders_branch_id: None,
            },
            notification: row.notification.into(),
            tries: row.tries,
            until: row.until,
            next_at: row.next_at,
            failures: row.failures,
        }
    }
}

/// Condition on a subscription `s`: its customer agreed to receive news.
pub(super) const HAS_CONSENT: &str =
    "EXISTS (SELECT 1 FROM news_consent c WHERE c.customer_id = s.customer_id)";

/// Result of leasing a push.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushLease {
    Leased,
    /// Another replica has leased the push, or it was deleted.
    Lost,
    /// The customer does not agree to news, so the push was deleted.
    WithoutConsent,
}

impl Store {
    /// Up to `limit` due pushes, oldest first, except those in `taken`. A notification for one customer goes only to
    /// browsers of that customer.
    pub async fn due_pushes(
        &self,
        limit: i64,
        now: i64,
        taken: PushPermit,
    ) -> Result<Vec<QueuedPush>, Error> {
        let PushPermit { mut subscriptions, mut customers, mut hosts } = taken;
        // Bounds the number of distinct statements, and avoids an empty list.
        let rows = |length: usize| (length + 1).next_power_of_two();
        subscriptions.resize(rows(subscriptions.len()), "-".to_owned());
        customers.resize(rows(customers.len()), 0);
        hosts.resize(rows(hosts.len()), "-".to_owned());
        let from = [3, 3 + customers.len(), 3 + customers.len() + hosts.len()];
        // The tables are joined in this order, so that SQLite starts with the due pushes.
        let sql = format!(
            "SELECT {COLUMNS}, p.subscription_id, p.tries, p.until, p.next_at, s.customer_id AS owner, s.endpoint, \
               s.p256dh, s.auth, s.language, s.expires_at, s.session_id, s.failures \
             FROM push p CROSS JOIN subscription s CROSS JOIN notification n \
             WHERE p.next_at <= $1 AND s.subscription_id = p.subscription_id AND n.no_id = p.no_id \
               AND (n.customer_id = 0 OR n.customer_id = s.customer_id) \
               AND s.customer_id NOT IN ({}) AND s.host NOT IN ({}) AND s.subscription_id NOT IN ({}) \
             ORDER BY p.next_at, p.no_id LIMIT $2",
            numbered(from[0], customers.len()),
            numbered(from[1], hosts.len()),
            numbered(from[2], subscriptions.len()),
        );
        let rows: Vec<PushRow> = read!(self.db, |pool| {
            let mut query = sqlx::query_as(AssertSqlSafe(sql)).bind(now).bind(limit);
            for customer_id in customers {
                query = query.bind(customer_id);
            }
            for text in hosts.into_iter().chain(subscriptions) {
                query = query.bind(text);
            }
            query.fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(QueuedPush::from).collect())
    }

    /// Leases a push, unless another replica has leased it. After a crash it is retried when the lease
    /// expires.
    ///
    /// A push that needs the agreement to news is deleted if there is none.
    pub async fn take_push(
        &self,
        queued_push: &mut QueuedPush,
        needs_consent: bool,
        now: i64,
    ) -> Result<PushLease, Error> {
        let (no_id, id) = (queued_push.notification.no_id, queued_push.subscription_id.as_str());
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // For news, no message replaces a push.
        if needs_consent {
            let sql = format!(
                "DELETE FROM push WHERE no_id = $1 AND subscription_id = $2 AND NOT EXISTS \
                   (SELECT 1 FROM subscription s WHERE s.subscription_id = $2 AND {HAS_CONSENT})"
            );
            if run!(tx, AssertSqlSafe(sql), no_id, id).map_err(store_error)? > 0 {
                tx.commit().await.map_err(store_error)?;
                return Ok(PushLease::WithoutConsent);
            }
        }
        let sql = "UPDATE push SET tries = tries + 1, next_at = $3 \
             WHERE no_id = $1 AND subscription_id = $2 AND next_at = $4 RETURNING tries";
        let tries: Option<i64> = on!(tx, |conn| {
            let query =
                sqlx::query_scalar(sql).bind(no_id).bind(id).bind(now + LEASE_MS).bind(queued_push.next_at);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        tx.commit().await.map_err(store_error)?;
        let Some(tries) = tries else { return Ok(PushLease::Lost) };
        (queued_push.tries, queued_push.next_at) = (tries, now + LEASE_MS);
        Ok(PushLease::Leased)
    }

    /// Postpones a push until `next_at`, the end of the quiet hours. It is then tried for at least an hour.
    pub async fn postpone_push(&self, queued_push: &QueuedPush, next_at: i64) -> Result<(), Error> {
        let sql = "UPDATE push SET next_at = $4, until = CASE WHEN until < $5 THEN $5 ELSE until END \
             WHERE no_id = $1 AND subscription_id = $2 AND next_at = $3";
        let (no_id, id) = (queued_push.notification.no_id, queued_push.subscription_id.as_str());
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, no_id, id, queued_push.next_at, next_at, next_at + HOUR_MS).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Records that the push service has accepted a push, and resets the failure counters.
    pub async fn push_delivered(&self, no_id: i64, subscription_id: &str) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        drop_push(&mut tx, no_id, subscription_id).await?;
        push_only::unmark(&mut tx, no_id).await?;
        let sql = "UPDATE subscription SET failures = 0, failing_since = 0, refusals = 0, given_up = 0, retry_at = 0 \
             WHERE subscription_id = $1 AND (failures > 0 OR refusals > 0 OR given_up > 0)";
        run!(tx, sql, subscription_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Records that the push service has refused a push. A second consecutive refusal deletes the
    /// subscription. A push that is already deleted does not count: another replica may have recorded its refusal.
    pub async fn push_refused(&self, no_id: i64, subscription_id: &str) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let undelivered = drop_push(&mut tx, no_id, subscription_id).await?;
        if undelivered.is_empty() {
            return Ok(());
        }
        push_only::record_undelivered(&mut tx, undelivered).await?;
        let sql = "UPDATE subscription SET refusals = refusals + 1 WHERE subscription_id = $1";
        run!(tx, sql, subscription_id).map_err(store_error)?;
        delete_subscriptions(
            &mut tx,
            "subscription_id = $1 AND refusals >= $2",
            subscription_id,
            MAX_REFUSALS,
        )
        .await?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes a push that is given up. A push that is already deleted does not count.
    pub async fn push_given_up(&self, no_id: i64, subscription_id: &str, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let undelivered = drop_push(&mut tx, no_id, subscription_id).await?;
        if undelivered.is_empty() {
            return Ok(());
        }
        push_only::record_undelivered(&mut tx, undelivered).await?;
        gave_up(&mut tx, subscription_id, now).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Records that the push service is unavailable. All pushes for this browser are postponed to `next_at`, and
    /// pushes that expire earlier are deleted. A push that another replica has leased meanwhile is not made due earlier.
    pub async fn postpone_subscription(
        &self,
        queued_push: &QueuedPush,
        next_at: i64,
        now: i64,
    ) -> Result<(), Error> {
        let id = queued_push.subscription_id.as_str();
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "UPDATE subscription SET failures = $2, retry_at = $3, \
               failing_since = CASE WHEN failing_since = 0 THEN $4 ELSE failing_since END WHERE subscription_id = $1";
        run!(tx, sql, id, queued_push.failures + 1, next_at, now).map_err(store_error)?;
        let sql = "DELETE FROM push WHERE subscription_id = $1 AND until < $2 RETURNING no_id";
        let undelivered: Vec<i64> = on!(tx, |conn| {
            sqlx::query_scalar(sql).bind(id).bind(next_at).fetch_all(conn).await.map_err(store_error)?
        });
        let given_up = undelivered.len();
        push_only::record_undelivered(&mut tx, undelivered).await?;
        // The lease of this push ends with the attempt, and no other push of this browser is in flight.
        let sql = "UPDATE push SET next_at = $2 \
             WHERE subscription_id = $1 AND (next_at < $2 OR (no_id = $3 AND next_at = $4))";
        let (no_id, leased_until) = (queued_push.notification.no_id, queued_push.next_at);
        run!(tx, sql, id, next_at, no_id, leased_until).map_err(store_error)?;
        if given_up > 0 {
            tracing::info!(given_up, "pushes given up");
            gave_up(&mut tx, id, now).await?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Deletes a subscription with its pushes.
    pub async fn drop_subscription(&self, subscription_id: &str) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        delete_subscriptions(&mut tx, "subscription_id = $1 AND $2 = $2", subscription_id, 0).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes a subscription whose session has ended, with its pushes, unless the browser has registered again with
    /// another session.
    pub async fn end_subscription(&self, subscription_id: &str, session_id: &str) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let [pushes, topics, subscriptions] = deletions("subscription_id = $1 AND session_id = $2");
        let undelivered: Vec<i64> = on!(tx, |conn| {
            let query = sqlx::query_scalar(AssertSqlSafe(pushes)).bind(subscription_id).bind(session_id);
            query.fetch_all(conn).await.map_err(store_error)?
        });
        for sql in [topics, subscriptions] {
            run!(tx, AssertSqlSafe(sql), subscription_id, session_id).map_err(store_error)?;
        }
        push_only::record_undelivered(&mut tx, undelivered).await?;
        tx.commit().await.map_err(store_error)
    }

    pub async fn pushes_waiting(&self) -> Result<i64, Error> {
        let sql = "SELECT COUNT(*) FROM push";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.map_err(store_error)?))
    }
}

/// Deletes a push, and returns the number of its notification; none if the push is already deleted.
async fn drop_push(tx: &mut Tx, no_id: i64, subscription_id: &str) -> Result<Vec<i64>, Error> {
    let sql = "DELETE FROM push WHERE no_id = $1 AND subscription_id = $2 RETURNING no_id";
    Ok(on!(*tx, |conn| {
        let query = sqlx::query_scalar(sql).bind(no_id).bind(subscription_id);
        query.fetch_all(conn).await.map_err(store_error)?
    }))
}

async fn gave_up(tx: &mut Tx, subscription_id: &str, now: i64) -> Result<(), Error> {
    let sql = "UPDATE subscription SET given_up = given_up + 1, \
           failing_since = CASE WHEN failing_since = 0 THEN $2 ELSE failing_since END WHERE subscription_id = $1";
    run!(*tx, sql, subscription_id, now).map_err(store_error)?;
    let rule = format!("subscription_id = $1 AND given_up >= {MAX_GIVEN_UP} AND failing_since <= $2");
    delete_subscriptions(tx, &rule, subscription_id, now - MAX_FAILING_MS).await
}

/// Deletes the subscriptions selected by a condition on `$1` and `$2`, with their dependent rows.
pub(super) async fn delete_subscriptions(
    tx: &mut Tx,
    rule: &str,
    text: &str,
    number: i64,
) -> Result<(), Error> {
    let [pushes, topics, subscriptions] = deletions(rule);
    let undelivered: Vec<i64> = on!(*tx, |conn| {
        let query = sqlx::query_scalar(AssertSqlSafe(pushes)).bind(text).bind(number);
        query.fetch_all(conn).await.map_err(store_error)?
    });
    for sql in [topics, subscriptions] {
        run!(*tx, AssertSqlSafe(sql), text, number).map_err(store_error)?;
    }
    push_only::record_undelivered(tx, undelivered).await
}

/// The statements that delete the subscriptions selected by a condition, with their dependent rows. The first one returns the
/// notifications of the deleted pushes.
fn deletions(rule: &str) -> [String; 3] {
    let of_them = format!("subscription_id IN (SELECT subscription_id FROM subscription WHERE {rule})");
    [
        format!("DELETE FROM push WHERE {of_them} RETURNING no_id"),
        format!("DELETE FROM subscription_topic WHERE {of_them}"),
        format!("DELETE FROM subscription WHERE {rule}"),
    ]
}
