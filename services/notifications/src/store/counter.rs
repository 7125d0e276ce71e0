//! Sequences of ids in SQL, and the change signal of new notifications for waiting streams.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read};
use tokio::sync::watch;

use super::{Store, store_error};

/// Allocates the next id. Its row stays locked until the transaction ends, so that ids become visible in order.
pub(super) async fn next(tx: &mut Tx) -> Result<i64, Error> {
    let sql = "UPDATE counter SET value = value + 1 WHERE id = 1 RETURNING value";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await.map_err(store_error)?))
}

/// Allocates the next id of a message outside the shop.
pub(super) async fn next_message(tx: &mut Tx) -> Result<i64, Error> {
    let sql = "UPDATE counter SET value = value + 1 WHERE id = 2 RETURNING value";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await.map_err(store_error)?))
}

/// Allocates the next id of news.
pub(super) async fn next_news(tx: &mut Tx) -> Result<i64, Error> {
    let sql = "UPDATE counter SET value = value + 1 WHERE id = 3 RETURNING value";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await.map_err(store_error)?))
}

impl Store {
    /// Polls notifications written by other replicas, and notifies waiting streams.
    pub async fn poll_position(&self) -> Result<i64, Error> {
        let newest = self.newest().await?;
        self.publish_position(newest);
        Ok(newest)
    }

    /// The last allocated position.
    pub async fn newest(&self) -> Result<i64, Error> {
        let sql = "SELECT value FROM counter WHERE id = 1";
        Ok(read!(self.db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.map_err(store_error)?))
    }

    pub fn subscribe(&self) -> watch::Receiver<i64> {
        self.newest_position.subscribe()
    }

    /// A lower position is also notified, because the database may have been replaced or restored.
    pub(super) fn publish_position(&self, position: i64) {
        self.newest_position.send_if_modified(|newest| std::mem::replace(newest, position) != position);
    }
}
