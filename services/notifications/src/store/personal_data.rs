//! Queries of a customer's rows for their export, and their deletion.

use heuan_rpc::{ErasedCustomer, Error};
use heuan_store::{read, run, sqlx::AssertSqlSafe};

use super::{
    Store,
    notifications::{COLUMNS, Row},
    pushes::delete_subscriptions,
    store_error,
};
use crate::{chat_events::chat_page, notification::Notification, staff_push::WAITING_CHATS};

/// A browser that receives pushes, without its keys.
#[derive(Debug, heuan_store::FromRow)]
pub struct SubscriptionRow {
    pub subscription_id: String,
    pub endpoint: String,
    pub language: String,
    pub created_at: i64,
    /// 1 if the browser gets a push for each new order of the shop.
    pub new_orders: i64,
    /// 1 if the browser gets a push for chats that wait and for messages of the contact form.
    pub customer_messages: i64,
    /// Branch of these orders; 0 for all.
    pub new_orders_branch_id: i64,
}

impl Store {
    /// Notifications of a customer alone, oldest first.
    pub async fn export_notifications(&self, customer_id: i64) -> Result<Vec<Notification>, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, r.at AS read_at FROM notification n \
             LEFT JOIN read_mark r ON r.customer_id = $1 AND r.no_id = n.no_id \
             WHERE n.customer_id = $1 ORDER BY n.no_id"
        );
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        });
        Ok(rows.into_iter().map(Notification::from).collect())
    }

    /// Id and time of the broadcasts that a customer has read, oldest first.
    pub async fn export_read_broadcasts(&self, customer_id: i64) -> Result<Vec<(i64, i64)>, Error> {
        let sql = "SELECT r.no_id, r.at FROM read_mark r, notification n \
             WHERE r.customer_id = $1 AND n.no_id = r.no_id AND n.customer_id = 0 ORDER BY r.no_id";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Browsers of a customer, oldest first.
    pub async fn export_subscriptions(&self, customer_id: i64) -> Result<Vec<SubscriptionRow>, Error> {
        let sql = "SELECT subscription_id, endpoint, language, created_at, new_orders, customer_messages, \
               new_orders_branch_id \
             FROM subscription WHERE customer_id = $1 ORDER BY created_at, subscription_id";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Topics of a browser.
    pub async fn export_topics(&self, subscription_id: &str) -> Result<Vec<String>, Error> {
        let sql = "SELECT topic FROM subscription_topic WHERE subscription_id = $1 ORDER BY topic";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(subscription_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Deletes the customer's browsers, notifications, messages and read marks in one transaction. Broadcasts stay.
    ///
    /// Codes and notices without the customer's id are deleted by the number or address of the account, and by the numbers and
    /// addresses that messages to the customer went to. The latter are not used if the customer closes the account, because
    /// they may be another person's.
    pub async fn erase_customer(&self, customer: &ErasedCustomer) -> Result<(), Error> {
        let customer_id = customer.customer_id;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // A code that was sent before there was an account has no customer.
        for identifier in customer.identifiers() {
            let sql = "DELETE FROM outgoing_message WHERE no_id < 0 AND recipient = $1";
            run!(tx, sql, identifier).map_err(store_error)?;
        }
        delete_subscriptions(&mut tx, "$1 = $1 AND customer_id = $2", "", customer_id).await?;
        if !customer.is_by_customer {
            let sql = "DELETE FROM outgoing_message WHERE no_id < 0 AND recipient IN \
                 (SELECT recipient FROM outgoing_message WHERE customer_id = $1 AND recipient <> '')";
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        for sql in [
            "DELETE FROM push WHERE no_id IN (SELECT no_id FROM notification WHERE customer_id = $1)",
            "DELETE FROM outgoing_message WHERE customer_id = $1",
            "DELETE FROM message_preference WHERE customer_id = $1",
            "DELETE FROM page_language WHERE customer_id = $1",
            "DELETE FROM undeliverable_address WHERE customer_id = $1",
            "DELETE FROM news_consent WHERE customer_id = $1",
            "DELETE FROM read_mark WHERE customer_id = $1",
            "DELETE FROM notification WHERE customer_id = $1",
        ] {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        // Pushes to the staff about the customer's chat contain a link with the customer's id.
        for sql in [
            "DELETE FROM push WHERE no_id IN (SELECT no_id FROM notification \
               WHERE customer_id = 0 AND topic = $1 AND action_url = $2)",
            "DELETE FROM notification WHERE customer_id = 0 AND topic = $1 AND action_url = $2",
        ] {
            run!(tx, sql, WAITING_CHATS.name, chat_page(customer_id)).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    /// Empties the write-ahead log of SQLite, in which deleted content is still readable. Returns false while it is in use.
    pub async fn empty_log(&self) -> Result<bool, Error> {
        self.db.truncate_log().await.map_err(store_error)
    }
}
