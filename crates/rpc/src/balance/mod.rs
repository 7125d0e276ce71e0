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
mod names;
mod replicas;
mod wire;

use std::{future::Future, sync::Arc, time::Instant};

use http::uri::Authority;
use tokio_util::task::AbortOnDropHandle;
use tonic::{Status, body::Body};

pub use self::names::{Names, Resolve};
use self::{
    endpoint::Picked,
    replicas::Replicas,
    wire::{Letter, Reply},
};
use crate::{
    Error, Target,
    breaker::{BreakerState, Outcome, Permit},
    class::{self, Class},
    deadline,
    transport::outcome,
};

/// How often a call that reached nobody is given to another replica.
const HANDOVERS: usize = 3;

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
    pub(crate) fn new(names: Names, target: &Target) -> Self {
        let authority = names.authority();
        match names.literal() {
            Some(addresses) => {
                let replicas = Arc::new(Replicas::new(target));
                replicas.become_these(&addresses);
                Self(Arc::new(Inner { replicas, authority, _look_up: None }))
            }
            None => Self::following(Arc::new(names), authority, target),
        }
    }

    /// Inside a runtime.
    pub(crate) fn by(names: Arc<dyn Resolve>, target: &Target) -> Self {
        Self::following(names, Authority::from_static("service"), target)
    }

    fn following(names: Arc<dyn Resolve>, authority: Authority, target: &Target) -> Self {
        let replicas = Arc::new(Replicas::new(target));
        let followers = Arc::clone(&replicas);
        let look_up = tokio::spawn(async move { followers.follow(&*names).await });
        Self(Arc::new(Inner { replicas, authority, _look_up: Some(AbortOnDropHandle::new(look_up)) }))
    }

    /// Sends to one replica, or to another when that was certainly not reached. `fair`: to answer late is a fault.
    pub(crate) async fn send(
        &self,
        mut request: http::Request<Body>,
        until: Option<Instant>,
        fair: bool,
    ) -> http::Response<Body> {
        let class = class::current();
        if class != Class::default() {
            request.headers_mut().insert(class::HEADER, class.header());
        }
        let letter = Letter::pack(request, &self.0.authority);
        self.deliver(letter, until, fair).await.unwrap_or_else(|error| Status::from(error).into_http())
    }

    async fn deliver(
        &self,
        mut letter: Letter,
        until: Option<Instant>,
        fair: bool,
    ) -> Result<http::Response<Body>, Error> {
        for _ in 0..=HANDOVERS {
            let picked = before(until, self.0.replicas.ready()).await?.ok_or_else(no_answer)?;
            let Picked { endpoint, line, probe } = &picked;
            let permit = endpoint.breaker.permit(*probe);
            let busy = endpoint.busy();
            match before(until, line.send(letter)).await {
                Ok(Ok(response)) => {
                    self.ended(&picked, permit, outcome(response.headers(), fair));
                    return Ok(response.map(|body| Body::new(Reply::new(body, busy, until))));
                }
                Ok(Err(lost)) => {
                    endpoint.forget(line);
                    let Some(unsent) = lost.unsent else {
                        self.ended(&picked, permit, Outcome::Ill);
                        tracing::debug!(error = %lost.error, "a call broke");
                        return Err(no_answer());
                    };
                    letter = unsent;
                }
                Err(late) => {
                    self.ended(&picked, permit, if fair { Outcome::Ill } else { Outcome::Unknown });
                    return Err(late);
                }
            }
        }
        Err(no_answer())
    }

    fn ended(&self, picked: &Picked, permit: Permit<'_>, outcome: Outcome) {
        if permit.end(outcome) == Some(BreakerState::Open) {
            self.0.replicas.leave_out(&picked.endpoint);
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
