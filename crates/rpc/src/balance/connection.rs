//! The connection to one replica, made again when it ends.

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
    endpoint::{Endpoint, Phase, REST},
    wire::{Letter, Lost, Outgoing},
};
use crate::{breaker::BreakerState, convert};

const PING_EVERY: Duration = Duration::from_secs(20);
const PING_PATIENCE: Duration = Duration::from_secs(5);
/// Between tries nobody waits for.
const LONGEST_REST: Duration = Duration::from_secs(2);
/// Between health checks of a connected replica while a breaker is open.
const HEALTH_INTERVAL: Duration = Duration::from_secs(1);
/// A connection that lasted less was none, and the next is not made at once.
const STEADY: Duration = Duration::from_millis(50);

/// A connection that takes calls until it is spent.
pub(super) struct Line {
    sender: SendRequest<Outgoing>,
    spent: CancellationToken,
}

impl Line {
    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed() || self.spent.is_cancelled()
    }

    pub(super) fn spend(&self) {
        self.spent.cancel();
    }

    pub(super) async fn send(&self, letter: Letter) -> Result<http::Response<hyper::body::Incoming>, Lost> {
        letter.post(self.sender.clone()).await
    }
}

/// Keeps `endpoint` connected; never ends.
///
/// Health is checked for every new connection, and every second while a breaker is open. When a check succeeds after one
/// that failed, the service is back, and open breakers become half-open without waiting for their pause. A check that
/// succeeds while calls fail says nothing new and ends no pause.
pub(super) async fn keep(endpoint: Arc<Endpoint>) {
    let mut failures = 0;
    let mut is_unhealthy = false;
    loop {
        let began = Instant::now();
        match timeout(endpoint.policy().connect(), open(endpoint.address)).await {
            Ok(Ok((line, mut driver))) => {
                let line = Arc::new(line);
                if std::mem::take(&mut is_unhealthy) {
                    endpoint.recovered();
                }
                if endpoint.breaker.state() == BreakerState::Open {
                    // It was healthy all along, and its calls failed.
                    endpoint.enter(Phase::Ejected);
                    tokio::select! {
                        () = rest(&endpoint, endpoint.breaker.open_for()) => {}
                        () = failed_health_check(&endpoint, &line) => is_unhealthy = true,
                    }
                }
                if !is_unhealthy {
                    endpoint.hold(Arc::clone(&line));
                    tokio::select! {
                        _ = &mut driver => is_unhealthy |= endpoint.is_open(),
                        () = line.spent.cancelled() => {}
                        () = failed_health_check(&endpoint, &line) => is_unhealthy = true,
                    }
                }
                endpoint.forget(&line);
                failures = if began.elapsed() < STEADY { failures + 1 } else { 0 };
            }
            Ok(Err(why)) => {
                tracing::debug!(address = %endpoint.address, why, "not connected");
                (failures, is_unhealthy) = (failures + 1, true);
            }
            Err(_) => (failures, is_unhealthy) = (failures + 1, true),
        }
        if failures > 0 {
            let is_ejected = endpoint.breaker.state() == BreakerState::Open;
            endpoint.enter(if is_ejected { Phase::Ejected } else { Phase::Down });
            let longest = (REST * 2u32.pow(failures.min(6))).min(LONGEST_REST);
            rest(&endpoint, longest.mul_f64(0.5 + fastrand::f64() / 2.0)).await;
        }
        endpoint.enter(Phase::Connecting);
    }
}

/// Checks the health of a connected replica while a breaker is open; ends at the first check that fails.
///
/// A stalled process keeps its connections. The new connection that follows a failed check shows when it goes on.
async fn failed_health_check(endpoint: &Endpoint, line: &Line) {
    loop {
        sleep(HEALTH_INTERVAL).await;
        if endpoint.is_open() {
            let check = timeout(endpoint.policy().connect(), ask_health(line, endpoint.address)).await;
            if !matches!(check, Ok(Ok(()))) {
                return;
            }
        }
    }
}

/// Waits `pause`, or until a call waits for this connection.
async fn rest(endpoint: &Endpoint, pause: Duration) {
    sleep(REST).await;
    let _ = timeout(pause.saturating_sub(REST), endpoint.wanted.notified()).await;
}

async fn open(address: SocketAddr) -> Result<(Line, JoinHandle<()>), String> {
    let stream = TcpStream::connect(address).await.map_err(text)?;
    stream.set_nodelay(true).map_err(text)?;
    let (sender, connection) = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(PING_PATIENCE)
        .keep_alive_while_idle(true)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(text)?;
    let driver = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection broke");
        }
    });
    let line = Line { sender, spent: CancellationToken::new() };
    ask_health(&line, address).await.inspect_err(|_| driver.abort())?;
    Ok((line, driver))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A port that takes connections may belong to a process that is stuck, starting or leaving; its first word shows.
async fn ask_health(line: &Line, address: SocketAddr) -> Result<(), String> {
    const CHECK: &str = "/grpc.health.v1.Health/Check";
    // No compression, no bytes: an empty message asks for the process as a whole.
    const ABOUT_ALL: &[u8] = &[0; 5];
    let authority: Authority = address.to_string().parse().map_err(text)?;
    let request = Request::builder()
        .method(Method::POST)
        .uri(CHECK)
        .header(CONTENT_TYPE, "application/grpc")
        .header("te", "trailers")
        .body(Body::new(http_body_util::Full::new(Bytes::from_static(ABOUT_ALL))))
        .map_err(text)?;
    let answer = line.send(Letter::pack(request, &authority)).await.map_err(|lost| text(lost.error))?;
    let (head, body) = answer.into_parts();
    if !head.headers.contains_key(Status::GRPC_STATUS) {
        let bytes = body.collect().await.map_err(text)?.to_bytes();
        let message = bytes.get(ABOUT_ALL.len()..).unwrap_or_default();
        let told = HealthCheckResponse::decode(message).map_err(text)?.status();
        return if told == ServingStatus::Serving { Ok(()) } else { Err(told.as_str_name().to_owned()) };
    }
    knows_no_health(&head.headers)
}

/// A service without the health contract is taken as it is.
fn knows_no_health(headers: &HeaderMap) -> Result<(), String> {
    let code = Status::from_header_map(headers).map(|status| status.code());
    if code == Some(tonic::Code::Unimplemented) {
        return Ok(());
    }
    Err(format!("health: {:?}", convert::code_of(headers)))
}
