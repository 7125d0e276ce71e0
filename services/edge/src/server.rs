//! HTTP server of the edge: shared state, public port, graceful shutdown.

use std::{
    net::SocketAddr,
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix_web::{
    App,
    dev::Server,
    web::{self, Data, PayloadConfig},
};
use anyhow::Context as _;
use heuan_cache::Cache;
use heuan_http::{Capacity, ConnectionLimit, Timeouts};
use heuan_media::Variants;
use heuan_redis::Redis;
use heuan_rpc::Error;
use heuan_runtime::{Readiness, ReservedPort, Shutdown, clock::Clock};
use tokio::sync::Notify;

use crate::{
    openapi::{self, Documents},
    replica_sync,
    start::ReachedWorkers,
};
use heuan_edge_api::{
    self as routes, api_state::ApiState, last_code_channels::LastCodeChannels, site::Site,
    upload_budget::UploadBudget,
};
use heuan_edge_http::{
    app_state::{AppState, Caches, SharedState},
    backends::{Backends, Connect},
    config::EdgeConfig,
    metrics::Metrics,
    middleware::{EdgeMiddleware, RateLimits, largest_json_body},
    network,
    redis_response_cache::RedisResponseCache,
    route_table::RouteTable,
    token::Tokens,
};
use heuan_edge_live::{
    self as live, LiveUpdates,
    watch::{self, ProductIds},
};
use heuan_edge_pages::{self as pages, Frontend, PageState, SsrCache, Translator};

/// Keep-alive timeout of idle connections; longer than the usual pause between two pages.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Interval of the upkeep of metrics and rate limits.
const METRICS_INTERVAL: Duration = Duration::from_secs(10);

/// Dependencies of an edge.
pub struct Setup {
    pub config: EdgeConfig,
    /// Folder of the token secret when none is configured.
    pub data_dir: PathBuf,
    pub media: Variants,
    /// Called once in each worker, and once for the watch.
    pub connect: Connect,
    /// Shutdown signal: when it is triggered, the edge reports not ready, drains and ends.
    pub shutdown: Shutdown,
    /// Readiness: set once the catalog was loaded and every worker has reached accounts and orders, or `ready_wait_ms` has
    /// passed.
    pub readiness: Readiness,
    /// Redis, shared with other replicas.
    pub redis: Option<Redis>,
    /// Clock of the presence of the staff in orders.
    pub clock: Clock,
}

/// An edge with a bound port.
pub struct Edge {
    addr: SocketAddr,
    server: Server,
    shared: Arc<SharedState>,
    live: Arc<LiveUpdates>,
    products: Arc<ProductIds>,
    limits: Arc<RateLimits>,
    catalog: Backends,
    reached: ReachedWorkers,
    shutdown: Shutdown,
    redis: Option<Redis>,
}

impl Edge {
    /// Binds the port of `config` without accepting connections until [`Edge::listen`]. Must be called inside a Tokio runtime.
    pub fn reserve(config: &EdgeConfig) -> anyhow::Result<ReservedPort> {
        let wanted = SocketAddr::new(config.host, config.port);
        ReservedPort::new(wanted).with_context(|| taken(wanted))
    }

    /// Calls [`Edge::reserve`] and [`Edge::listen`].
    pub fn bind(setup: Setup) -> anyhow::Result<Self> {
        Self::listen(Self::reserve(&setup.config)?, setup)
    }

    /// Checks the configuration, reads the frontend's build and accepts connections. Must be called inside a Tokio runtime.
    pub fn listen(port: ReservedPort, setup: Setup) -> anyhow::Result<Self> {
        let Setup { config, data_dir, media, connect, shutdown, readiness, redis, clock } = setup;
        config.validate()?;
        let translator = Translator::of(&config);
        let frontend = Frontend::open(&config.frontend_dir, config.map_origin(), &translator)?;
        if frontend.shell().is_none() {
            tracing::warn!(dir = %config.frontend_dir.display(), "no frontend build: only the API is served; run `make frontend`");
        }
        let first_views = SsrCache::open(&config)?;
        // Metrics are described before the first one is recorded.
        let metrics = Metrics::install()?;
        let workers = if config.workers > 0 {
            config.workers
        } else {
            std::thread::available_parallelism().map_or(2, NonZeroUsize::get)
        };
        let document = openapi::document();
        let shared = Arc::new(SharedState {
            connections: Arc::new(connection_limit(&config, workers)),
            route_table: RouteTable::of(&document),
            tokens: Tokens::open(&config.token_secret, &config.publishable_keys, &data_dir)?,
            caches: Caches::new(&config),
            // Without the response cache, every request calls the services.
            answers: RedisResponseCache::new(
                redis.clone().filter(|_| config.response_cache),
                Duration::from_secs(config.cache_max_age_s),
            ),
            shutdown: shutdown.clone(),
            metrics,
            readiness,
            config,
        });
        let live = LiveUpdates::new(redis.clone(), shared.config.streams_per_customer, clock, &shutdown);
        let products = Arc::<ProductIds>::default();
        let states = States {
            live: Arc::clone(&live),
            media,
            image_budget: Arc::new(UploadBudget::new(shared.config.limits.images_mb << 20)),
            upload_budget: Arc::new(UploadBudget::new(shared.config.limits.uploads_mb << 20)),
            staff_upload_budget: Arc::new(UploadBudget::new(shared.config.limits.staff_uploads_mb << 20)),
            code_channels: Arc::default(),
            site: Arc::new(shared.caches.new_values(&shared.config, |_: &Arc<Site>| 1)),
            frontend: Arc::new(frontend),
            ssr: Arc::new(first_views),
            products: Arc::clone(&products),
            documents: Arc::new(Documents::new(&document)?),
        };
        let limits = Arc::new(RateLimits::new(&shared.config.rate_limit, redis.is_some()));
        // Fails here rather than in each worker.
        let catalog = connect().context("the edge cannot reach its services")?;

        let wanted = port.wanted();
        // Workers have their own runtimes, and each registers the listener again.
        let listener =
            port.listen().and_then(tokio::net::TcpListener::into_std).with_context(|| taken(wanted))?;
        let addr = listener.local_addr()?;
        let reached = ReachedWorkers::new(workers);
        let server = serve(listener, &shared, states, &limits, connect, &reached, workers)?;
        Ok(Self { addr, server, shared, live, products, limits, catalog, reached, shutdown, redis })
    }

    /// Returns the bound address, with the actual port when 0 was configured.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until the shutdown, then drains requests in flight.
    pub async fn run(self) -> anyhow::Result<()> {
        let Self { server, shared, live, products, limits, catalog, reached, shutdown, redis, .. } = self;
        let (watched, ending) = (Arc::clone(&shared), shutdown.clone());
        let listed = Arc::<Notify>::default();
        let is_listed = Arc::clone(&listed);
        shutdown.spawn(async move {
            watch::watch_catalog(catalog.catalog, &watched, &products, &listed, &ending).await;
        });
        let (started, ending) = (Arc::clone(&shared), shutdown.clone());
        shutdown.spawn(async move {
            let wait = Duration::from_millis(started.config.ready_wait_ms);
            let ready = async { tokio::join!(reached.wait_for_all(wait), is_listed.notified()) };
            tokio::select! {
                _ = ready => {}
                () = ending.requested() => return,
            }
            if !ending.is_triggered() {
                started.readiness.set(true);
            }
        });
        live.run(&shutdown);
        live::spawn_feeds(catalog.chat, catalog.notifications, &live.hub, &live.poll_now, &shutdown);
        replica_sync::spawn_replica_sync(redis, &shared, &limits, &shutdown);
        let (maintained, begun) = (Arc::clone(&shared), shutdown.requested());
        shutdown.spawn(async move {
            tokio::select! {
                () = maintain(&maintained, &limits) => {}
                () = begun => {}
            }
        });
        server.await?;
        Ok(())
    }
}

fn connection_limit(config: &EdgeConfig, workers: usize) -> ConnectionLimit {
    let capacity = Capacity {
        workers,
        per_worker: config.limits.connections,
        per_client: config.limits.connections_per_client,
    };
    let trusted = config.trusted_proxies.clone();
    ConnectionLimit::new(capacity, move |peer| network::is_trusted(peer, &trusted))
}

/// Parts that the states of all workers share, besides [`SharedState`].
#[derive(Clone)]
struct States {
    live: Arc<LiveUpdates>,
    media: Variants,
    image_budget: Arc<UploadBudget>,
    upload_budget: Arc<UploadBudget>,
    staff_upload_budget: Arc<UploadBudget>,
    site: Arc<Cache<Arc<Site>, Error>>,
    code_channels: Arc<LastCodeChannels>,
    frontend: Arc<Frontend>,
    ssr: Arc<SsrCache>,
    products: Arc<ProductIds>,
    documents: Arc<Documents>,
}

impl States {
    /// Returns the states of one worker.
    fn of_worker(&self, app: AppState) -> (ApiState, PageState) {
        let api = ApiState {
            app,
            live: Arc::clone(&self.live),
            media: self.media.clone(),
            image_budget: Arc::clone(&self.image_budget),
            upload_budget: Arc::clone(&self.upload_budget),
            staff_upload_budget: Arc::clone(&self.staff_upload_budget),
            site: Arc::clone(&self.site),
            code_channels: Arc::clone(&self.code_channels),
            is_page_slug: pages::is_page_slug,
        };
        let page = PageState {
            api: api.clone(),
            frontend: Arc::clone(&self.frontend),
            ssr: Arc::clone(&self.ssr),
            products: Arc::clone(&self.products),
        };
        (api, page)
    }
}

fn serve(
    listener: std::net::TcpListener,
    shared: &Arc<SharedState>,
    states: States,
    limits: &Arc<RateLimits>,
    connect: Connect,
    reached: &ReachedWorkers,
    workers: usize,
) -> std::io::Result<Server> {
    let config = &shared.config;
    // The middleware has the limit of each path; this one is the largest of a JSON body.
    let body_bytes = largest_json_body(config);
    let (readiness, drain, begun) =
        (shared.readiness.clone(), Duration::from_millis(config.drain_ms), shared.shutdown.requested());
    let options = heuan_http::Options {
        name: "edge",
        workers,
        connections: Arc::clone(&shared.connections),
        timeouts: Timeouts {
            head: Duration::from_millis(config.limits.header_ms),
            write: Duration::from_millis(config.limits.write_stall_ms),
        },
        keep_alive: KEEP_ALIVE,
        shutdown: Some(Box::pin(async move {
            begun.await;
            // Reports not ready first, so that load balancers choose another replica before the port closes.
            readiness.set(false);
            tokio::time::sleep(drain).await;
        })),
        drain_s: config.shutdown_s,
    };
    let (shared, limits, reached) = (Arc::clone(shared), Arc::clone(limits), reached.clone());
    let is_erasing = Arc::<AtomicBool>::default();
    heuan_http::serve(listener, options, move || {
        let backends = connect().unwrap_or_else(|_| unreachable!("bind has connected the same addresses"));
        reached.count_when_reached(&backends);
        let app = AppState { clients: backends.into(), shared: Arc::clone(&shared) };
        if !is_erasing.swap(true, Ordering::Relaxed) {
            // One worker is enough; its clients stay on its thread.
            actix_web::rt::spawn(routes::personal_data::resume_erasures(app.clone()));
        }
        let (api, page) = states.of_worker(app.clone());
        let assets = pages::hashed(&page);
        App::new()
            .app_data(Data::new(app))
            .app_data(Data::new(api))
            .app_data(Data::new(page))
            .app_data(Data::from(Arc::clone(&states.documents)))
            .app_data(PayloadConfig::new(body_bytes))
            .configure(pages::before_patterns)
            .configure(routes::api)
            .configure(routes::undocumented_routes)
            .configure(openapi::routes)
            .configure(pages::routes)
            .configure(|app| {
                if let Some(assets) = assets {
                    app.service(assets);
                }
            })
            .default_service(web::to(pages::fallback))
            .wrap(EdgeMiddleware::new(Arc::clone(&shared), Arc::clone(&limits), pages::error_page::html))
    })
}

fn taken(wanted: SocketAddr) -> String {
    format!("cannot take {wanted}; edge.port (PORT) or edge.host may be used by another program")
}

async fn maintain(shared: &SharedState, limits: &RateLimits) {
    let mut ticks = tokio::time::interval(METRICS_INTERVAL);
    loop {
        ticks.tick().await;
        shared.metrics.run_upkeep();
        limits.evict_idle();
        shared.connections.log_refused();
    }
}
