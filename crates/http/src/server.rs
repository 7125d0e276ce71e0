//! HTTP server of one port on actix-server: it starts the workers, limits connections per client, and drains
//! requests at shutdown. The edge uses it for its public and its admin port.

use std::{
    fmt,
    future::{Ready, ready},
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_http::{HttpService, Request, Response, body::MessageBody, error::DispatchError};
use actix_server::{Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt as _, fn_service, map_config,
};
use actix_web::{Error, dev::AppConfig, rt::net::TcpStream};
use futures::future::BoxFuture;

use crate::{
    connection::{Connection, Timeouts},
    connection_limit::ConnectionLimit,
};

/// Time a closing connection has to accept pending bytes.
const DISCONNECT: Duration = Duration::from_secs(1);

/// Options of a listening port.
pub struct Options {
    pub name: &'static str,
    pub workers: usize,
    pub connections: Arc<ConnectionLimit>,
    pub timeouts: Timeouts,
    /// Idle time after which a connection is closed.
    pub keep_alive: Duration,
    /// Shutdown signal: when it resolves, the server stops accepting connections, and running requests have `drain_s` to finish.
    /// Without it, the server stops when it is dropped or stopped.
    pub shutdown: Option<BoxFuture<'static, ()>>,
    /// In whole seconds, the unit of actix-server.
    pub drain_s: u64,
}

/// Serves on `listener` the app that `factory` creates for each worker.
pub fn serve<F, I, S, B>(listener: TcpListener, options: Options, factory: F) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let Options { name, workers, connections, timeouts, keep_alive, shutdown, drain_s } = options;
    let address = listener.local_addr()?;
    let mut builder = ServerBuilder::new()
        .workers(workers)
        .max_concurrent_connections(connections.total().div_ceil(workers))
        .shutdown_timeout(drain_s);
    builder = match shutdown {
        Some(shutdown) => builder.shutdown_signal(shutdown),
        None => builder.disable_signals(),
    };
    let draining = builder.graceful_shutdown_signal();
    let builder = builder.listen(name, listener, move || {
        let app = factory().into_factory().map_err(|error| error.into().error_response());
        let (draining, connections) = (draining.clone(), Arc::clone(&connections));
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let draining = draining.clone();
                async move { draining.notified().await }
            })
            .keep_alive(keep_alive)
            // `Connection` has its own timeout, which applies to every head and not only to the first.
            .client_request_timeout(Duration::ZERO)
            .client_disconnect_timeout(DISCONNECT)
            // A browser that leaves closes its connection normally. With half-closed connections, its request
            // would continue.
            .h1_allow_half_closed(false)
            .local_addr(address)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.progress());
            })
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(move |io: TcpStream| admit(io, timeouts, &connections)).and_then(http)
    })?;
    Ok(builder.run())
}

/// Refuses a client beyond its connection limit before anything is read from it.
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
