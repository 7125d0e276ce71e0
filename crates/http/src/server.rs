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

/// How long a connection that is being closed has to take what is on its way.
const DISCONNECT: Duration = Duration::from_secs(1);

/// How a port is served.
pub struct Options {
    pub name: &'static str,
    pub workers: usize,
    pub connections: Arc<ConnectionLimit>,
    pub timeouts: Timeouts,
    /// After which a connection without a request is closed.
    pub keep_alive: Duration,
    /// When it resolves, no more connections are taken, and running requests have `drain` to end. Without it the server
    /// ends when it is dropped or stopped.
    pub shutdown: Option<BoxFuture<'static, ()>>,
    /// In whole seconds, as actix-server counts it.
    pub drain_s: u64,
}

/// Serves the app that `factory` makes for each worker on `listener`.
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
        fn_service(move |io: TcpStream| admit(io, timeouts, &connections)).and_then(http)
    })?;
    Ok(builder.run())
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
