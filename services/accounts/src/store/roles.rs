//! Queries of roles: grant and revocation, and the state of an account that decides whether it may have one.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, run};

use super::{Store, store_error};
use crate::customer::Role;

impl Store {
    /// Grants or revokes a role, and ends every session and every code of the staff, because sessions and codes must not gain
    /// or keep rights. The home branch ends with the role.
    ///
    /// Returns a conflict with the reason `blocked` or `erasing` for an account that is blocked or being erased. With
    /// `leaves_manager`, returns a conflict with the reason `last_manager` if the last manager would lose the role.
    pub async fn set_role(&self, customer_id: i64, role: Role, leaves_manager: bool) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        // The lock of the counter's row lets two changes take turns, so that two managers cannot revoke each other.
        let lock = "UPDATE customer_counter SET value = value WHERE id = 1";
        run!(tx, lock).map_err(store_error)?;
        if role.is_staff() {
            lock_open_account(&mut tx, customer_id).await?;
        }
        let ends_manager = leaves_manager && role != Role::Manager;
        if ends_manager && is_last_manager(&mut tx, customer_id).await.map_err(store_error)? {
            return Err(Error::conflict("last_manager", "this is the last manager; make another one first"));
        }
        let sql = "UPDATE customer SET role = $2, \
               home_branch_id = CASE WHEN $2 = 'customer' THEN NULL ELSE home_branch_id END \
             WHERE customer_id = $1";
        if run!(tx, sql, customer_id, role.into_str()).map_err(store_error)? == 0 {
            return Err(Error::not_found("no such customer"));
        }
        // A code that a clerk made for a customer must not open an account that has got a role meanwhile.
        for sql in
            ["DELETE FROM session WHERE customer_id = $1", "DELETE FROM one_time_code WHERE customer_id = $1"]
        {
            run!(tx, sql, customer_id).map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}

/// Locks the row of an account until the end of the transaction, and returns its role. Refuses an account that is blocked or
/// being erased. A block and an erasure also write that row, and only while the account has no role, so that an account with a
/// role is neither blocked nor erased.
pub(super) async fn lock_open_account(tx: &mut Tx, customer_id: i64) -> Result<Role, Error> {
    let sql = "UPDATE customer SET role = role WHERE customer_id = $1 RETURNING role, blocked_at";
    let found: Option<(String, Option<i64>)> = on!(*tx, |conn| sqlx::query_as(sql)
        .bind(customer_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    let (role, blocked_at) = found.ok_or_else(|| Error::not_found("no such customer"))?;
    if blocked_at.is_some() {
        return Err(Error::conflict("blocked", "the account is blocked; unblock it first"));
    }
    let sql = "SELECT COUNT(*) FROM erasure WHERE customer_id = $1";
    let erasures: i64 = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(customer_id)
        .fetch_one(conn)
        .await
        .map_err(store_error)?);
    if erasures > 0 {
        return Err(Error::conflict("erasing", "the account is being deleted"));
    }
    Ok(Role::from_name(&role))
}

/// Whether the account is a manager who can sign in, and no other account is.
async fn is_last_manager(tx: &mut Tx, customer_id: i64) -> StoreResult<bool> {
    let sql = "SELECT COUNT(*), COUNT(CASE WHEN customer_id = $1 THEN 1 END) FROM customer \
         WHERE role = 'manager' AND blocked_at IS NULL \
           AND NOT EXISTS (SELECT 1 FROM erasure WHERE erasure.customer_id = customer.customer_id)";
    let (managers, is_one): (i64, i64) =
        on!(*tx, |conn| sqlx::query_as(sql).bind(customer_id).fetch_one(conn).await?);
    Ok(managers == 1 && is_one == 1)
}
