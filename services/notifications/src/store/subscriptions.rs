//! Queries of push subscriptions, their topics, and the VAPID key.

use heuan_rpc::Error;
use heuan_store::{on, read, run, sqlx::AssertSqlSafe};

use super::{Store, push_only, pushes::delete_subscriptions, store_error};
use crate::{
    push::{Subscription, Vapid, subscription_id},
    staff_push::StaffPushChoice,
};

/// Keeps a choice of the staff.
const UNCHANGED: i64 = -1;

/// The column of a choice.
pub(super) fn column(choice: StaffPushChoice) -> &'static str {
    match choice {
        StaffPushChoice::NewOrders => "new_orders",
        StaffPushChoice::CustomerMessages => "customer_messages",
    }
}

impl Store {
    /// Stores a subscription with its topics. An endpoint has one owner, the customer who stored it last.
    /// Beyond `limit` browsers of the customer, the oldest are deleted.
    pub async fn save_subscription(
        &self,
        subscription: &Subscription,
        topics: &[String],
        limit: i64,
        now: i64,
    ) -> Result<(), Error> {
        let id = subscription_id(&subscription.endpoint);
        let customer_id = subscription.customer_id;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // Pending pushes of a previous owner must not reach the new one, and neither must pushes that PostgreSQL has queued
        // while the previous subscription of the browser was deleted.
        let sql = "DELETE FROM push WHERE subscription_id = $1 AND NOT EXISTS \
             (SELECT 1 FROM subscription WHERE subscription_id = $1 AND customer_id = $2) RETURNING no_id";
        let undelivered: Vec<i64> = on!(tx, |conn| {
            sqlx::query_scalar(sql).bind(&id).bind(customer_id).fetch_all(conn).await.map_err(store_error)?
        });
        push_only::record_undelivered(&mut tx, undelivered).await?;
        let sql = "INSERT INTO subscription (subscription_id, customer_id, endpoint, p256dh, auth, language, host, \
               expires_at, created_at, session_id, new_orders, customer_messages, new_orders_branch_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $11 = 1 THEN 1 ELSE 0 END, \
               CASE WHEN $12 = 1 THEN 1 ELSE 0 END, CASE WHEN $13 > 0 THEN CAST($13 AS BIGINT) ELSE 0 END) \
             ON CONFLICT (subscription_id) DO UPDATE SET \
               customer_id = $2, p256dh = $4, auth = $5, language = $6, host = $7, expires_at = $8, created_at = $9, \
               session_id = $10, new_orders = CASE WHEN $11 >= 0 THEN CAST($11 AS BIGINT) \
                 WHEN subscription.customer_id = $2 AND subscription.session_id = $10 THEN subscription.new_orders ELSE 0 END, \
               customer_messages = CASE WHEN $12 >= 0 THEN CAST($12 AS BIGINT) \
                 WHEN subscription.customer_id = $2 AND subscription.session_id = $10 THEN subscription.customer_messages \
                 ELSE 0 END, \
               new_orders_branch_id = CASE WHEN $13 >= 0 THEN CAST($13 AS BIGINT) \
                 WHEN subscription.customer_id = $2 AND subscription.session_id = $10 \
                   THEN subscription.new_orders_branch_id \
                 ELSE 0 END";
        run!(
            tx,
            sql,
            &id,
            customer_id,
            &subscription.endpoint,
            &subscription.p256dh,
            &subscription.auth,
            &subscription.language,
            subscription.host(),
            subscription.expires_at,
            now,
            &subscription.session_id,
            subscription.new_orders.map_or(UNCHANGED, i64::from),
            subscription.customer_messages.map_or(UNCHANGED, i64::from),
            subscription.new_orders_branch_id.unwrap_or(UNCHANGED)
        )
        .map_err(store_error)?;
        run!(tx, "DELETE FROM subscription_topic WHERE subscription_id = $1", &id).map_err(store_error)?;
        for topic in topics {
            let sql = "INSERT INTO subscription_topic (subscription_id, topic) VALUES ($1, $2) \
                 ON CONFLICT (subscription_id, topic) DO NOTHING";
            run!(tx, sql, &id, topic).map_err(store_error)?;
        }
        let too_old = format!(
            "$1 = $1 AND customer_id = $2 AND subscription_id NOT IN \
             (SELECT subscription_id FROM subscription WHERE customer_id = $2 \
              ORDER BY created_at DESC, subscription_id LIMIT {limit})"
        );
        delete_subscriptions(&mut tx, &too_old, "", customer_id).await?;
        tx.commit().await.map_err(store_error)
    }

    /// Whether a browser of the staff gets the pushes of a choice.
    pub async fn has_staff_browsers(&self, choice: StaffPushChoice) -> Result<bool, Error> {
        let sql = format!("SELECT COUNT(*) FROM subscription WHERE {} = 1", column(choice));
        let count: i64 = read!(self.db, |pool| {
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(pool).await.map_err(store_error)?
        });
        Ok(count > 0)
    }

    /// Sets the branch of the browsers of a member of the staff that get new orders of one branch, if they were registered before
    /// `at`. 0 for all branches.
    pub async fn set_home_branch(&self, customer_id: i64, branch_id: i64, at: i64) -> Result<(), Error> {
        let sql = "UPDATE subscription SET new_orders_branch_id = $2 \
             WHERE customer_id = $1 AND new_orders_branch_id > 0 AND created_at <= $3";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, sql, customer_id, branch_id, at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    /// Deletes one browser of a customer, or all for `None`.
    pub async fn delete_subscription(&self, customer_id: i64, endpoint: Option<&str>) -> Result<(), Error> {
        let (rule, id) = match endpoint {
            Some(endpoint) => ("subscription_id = $1 AND customer_id = $2", subscription_id(endpoint)),
            None => ("$1 = $1 AND customer_id = $2", String::new()),
        };
        let mut tx = self.db.begin().await.map_err(store_error)?;
        delete_subscriptions(&mut tx, rule, &id, customer_id).await?;
        tx.commit().await.map_err(store_error)
    }

    /// The topics that a customer's browsers follow, in addition to the one of all customers.
    pub async fn followed(&self, customer_id: i64) -> Result<Vec<String>, Error> {
        let sql = "SELECT DISTINCT t.topic FROM subscription s, subscription_topic t \
             WHERE s.customer_id = $1 AND t.subscription_id = s.subscription_id ORDER BY t.topic";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Removes `topic` from all browsers of a customer, with its pending pushes.
    pub async fn unfollow(&self, customer_id: i64, topic: &str) -> Result<(), Error> {
        let theirs = "subscription_id IN (SELECT subscription_id FROM subscription WHERE customer_id = $1)";
        let mut tx = self.db.begin().await.map_err(store_error)?;
        for sql in [
            format!("DELETE FROM subscription_topic WHERE topic = $2 AND {theirs}"),
            format!(
                "DELETE FROM push WHERE no_id IN (SELECT no_id FROM notification WHERE customer_id = 0 AND topic = $2) \
                 AND {theirs}"
            ),
        ] {
            run!(tx, AssertSqlSafe(sql), customer_id, topic).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// The VAPID private key, created at the first start. If several replicas start together, one of them
    /// creates it.
    pub async fn vapid_secret(&self) -> Result<String, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO vapid_key (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        run!(tx, sql, Vapid::make()?).map_err(store_error)?;
        let sql = "SELECT secret FROM vapid_key WHERE id = 1";
        let secret = on!(tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await.map_err(store_error)?);
        tx.commit().await.map_err(store_error)?;
        Ok(secret)
    }
}
