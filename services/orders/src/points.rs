//! Club points. The ledger records each change; the balance is the number that may be spent.

use std::sync::Arc;

use heuan_rpc::Error;

use crate::{
    config::Config, dependencies::Dependencies, money::PricingTerms, staff::LedgerPosition, store::Store,
};

/// Maximum entries returned.
const SHOWN: i64 = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Kind {
    Earned,
    Redeemed,
    /// Redeemed points of a canceled order, or of returned goods.
    Returned,
    /// Earned points of a canceled order, or of returned goods.
    Revoked,
    /// A correction by a manager; it has no order.
    Corrected,
    /// The remaining points of a customer whose data was erased; belongs to their newest entry's order, or to none.
    Closed,
    /// A word of a newer release.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub at: i64,
    pub kind: Kind,
    /// Negative for deductions.
    pub points: i64,
    /// Empty for a correction.
    pub order_id: String,
}

/// Application service of club points, as customers see them.
pub struct PointsService {
    store: Store,
    config: Arc<Config>,
}

impl PointsService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, config, .. } = dependencies.clone();
        Self { store, config }
    }

    /// The terms by which points are earned and spent.
    pub fn terms(&self) -> PricingTerms {
        self.config.terms()
    }

    /// The balance, and the newest entries.
    pub async fn points(&self, customer_id: i64) -> Result<(i64, Vec<Entry>), Error> {
        let ledger = self.store.points_ledger(customer_id, &LedgerPosition::start(), SHOWN).await?;
        let entries = ledger.into_iter().map(|of_staff| of_staff.entry).collect();
        Ok((self.store.points_balance(customer_id).await?, entries))
    }
}
