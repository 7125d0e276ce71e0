//! Queries of the staff with their home branches.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, on, read};

use super::{Store, customers::Row, outbox, store_error};
use crate::{
    account_event::AccountEvent,
    customer::{Customer, StaffMember},
};

#[derive(heuan_store::FromRow)]
struct StaffRow {
    #[sqlx(flatten)]
    customer: Row,
    home_branch_id: Option<i64>,
}

impl Store {
    /// Up to `limit` members of the staff with an id above `after`, ordered by id.
    pub async fn staff(&self, after: i64, limit: i64) -> StoreResult<Vec<StaffMember>> {
        let sql = "SELECT customer_id, fname, lname, phone, email, role, created_at, home_branch_id FROM customer \
             WHERE role <> 'customer' AND customer_id > $1 ORDER BY customer_id LIMIT $2";
        let rows: Vec<StaffRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(after).bind(limit).fetch_all(pool).await?);
        let member =
            |row: StaffRow| StaffMember { customer: row.customer.into(), home_branch_id: row.home_branch_id };
        Ok(rows.into_iter().map(member).collect())
    }

    /// The home branch of an account; `None` if it has none.
    pub async fn home_branch_of(&self, customer_id: i64) -> StoreResult<Option<i64>> {
        let sql = "SELECT home_branch_id FROM customer WHERE customer_id = $1";
        let found: Option<Option<i64>> =
            read!(self.db, |pool| sqlx::query_scalar(sql).bind(customer_id).fetch_optional(pool).await?);
        Ok(found.flatten())
    }

    /// Sets or removes the home branch of a member of the staff, and notifies the notifications service. Returns `None` if
    /// the account has no role.
    pub async fn set_home_branch(
        &self,
        customer_id: i64,
        branch_id: Option<i64>,
        now: i64,
    ) -> Result<Option<Customer>, Error> {
        let event = AccountEvent::home_branch(customer_id, branch_id, now)?;
        let mut tx = self.begin().await?;
        let sql = "UPDATE customer SET home_branch_id = $2 WHERE customer_id = $1 AND role <> 'customer' \
             RETURNING customer_id, fname, lname, phone, email, role, created_at";
        let row: Option<Row> = on!(tx, |conn| {
            let query = sqlx::query_as(sql).bind(customer_id).bind(branch_id);
            query.fetch_optional(conn).await.map_err(store_error)?
        });
        let Some(row) = row else { return Ok(None) };
        outbox::put(&mut tx, &event).await.map_err(store_error)?;
        self.commit_events(tx).await?;
        Ok(Some(row.into()))
    }
}
