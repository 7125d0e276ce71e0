//! The side that answers: the rules every call runs under, and the port.

mod concurrency_limit;
mod draining;
mod health;
mod serve;

use std::{
    fmt,
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use metrics::Gauge;
use tonic::{Status, body::Body, service::Routes};
use tower::Service as _;
use tracing::Instrument as _;

use concurrency_limit::ConcurrencyLimit;
pub use health::Health;
pub use serve::{ServeOptions, serve};

use crate::{Error, Policy, convert, deadline, metrics::Durations, priority, topology, trace};

/// Of a service that is not in the topology: long enough to be no rule.
const UNNAMED_DEADLINE: Duration = Duration::from_secs(60);
/// Health, reflection: never refused, never counted.
const INFRA_PATH_PREFIX: &str = "/grpc.";

/// A service's routes with the rules every call runs under, whether it comes from the same process or by the port:
/// a deadline, a limit, and a panic that ends only its own call.
///
/// One for the process and each service; clones share the limit.
#[derive(Clone)]
pub struct GrpcService {
    routes: Routes,
    rules: Arc<ServiceConfig>,
}

struct ServiceConfig {
    name: Arc<str>,
    deadline: Duration,
    room: ConcurrencyLimit,
    in_flight: OnceLock<Gauge>,
    durations: Durations,
}

impl GrpcService {
    /// The service called `name` in `topology.toml`, under the deadline and the limit that follow from there.
    pub fn of(name: &str, routes: Routes, policy: &Policy) -> Self {
        let service = topology::service(name);
        Self::new(name, routes, policy.deadline(name), service.concurrency.unwrap_or(policy.concurrency))
    }

    /// No call takes longer than `deadline`, whatever the caller allows; at most `concurrency` run at once.
    pub fn new(name: &str, routes: Routes, deadline: Duration, concurrency: usize) -> Self {
        let name: Arc<str> = name.into();
        let rules = ServiceConfig {
            deadline,
            room: ConcurrencyLimit::new(Arc::clone(&name), concurrency),
            in_flight: OnceLock::new(),
            durations: Durations::new("rpc_server_call_duration_seconds", "service", Arc::clone(&name)),
            name,
        };
        Self { routes: routes.prepare(), rules: Arc::new(rules) }
    }

    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// Calls being worked on.
    pub fn in_flight(&self) -> usize {
        self.rules.room.taken()
    }

    /// Answers within the caller's time and ours. The body of a stream may go on after that; only its head is bound.
    pub(crate) async fn answer(
        self,
        request: http::Request<Body>,
        until: Option<Instant>,
    ) -> http::Response<Body> {
        let Self { mut routes, rules } = self;
        if request.uri().path().starts_with(INFRA_PATH_PREFIX) {
            // The head of the answer: a watch goes on after that. A request that never ends has no more time than others.
            let until = Instant::now() + rules.deadline;
            return match deadline::scope(until, routes.call(request)).await {
                Some(answered) => answered.unwrap_or_else(|never| match never {}),
                None => Status::from(deadline::exceeded()).into_http(),
            };
        }
        let Ok(_place) = rules.enter() else {
            return Status::from(Error::overloaded(concurrency_limit::pushback())).into_http();
        };
        let began = Instant::now();
        let ours = began + rules.deadline;
        let until = until.map_or(ours, |until| until.min(ours));
        let path = request.uri().clone();
        let span = trace::server(path.path(), &rules.name, request.headers());
        trace::left(&span, Some(until));
        let work = AssertUnwindSafe(routes.call(request)).catch_unwind().instrument(span.clone());
        let response = match deadline::scope(until, work).await {
            Some(Ok(Ok(response))) => response,
            Some(Err(_panic)) => Status::from(Error::internal("a handler panicked")).into_http(),
            None => Status::from(deadline::exceeded()).into_http(),
        };
        trace::end(&span, response.headers());
        rules.durations.record(path.path(), convert::code_of(response.headers()), began.elapsed());
        response
    }
}

impl ServiceConfig {
    fn enter(&self) -> Result<InFlightCall<'_>, concurrency_limit::LimitReached> {
        let place = self.room.enter(priority::current())?;
        let gauge = self
            .in_flight
            .get_or_init(|| metrics::gauge!("rpc_server_in_flight", "service" => Arc::clone(&self.name)));
        gauge.increment(1);
        Ok(InFlightCall { _place: place, gauge })
    }
}

/// A call being worked on, until it is dropped: answered, or left by its caller.
struct InFlightCall<'a> {
    _place: concurrency_limit::Permit<'a>,
    gauge: &'a Gauge,
}

impl Drop for InFlightCall<'_> {
    fn drop(&mut self) {
        self.gauge.decrement(1);
    }
}

/// Routes without a name or a limit that would be felt, for tests and tools.
impl From<Routes> for GrpcService {
    fn from(routes: Routes) -> Self {
        Self::new("unnamed", routes, UNNAMED_DEADLINE, Policy::default().concurrency)
    }
}

impl fmt::Debug for GrpcService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Guarded").field(&self.rules.name).finish()
    }
}
