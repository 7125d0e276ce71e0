//! gRPC listener of a service.
//!
//! It is written over hyper because tonic's server (0.14) closes a connection at its maximum age without a grace period, gives
//! all connections the same age, and waits for open streams without limit.
//!
//! * A connection receives GOAWAY at its maximum age, so that callers connect to replicas that were added later. Ages have a
//!   jitter of 20 %, because otherwise all callers would reconnect at once.
//! * Keep-alive pings detect a peer that disappeared. They begin with the first bytes of HTTP/2, so the handshake has a
//!   deadline of its own.
//! * The number of connections is limited. A service's callers are the replicas of a few others, so more connections are a
//!   fault.
//! * On shutdown the service reports `NOT_SERVING` (`grpc.health.v1`), serves on for `lame_duck_ms` so that balancers choose other
//!   replicas, then accepts no new calls, ends open streams, and gives calls in flight `drain_s`.

use std::{
    convert::Infallible,
    future::Future,
    io,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Response};
use hyper::{body::Incoming, server::conn::http2, service::service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tonic::body::Body;

use super::{GrpcService, Health, draining::DrainingBody};
use crate::{
    Policy, deadline,
    priority::{self, RequestPriority},
};

/// Maximum HTTP/2 streams of one connection. It is higher than the concurrency limit, because calls that wait at the
/// client for a stream could not be shed.
const STREAMS: u32 = 4096;
/// Streams that clients may reset at once, as after an outage, before it counts as an attack.
const RESET_STREAMS: usize = 4096;
const PING_EVERY: Duration = Duration::from_secs(20);
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// Bytes of the HTTP/2 preface and an empty SETTINGS frame, with which every connection begins.
const PREFACE_BYTES: usize = 24 + 9;
/// Pause after a failed accept, which is usually caused by too many open files.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Options of a gRPC listener; see `rpc.toml`.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    pub health: Health,
    pub connection_age: Duration,
    pub connection_grace: Duration,
    /// Maximum connections; further ones are closed.
    pub connections: usize,
    /// Time from a connection to its first HTTP/2 bytes.
    pub handshake: Duration,
    pub lame_duck: Duration,
    pub drain: Duration,
}

impl From<&Policy> for ServeOptions {
    fn from(policy: &Policy) -> Self {
        Self {
            health: Health::default(),
            connection_age: Duration::from_secs(policy.max_connection_age_s),
            connection_grace: Duration::from_secs(policy.max_connection_age_grace_s),
            connections: 4096,
            handshake: Duration::from_secs(10),
            lame_duck: Duration::from_millis(policy.lame_duck_ms),
            drain: Duration::from_secs(policy.drain_s),
        }
    }
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self::from(&Policy::default())
    }
}

/// Serves `service` on `listener` until `shutdown`, then drains. Health and reflection are served beside it.
pub async fn serve(
    service: impl Into<GrpcService>,
    listener: TcpListener,
    options: ServeOptions,
    shutdown: impl Future<Output = ()>,
) {
    let mut service = service.into();
    let (reporter, health_service) = tonic_health::server::health_reporter();
    service.routes = reflected(service.routes.add_service(health_service)).prepare();
    let name = service.rules.name.clone();
    let closing = CancellationToken::new();
    let mut connections = JoinSet::new();

    let serving = async {
        let accepting = accept(&listener, &service, &options, &closing, &mut connections);
        let leaving = async {
            shutdown.await;
            options.health.set(false);
            sleep(options.lame_duck).await;
        };
        tokio::select! {
            () = accepting => {}
            () = leaving => {}
        }
        drop(listener);
        closing.cancel();
        let drained = async { while connections.join_next().await.is_some() {} };
        if timeout(options.drain, drained).await.is_err() {
            tracing::warn!(service = &*name, left = connections.len(), "drain timed out; connections closed");
        }
    };
    tokio::select! {
        () = serving => {}
        () = options.health.report(reporter, &name) => {}
    }
}

