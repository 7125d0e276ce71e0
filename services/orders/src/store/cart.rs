//! Queries of carts, and of the idempotency keys of "add to cart". A cart is one row with JSON lines, locked by its writer.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};
use serde::{Deserialize, Serialize};

use super::{Store, json, quoted_prices::quoted_prices, store_error};
use crate::{
    cart::{Cart, RepeatedLine},
    limits::{CartKeyLimit, too_many_keys},
    quoted_prices::QuotedPrices,
};

/// Idempotency key of "add to cart". Without a key, repetitions cannot be recognized.
#[derive(Clone, Copy, Debug)]
pub struct IdempotentAdd<'a> {
    pub idempotency_key: &'a str,
    pub pro_id: i64,
    pub quantity: i64,
}

/// Response of "order again", kept with its idempotency key.
#[derive(Serialize, Deserialize)]
struct RepeatAnswer {
    order_id: String,
    lines: Vec<RepeatedLine>,
}

/// A cart locked for other writers until it is committed. Dropping it discards the changes.
pub struct LockedCart {
    pub cart: Cart,
    tx: Tx,
    customer_id: i64,
    taken_at: i64,
}

impl Store {
    pub async fn cart(&self, customer_id: i64) -> Result<Cart, Error> {
        let sql = "SELECT version, lines FROM cart WHERE customer_id = $1";
        let row: Option<(i64, String)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        row.map_or_else(|| Ok(Cart::default()), cart)
    }

    /// The customer's cart and the prices shown to them by quotes, in one query.
    pub async fn cart_and_quoted_prices(&self, customer_id: i64) -> Result<(Cart, QuotedPrices), Error> {
        let sql = "SELECT version, lines, prices FROM (SELECT CAST($1 AS BIGINT) AS id) AS customer \
             LEFT JOIN cart ON cart.customer_id = customer.id \
             LEFT JOIN seen_price ON seen_price.customer_id = customer.id";
        let (version, lines, prices): (Option<i64>, Option<String>, Option<String>) =
            read!(self.db, |pool| {
                sqlx::query_as(sql).bind(customer_id).fetch_one(pool).await.map_err(store_error)?
            });
        let cart = version.zip(lines).map_or_else(|| Ok(Cart::default()), cart)?;
        Ok((cart, quoted_prices(prices)?))
    }

    /// Begins a transaction and locks the customer's cart row; waits for concurrent holders.
    pub async fn lock_cart(&self, customer_id: i64) -> Result<LockedCart, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let cart = lock(&mut tx, customer_id).await?;
        Ok(LockedCart { taken_at: cart.version, cart, tx, customer_id })
    }

    /// Deletes idempotency keys older than `at`.
    pub async fn delete_expired_idempotency_keys(&self, at: i64) -> Result<u64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let gone = run!(tx, "DELETE FROM cart_idempotency_key WHERE at < $1", at).map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        Ok(gone)
    }
}

