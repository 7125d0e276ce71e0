use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::{Duration, Instant},
};

use http::HeaderMap;
use tonic::{Status, body::Body};
use tower::Service;
use tracing::{Instrument as _, Span};

use crate::{
    Code, Error, GrpcService, Resolve, Target,
    balance::{Balancer, ServiceAddresses},
    breaker::CallResult,
    call_counter, convert, deadline, trace,
};

/// What a generated client calls through. Failures of the wire come back as gRPC errors, never as another type.
///
/// Every call is bounded, counted and weighed here, so no client can forget it; repeats are [`Caller`](crate::Caller)'s,
/// which alone knows what may be repeated.
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

impl Transport {
    /// Calls `service` in this process, with no socket between.
    pub fn in_process(service: impl Into<GrpcService>, target: impl Into<Target>) -> Self {
        Self { kind: TransportKind::InProcess(service.into()), target: target.into(), bounded: true }
    }

    /// Calls the replicas at `address`: `http://host:port`, or several with commas between. A name stands for all its
    /// addresses and is looked up again every few seconds. Must be called inside a runtime: its connections live on
    /// it. They are made in the background, so the order in which services start does not matter.
    pub fn connect(address: &str, target: impl Into<Target>) -> Result<Self, Error> {
        let target = target.into();
        let balancer = Balancer::new(ServiceAddresses::parse(address)?, &target);
        Ok(Self { kind: TransportKind::Network(balancer), target, bounded: true })
    }

    /// Calls the replicas that `names` knows of, now and at any later time.
    pub fn connect_by(names: Arc<dyn Resolve>, target: impl Into<Target>) -> Self {
        let target = target.into();
        let balancer = Balancer::from_resolver(names, &target);
        Self { kind: TransportKind::Network(balancer), target, bounded: true }
    }

    /// For streams that are meant to stay open: the caller sets and sends no deadline. The service still has its own
    /// for the first word.
    #[must_use]
    pub fn without_deadline(mut self) -> Self {
        self.bounded = false;
        self
    }

    pub fn target(&self) -> &Target {
        &self.target
    }

    async fn send(self, mut request: http::Request<Body>) -> http::Response<Body> {
        let began = Instant::now();
        call_counter::increment();
        let Self { kind: way, target, bounded } = self;
        let path = request.uri().clone();
        let span = Span::current();
        let permit = match target.admit() {
            Ok(permit) => permit,
            Err(refused) => {
                let refused = refused.failed_by(target.name());
                target.durations().record(path.path(), Some(refused.code), Duration::ZERO);
                return Status::from(refused).into_http();
            }
        };
        let until = bounded.then(|| deadline::for_call(began, target.budget()));
        trace::left(&span, until);
        trace::inject(&span, request.headers_mut());
        let mut response = match way {
            TransportKind::InProcess(service) => service.answer(request, until).await,
            TransportKind::Network(balancer) => {
                if let Some(until) = until {
                    let left = until.saturating_duration_since(began);
                    request.headers_mut().insert(deadline::HEADER, deadline::encode(left));
                }
                balancer.send(request, until, had_reasonable_deadline(&target, began, until)).await
            }
        };
        let code = convert::code_of(response.headers());
        trace::end(&span, response.headers());
        let outcome = outcome(response.headers(), had_reasonable_deadline(&target, began, until));
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

/// Whether a call past its deadline says something about the one called: it had half of its usual time or more.
fn had_reasonable_deadline(target: &Target, began: Instant, until: Option<Instant>) -> bool {
    until.is_none_or(|until| until.saturating_duration_since(began) * 2 >= target.budget())
}

/// A refusal for too much to do is a sign of life, an internal error one of a fault in one handler, and a failure that
/// is passed on one of somebody else: none is a reason to stop asking for everything else.
pub(crate) fn outcome(headers: &HeaderMap, counts_against_callee: bool) -> CallResult {
    match convert::code_of(headers) {
        Some(Code::Unavailable | Code::DeadlineExceeded) if convert::is_passed_on(headers) => {
            CallResult::Success
        }
        Some(Code::Unavailable) => CallResult::Failure,
        Some(Code::DeadlineExceeded) if counts_against_callee => CallResult::Failure,
        Some(Code::DeadlineExceeded) => CallResult::Ignored,
        _ => CallResult::Success,
    }
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
