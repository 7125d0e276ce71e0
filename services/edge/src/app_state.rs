use std::{future::Future, sync::Arc, time::Duration};

use actix_web::{HttpRequest, HttpResponse};
use heuan_cache::{Answer, Cache, Failure, Fetched, Generation, Limits, Origin};
use heuan_http::ConnectionLimit;
use heuan_media::Variants;
use heuan_rpc::{Code, Error, Result, deadline, priority};
use heuan_runtime::{Readiness, Shutdown};
use tracing::Instrument as _;

use crate::{
    backends::{self, Clients},
    body::Body,
    config::EdgeConfig,
    live::LiveUpdates,
    metrics::{CacheCounters, Metrics},
    pages::{Frontend, SsrCache},
    problem::Problem,
    public_query::PublicQuery,
    redis_response_cache::RedisResponseCache,
    respond,
    routes::{content::Site, image_search::UploadBudget, openapi::Documents},
    token::Tokens,
    watch::ProductIds,
};

/// How long a stale answer is served before the service is asked again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How long a shopper waits for a new answer where an old one is kept: far longer than a healthy call takes.
const STALE_AFTER: Duration = Duration::from_millis(500);
/// How old an answer may be while the catalogue's changes do not reach us.
const MAX_AGE_WATCH_DOWN: Duration = Duration::from_secs(1);
/// How old an answer of search may be. The index follows the catalogue by itself, at most two seconds behind, so no
/// change tells when an answer of it is old.
const SEARCH_MAX_AGE: Duration = Duration::from_secs(1);
/// The share of the cache that searches may take: what people type has no end, and shall not push out the shop.
const SEARCH_CACHE_DIVISOR: u64 = 4;
/// Addresses remembered as unknown; a scan of random ids goes no further.
const NOT_FOUND_CAPACITY: u64 = 10_000;

/// What a handler works with: this worker's clients and what all workers share.
#[derive(Clone)]
pub struct AppState {
    pub clients: Clients,
    pub shared: Arc<SharedState>,
}

/// One for the process.
pub struct SharedState {
    pub config: EdgeConfig,
    pub connections: Arc<ConnectionLimit>,
    pub frontend: Frontend,
    pub ssr: SsrCache,
    pub documents: Documents,
    pub tokens: Tokens,
    pub media: Variants,
    pub metrics: Metrics,
    pub readiness: Readiness,
    pub products: ProductIds,
    pub caches: Caches,
    pub answers: RedisResponseCache,
    /// For photos on their way to image search.
    pub photos: Arc<UploadBudget>,
    pub live: Arc<LiveUpdates>,
    /// Streams say goodbye when it begins.
    pub shutdown: Shutdown,
}

/// The kept answers, all of one generation.
pub struct Caches {
    pub generation: Generation,
    bodies: Cache<Arc<Body>, Error>,
    searches: Cache<Arc<Body>, Error>,
    site: Cache<Arc<Site>, Error>,
    counters: CacheCounters,
}

impl Caches {
    pub fn new(config: &EdgeConfig) -> Self {
        let generation = Generation::default();
        let limits = Limits {
            capacity: config.cache_mb * 1024 * 1024,
            absent_keys: NOT_FOUND_CAPACITY,
            max_age: Duration::from_secs(config.cache_max_age_s),
            unfollowed_age: MAX_AGE_WATCH_DOWN,
            retry_after: RETRY_AFTER,
            patience: STALE_AFTER,
        };
        let of_search = Limits {
            capacity: limits.capacity / SEARCH_CACHE_DIVISOR,
            max_age: SEARCH_MAX_AGE,
            ..limits.clone()
        };
        let bodies =
            |limits| Cache::new(limits, generation.clone(), |body: &Arc<Body>| body.weight(), classify);
        let (bodies, searches) = (bodies(limits.clone()), bodies(of_search));
        let site = Cache::new(limits, generation.clone(), |_: &Arc<Site>| 1, classify);
        let counters = CacheCounters::default();
        if config.response_cache {
            Self { generation, bodies, searches, site, counters }
        } else {
            let (bodies, searches, site) = (bodies.disabled(), searches.disabled(), site.disabled());
            Self { generation, bodies, searches, site, counters }
        }
    }
}

fn classify(error: &Error) -> Failure {
    match error.code {
        Code::NotFound => Failure::Absent,
        code if code.is_outage() => Failure::Outage,
        _ => Failure::Refused,
    }
}

