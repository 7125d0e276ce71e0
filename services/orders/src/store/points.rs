//! Queries of the points ledger: the balance, and the entries of an order by kind.

use heuan_rpc::Error;
use heuan_store::{Tx, on, read, run};

use super::{Store, store_error};
use crate::{
    order::{Order, ReturnPoints},
    points::Kind,
};

impl Store {
    pub async fn points_balance(&self, customer_id: i64) -> Result<i64, Error> {
        let sql = "SELECT balance FROM points_account WHERE customer_id = $1";
        let row: Option<(i64,)> = read!(self.db, |pool| {
            sqlx::query_as(sql).bind(customer_id).fetch_optional(pool).await.map_err(store_error)?
        });
        Ok(row.map_or(0, |(balance,)| balance))
    }
}

/// Deducts `points` from the customer. Returns false if the balance is too small.
pub(super) async fn redeem(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    points: i64,
    now: i64,
) -> Result<bool, Error> {
    let sql = "UPDATE points_account SET balance = balance - $2 WHERE customer_id = $1 AND balance >= $2";
    if run!(*tx, sql, customer_id, points).map_err(store_error)? == 0 {
        return Ok(false);
    }
    enter(tx, customer_id, order_id, Kind::Redeemed, -points, now).await?;
    Ok(true)
}

/// Adds `points` to the customer, once for each order and kind.
pub(super) async fn give(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    kind: Kind,
    points: i64,
    now: i64,
) -> Result<(), Error> {
    if points == 0 || !enter(tx, customer_id, order_id, kind, points, now).await? {
        return Ok(());
    }
    let sql = "INSERT INTO points_account (customer_id, balance) VALUES ($1, $2) \
         ON CONFLICT (customer_id) DO UPDATE SET balance = points_account.balance + $2";
    run!(*tx, sql, customer_id, points).map_err(store_error)?;
    Ok(())
}

/// Deducts `points` as far as the balance allows. Returns the number missing.
pub(super) async fn revoke(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    points: i64,
    now: i64,
) -> Result<i64, Error> {
    if points == 0 {
        return Ok(0);
    }
    // Takes the row lock, so that the counted points are not spent concurrently.
    let sql = "UPDATE points_account SET balance = balance WHERE customer_id = $1 RETURNING balance";
    let row: Option<(i64,)> = on!(*tx, |conn| sqlx::query_as(sql)
        .bind(customer_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    let there = row.map_or(0, |(balance,)| balance).min(points);
    if enter(tx, customer_id, order_id, Kind::Revoked, -there, now).await? {
        let sql = "UPDATE points_account SET balance = balance - $2 WHERE customer_id = $1";
        run!(*tx, sql, customer_id, there).map_err(store_error)?;
    }
    Ok(points - there)
}

/// Moves the points of a return: gives back `returned` redeemed points and takes `revoked` earned points as far as the
/// balance allows. Adds to the order's entries of these two kinds; an order has one entry of each kind. Returns the number
/// missing.
pub(super) async fn move_for_return(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    (returned, revoked): (i64, i64),
    now: i64,
) -> Result<i64, Error> {
    // Takes the row lock, so that the counted points are not spent concurrently.
    let sql = "INSERT INTO points_account (customer_id, balance) VALUES ($1, $2) \
         ON CONFLICT (customer_id) DO UPDATE SET balance = points_account.balance + $2 RETURNING balance";
    let balance: i64 = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(customer_id).bind(returned).fetch_one(conn).await.map_err(store_error)?
    });
    let there = revoked.min(balance);
    let sql = "UPDATE points_account SET balance = balance - $2 WHERE customer_id = $1";
    run!(*tx, sql, customer_id, there).map_err(store_error)?;
    let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (order_id, kind) DO UPDATE SET points = points_entry.points + $4, at = $5";
    for (kind, points) in [(Kind::Returned, returned), (Kind::Revoked, -there)] {
        if points != 0 {
            run!(*tx, sql, customer_id, order_id, kind.into_str(), points, now).map_err(store_error)?;
        }
    }
    Ok(revoked - there)
}

