//! Orders and club points of one customer, for the staff.

use std::collections::HashMap;

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;

use crate::{
    dependencies::Dependencies,
    staff::{Actor, Correction, Ledger, LedgerPosition, StaffEntry, security::record_correction},
    store::{OpenOrder, Store},
};

/// Maximum customers of one request.
const MAX_CUSTOMERS: usize = 100;
/// Entries of one page of a ledger.
const PAGE: i64 = 50;

/// Application service of the staff for one customer. The role of the actor has been checked.
pub struct StaffCustomerService {
    store: Store,
    clock: Clock,
}

impl StaffCustomerService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, clock, .. } = dependencies.clone();
        Self::with(store, clock)
    }

    pub(super) fn with(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// Number of orders by customer, for the customers that have orders.
    pub async fn count_orders_of(&self, customers: &[i64]) -> Result<HashMap<i64, i64>, Error> {
        if customers.len() > MAX_CUSTOMERS {
            return Err(Error::invalid("customer_ids", format!("must be at most {MAX_CUSTOMERS}")));
        }
        self.store.count_orders_of(customers).await
    }

    /// The orders of a customer that are not closed or have scheduled work.
    pub async fn open_orders(&self, customer_id: i64) -> Result<Vec<OpenOrder>, Error> {
        self.store.open_orders(customer_id).await
    }

    /// The balance, and a page of the ledger, newest entries first.
    pub async fn points_for_staff(&self, customer_id: i64, cursor: &str) -> Result<Ledger, Error> {
        let position = LedgerPosition::read(cursor)?;
        let mut entries = self.store.points_ledger(customer_id, &position, PAGE + 1).await?;
        let has_more = entries.len() as i64 > PAGE;
        entries.truncate(PAGE as usize);
        let last = entries.last().filter(|_| has_more);
        let next_cursor = last.map(|entry| entry.position.write()).unwrap_or_default();
        Ok(Ledger { balance: self.store.points_balance(customer_id).await?, entries, next_cursor })
    }

    /// Changes a balance and returns it with the entry.
    pub async fn correct_points(
        &self,
        actor: &Actor,
        correction: Correction,
    ) -> Result<(i64, StaffEntry), Error> {
        let correction = correction.read()?;
        let entry = self.store.correct_points(actor, &correction, self.clock.now_ms()).await?;
        record_correction(actor, correction.customer_id);
        Ok((self.store.points_balance(correction.customer_id).await?, entry))
    }
}
