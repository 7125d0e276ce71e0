//! Queries of a customer's notification list: page, unread count and read marks.

use heuan_rpc::Error;
use heuan_store::{Tx, numbered, on, read, run, sqlx::AssertSqlSafe};

use super::{
    Store,
    notifications::{COLUMNS, Reader, Row, VISIBLE},
    store_error,
};
use crate::notification::Notification;

/// One page, with the total and the number of unread ones.
pub struct Page {
    pub notifications: Vec<Notification>,
    pub total: i64,
    pub unread: i64,
}

impl Store {
    /// A page of the list: unread first, then newest first. The page and its counts are read at one moment.
    pub async fn page(&self, reader: Reader, offset: i64, limit: i64) -> Result<Page, Error> {
        let sql = format!(
            "SELECT {COLUMNS}, r.at AS read_at FROM notification n \
             LEFT JOIN read_mark r ON r.customer_id = $1 AND r.no_id = n.no_id \
             WHERE {VISIBLE} \
             ORDER BY CASE WHEN r.at IS NULL THEN 0 ELSE 1 END, n.no_id DESC LIMIT $3 OFFSET $4"
        );
        let mut tx = self.db.snapshot().await.map_err(store_error)?;
        let rows: Vec<Row> = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(sql))
                .bind(reader.customer_id)
                .bind(reader.since)
                .bind(limit)
                .bind(offset)
                .fetch_all(conn)
                .await
                .map_err(store_error)?
        });
        let (total, unread) = on!(tx, |conn| {
            sqlx::query_as(AssertSqlSafe(counts_sql()))
                .bind(reader.customer_id)
                .bind(reader.since)
                .fetch_one(conn)
                .await
                .map_err(store_error)?
        });
        tx.commit().await.map_err(store_error)?;
        Ok(Page { notifications: rows.into_iter().map(Notification::from).collect(), total, unread })
    }

    /// The total and the number of unread notifications.
    pub async fn counts(&self, reader: Reader) -> Result<(i64, i64), Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(counts_sql()))
                .bind(reader.customer_id)
                .bind(reader.since)
                .fetch_one(pool)
                .await
                .map_err(store_error)?
        }))
    }

    /// Marks `ids` as read, or all for `None`. Returns the number of changed notifications.
    pub async fn mark(
        &self,
        reader: Reader,
        ids: Option<&[i64]>,
        is_read: bool,
        now: i64,
    ) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let changed = if is_read {
            mark_read(&mut tx, reader, ids, now).await?
        } else {
            mark_unread(&mut tx, reader, ids).await?
        };
        tx.commit().await.map_err(store_error)?;
        Ok(changed)
    }
}

/// The statement of the total and the number unread.
fn counts_sql() -> String {
    format!(
        "SELECT COUNT(*), COUNT(*) - COUNT(r.at) FROM notification n \
         LEFT JOIN read_mark r ON r.customer_id = $1 AND r.no_id = n.no_id WHERE {VISIBLE}"
    )
}

/// Marks notifications as read. The query excludes notifications of other customers, whatever ids are given.
async fn mark_read(tx: &mut Tx, reader: Reader, ids: Option<&[i64]>, now: i64) -> Result<u64, Error> {
    let padded = padded(ids);
    let chosen = if padded.is_empty() {
        String::new()
    } else {
        format!("AND n.no_id IN ({})", numbered(4, padded.len()))
    };
    let sql = format!(
        "INSERT INTO read_mark (customer_id, no_id, at) \
         SELECT CAST($1 AS BIGINT), n.no_id, CAST($3 AS BIGINT) FROM notification n WHERE {VISIBLE} {chosen} \
         ON CONFLICT (customer_id, no_id) DO NOTHING"
    );
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(reader.customer_id).bind(reader.since).bind(now);
        for id in padded {
            query = query.bind(id);
        }
        query.execute(conn).await.map_err(store_error)?.rows_affected()
    }))
}

async fn mark_unread(tx: &mut Tx, reader: Reader, ids: Option<&[i64]>) -> Result<u64, Error> {
    let padded = padded(ids);
    if padded.is_empty() {
        return run!(*tx, "DELETE FROM read_mark WHERE customer_id = $1", reader.customer_id)
            .map_err(store_error);
    }
    let sql =
        format!("DELETE FROM read_mark WHERE customer_id = $1 AND no_id IN ({})", numbered(2, padded.len()));
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(reader.customer_id);
        for id in padded {
            query = query.bind(id);
        }
        query.execute(conn).await.map_err(store_error)?.rows_affected()
    }))
}

/// Bounds the number of distinct statements, whatever the number of ids.
fn padded(ids: Option<&[i64]>) -> Vec<i64> {
    let ids = ids.unwrap_or_default();
    let mut padded = ids.to_vec();
    if let Some(last) = ids.last() {
        padded.resize(ids.len().next_power_of_two(), *last);
    }
    padded
}
