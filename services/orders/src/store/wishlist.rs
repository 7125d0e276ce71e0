//! Queries of wishlists. A wishlist is one row with JSON items, locked by its writer.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, json, store_error};
use crate::wishlist::Wishlist;

/// A wishlist locked for other writers until it is committed.
pub struct LockedWishlist {
    pub wishlist: Wishlist,
    tx: Tx,
    customer_id: i64,
}

impl Store {
    pub async fn wishlist(&self, customer_id: i64) -> Result<Wishlist, Error> {
        let sql = "SELECT items FROM wishlist WHERE customer_id = $1";
        let row: Option<(String,)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        row.map_or_else(|| Ok(Wishlist::default()), |(items,)| json::read("wishlist", &items))
    }

    pub async fn lock_wishlist(&self, customer_id: i64) -> Result<LockedWishlist, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let sql = "INSERT INTO wishlist (customer_id, items) VALUES ($1, '[]') \
             ON CONFLICT (customer_id) DO UPDATE SET items = wishlist.items RETURNING items";
        let (items,): (String,) = on!(tx, |conn| sqlx::query_as(sql)
            .bind(customer_id)
            .fetch_one(conn)
            .await
            .map_err(store_error)?);
        Ok(LockedWishlist { wishlist: json::read("wishlist", &items)?, tx, customer_id })
    }
}

impl LockedWishlist {
    pub async fn commit(mut self) -> Result<Wishlist, Error> {
        let items = json::write(&self.wishlist)?;
        let sql = "UPDATE wishlist SET items = $2 WHERE customer_id = $1";
        run!(self.tx, sql, self.customer_id, &items).map_err(store_error)?;
        self.tx.commit().await.map_err(store_error)?;
        Ok(self.wishlist)
    }
}
