//! Application service of orders. Its commands are in `place.rs` and `commands.rs`.

use std::{convert::Infallible, sync::Arc, time::Duration};

use heuan_cache::SingleFlightCache;
use heuan_runtime::clock::Clock;

use super::{current_seller::CurrentSeller, running_copies::RunningCopies};
use crate::{
    clients::{Branches, Catalog},
    config::Config,
    dependencies::Dependencies,
    payment::Payments,
    reconcile::Reconciler,
    services::CheckoutService,
    store::Store,
};

/// Application service of orders: the shared state of all commands.
pub struct OrderService {
    pub(super) store: Store,
    pub(super) catalog: Catalog,
    pub(super) branches: Branches,
    pub(super) payments: Arc<Payments>,
    pub(super) config: Arc<Config>,
    pub(super) clock: Clock,
    pub(super) checkout: Arc<CheckoutService>,
    pub(super) reconciler: Arc<Reconciler>,
    pub(super) poll_throttle: PaymentPollThrottle,
    pub(super) seller: CurrentSeller,
    pub(super) copies: RunningCopies,
}

impl OrderService {
    pub fn new(
        dependencies: &Dependencies,
        checkout: Arc<CheckoutService>,
        reconciler: Arc<Reconciler>,
    ) -> Self {
        let Dependencies { store, catalog, branches, payments, config, clock } = dependencies.clone();
        let poll_throttle = PaymentPollThrottle::default();
        let seller = CurrentSeller::default();
        Self {
            store,
            catalog,
            branches,
            payments,
            config,
            clock,
            checkout,
            reconciler,
            poll_throttle,
            seller,
            copies: RunningCopies::default(),
        }
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
