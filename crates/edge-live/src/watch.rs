//! Watch stream of catalog changes, which invalidates the response cache.

use std::{
    collections::BTreeSet,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use heuan_cache::Generation;
use heuan_proto::catalog::v1::{
    WatchProductsRequest, WatchProductsResponse, catalog_service_client::CatalogServiceClient,
};
use heuan_rpc::{Error, Result, Transport, Watch, keep_watching};
use heuan_runtime::Shutdown;
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until, timeout},
};

use heuan_edge_http::{app_state::SharedState, redis_response_cache::RedisResponseCache};

/// A stream without a message for this long is broken. The catalog sends one at least every 15 s.
const IDLE_TIMEOUT: Duration = Duration::from_secs(35);
/// Changes within this time invalidate the cache once, because an import sends hundreds. Another replica of the catalog knows
/// of a change within this time; see its `FRESH`, which is shorter.
const DEBOUNCE: Duration = Duration::from_millis(200);

/// Ids of all products, for the sitemap. 100,000 of them take 1 MB.
#[derive(Debug, Default)]
pub struct ProductIds(RwLock<BTreeSet<i64>>);

impl ProductIds {
    pub fn ids(&self) -> Vec<i64> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    fn apply(&self, event: &WatchProductsResponse) {
        if !event.reset && event.changed.is_empty() && event.removed_pro_ids.is_empty() {
            return;
        }
        let mut ids = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if event.reset {
            ids.clear();
        }
        ids.extend(event.changed.iter().filter_map(|detail| Some(detail.product.as_ref()?.pro_id)));
        for id in &event.removed_pro_ids {
            ids.remove(id);
        }
    }
}

/// Follows the watch stream until the shutdown and updates `shared` and `products` on every change. Notifies `listed` when all
/// products are known.
pub async fn watch_catalog(
    catalog: Transport,
    shared: &SharedState,
    products: &ProductIds,
    listed: &Notify,
    shutdown: &Shutdown,
) {
    let mut watcher = Watcher {
        client: CatalogServiceClient::new(catalog.without_deadline()),
        generation: &shared.caches.generation,
        answers: &shared.answers,
        products,
        listed,
        revision: 0,
        bump_at: None,
    };
    keep_watching(&mut watcher, shutdown).await;
}

struct Watcher<'a> {
    client: CatalogServiceClient<Transport>,
    generation: &'a Generation,
    answers: &'a RedisResponseCache,
    products: &'a ProductIds,
    listed: &'a Notify,
    /// Revision to resume from.
    revision: i64,
    /// Time at which the pending changes invalidate the cache.
    bump_at: Option<Instant>,
}

impl Watch for Watcher<'_> {
    const NAME: &'static str = "catalog";

    async fn run(&mut self) -> Result<()> {
        let request = WatchProductsRequest { from_revision: self.revision };
        let mut events = timeout(IDLE_TIMEOUT, self.client.watch_products(request))
            .await
            .map_err(|_| Error::unavailable("catalog watch did not start"))??
            .into_inner();
        loop {
            let bump_at = self.bump_at;
            let bump = async move {
                match bump_at {
                    Some(at) => sleep_until(at).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                event = timeout(IDLE_TIMEOUT, events.message()) => {
                    let event = event.map_err(|_| Error::unavailable("catalog watch timed out"))??;
                    self.apply(&event.ok_or_else(|| Error::unavailable("catalog watch ended"))?);
                }
                () = bump => self.bump(),
            }
        }
    }

    /// Called when the stream breaks. Until it is connected again, responses are cached for one second.
    fn disconnected(&mut self) {
        self.generation.set_watch_connected(false);
        self.answers.set_revision(None);
        metrics::gauge!("watch_connected").set(0.0);
        self.bump();
    }
}

impl Watcher<'_> {
    fn apply(&mut self, event: &WatchProductsResponse) {
        self.products.apply(event);
        self.revision = event.revision;
        let change_count = event.changed.len() + event.removed_pro_ids.len() + event.changed_sections.len();
        if change_count > 0 || event.reset {
            metrics::counter!("watch_changes_total").increment(change_count as u64);
            self.bump_at.get_or_insert_with(|| Instant::now() + DEBOUNCE);
        }
        if event.snapshot_complete {
            // Responses fetched before this moment may have missed a change.
            self.bump();
            self.generation.set_watch_connected(true);
            self.answers.set_revision(Some(self.revision));
            metrics::gauge!("watch_connected").set(1.0);
            tracing::debug!(revision = self.revision, "catalog watch connected");
            self.listed.notify_one();
        }
    }

    fn bump(&mut self) {
        self.bump_at = None;
        if self.generation.is_watch_connected() {
            self.answers.set_revision(Some(self.revision));
        }
        self.generation.bump();
    }
}
