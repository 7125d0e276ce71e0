//! The process of an edge: what all workers share, the public port, and the end.

mod connection;
mod connection_limit;
mod http;

use std::{net::SocketAddr, num::NonZeroUsize, path::PathBuf, sync::Arc, time::Duration};

use actix_web::dev::Server;
use anyhow::Context as _;
use heuan_media::Variants;
use heuan_redis::Redis;
use heuan_runtime::{Readiness, ReservedPort, Shutdown};

pub use connection::Progress;
pub use connection_limit::ConnectionLimit;

use crate::{
    backends::{Backends, Connect},
    config::EdgeConfig,
    door::RateLimits,
    live::{self, Live},
    metrics::Metrics,
    pages::{FirstViews, Frontend, Translator},
    replicas,
    routes::{self, openapi::Documents},
    shared_answers::SharedAnswers,
    shop::{Caches, Shared},
    token::Tokens,
    watch,
};

/// How often metrics and limits are tidied up.
const TIDY: Duration = Duration::from_secs(10);

/// What an edge is made of.
pub struct Setup {
    pub config: EdgeConfig,
    /// Holds the token secret when none is configured.
    pub data_dir: PathBuf,
    pub media: Variants,
    /// Called once in each worker, and once for the watch.
    pub connect: Connect,
    /// When it begins, the edge turns red, drains and ends.
    pub shutdown: Shutdown,
    /// Green once the catalogue was seen.
    pub readiness: Readiness,
    /// What this edge shares with its replicas.
    pub redis: Option<Redis>,
}

/// A bound edge.
pub struct Edge {
    addr: SocketAddr,
    server: Server,
    shared: Arc<Shared>,
    limits: Arc<RateLimits>,
    catalog: Backends,
    shutdown: Shutdown,
    redis: Option<Redis>,
}

impl Edge {
    /// Takes the port of `config`, which answers nobody until [`Edge::listen`]. Must be called inside a Tokio runtime.
    pub fn reserve(config: &EdgeConfig) -> anyhow::Result<ReservedPort> {
        let wanted = SocketAddr::new(config.host, config.port);
        ReservedPort::new(wanted).with_context(|| taken(wanted))
    }

    /// The same as [`Edge::reserve`] and [`Edge::listen`] in one.
    pub fn bind(setup: Setup) -> anyhow::Result<Self> {
        Self::listen(Self::reserve(&setup.config)?, setup)
    }

    /// Checks the configuration, reads the frontend's build and opens the port. Must be called inside a Tokio runtime.
    pub fn listen(port: ReservedPort, setup: Setup) -> anyhow::Result<Self> {
        let Setup { config, data_dir, media, connect, shutdown, readiness, redis } = setup;
        config.validate()?;
        let translator = Translator::of(&config);
        let frontend = Frontend::open(&config.frontend_dir, config.map_origin(), &translator)?;
        if frontend.shell().is_none() {
            tracing::warn!(dir = %config.frontend_dir.display(), "no frontend build: only the API is served; run `make frontend`");
        }
        let first_views = FirstViews::open(&config)?;
        // Before anything counts.
        let metrics = Metrics::install()?;
        let workers = if config.workers > 0 {
            config.workers
        } else {
            std::thread::available_parallelism().map_or(2, NonZeroUsize::get)
        };
        let shared = Arc::new(Shared {
            connections: Arc::new(ConnectionLimit::new(&config, workers)),
            documents: Documents::new()?,
            tokens: Tokens::open(&config.token_secret, &config.publishable_keys, &data_dir)?,
            caches: Caches::new(&config),
            products: watch::KnownProducts::default(),
            // Off is off: then every request asks the services.
            answers: SharedAnswers::new(
                redis.clone().filter(|_| config.response_cache),
                Duration::from_secs(config.cache_max_age_s),
            ),
            photos: Arc::new(routes::image_search::Room::new(config.limits.photos_mb << 20)),
            live: Live::new(redis.clone(), config.streams_per_customer, &shutdown),
            shutdown: shutdown.clone(),
            frontend,
            first_views,
            media,
            metrics,
            readiness,
            config,
        });
        let limits = Arc::new(RateLimits::new(&shared.config.rate_limit, redis.is_some()));
        // Also shows now what would otherwise fail in each worker.
        let catalog = connect().context("the edge cannot reach its services")?;

        let wanted = port.wanted();
        // The workers' runtimes are not this one: each registers the listener anew.
        let listener =
            port.listen().and_then(tokio::net::TcpListener::into_std).with_context(|| taken(wanted))?;
        let addr = listener.local_addr()?;
        let server = http::serve(listener, &shared, &limits, connect, workers, &shutdown)?;
        Ok(Self { addr, server, shared, limits, catalog, shutdown, redis })
    }

    /// The address taken, with the port when it was 0.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Serves until the shutdown, then lets running requests end.
    pub async fn run(self) -> anyhow::Result<()> {
        let Self { server, shared, limits, catalog, shutdown, redis, .. } = self;
        let (watched, ending) = (Arc::clone(&shared), shutdown.clone());
        shutdown.spawn(async move { watch::follow(catalog.catalog, &watched, &ending).await });
        let live = &shared.live;
        live.run(&shutdown);
        live::follow(catalog.chat, catalog.notifications, &live.hub, &live.nudge, &shutdown);
        replicas::keep_step(redis, &shared, &limits, &shutdown);
        let (tidied, begun) = (Arc::clone(&shared), shutdown.begun());
        shutdown.spawn(async move {
            tokio::select! {
                () = tidy(&tidied, &limits) => {}
                () = begun => {}
            }
        });
        server.await?;
        Ok(())
    }
}

fn taken(wanted: SocketAddr) -> String {
    format!("cannot take {wanted}; edge.port (PORT) or edge.host may be used by another program")
}

async fn tidy(shared: &Shared, limits: &RateLimits) {
    let mut ticks = tokio::time::interval(TIDY);
    loop {
        ticks.tick().await;
        shared.metrics.tidy();
        limits.forget_the_quiet();
        shared.connections.log_refused();
    }
}
