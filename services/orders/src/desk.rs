use std::time::Duration;

use heuan_runtime::clock::Clock;
use moka::future::Cache;

use crate::{
    calls::{Branches, Catalog},
    config::Config,
    outbox::Receiver,
    payment::Payments,
    store::Store,
};

/// Where customers are served: what every press of theirs works with. The presses themselves stand with their
/// capability (`cart/press.rs`, …).
pub struct Desk {
    pub(crate) store: Store,
    pub(crate) catalog: Catalog,
    pub(crate) branches: Branches,
    pub(crate) payments: Payments,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) config: Config,
    pub(crate) clock: Clock,
    pub(crate) asked: Asked,
}

/// The payments that banks were asked about a moment ago, so that a page that is reloaded again and again asks once.
pub struct Asked(Cache<String, ()>);

impl Default for Asked {
    fn default() -> Self {
        Self(Cache::builder().max_capacity(10_000).time_to_live(Duration::from_secs(1)).build())
    }
}

impl Asked {
    /// Whether the bank may be asked about this payment now.
    pub async fn may_ask(&self, reference: &str) -> bool {
        self.0.entry_by_ref(reference).or_insert(()).await.is_fresh()
    }
}
