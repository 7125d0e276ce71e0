//! Calls over all replicas of a service.
//!
//! One connection to a name finds one replica and stays there: the others idle, a new one gets nothing, a sick one
//! keeps its callers. So the caller itself knows all addresses, looks them up again every few seconds, holds a
//! connection to each, and gives each call to the less busy of two picked at random. A replica that fails while others
//! work is left out and comes back when it is well. A call that certainly reached nobody goes to the next replica
//! unseen.
//!
//! Own code over hyper's connections, because tonic's balancer (0.14) takes a replica that cannot be reached for ready
//! and fails the call there (grpc-rust#2839), and knows no sick ones.

mod connection;
mod endpoint;
mod replay;
mod replicas;
mod resolver;

use std::{future::Future, sync::Arc, time::Instant};

use http::uri::Authority;
use tokio_util::task::AbortOnDropHandle;
use tonic::{Status, body::Body};

pub use self::resolver::{Resolve, ServiceAddresses};
use self::{
    endpoint::SelectedEndpoint,
    replay::{ReplayableRequest, ResponseBody},
    replicas::Replicas,
};
use crate::{
    Error, Target,
    breaker::{BreakerState, CallResult, Permit},
    deadline,
    priority::{self, RequestPriority},
    transport::outcome,
};

/// How often a call that reached nobody is given to another replica.
const MAX_TRANSPARENT_RETRIES: usize = 3;

/// All replicas of one service. Clones share them; the last one gone, the connections end.
#[derive(Clone)]
pub(crate) struct Balancer(Arc<Inner>);

struct Inner {
    replicas: Arc<Replicas>,
    authority: Authority,
    _look_up: Option<AbortOnDropHandle<()>>,
}

impl Balancer {
    /// Inside a runtime.
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

    /// Inside a runtime.
    pub(crate) fn from_resolver(names: Arc<dyn Resolve>, target: &Target) -> Self {
        Self::with_resolver(names, Authority::from_static("service"), target)
    }

    fn with_resolver(names: Arc<dyn Resolve>, authority: Authority, target: &Target) -> Self {
        let replicas = Arc::new(Replicas::new(target));
        let followers = Arc::clone(&replicas);
        let look_up = tokio::spawn(async move { followers.resolve_loop(&*names).await });
        Self(Arc::new(Inner { replicas, authority, _look_up: Some(AbortOnDropHandle::new(look_up)) }))
    }

    /// Sends to one replica, or to another when that was certainly not reached. `counts_against_callee`: to answer late is a fault.
    pub(crate) async fn send(
        &self,
        mut request: http::Request<Body>,
        until: Option<Instant>,
        counts_against_callee: bool,
    ) -> http::Response<Body> {
        let class = priority::current();
        if class != RequestPriority::default() {
            request.headers_mut().insert(priority::HEADER, class.header());
        }
        let letter = ReplayableRequest::from_request(request, &self.0.authority);
        self.send_with_failover(letter, until, counts_against_callee)
            .await
            .unwrap_or_else(|error| Status::from(error).into_http())
    }

    async fn send_with_failover(
        &self,
        mut letter: ReplayableRequest,
        until: Option<Instant>,
        counts_against_callee: bool,
    ) -> Result<http::Response<Body>, Error> {
        for _ in 0..=MAX_TRANSPARENT_RETRIES {
            let picked = before(until, self.0.replicas.ready()).await?.ok_or_else(no_answer)?;
            let SelectedEndpoint { endpoint, connection: line, probe } = &picked;
            let permit = endpoint.breaker.permit(*probe);
            let busy = endpoint.start_call();
            match before(until, line.send(letter)).await {
                Ok(Ok(response)) => {
                    self.record_result(&picked, permit, outcome(response.headers(), counts_against_callee));
                    return Ok(response.map(|body| Body::new(ResponseBody::new(body, busy, until))));
                }
                Ok(Err(lost)) => {
                    endpoint.retire_connection(line);
                    let Some(unsent) = lost.retryable_request else {
                        self.record_result(&picked, permit, CallResult::Failure);
                        tracing::debug!(error = %lost.error, "a call broke");
                        return Err(no_answer());
                    };
                    letter = unsent;
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
        Err(no_answer())
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
