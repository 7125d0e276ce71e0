//! Client transport as a tower service: the same deadlines, circuit breaker, metrics and traces for a call in this
//! process and over the network.

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use tonic::{Status, body::Body};
use tower::Service;
use tracing::{Instrument as _, Span};

use crate::{
    Error, GrpcService, Resolve, Target, balance::Balancer, breaker::CallResult, call_counter, convert,
    deadline, resolver::ServiceAddresses, target::Refused, trace, wait_for_ready::WaitForReady,
};

/// Transport of a generated client: a tower service that applies deadline, circuit breaker, metrics and trace to every call.
///
/// Connection failures are returned as gRPC statuses. Retries are done by [`RetryingClient`](crate::RetryingClient).
#[derive(Clone)]
pub struct Transport {
    kind: TransportKind,
    target: Target,
    bounded: bool,
}

#[derive(Clone)]
enum TransportKind {
    InProcess(GrpcService),
    Network(Balancer),
}

impl TransportKind {
    fn balancer(&self) -> Option<&Balancer> {
        match self {
            Self::InProcess(_) => None,
            Self::Network(balancer) => Some(balancer),
        }
    }
}

impl Transport {
    /// Calls `service` in this process, without a socket.
    pub fn in_process(service: impl Into<GrpcService>, target: impl Into<Target>) -> Self {
        Self { kind: TransportKind::InProcess(service.into()), target: target.into(), bounded: true }
    }

    /// Calls the replicas at `address`: `http://host:port`, or several separated by commas. A host name stands for all its
    /// addresses and is resolved again every `dns_refresh_ms`. Must be called inside a Tokio runtime, on which its
    /// connections live. Connections are opened in the background, so services may start in any order.
    pub fn connect(address: &str, target: impl Into<Target>) -> Result<Self, Error> {
        let target = target.into();
        let balancer = Balancer::new(ServiceAddresses::parse(address)?, &target);
        Ok(Self { kind: TransportKind::Network(balancer), target, bounded: true })
    }

    /// Calls the replicas whose addresses `names` resolves.
    pub fn connect_by(names: Arc<dyn Resolve>, target: impl Into<Target>) -> Self {
        let target = target.into();
        let balancer = Balancer::from_resolver(names, &target);
        Self { kind: TransportKind::Network(balancer), target, bounded: true }
    }

    /// Returns a transport without a client deadline, for streams that stay open. The service still bounds the time to its
    /// response headers.
    #[must_use]
    pub fn without_deadline(mut self) -> Self {
        self.bounded = false;
        self
    }

    /// Waits until a replica is connected and healthy and the circuit breaker admits calls. A service in this process is always
    /// reached. Never returns while no replica can be reached.
    pub async fn ready(&self) {
        loop {
            if let Some(balancer) = self.kind.balancer() {
                balancer.wait_until_healthy().await;
            }
            if self.target.breaker().is_admissible() {
                return;
            }
            self.target.admissible().await;
        }
    }

    pub fn target(&self) -> &Target {
        &self.target
    }

    async fn send(self, mut request: http::Request<Body>) -> http::Response<Body> {
        let began = Instant::now();
        call_counter::increment();
        let Self { kind: transport_kind, target, bounded } = self;
        let path = request.uri().clone();
        let span = Span::current();
        let until = bounded.then(|| deadline::for_call(began, target.budget()));
        let left = until.map(|until| until.saturating_duration_since(began));
        let wait = WaitForReady::of_call(&target, left);
        let admitted = match (target.admit(), wait) {
            // Boxed because waits are rare, and the future of every call would be larger otherwise.
            (Err(_), Some(wait)) => Box::pin(target.admit_when_ready(wait, transport_kind.balancer())).await,
            (admitted, _) => admitted,
        };
        let permit = match admitted {
            Ok(permit) => permit,
            Err(Refused { error, .. }) => {
                let error = error.failed_by(target.name());
                target.durations().record(path.path(), Some(error.code), began.elapsed());
                return Status::from(error).into_http();
            }
        };
        trace::left(&span, until);
        trace::inject(&span, request.headers_mut());
        // During a short outage, calls that were not sent are not counted.
        let mut is_ignored = false;
        let mut response = match transport_kind {
            TransportKind::InProcess(service) => service.answer(request, until).await,
            TransportKind::Network(balancer) => {
                let is_reasonable = had_reasonable_deadline(&target, began, until);
                balancer.send(request, until, is_reasonable, wait).await.unwrap_or_else(|error| {
                    is_ignored = error.is_not_sent() && balancer.was_just_reachable();
                    Status::from(error).into_http()
                })
            }
        };
        let code = convert::code_of(response.headers());
        trace::end(&span, response.headers());
        let outcome = if is_ignored {
            response = convert::failed_by(response, target.name());
            CallResult::Ignored
        } else {
            convert::call_result(response.headers(), had_reasonable_deadline(&target, began, until))
        };
        if let Some(state) = permit.record(outcome) {
            target.changed(state);
        }
        if outcome == CallResult::Failure {
            response = convert::failed_by(response, target.name());
        }
        target.durations().record(path.path(), code, began.elapsed());
        response
    }
}

/// Whether exceeding the deadline counts against the callee: the call had at least half of its usual time.
fn had_reasonable_deadline(target: &Target, began: Instant, until: Option<Instant>) -> bool {
    until.is_none_or(|until| until.saturating_duration_since(began) * 2 >= target.budget())
}

impl Service<http::Request<Body>> for Transport {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<http::Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let transport = self.clone();
        let span = trace::client(request.uri().path(), transport.target.name());
        Box::pin(async move { Ok(transport.send(request).await) }.instrument(span))
    }
}
