//! Follows the catalogue's changes, so that the cache can keep answers for long and still never show an old price.

use std::{
    collections::BTreeSet,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use heuan_cache::Generation;
use heuan_proto::catalog::v1::{
    WatchProductsRequest, WatchProductsResponse, catalog_service_client::CatalogServiceClient,
};
use heuan_rpc::{Error, Result, Transport};
use heuan_runtime::{Readiness, Shutdown};
use tokio::time::{Instant, sleep_until, timeout};

use crate::{app_state::SharedState, redis_response_cache::RedisResponseCache};

/// The catalogue speaks at least every 15 s; a silence of two is a lost connection.
const IDLE_TIMEOUT: Duration = Duration::from_secs(35);
/// While an import runs, changes come in hundreds: one bump for all that arrive in this time. Also what another replica of
/// the catalogue than the one we watch may need to hear of them; see its `FRESH`, which is shorter.
const DEBOUNCE: Duration = Duration::from_millis(200);
const MIN_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(5);

/// The ids of all products, for the sitemap: 100,000 of them take a megabyte.
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

/// Watches until the shutdown begins. `shared` is told of every change.
pub async fn watch_catalog(catalog: Transport, shared: &SharedState, shutdown: &Shutdown) {
    let mut watcher = Watcher {
        client: CatalogServiceClient::new(catalog.without_deadline()),
        generation: &shared.caches.generation,
        answers: &shared.answers,
        products: &shared.products,
        readiness: &shared.readiness,
        shutdown,
        revision: 0,
        bump_at: None,
    };
    let mut pause = MIN_BACKOFF;
    while !shutdown.is_triggered() {
        let began = Instant::now();
        let ended = tokio::select! {
            result = watcher.run() => result,
            () = shutdown.begun() => return,
        };
        watcher.disconnected();
        if shutdown.is_triggered() {
            return;
        }
        if let Err(error) = ended {
            tracing::warn!(%error, "the catalogue's changes do not reach us; answers live a second until they do");
        }
        if began.elapsed() > MAX_BACKOFF {
            pause = MIN_BACKOFF;
        }
        tokio::select! {
            () = tokio::time::sleep(jittered(pause)) => {}
            () = shutdown.begun() => return,
        }
        pause = (pause * 2).min(MAX_BACKOFF);
    }
}

struct Watcher<'a> {
    client: CatalogServiceClient<Transport>,
    generation: &'a Generation,
    answers: &'a RedisResponseCache,
    products: &'a ProductIds,
    readiness: &'a Readiness,
    shutdown: &'a Shutdown,
    /// Where to resume.
    revision: i64,
    /// A change waits to be announced.
    bump_at: Option<Instant>,
}

impl Watcher<'_> {
    /// One connection, from the last revision until it breaks.
    async fn run(&mut self) -> Result<()> {
        let request = WatchProductsRequest { from_revision: self.revision };
        let mut events = timeout(IDLE_TIMEOUT, self.client.watch_products(request))
            .await
            .map_err(|_| Error::unavailable("the watch does not begin"))??
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
                    let event = event.map_err(|_| Error::unavailable("the watch is silent"))??;
                    self.apply(&event.ok_or_else(|| Error::unavailable("the watch ended"))?);
                }
                () = bump => self.bump(),
            }
        }
    }

    fn apply(&mut self, event: &WatchProductsResponse) {
        self.products.apply(event);
        self.revision = event.revision;
        let news = event.changed.len() + event.removed_pro_ids.len() + event.changed_sections.len();
        if news > 0 || event.reset {
            metrics::counter!("watch_changes_total").increment(news as u64);
            self.bump_at.get_or_insert_with(|| Instant::now() + DEBOUNCE);
        }
        if event.listed {
            // What was fetched before this moment may have missed a change we were not told of.
            self.bump();
            self.generation.set_followed(true);
            self.answers.set_revision(Some(self.revision));
            metrics::gauge!("watch_connected").set(1.0);
            tracing::debug!(revision = self.revision, "following the catalogue");
            if !self.shutdown.is_triggered() {
                self.readiness.set(true);
            }
        }
    }

    fn bump(&mut self) {
        self.bump_at = None;
        if self.generation.is_followed() {
            self.answers.set_revision(Some(self.revision));
        }
        self.generation.bump();
    }

    fn disconnected(&mut self) {
        self.generation.set_followed(false);
        self.answers.set_revision(None);
        metrics::gauge!("watch_connected").set(0.0);
        self.bump();
    }
}

/// Half to all of `pause`, so that replicas do not come back all at once.
fn jittered(pause: Duration) -> Duration {
    let random = uuid::Uuid::new_v4().as_bytes()[0];
    pause.mul_f64(0.5 + f64::from(random) / 510.0)
}
