use std::{convert::Infallible, sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;
use heuan_rpc::EventSink;
use heuan_runtime::clock::Clock;

use crate::{
    clients::{Branches, Catalog},
    config::Config,
    order::Method,
    payment::Payments,
    store::Store,
};

/// Application service for carts and orders: the shared state of all commands. The commands are in `cart/commands.rs`
/// and others.
pub struct OrderService {
    pub(crate) store: Store,
    pub(crate) catalog: Catalog,
    pub(crate) branches: Branches,
    pub(crate) payments: Payments,
    pub(crate) receiver: Option<EventSink>,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) asked: PaymentPollThrottle,
}

impl OrderService {
    /// The offered payment methods. Sandbox payments are excluded after a catalog other than the demo was imported,
    /// according to the catalog's last response.
    pub(crate) fn payment_methods(&self) -> Vec<Method> {
        self.payments.methods(self.catalog.was_only_demo())
    }
}

/// Throttles payment queries, so that reloading a page repeatedly queries the provider once.
pub struct PaymentPollThrottle(SingleFlightCache);

impl Default for PaymentPollThrottle {
    fn default() -> Self {
        Self(SingleFlightCache::new(10_000, Some(Duration::from_secs(1))))
    }
}

impl PaymentPollThrottle {
    /// Whether the provider may be queried about this payment now.
    pub async fn try_poll(&self, reference: &str) -> bool {
        let mut is_inserted = false;
        let note = async {
            is_inserted = true;
            Ok::<_, Infallible>(Arc::new(()))
        };
        let Ok(_) = self.0.get_or_fetch(reference, |()| 1, note).await;
        is_inserted
    }
}
