//! Application state of the edge: gRPC clients of a worker, and the response caches, rate limits, tokens and metrics
//! that all workers share.

use std::{future::Future, sync::Arc, time::Duration};

use heuan_cache::{Cache, CacheConfig, CacheStatus, Cached, Failure, Fetched, Generation};
use heuan_http::ConnectionLimit;
use heuan_rpc::{Code, Error, Result, deadline, priority};
use heuan_runtime::{Readiness, Shutdown};
use tracing::Instrument as _;

use crate::{
    backends::{self, Clients},
    body::Body,
    config::EdgeConfig,
    metrics::{CacheCounters, Metrics},
    redis_response_cache::RedisResponseCache,
    route_table::RouteTable,
    token::Tokens,
};

/// Time for which a stale response is served before the service is called again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// Time that a request waits for a fresh response before a cached one is served stale. A healthy call takes much
/// less.
const STALE_AFTER: Duration = Duration::from_millis(500);
/// Maximum age of a cached response while the watch stream of the catalog is down.
const MAX_AGE_WATCH_DOWN: Duration = Duration::from_secs(1);
/// Maximum age of a cached search response. The search index follows the catalog on its own, up to two seconds behind, so the
/// catalog's revision does not invalidate search responses.
const SEARCH_MAX_AGE: Duration = Duration::from_secs(1);
/// Searches get a quarter of the cache capacity, because the number of different queries is unbounded.
const SEARCH_CACHE_DIVISOR: u64 = 4;
/// Maximum cached "not found" responses. It bounds the memory that a scan of random ids can fill.
const NOT_FOUND_CAPACITY: u64 = 10_000;

/// State that every layer of the edge uses: the gRPC clients of one worker, and the state that all workers
/// share.
#[derive(Clone)]
pub struct AppState {
    pub clients: Clients,
    pub shared: Arc<SharedState>,
}

/// State of the process, shared by all workers.
pub struct SharedState {
    pub config: EdgeConfig,
    pub connections: Arc<ConnectionLimit>,
    pub route_table: RouteTable,
    pub tokens: Tokens,
    pub metrics: Metrics,
    pub readiness: Readiness,
    pub caches: Caches,
    pub answers: RedisResponseCache,
    /// Shutdown signal; open streams end when it is triggered.
    pub shutdown: Shutdown,
}

/// Response caches. One generation invalidates all of them.
pub struct Caches {
    pub generation: Generation,
    bodies: Cache<Arc<Body>, Error>,
    searches: Cache<Arc<Body>, Error>,
    counters: CacheCounters,
}

impl Caches {
    pub fn new(config: &EdgeConfig) -> Self {
        let generation = Generation::default();
        let limits = cache_config(config);
        let of_search = CacheConfig {
            capacity: limits.capacity / SEARCH_CACHE_DIVISOR,
            max_age: SEARCH_MAX_AGE,
            ..limits.clone()
        };
        let weight = |body: &Arc<Body>| body.weight();
        Self {
            bodies: new_cache(config, limits, &generation, weight),
            searches: new_cache(config, of_search, &generation, weight),
            counters: CacheCounters::default(),
            generation,
        }
    }

    /// Returns an empty cache of values that are not response bodies. `weight` is the size of one in bytes.
    pub fn new_values<T: Send + Sync + 'static>(
        &self,
        config: &EdgeConfig,
        weight: fn(&Arc<T>) -> usize,
    ) -> Cache<Arc<T>, Error> {
        new_cache(config, cache_config(config), &self.generation, weight)
    }
}

fn cache_config(config: &EdgeConfig) -> CacheConfig {
    CacheConfig {
        capacity: config.cache_mb * 1024 * 1024,
        not_found_capacity: NOT_FOUND_CAPACITY,
        max_age: Duration::from_secs(config.cache_max_age_s),
        max_age_disconnected: MAX_AGE_WATCH_DOWN,
        retry_after: RETRY_AFTER,
        stale_after: STALE_AFTER,
    }
}

fn new_cache<T: Clone + Send + Sync + 'static>(
    config: &EdgeConfig,
    limits: CacheConfig,
    generation: &Generation,
    weight: fn(&T) -> usize,
) -> Cache<T, Error> {
    let cache = Cache::new(limits, generation.clone(), weight, classify);
    if config.response_cache { cache } else { cache.disabled() }
}

fn classify(error: &Error) -> Failure {
    match error.code {
        Code::NotFound => Failure::NotFound,
        code if code.is_outage() => Failure::Outage,
        _ => Failure::Rejected,
    }
}

impl AppState {
    /// Returns the body cached under `key`, or fetches it.
    pub async fn cached<F, T>(&self, key: &str, fetch: impl FnOnce() -> F + Send) -> Result<Cached<Arc<Body>>>
    where
        F: Future<Output = Result<T>> + Send,
        T: Into<RenderedBody>,
    {
        self.cached_in(&self.shared.caches.bodies, key, fetch).await
    }

