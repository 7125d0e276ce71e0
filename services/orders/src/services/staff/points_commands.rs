//! Club points of a customer on the command line, beside the running shop.

use heuan_rpc::Error;
use heuan_runtime::clock::Clock;
use heuan_store::{DatabaseUrl, StoreError};

use super::StaffCustomerService;
use crate::{
    staff::{Actor, Correction, LedgerPosition, StaffEntry},
    store::Store,
};

/// Name of the command line in the ledger.
const OPERATOR_NAME: &str = "command line";

/// Access to the club points for the operator.
pub struct PointsCommands {
    store: Store,
    service: StaffCustomerService,
}

/// An entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsLine {
    /// Unix milliseconds.
    pub at: i64,
    pub kind: &'static str,
    /// Negative for deductions.
    pub points: i64,
    /// Empty for a correction.
    pub order_id: String,
    /// Empty unless it is a correction.
    pub reason: String,
    /// Name of the member of staff; empty for changes by orders.
    pub by: String,
}

impl From<StaffEntry> for PointsLine {
    fn from(from: StaffEntry) -> Self {
        let StaffEntry { entry, reason, by, .. } = from;
        let kind = entry.kind.into_str();
        Self { at: entry.at, kind, points: entry.points, order_id: entry.order_id, reason, by }
    }
}

impl PointsCommands {
    pub async fn open(location: &DatabaseUrl, clock: Clock) -> Result<Self, StoreError> {
        let store = Store::open(location).await?;
        Ok(Self { service: StaffCustomerService::with(store.clone(), clock), store })
    }

    pub async fn close(&self) {
        self.store.close().await;
    }

    /// The balance, and the newest `limit` entries of the ledger, newest first.
    pub async fn ledger(&self, customer_id: i64, limit: u32) -> Result<(i64, Vec<PointsLine>), Error> {
        let start = LedgerPosition::start();
        let entries = self.store.points_ledger(customer_id, &start, i64::from(limit)).await?;
        let balance = self.store.points_balance(customer_id).await?;
        Ok((balance, entries.into_iter().map(PointsLine::from).collect()))
    }

    /// Adds points, or takes some but never below zero, once for each `key`. Returns the balance.
    pub async fn correct(
        &self,
        customer_id: i64,
        points: i64,
        reason: &str,
        key: &str,
    ) -> Result<i64, Error> {
        let actor = Actor { name: OPERATOR_NAME.to_owned(), ..Actor::operator() };
        let (id, reason) = (key.to_owned(), reason.to_owned());
        let correction = Correction { id, customer_id, points, reason };
        let (balance, _) = self.service.correct_points(&actor, correction).await?;
        Ok(balance)
    }
}
