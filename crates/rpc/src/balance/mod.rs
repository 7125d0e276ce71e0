//! Client-side load balancer over all replicas of a service.
//!
//! The client resolves all addresses of a name every `dns_refresh_ms`, holds one HTTP/2 connection to each replica, and sends
//! each call to the one with fewer calls in flight of two picked at random. A single connection would stay on one replica
//! while others idle. A replica that fails while others work is ejected (outlier ejection) and comes back after a health
//! check and two successful probes. A call that was certainly not processed is retried on another replica, up to
//! [`MAX_TRANSPARENT_RETRIES`] times (transparent retry, gRFC A6).
//!
//! It is written over hyper's connections because tonic's balancer (0.14) treats an unreachable replica as ready, fails the
//! call there (grpc-rust#2839) and has no outlier ejection. See `docs/adr/`.

mod connection;
mod endpoint;
mod replay;
mod replicas;

use std::{future::Future, sync::Arc, time::Instant};

use http::uri::Authority;
use tokio_util::task::AbortOnDropHandle;
use tonic::body::Body;

use self::{
    endpoint::SelectedEndpoint,
    replay::{ReplayableRequest, ResponseBody},
    replicas::Replicas,
};
use crate::{
    Error, Target,
    breaker::{BreakerState, CallResult, Permit},
    convert, deadline,
    priority::{self, RequestPriority},
    resolver::{Resolve, ServiceAddresses},
    wait_for_ready::WaitForReady,
};

/// Maximum number of retries on another replica of a call that was not processed.
const MAX_TRANSPARENT_RETRIES: usize = 3;

/// Load balancer of one service. Clones share its connections, which close with the last clone.
#[derive(Clone)]
pub(crate) struct Balancer(Arc<Inner>);

struct Inner {
    replicas: Arc<Replicas>,
    authority: Authority,
    _look_up: Option<AbortOnDropHandle<()>>,
}

impl Balancer {
    /// Creates a load balancer. Must be called inside a Tokio runtime.
    pub(crate) fn new(names: ServiceAddresses, target: &Target) -> Self {
        let authority = names.authority();
        match names.literal() {
            Some(addresses) => {
                let replicas = Arc::new(Replicas::new(target));
                replicas.update_endpoints(&addresses);
                Self(Arc::new(Inner { replicas, authority, _look_up: None }))
            }
            None => Self::with_resolver(Arc::new(names), authority, target),
        }
    }

    /// Creates a load balancer with a custom resolver. Must be called inside a Tokio runtime.
    pub(crate) fn from_resolver(names: Arc<dyn Resolve>, target: &Target) -> Self {
        Self::with_resolver(names, Authority::from_static("service"), target)
    }

    fn with_resolver(names: Arc<dyn Resolve>, authority: Authority, target: &Target) -> Self {
        let replicas = Arc::new(Replicas::new(target));
        let followers = Arc::clone(&replicas);
        let look_up = tokio::spawn(async move { followers.resolve_loop(&*names).await });
        Self(Arc::new(Inner { replicas, authority, _look_up: Some(AbortOnDropHandle::new(look_up)) }))
    }

    /// Waits until a replica is connected and healthy.
    pub(crate) async fn wait_until_healthy(&self) {
        self.0.replicas.wait_until_healthy().await;
    }

    /// Returns the time since which no replica is connected, or `None` while one is.
    pub(crate) fn unreachable_since(&self) -> Option<tokio::time::Instant> {
        (!self.0.replicas.is_reachable()).then(|| self.0.replicas.outage_began())
    }

    /// Whether a replica was connected, or the service recovered, less than `wait_for_ready_ms` ago.
    pub(crate) fn was_just_reachable(&self) -> bool {
        self.0.replicas.outage_counts_from().elapsed() < self.0.replicas.policy().wait_for_ready()
    }

    /// Ends the pauses between connection attempts.
    pub(crate) fn request_connect(&self) {
        self.0.replicas.request_connect();
    }

    /// Sends `request` to one replica, and to another one if it was certainly not processed. `counts_against_callee` is
    /// whether exceeding the deadline counts as a failure of the replica. `wait` lets the call wait for the first
    /// replica.
    pub(crate) async fn send(
        &self,
        mut request: http::Request<Body>,
        until: Option<Instant>,
        counts_against_callee: bool,
        wait: Option<WaitForReady>,
    ) -> Result<http::Response<Body>, Error> {
        let class = priority::current();
        if class != RequestPriority::default() {
            request.headers_mut().insert(priority::HEADER, class.header());
        }
        let letter = ReplayableRequest::from_request(request, &self.0.authority);
        self.send_with_failover(letter, until, counts_against_callee, wait).await
    }

    async fn send_with_failover(
        &self,
        mut request: ReplayableRequest,
        until: Option<Instant>,
        counts_against_callee: bool,
        wait: Option<WaitForReady>,
    ) -> Result<http::Response<Body>, Error> {
        for _ in 0..=MAX_TRANSPARENT_RETRIES {
            let picked = before(until, self.0.replicas.ready(wait)).await.map_err(Error::not_sent)?;
            let picked = picked.ok_or_else(|| no_answer().not_sent())?;
            if let Some(until) = until {
                request.set_timeout(until.saturating_duration_since(Instant::now()));
            }
            let SelectedEndpoint { endpoint, connection: line, probe } = &picked;
            let permit = endpoint.breaker.permit(*probe);
            let busy = endpoint.start_call();
            match before(until, line.send(request)).await {
                Ok(Ok(response)) => {
                    let result = convert::call_result(response.headers(), counts_against_callee);
                    self.record_result(&picked, permit, result);
                    return Ok(response.map(|body| Body::new(ResponseBody::new(body, busy, until))));
                }
                Ok(Err(lost)) => {
                    endpoint.retire_connection(line);
                    let Some(unsent) = lost.retryable_request else {
                        self.record_result(&picked, permit, CallResult::Failure);
                        tracing::debug!(error = %lost.error, "call failed on a broken connection");
                        return Err(no_answer());
                    };
                    request = unsent;
                }
                Err(late) => {
                    self.record_result(
                        &picked,
                        permit,
                        if counts_against_callee { CallResult::Failure } else { CallResult::Ignored },
                    );
                    return Err(late);
                }
            }
        }
        Err(no_answer().not_sent())
    }

    fn record_result(&self, picked: &SelectedEndpoint, permit: Permit<'_>, outcome: CallResult) {
        if permit.record(outcome) == Some(BreakerState::Open) {
            self.0.replicas.eject(&picked.endpoint);
        }
    }
}

async fn before<T>(until: Option<Instant>, work: impl Future<Output = T>) -> Result<T, Error> {
    match until {
        Some(until) => tokio::time::timeout_at(until.into(), work).await.map_err(|_| deadline::exceeded()),
        None => Ok(work.await),
    }
}

fn no_answer() -> Error {
    Error::unavailable("the service does not answer")
}