/// Reverts the points of a return that is taken back. Returns false if the customer has spent the points that the return gave
/// back.
pub(super) async fn take_return_back(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    ReturnPoints { returned, revoked }: ReturnPoints,
) -> Result<bool, Error> {
    if (returned, revoked) == (0, 0) {
        return Ok(true);
    }
    let sql = "UPDATE points_account SET balance = balance + $2 WHERE customer_id = $1 AND balance + $2 >= 0";
    if run!(*tx, sql, customer_id, revoked - returned).map_err(store_error)? == 0 {
        return Ok(false);
    }
    for (kind, points) in [(Kind::Returned, -returned), (Kind::Revoked, revoked)] {
        let sql = "UPDATE points_entry SET points = points + $3 WHERE order_id = $1 AND kind = $2";
        run!(*tx, sql, order_id, kind.into_str(), points).map_err(store_error)?;
        // A later return, or the end of the order, makes its own entry.
        let sql = "DELETE FROM points_entry WHERE order_id = $1 AND kind = $2 AND points = 0";
        run!(*tx, sql, order_id, kind.into_str()).map_err(store_error)?;
    }
    Ok(true)
}

/// Adds `points`, or takes them if negative, and changes the order's entry of this kind by as many.
pub(super) async fn adjust(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    kind: Kind,
    points: i64,
    now: i64,
) -> Result<(), Error> {
    if points == 0 {
        return Ok(());
    }
    // The check of a new row would refuse a negative balance before the conflict is seen.
    let sql = if points > 0 {
        "INSERT INTO points_account (customer_id, balance) VALUES ($1, $2) \
           ON CONFLICT (customer_id) DO UPDATE SET balance = points_account.balance + $2"
    } else {
        "UPDATE points_account SET balance = balance + $2 WHERE customer_id = $1"
    };
    run!(*tx, sql, customer_id, points).map_err(store_error)?;
    let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (order_id, kind) DO UPDATE SET points = points_entry.points + $4";
    run!(*tx, sql, customer_id, order_id, kind.into_str(), points, now).map_err(store_error)?;
    Ok(())
}

/// Adjusts the points that the customer has for `order` to the points that it earns now. Points that the customer has spent
/// cannot be taken. They are counted against points that are earned again.
pub(super) async fn reconcile(tx: &mut Tx, order: &mut Order, now: i64) -> Result<(), Error> {
    let (customer_id, due) = (order.customer_id, order.points_due());
    let settlement = &mut order.settlement;
    let moved = match due - order.earned {
        0 => return Ok(()),
        more if more > 0 => {
            let owed = more.min(settlement.points_owed);
            settlement.points_owed -= owed;
            more - owed
        }
        less => {
            let there = locked_balance(tx, customer_id).await?.min(-less);
            settlement.points_owed += -less - there;
            -there
        }
    };
    order.earned = due;
    adjust(tx, customer_id, &order.order_id, Kind::Earned, moved, now).await
}

/// The customer's number of points, locked until `tx` ends.
pub(super) async fn locked_balance(tx: &mut Tx, customer_id: i64) -> Result<i64, Error> {
    let sql = "UPDATE points_account SET balance = balance WHERE customer_id = $1 RETURNING balance";
    let row: Option<i64> = on!(*tx, |conn| {
        sqlx::query_scalar(sql).bind(customer_id).fetch_optional(conn).await.map_err(store_error)?
    });
    Ok(row.unwrap_or_default())
}

/// Returns false if the entry exists.
async fn enter(
    tx: &mut Tx,
    customer_id: i64,
    order_id: &str,
    kind: Kind,
    points: i64,
    now: i64,
) -> Result<bool, Error> {
    let sql = "INSERT INTO points_entry (customer_id, order_id, kind, points, at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (order_id, kind) DO NOTHING";
    Ok(run!(*tx, sql, customer_id, order_id, kind.into_str(), points, now).map_err(store_error)? == 1)
}
