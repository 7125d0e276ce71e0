//! Club points of a customer: balance, ledger and terms.

use std::sync::Arc;

use heuan_rpc::Error;

use crate::{
    config::Config, dependencies::Dependencies, money::PricingTerms, points::Entry, staff::LedgerPosition,
    store::Store,
};

/// Maximum entries returned.
const SHOWN: i64 = 200;

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
