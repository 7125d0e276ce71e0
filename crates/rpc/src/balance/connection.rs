//! HTTP/2 connection to one replica, reconnected with backoff when it ends.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, header::CONTENT_TYPE, uri::Authority};
use http_body_util::BodyExt as _;
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use prost::Message as _;
use tokio::{
    net::TcpStream,
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tonic::{Status, body::Body};
use tonic_health::pb::{HealthCheckResponse, health_check_response::ServingStatus};

use super::{
    endpoint::{Endpoint, EndpointState, MIN_RECONNECT_BACKOFF},
    replay::{ReplayableRequest, RequestBody, SendError},
};
use crate::{breaker::BreakerState, convert};

const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(20);
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest backoff between connection attempts that no call waits for.
const MAX_RECONNECT_BACKOFF: Duration = Duration::from_secs(2);
/// Interval of health checks of a connected replica while a breaker is open.
const HEALTH_INTERVAL: Duration = Duration::from_secs(1);
/// Minimum lifetime of a connection. One that ended sooner counts as a failed attempt, so the next attempt
/// backs off.
const MIN_STABLE_UPTIME: Duration = Duration::from_millis(50);

/// HTTP/2 connection that accepts calls until it is retired or closed.
pub(super) struct Http2Connection {
    sender: SendRequest<RequestBody>,
    retired: CancellationToken,
}

impl Http2Connection {
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed() || self.retired.is_cancelled()
    }

    pub(super) fn retire(&self) {
        self.retired.cancel();
    }

    pub(super) async fn send(
        &self,
        letter: ReplayableRequest,
    ) -> Result<http::Response<hyper::body::Incoming>, SendError> {
        letter.send(self.sender.clone()).await
    }
}

/// Connects `endpoint`, and connects it again whenever the connection ends. Never returns.
///
/// Health is checked on every new connection, and every second while a breaker is open. When a check succeeds after one that
/// failed, or is the first of this replica, open breakers become half-open at once. A later check that succeeds while calls fail changes nothing, because the
/// service was healthy all along.
pub(super) async fn maintain_connection(endpoint: Arc<Endpoint>) {
    let mut failures = 0;
    // Until its first check, a replica counts as unhealthy, because this may be the end of an outage.
    let mut is_unhealthy = true;
    loop {
        let began = Instant::now();
        match timeout(endpoint.policy().connect_timeout(), connect(endpoint.address)).await {
            Ok(Ok((line, mut driver))) => {
                let line = Arc::new(line);
                if std::mem::take(&mut is_unhealthy) {
                    endpoint.recovered();
                }
                if endpoint.breaker.state() == BreakerState::Open {
                    // Health checks kept succeeding while calls failed, so the breaker stays open for its whole time.
                    endpoint.set_state(EndpointState::Ejected);
                    tokio::select! {
                        () = back_off(&endpoint, endpoint.breaker.open_for()) => {}
                        () = failed_health_check(&endpoint, &line) => is_unhealthy = true,
                    }
                }
                if !is_unhealthy {
                    endpoint.set_connected(Arc::clone(&line));
                    tokio::select! {
                        _ = &mut driver => is_unhealthy |= endpoint.is_open(),
                        () = line.retired.cancelled() => {}
                        () = failed_health_check(&endpoint, &line) => is_unhealthy = true,
                    }
                }
                endpoint.retire_connection(&line);
                failures = if began.elapsed() < MIN_STABLE_UPTIME { failures + 1 } else { 0 };
            }
            Ok(Err(why)) => {
                tracing::debug!(address = %endpoint.address, why, "connection attempt failed");
                (failures, is_unhealthy) = (failures + 1, true);
            }
            Err(_) => (failures, is_unhealthy) = (failures + 1, true),
        }
        if failures > 0 {
            let is_ejected = endpoint.breaker.state() == BreakerState::Open;
            endpoint.set_state(if is_ejected { EndpointState::Ejected } else { EndpointState::Down });
            let longest = (MIN_RECONNECT_BACKOFF * 2u32.pow(failures.min(6))).min(MAX_RECONNECT_BACKOFF);
            back_off(&endpoint, longest.mul_f64(0.5 + fastrand::f64() / 2.0)).await;
        }
        endpoint.set_state(EndpointState::Connecting);
    }
}

/// Checks the health of a connected replica while a breaker is open. Returns at the first check that fails.
///
/// A stalled process keeps its connections, so a new connection after a failed check shows when the process continues.
async fn failed_health_check(endpoint: &Endpoint, line: &Http2Connection) {
    loop {
        sleep(HEALTH_INTERVAL).await;
        if endpoint.is_open() {
            let check =
                timeout(endpoint.policy().connect_timeout(), check_health(line, endpoint.address)).await;
            if !matches!(check, Ok(Ok(()))) {
                return;
            }
        }
    }
}

/// Waits for `pause`, or until a call requests this connection.
async fn back_off(endpoint: &Endpoint, pause: Duration) {
    sleep(MIN_RECONNECT_BACKOFF).await;
    let _ = timeout(pause.saturating_sub(MIN_RECONNECT_BACKOFF), endpoint.connect_requested.notified()).await;
}

async fn connect(address: SocketAddr) -> Result<(Http2Connection, JoinHandle<()>), String> {
    let stream = TcpStream::connect(address).await.map_err(text)?;
    stream.set_nodelay(true).map_err(text)?;
    let (sender, connection) = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(KEEP_ALIVE_INTERVAL)
        .keep_alive_timeout(KEEP_ALIVE_TIMEOUT)
        .keep_alive_while_idle(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(text)?;
    let driver = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "connection broken");
        }
    });
    let line = Http2Connection { sender, retired: CancellationToken::new() };
    check_health(&line, address).await.inspect_err(|_| driver.abort())?;
    Ok((line, driver))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Calls `grpc.health.v1.Health/Check` before the connection takes calls, because a port that accepts connections may
/// belong to a process that is stuck, starting or shutting down.
async fn check_health(line: &Http2Connection, address: SocketAddr) -> Result<(), String> {
    const CHECK: &str = "/grpc.health.v1.Health/Check";
    // An uncompressed empty message, which requests the health of the whole process.
    const EMPTY_REQUEST: &[u8] = &[0; 5];
    let authority: Authority = address.to_string().parse().map_err(text)?;
    let request = Request::builder()
        .method(Method::POST)
        .uri(CHECK)
        .header(CONTENT_TYPE, "application/grpc")
        .header("te", "trailers")
        .body(Body::new(http_body_util::Full::new(Bytes::from_static(EMPTY_REQUEST))))
        .map_err(text)?;
    let answer = line
        .send(ReplayableRequest::from_request(request, &authority))
        .await
        .map_err(|lost| text(lost.error))?;
    let (head, body) = answer.into_parts();
    if !head.headers.contains_key(Status::GRPC_STATUS) {
        let bytes = body.collect().await.map_err(text)?.to_bytes();
        let message = bytes.get(EMPTY_REQUEST.len()..).unwrap_or_default();
        let status = HealthCheckResponse::decode(message).map_err(text)?.status();
        return if status == ServingStatus::Serving { Ok(()) } else { Err(status.as_str_name().to_owned()) };
    }
    accept_unimplemented_health(&head.headers)
}

/// A service that does not implement the health protocol counts as healthy.
fn accept_unimplemented_health(headers: &HeaderMap) -> Result<(), String> {
    let code = Status::from_header_map(headers).map(|status| status.code());
    if code == Some(tonic::Code::Unimplemented) {
        return Ok(());
    }
    Err(format!("health: {:?}", convert::code_of(headers)))
}