/// Adds gRPC reflection, for tools such as `grpcurl`.
fn reflected(routes: tonic::service::Routes) -> tonic::service::Routes {
    let builder = || {
        tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(heuan_proto::DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    match (builder().build_v1(), builder().build_v1alpha()) {
        (Ok(v1), Ok(v1alpha)) => routes.add_service(v1).add_service(v1alpha),
        (Err(error), _) | (_, Err(error)) => {
            tracing::warn!(%error, "gRPC reflection is not available");
            routes
        }
    }
}

/// Accepts connections. Never returns.
async fn accept(
    listener: &TcpListener,
    service: &GrpcService,
    options: &ServeOptions,
    closing: &CancellationToken,
    connections: &mut JoinSet<()>,
) {
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((_, peer)) if connections.len() >= options.connections => {
                    tracing::warn!(%peer, open = connections.len(), "connection refused: connection limit reached");
                }
                Ok((stream, _)) => {
                    let age = options.connection_age.mul_f64(0.8 + 0.4 * fastrand::f64());
                    let (service, closing) = (service.clone(), closing.child_token());
                    let limits = ConnectionLimits { age, grace: options.connection_grace, handshake: options.handshake };
                    connections.spawn(connection(stream, service, limits, closing));
                }
                Err(error) => {
                    tracing::warn!(%error, "accept failed");
                    sleep(ACCEPT_PAUSE).await;
                }
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

/// Time limits of one connection.
struct ConnectionLimits {
    age: Duration,
    grace: Duration,
    handshake: Duration,
}

async fn connection(
    stream: TcpStream,
    service: GrpcService,
    limits: ConnectionLimits,
    closing: CancellationToken,
) {
    let ConnectionLimits { age, grace, handshake } = limits;
    // Without TCP_NODELAY a call waits 40 ms for the peer's delayed acknowledgement. For a closed socket, the
    // calls below fail.
    let _ = stream.set_nodelay(true);
    let ending = closing.clone();
    let answers = service_fn(move |request| {
        let (service, ending) = (service.clone(), ending.clone());
        async move { Ok::<_, Infallible>(answer(service, request, ending).await) }
    });
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
        .max_concurrent_streams(STREAMS)
        .max_pending_accept_reset_streams(RESET_STREAMS)
        .max_local_error_reset_streams(RESET_STREAMS);
    let received = Arc::new(AtomicUsize::new(0));
    let stream = Counted { stream, received: Arc::clone(&received) };
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), answers));
    let silent = async {
        sleep(handshake).await;
        if received.load(Ordering::Relaxed) >= PREFACE_BYTES {
            std::future::pending::<()>().await;
        }
    };

    let is_old = tokio::select! {
        _ = connection.as_mut() => return,
        () = silent => return,
        () = sleep(age) => true,
        () = closing.cancelled() => false,
    };
    connection.as_mut().graceful_shutdown();
    if is_old {
        tokio::select! {
            _ = connection.as_mut() => return,
            () = sleep(grace) => {}
            () = closing.cancelled() => {}
        }
        closing.cancel();
    }
    if let Err(error) = connection.await {
        tracing::debug!(%error, "connection broken");
    }
}

/// A socket that counts the bytes it received.
struct Counted {
    stream: TcpStream,
    received: Arc<AtomicUsize>,
}

impl AsyncRead for Counted {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        this.received.fetch_add(buf.filled().len() - before, Ordering::Relaxed);
        read
    }
}

impl AsyncWrite for Counted {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// Handles one call from the network.
async fn answer(
    service: GrpcService,
    request: Request<Incoming>,
    closing: CancellationToken,
) -> Response<DrainingBody> {
    let headers = request.headers();
    let class = RequestPriority::read(headers.get(priority::HEADER));
    let left = headers.get(deadline::HEADER).and_then(deadline::decode);
    let until = left.map(|left| std::time::Instant::now() + left);
    let answered = service.answer(request.map(Body::new), until);
    priority::scope(class, answered).await.map(|body| DrainingBody::new(body, closing))
}
