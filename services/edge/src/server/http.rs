//! The public port: actix-http on [`Connection`]s, with the app of each worker.
//!
//! It is put together from actix-server and actix-http as `actix_web::HttpServer` does it, because that one takes only
//! plain sockets.

use std::{
    future::{Ready, ready},
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_http::{HttpService, error::DispatchError};
use actix_server::{Server, ServerBuilder};
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::{
    App,
    dev::AppConfig,
    rt::net::TcpStream,
    web::{self, Data, PayloadConfig},
};
use heuan_runtime::Shutdown;

use super::{
    connection::{Connection, Timeouts},
    connection_limit::ConnectionLimit,
};
use crate::{
    backends::Connect,
    door::{Door, RateLimits},
    routes,
    shop::{Shared, Shop},
};

/// Idle connections are closed after this; longer than a reader's usual pause between pages.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// How long a connection that is being closed has to take what is on its way.
const DISCONNECT: Duration = Duration::from_secs(1);

pub fn serve(
    listener: TcpListener,
    shared: &Arc<Shared>,
    limits: &Arc<RateLimits>,
    connect: Connect,
    workers: usize,
    shutdown: &Shutdown,
) -> io::Result<Server> {
    let config = &shared.config;
    let (address, body_bytes) = (listener.local_addr()?, config.limits.body_kb * 1024);
    let timeouts = Timeouts {
        head: Duration::from_millis(config.limits.header_ms),
        write: Duration::from_millis(config.limits.write_stall_ms),
    };
    let (readiness, drain, begun) =
        (shared.readiness.clone(), Duration::from_millis(config.drain_ms), shutdown.begun());
    let builder = ServerBuilder::new();
    let draining = builder.graceful_shutdown_signal();
    let (shared, limits, shutdown) = (Arc::clone(shared), Arc::clone(limits), shutdown.clone());
    let (capacity, shutdown_s) = (shared.connections.capacity(), config.shutdown_s);
    let server = builder
        .workers(workers)
        .max_concurrent_connections(capacity.div_ceil(workers))
        .shutdown_timeout(shutdown_s)
        .shutdown_signal(async move {
            begun.await;
            // Red first, so that a balancer looks elsewhere before the door closes.
            readiness.set(false);
            tokio::time::sleep(drain).await;
        })
        .listen("edge", listener, move || {
            let backends =
                connect().unwrap_or_else(|_| unreachable!("bind has connected the same addresses"));
            let shop = Shop { clients: backends.into(), shared: Arc::clone(&shared) };
            let assets = routes::assets::hashed(&shop);
            let app = App::new()
                .app_data(Data::new(shop))
                .app_data(PayloadConfig::new(body_bytes))
                .configure(routes::api)
                .configure(routes::plumbing)
                .configure(|app| {
                    if let Some(assets) = assets {
                        app.service(assets);
                    }
                })
                .default_service(web::to(routes::fallback))
                .wrap(Door::new(Arc::clone(&shared), Arc::clone(&limits), shutdown.clone()));
            let app = app.into_factory().map_err(|error: actix_web::Error| error.error_response());
            let draining = draining.clone();
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let draining = draining.clone();
                    async move { draining.notified().await }
                })
                .keep_alive(KEEP_ALIVE)
                // Ours, in `Connection`, is for every head rather than for the first.
                .client_request_timeout(Duration::ZERO)
                .client_disconnect_timeout(DISCONNECT)
                // A browser that leaves closes its connection in order; only then is its request worked on no longer.
                .h1_allow_half_closed(false)
                .local_addr(address)
                .on_connect_ext(|connection: &Connection, data| {
                    data.insert(connection.progress());
                })
                .h1(map_config(app, |()| AppConfig::default()));
            let connections = Arc::clone(&shared.connections);
            fn_service(move |io: TcpStream| admit(io, timeouts, &connections)).and_then(http)
        })?;
    Ok(server.run())
}

/// A client with more connections than it may hold is refused before anything is read from it.
fn admit(
    io: TcpStream,
    timeouts: Timeouts,
    limit: &Arc<ConnectionLimit>,
) -> Ready<Result<(Connection, Option<SocketAddr>), DispatchError>> {
    let admitted = io.peer_addr().and_then(|peer| {
        let slot = limit.admit(peer.ip()).ok_or(io::ErrorKind::ConnectionRefused)?;
        Ok((Connection::new(io, timeouts, slot), Some(peer)))
    });
    ready(admitted.map_err(DispatchError::Io))
}
