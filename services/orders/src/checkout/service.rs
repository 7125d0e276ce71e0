//! Application service of the checkout. Its commands are in `draft.rs` and `quote.rs`.

use std::sync::Arc;

use heuan_runtime::clock::Clock;

use crate::{
    clients::Catalog, config::Config, dependencies::Dependencies, order::PaymentMethod, payment::Payments,
    store::Store,
};

/// Application service of the checkout: what an order would cost now, and how it can be paid.
pub struct CheckoutService {
    pub(super) store: Store,
    pub(super) catalog: Catalog,
    pub(super) config: Arc<Config>,
    pub(super) clock: Clock,
    payments: Arc<Payments>,
}

impl CheckoutService {
    pub fn new(dependencies: &Dependencies) -> Self {
        let Dependencies { store, catalog, payments, config, clock, .. } = dependencies.clone();
        Self { store, catalog, config, clock, payments }
    }

    /// The offered payment methods. Sandbox payments are excluded after a catalog other than the demo was imported,
    /// according to the catalog's last response.
    pub fn payment_methods(&self) -> Vec<PaymentMethod> {
        self.payments.methods(self.catalog.was_only_demo())
    }

    /// Kip of one redeemed point.
    pub fn point_value(&self) -> i64 {
        self.config.point_value
    }
}