    /// Like [`cached`](Self::cached), in the cache of search responses, which are valid for [`SEARCH_MAX_AGE`].
    pub async fn cached_search<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<Arc<Body>>>
    where
        F: Future<Output = Result<Body>> + Send,
    {
        self.cached_in(&self.shared.caches.searches, key, fetch).await
    }

    async fn cached_in<F, T>(
        &self,
        cache: &Cache<Arc<Body>, Error>,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<Arc<Body>>>
    where
        F: Future<Output = Result<T>> + Send,
        T: Into<RenderedBody>,
    {
        let bounded = || async {
            // The future is boxed, because the futures of all calls of a page would otherwise be on the worker's
            // stack at once.
            let made: RenderedBody =
                deadline::within(self.shared.config.deadline(), Box::pin(fetch())).await?.into();
            Ok(Fetched { value: Arc::new(made.body), stale: made.stale, ttl: made.life })
        };
        let answer = cache.get(key, bounded).await?;
        self.shared.caches.counters.count(answer.status);
        Ok(answer)
    }

    /// Like [`cached`](Self::cached), with stale-while-revalidate: when `fetch` takes longer than [`STALE_AFTER`], the cached
    /// body is served stale and the fetch continues in the background.
    pub async fn cached_stale_while_revalidate<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<Arc<Body>>>
    where
        F: Future<Output = Result<Body>> + Send + 'static,
    {
        let caches = &self.shared.caches;
        let bounded = || {
            let fetched = self.detached(fetch());
            async move { fetched.await.map(Arc::new) }
        };
        let answer = caches.bodies.get_or_stale_after(key, bounded).await?;
        caches.counters.count(answer.status);
        Ok(answer)
    }

    /// Like [`cached_stale_while_revalidate`](Self::cached_stale_while_revalidate), for a response that depends only on the
    /// catalog. It is shared with other replicas through Redis.
    pub async fn cached_shared<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<Arc<Body>>>
    where
        F: Future<Output = Result<Body>> + Send + 'static,
    {
        let fetch_or_read = || {
            // The slot is taken before the fetch, so the response is at least as new as the revision of the slot.
            let (place, shared, fetch) = (self.shared.answers.slot(key), Arc::clone(&self.shared), fetch());
            async move {
                let Some(place) = place else { return fetch.await };
                if let Some(body) = place.read().await {
                    shared.caches.counters.count_shared();
                    return Ok(body);
                }
                let body = fetch.await?;
                place.write(&body);
                Ok(body)
            }
        };
        self.cached_stale_while_revalidate(key, fetch_or_read).await
    }

    /// Returns the value cached under `key` in a cache of [`Caches::new_values`], with stale-while-revalidate.
    pub async fn cached_value<F, T>(
        &self,
        cache: &Cache<Arc<T>, Error>,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Cached<Arc<T>>>
    where
        F: Future<Output = Result<T>> + Send + 'static,
        T: Send + Sync + 'static,
    {
        let bounded = || {
            let fetched = self.detached(fetch());
            async move { fetched.await.map(Arc::new) }
        };
        let answer = cache.get_or_stale_after(key, bounded).await?;
        self.shared.caches.counters.count(answer.status);
        Ok(answer)
    }

    /// Returns `work` with the deadline and priority of the request. It may outlive the request.
    fn detached<T: 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> impl Future<Output = Result<T>> + Send + 'static {
        let work = deadline::within(self.shared.config.deadline(), Box::pin(work));
        priority::scope(priority::current(), work).in_current_span()
    }

    /// Awaits one call within the deadline of the request. It is neither cached nor retried.
    pub async fn call<T>(
        &self,
        method: &'static str,
        answer: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
    ) -> Result<T> {
        self.with_deadline(backends::call(method, answer)).await
    }

    /// Awaits `work` within the deadline of the request, for calls that are not cached, such as
    /// [`ServiceClient::read`](backends::ServiceClient::read).
    pub async fn with_deadline<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        deadline::within(self.shared.config.deadline(), work).await
    }
}

/// A body, and whether it has stale parts.
pub struct RenderedBody {
    pub body: Body,
    pub stale: bool,
    /// See [`Fetched::ttl`].
    pub life: Option<Duration>,
}

impl From<Body> for RenderedBody {
    fn from(body: Body) -> Self {
        Self { body, stale: false, life: None }
    }
}

/// Whether a response of these parts is stale, which it is if any part is stale.
pub fn is_stale(origins: impl IntoIterator<Item = CacheStatus>) -> bool {
    origins.into_iter().any(|origin| origin == CacheStatus::Stale)
}
