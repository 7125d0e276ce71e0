use std::{convert::Infallible, sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;
use heuan_runtime::clock::Clock;

use crate::{
    clients::{Branches, Catalog},
    config::Config,
    order::Method,
    outbox::EventSink,
    payment::Payments,
    store::Store,
};

/// Where customers are served: what every press of theirs works with. The presses themselves stand with their
/// capability (`cart/press.rs`, …).
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
    /// The payment methods on offer. Play money is not among them once a catalog other than the demo was imported, as far
    /// as the last answer of the catalog told.
    pub(crate) fn payment_methods(&self) -> Vec<Method> {
        self.payments.methods(self.catalog.was_only_demo())
    }
}

/// The payments that banks were asked about a moment ago, so that a page that is reloaded again and again asks once.
pub struct PaymentPollThrottle(SingleFlightCache);

impl Default for PaymentPollThrottle {
    fn default() -> Self {
        Self(SingleFlightCache::new(10_000, Some(Duration::from_secs(1))))
    }
}

impl PaymentPollThrottle {
    /// Whether the bank may be asked about this payment now.
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
