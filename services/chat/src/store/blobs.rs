//! SQL of chat images: table `attachment`.

use heuan_rpc::Error;
use heuan_store::{Quota, on, read, run};

use super::{Store, charge, store_error, subject};
use crate::blobs::{Blob, Blobs};

/// Images deleted by one transaction; each may be several megabytes in size.
const BATCH: i64 = 50;

#[async_trait::async_trait]
impl Blobs for Store {
    async fn put(&self, blob: Blob, quota: Quota, now: i64) -> Result<(), Error> {
        let Blob { id, customer_id, by_customer, content } = blob;
        let bytes = content.len() as i64;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        if by_customer {
            charge(&mut tx, customer_id, &[(quota, bytes)], now).await?;
        }
        let sql = "INSERT INTO attachment (attachment_id, customer_id, content, created_at, bytes, by_customer) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (attachment_id) DO NOTHING";
        run!(tx, sql, id, customer_id, content, now, bytes, i64::from(by_customer)).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    async fn retain(&self, blob_id: &str) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, "UPDATE attachment SET shown = 1 WHERE attachment_id = $1", blob_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }

    async fn remove(&self, blob_id: &str, quota: Quota, now: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "DELETE FROM attachment WHERE attachment_id = $1 RETURNING customer_id, bytes, by_customer";
        let gone: Option<(i64, i64, i64)> = on!(tx, |conn| {
            sqlx::query_as(sql).bind(blob_id).fetch_optional(conn).await.map_err(store_error)?
        });
        if let Some((customer_id, bytes, 1)) = gone {
            quota.refund(&mut tx, &subject(customer_id), bytes, now).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }

    async fn owner(&self, blob_id: &str) -> Result<Option<i64>, Error> {
        let sql = "SELECT customer_id FROM attachment WHERE attachment_id = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(blob_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    async fn get(&self, blob_id: &str) -> Result<Option<(i64, Vec<u8>)>, Error> {
        let sql = "SELECT customer_id, content FROM attachment WHERE attachment_id = $1";
        Ok(read!(self.db, |pool| {
            sqlx::query_as(sql).bind(blob_id).fetch_optional(pool).await.map_err(store_error)?
        }))
    }

    async fn sweep(&self, path: &str, before: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // Used by a message, but the process died before marking it.
        let sql = "UPDATE attachment SET shown = 1 WHERE shown = 0 AND created_at < $1 AND EXISTS (SELECT 1 FROM message m \
             WHERE m.customer_id = attachment.customer_id AND m.url = CAST($2 AS TEXT) || attachment.attachment_id)";
        run!(tx, sql, before, path).map_err(store_error)?;
        let removed = run!(tx, "DELETE FROM attachment WHERE shown = 0 AND created_at < $1", before)
            .map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(removed)
    }

    async fn expire(&self, before: i64) -> Result<u64, Error> {
        let mut all = 0;
        loop {
            let mut tx = self.db.begin().await.map_err(store_error)?;
            let sql = "DELETE FROM attachment WHERE attachment_id IN \
                 (SELECT attachment_id FROM attachment WHERE created_at < $1 ORDER BY created_at LIMIT $2)";
            let gone = run!(tx, sql, before, BATCH).map_err(store_error)?;
            tx.commit().await.map_err(store_error)?;
            all += gone;
            if gone < BATCH.unsigned_abs() {
                return Ok(all);
            }
        }
    }
}
