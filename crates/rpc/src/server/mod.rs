//! gRPC server: deadline, concurrency limit and panic isolation of every call, and the port.

mod draining;
mod health;
mod load_shedder;
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

pub use health::Health;
use load_shedder::LoadShedder;
pub use serve::{ServeOptions, serve};

use crate::{Error, Policy, convert, deadline, metrics::Durations, priority, topology, trace};

/// Deadline of a service that is not in the topology, such as one of a test.
const UNNAMED_DEADLINE: Duration = Duration::from_secs(60);
/// Path prefix of health and reflection, which are never rejected and not counted.
const INFRA_PATH_PREFIX: &str = "/grpc.";

/// A service's routes with a deadline, a concurrency limit and panic isolation for every call, in-process or from the port.
///
/// A process has one for each service; clones share the limit.
#[derive(Clone)]
pub struct GrpcService {
    routes: Routes,
    rules: Arc<ServiceConfig>,
}

struct ServiceConfig {
    name: Arc<str>,
    deadline: Duration,
    shedder: LoadShedder,
    in_flight: OnceLock<Gauge>,
    durations: Durations,
}

impl GrpcService {
    /// Returns the service `name` with the deadline and the concurrency limit of `topology.toml`.
    pub fn of(name: &str, routes: Routes, policy: &Policy) -> Self {
        let service = topology::service(name);
        Self::new(name, routes, policy.deadline(name), service.concurrency.unwrap_or(policy.concurrency))
    }

    /// Returns a service whose calls take at most `deadline`, with at most `concurrency` calls in flight.
    pub fn new(name: &str, routes: Routes, deadline: Duration, concurrency: usize) -> Self {
        let name: Arc<str> = name.into();
        let rules = ServiceConfig {
            deadline,
            shedder: LoadShedder::new(Arc::clone(&name), concurrency),
            in_flight: OnceLock::new(),
            durations: Durations::new("rpc_server_call_duration_seconds", "service", Arc::clone(&name)),
            name,
        };
        Self { routes: routes.prepare(), rules: Arc::new(rules) }
    }

    pub fn name(&self) -> &str {
        &self.rules.name
    }

    /// Returns the number of calls in flight.
    pub fn in_flight(&self) -> usize {
        self.rules.shedder.in_flight()
    }

    /// Handles a call within the caller's and the service's deadline. The deadline applies only to the response headers: a
    /// stream may continue.
    pub(crate) async fn answer(
        self,
        request: http::Request<Body>,
        until: Option<Instant>,
    ) -> http::Response<Body> {
        let Self { mut routes, rules } = self;
        if request.uri().path().starts_with(INFRA_PATH_PREFIX) {
            // The deadline applies only to the response headers, because a watch stream continues. A request that never ends
            // has no more time.
            let until = Instant::now() + rules.deadline;
            return match deadline::scope(until, routes.call(request)).await {
                Some(answered) => answered.unwrap_or_else(|never| match never {}),
                None => Status::from(deadline::exceeded()).into_http(),
            };
        }
        let Ok(_permit) = rules.try_acquire() else {
            return Status::from(Error::overloaded(load_shedder::pushback())).into_http();
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
    fn try_acquire(&self) -> Result<InFlightCall<'_>, load_shedder::LimitReached> {
        let permit = self.shedder.try_acquire(priority::current())?;
        let gauge = self
            .in_flight
            .get_or_init(|| metrics::gauge!("rpc_server_in_flight", "service" => Arc::clone(&self.name)));
        gauge.increment(1);
        Ok(InFlightCall { _permit: permit, gauge })
    }
}

/// A call in flight, counted until it is answered or canceled by its caller.
struct InFlightCall<'a> {
    _permit: load_shedder::Permit<'a>,
    gauge: &'a Gauge,
}

impl Drop for InFlightCall<'_> {
    fn drop(&mut self) {
        self.gauge.decrement(1);
    }
}

/// Creates a service without a name and with a high limit, for tests and tools.
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