impl LockedCart {
    /// Records the key. Returns false if it was recorded before. Refused if the customer has used more keys than
    /// `keys` allows.
    pub async fn record_idempotency_key(
        &mut self,
        add: &IdempotentAdd<'_>,
        keys: CartKeyLimit,
        now: i64,
    ) -> Result<bool, Error> {
        if add.idempotency_key.is_empty() {
            return Ok(true);
        }
        // The lock of the cart makes the count exact under concurrency.
        let sql = "INSERT INTO cart_idempotency_key (customer_id, idempotency_key, pro_id, quantity, at) \
             SELECT $1, $2, $3, $4, $5 \
             WHERE (SELECT COUNT(*) FROM (SELECT 1 FROM cart_idempotency_key WHERE customer_id = $1 LIMIT $6) AS keys) < $6 \
             ON CONFLICT (customer_id, idempotency_key) DO NOTHING";
        let (pro_id, quantity, limit) = (add.pro_id, add.quantity, keys.max_keys);
        let inserted =
            run!(self.tx, sql, self.customer_id, add.idempotency_key, pro_id, quantity, now, limit);
        if inserted.map_err(store_error)? == 1 {
            return Ok(true);
        }
        let sql = "SELECT pro_id, quantity FROM cart_idempotency_key WHERE customer_id = $1 AND idempotency_key = $2";
        let stored: Option<(i64, i64)> = on!(self.tx, |conn| {
            let query = sqlx::query_as(sql).bind(self.customer_id).bind(add.idempotency_key);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        match stored {
            None => Err(self.too_many_keys(keys, now).await?),
            Some(stored) if stored == (pro_id, quantity) => Ok(false),
            Some(_) => Err(key_reused()),
        }
    }

    /// The lines that an earlier request with this key added from the order. Refused if the key was used for another
    /// request.
    pub async fn repeated_lines(
        &mut self,
        idempotency_key: &str,
        order_id: &str,
    ) -> Result<Option<Vec<RepeatedLine>>, Error> {
        let sql = "SELECT answer FROM cart_idempotency_key WHERE customer_id = $1 AND idempotency_key = $2";
        let stored: Option<String> = on!(self.tx, |conn| {
            let query = sqlx::query_scalar(sql).bind(self.customer_id).bind(idempotency_key);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        let Some(answer) = stored else { return Ok(None) };
        if answer.is_empty() {
            return Err(key_reused());
        }
        let answer: RepeatAnswer = json::read("goods put into the cart again", &answer)?;
        if answer.order_id == order_id { Ok(Some(answer.lines)) } else { Err(key_reused()) }
    }

    /// Records what was added from the order under this key, unless it is empty. Refused if the customer has used more keys than
    /// `keys` allows.
    pub async fn record_repeated_lines(
        &mut self,
        idempotency_key: &str,
        order_id: &str,
        lines: &[RepeatedLine],
        keys: CartKeyLimit,
        now: i64,
    ) -> Result<(), Error> {
        if idempotency_key.is_empty() {
            return Ok(());
        }
        let answer = json::write(&RepeatAnswer { order_id: order_id.to_owned(), lines: lines.to_vec() })?;
        let sql = "INSERT INTO cart_idempotency_key (customer_id, idempotency_key, pro_id, quantity, at, answer) \
             VALUES ($1, $2, 0, 0, $3, $4)";
        run!(self.tx, sql, self.customer_id, idempotency_key, now, &answer).map_err(store_error)?;
        self.check_keys(keys, now).await
    }

    /// Refuses a key beyond the customer's limit.
    async fn check_keys(&mut self, keys: CartKeyLimit, now: i64) -> Result<(), Error> {
        let sql = "SELECT COUNT(*) FROM (SELECT 1 FROM cart_idempotency_key WHERE customer_id = $1 LIMIT $2) AS keys";
        let count: i64 = on!(self.tx, |conn| {
            let query = sqlx::query_scalar(sql).bind(self.customer_id).bind(keys.max_keys + 1);
            query.fetch_one(conn).await.map_err(store_error)?
        });
        if count <= keys.max_keys { Ok(()) } else { Err(self.too_many_keys(keys, now).await?) }
    }

    async fn too_many_keys(&mut self, keys: CartKeyLimit, now: i64) -> Result<Error, Error> {
        let sql = "SELECT MIN(at) FROM cart_idempotency_key WHERE customer_id = $1";
        let oldest: i64 = on!(self.tx, |conn| {
            sqlx::query_scalar(sql).bind(self.customer_id).fetch_one(conn).await.map_err(store_error)?
        });
        Ok(too_many_keys(oldest + keys.ttl_ms - now))
    }

    /// Writes the cart if it was changed, and releases the lock.
    pub async fn commit(mut self) -> Result<Cart, Error> {
        if self.cart.version != self.taken_at {
            save(&mut self.tx, self.customer_id, &self.cart).await?;
            self.tx.commit().await.map_err(store_error)?;
        }
        Ok(self.cart)
    }
}

fn key_reused() -> Error {
    Error::conflict("idempotency_key_reused", "this key was used for another request")
}

/// The customer's cart, locked until `tx` ends; created if missing.
pub(super) async fn lock(tx: &mut Tx, customer_id: i64) -> Result<Cart, Error> {
    // A no-op update takes the row lock on both databases; only PostgreSQL has FOR UPDATE.
    let sql = "INSERT INTO cart (customer_id, version, lines) VALUES ($1, 0, '[]') \
         ON CONFLICT (customer_id) DO UPDATE SET version = cart.version RETURNING version, lines";
    let row: (i64, String) =
        on!(*tx, |conn| sqlx::query_as(sql).bind(customer_id).fetch_one(conn).await.map_err(store_error)?);
    cart(row)
}

pub(super) async fn save(tx: &mut Tx, customer_id: i64, cart: &Cart) -> Result<(), Error> {
    let lines = json::write(&cart.lines)?;
    let sql = "UPDATE cart SET version = $2, lines = $3 WHERE customer_id = $1";
    run!(*tx, sql, customer_id, cart.version, &lines).map_err(store_error)?;
    Ok(())
}

fn cart((version, lines): (i64, String)) -> Result<Cart, Error> {
    Ok(Cart { version, lines: json::read("cart", &lines)? })
}