impl AppState {
    /// The body kept under `key`, or what `fetch` makes.
    pub async fn cached<F, T>(&self, key: &str, fetch: impl FnOnce() -> F + Send) -> Result<Answer<Arc<Body>>>
    where
        F: Future<Output = Result<T>> + Send,
        T: Into<RenderedBody>,
    {
        self.cached_in(&self.shared.caches.bodies, key, fetch).await
    }

    /// The same for answers of search, which are kept apart and for a moment only.
    pub async fn cached_search<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Answer<Arc<Body>>>
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
    ) -> Result<Answer<Arc<Body>>>
    where
        F: Future<Output = Result<T>> + Send,
        T: Into<RenderedBody>,
    {
        let bounded = || async {
            // Boxed: the futures of a page with all its calls would else lie on the worker's stack at once.
            let made: RenderedBody =
                deadline::within(self.shared.config.deadline(), Box::pin(fetch())).await?.into();
            Ok(Fetched { value: Arc::new(made.body), stale: made.stale, life: made.life })
        };
        let answer = cache.get(key, bounded).await?;
        self.shared.caches.counters.count(answer.origin);
        Ok(answer)
    }

    /// The same for what `fetch` asks a service for: while that stalls, the kept answer is served soon, and the fetch goes
    /// on behind.
    pub async fn cached_stale_while_revalidate<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Answer<Arc<Body>>>
    where
        F: Future<Output = Result<Body>> + Send + 'static,
    {
        let caches = &self.shared.caches;
        let bounded = || {
            let fetched = self.detached(fetch());
            async move { fetched.await.map(Arc::new) }
        };
        let answer = caches.bodies.get_soon(key, bounded).await?;
        caches.counters.count(answer.origin);
        Ok(answer)
    }

    /// The same for an answer that follows from the catalogue alone, and that other replicas may have fetched already.
    pub async fn cached_shared<F>(
        &self,
        key: &str,
        fetch: impl FnOnce() -> F + Send,
    ) -> Result<Answer<Arc<Body>>>
    where
        F: Future<Output = Result<Body>> + Send + 'static,
    {
        let fetch_or_read = || {
            // Taken before asking: what is fetched now is at least as new as this revision.
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

    /// The parts every page needs, from one call to the content service.
    pub async fn cached_site<F>(&self, fetch: impl FnOnce() -> F + Send) -> Result<Answer<Arc<Site>>>
    where
        F: Future<Output = Result<Site>> + Send + 'static,
    {
        let bounded = || {
            let fetched = self.detached(fetch());
            async move { fetched.await.map(Arc::new) }
        };
        let answer = self.shared.caches.site.get_soon("site", bounded).await?;
        self.shared.caches.counters.count(answer.origin);
        Ok(answer)
    }

    /// `work` within a request's time and class, also when it outlives the request.
    fn detached<T: 'static>(
        &self,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> impl Future<Output = Result<T>> + Send + 'static {
        let work = deadline::within(self.shared.config.deadline(), Box::pin(work));
        priority::scope(priority::current(), work).in_current_span()
    }

    /// Awaits one call that is nobody else's, is kept nowhere and made once, within the request's time.
    pub async fn call<T>(
        &self,
        method: &'static str,
        answer: impl Future<Output = Result<tonic::Response<T>, tonic::Status>>,
    ) -> Result<T> {
        self.with_deadline(backends::call(method, answer)).await
    }

    /// Bounds what is kept nowhere to the request's time: [`Way::read`](backends::Way::read) and the like.
    pub async fn with_deadline<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        deadline::within(self.shared.config.deadline(), work).await
    }

    /// Answers an API request with `call`.
    pub async fn respond(&self, request: &HttpRequest, call: &PublicQuery) -> Result<HttpResponse, Problem> {
        let answer = call.fetch_cached(self).await?;
        Ok(respond::with(request, answer, respond::API_FRESHNESS).await)
    }
}

/// A body, and whether it was made of stale parts.
pub struct RenderedBody {
    pub body: Body,
    pub stale: bool,
    /// See [`Fetched::life`].
    pub life: Option<Duration>,
}

impl From<Body> for RenderedBody {
    fn from(body: Body) -> Self {
        Self { body, stale: false, life: None }
    }
}

/// Joins what one answer is made of: stale when any part is.
pub fn is_stale(origins: impl IntoIterator<Item = Origin>) -> bool {
    origins.into_iter().any(|origin| origin == Origin::Stale)
}
