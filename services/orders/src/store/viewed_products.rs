//! Queries of recently viewed products, one row for each customer and product.

use heuan_rpc::Error;
use heuan_store::{on, read, run};

use super::{Store, store_error};
use crate::viewed_products::{MAX_PRODUCTS, ViewedProduct};

/// The last viewed first; `pro_id` orders products of one millisecond.
const LIST: &str = "SELECT pro_id, viewed_at FROM viewed_product WHERE customer_id = $1 \
     ORDER BY viewed_at DESC, pro_id";

impl Store {
    pub async fn viewed_products(&self, customer_id: i64) -> Result<Vec<ViewedProduct>, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_as(LIST).bind(customer_id).fetch_all(pool).await.map_err(store_error)?
        }))
    }

    /// Stores views at `now`, each a millisecond before the previous one, and deletes views beyond the
    /// maximum.
    pub async fn add_viewed_products(
        &self,
        customer_id: i64,
        pro_ids: &[i64],
        now: i64,
    ) -> Result<Vec<ViewedProduct>, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The rows are written in a fixed order, so that two browsers of a customer do not deadlock.
        let mut views: Vec<(i64, i64)> =
            pro_ids.iter().zip((0..).map(|place| now - place)).map(|(pro_id, at)| (*pro_id, at)).collect();
        views.sort_unstable();
        for (pro_id, at) in views {
            let sql = "INSERT INTO viewed_product (customer_id, pro_id, viewed_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (customer_id, pro_id) DO UPDATE SET viewed_at = excluded.viewed_at \
                 WHERE excluded.viewed_at > viewed_product.viewed_at";
            run!(tx, sql, customer_id, pro_id, at).map_err(store_error)?;
        }
        let stored: Vec<ViewedProduct> = on!(tx, |conn| sqlx::query_as(LIST)
            .bind(customer_id)
            .fetch_all(conn)
            .await
            .map_err(store_error)?);
        let (kept, gone) = stored.split_at(stored.len().min(MAX_PRODUCTS));
        for product in gone {
            let sql = "DELETE FROM viewed_product WHERE customer_id = $1 AND pro_id = $2";
            run!(tx, sql, customer_id, product.pro_id).map_err(store_error)?;
        }
        let kept = kept.to_vec();
        tx.commit().await.map_err(store_error)?;
        Ok(kept)
    }

    pub async fn clear_viewed_products(&self, customer_id: i64) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        run!(tx, "DELETE FROM viewed_product WHERE customer_id = $1", customer_id).map_err(store_error)?;
        tx.commit().await.map_err(store_error)
    }
}
