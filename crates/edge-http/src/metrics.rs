//! Metrics of the edge. Labels come from closed sets (route patterns, status classes), never from a request.

use std::{cell::OnceCell, rc::Rc, time::Duration};

use heuan_cache::CacheStatus;
use metrics::{Counter, Gauge, Histogram};

pub use heuan_telemetry::metrics::Metrics;

const STATUSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];
const METHODS: [&str; 2] = ["GET", "other"];

/// Metric handles of one route on one worker, created on first use.
#[derive(Clone)]
pub struct RouteMetrics(Rc<RouteMetricHandles>);

struct RouteMetricHandles {
    route: &'static str,
    durations: [[OnceCell<Histogram>; STATUSES.len()]; METHODS.len()],
}

impl RouteMetrics {
    pub fn new(route: &'static str) -> Self {
        Self(Rc::new(RouteMetricHandles { route, durations: Default::default() }))
    }

    pub fn count(&self, is_get: bool, status: u16, took: Duration) {
        let (method, class) = (usize::from(!is_get), usize::from(status / 100).clamp(1, 5) - 1);
        let meter = self.0.durations[method][class].get_or_init(|| {
            metrics::histogram!(
                "http_server_request_duration_seconds",
                "http_route" => self.0.route,
                "http_request_method" => METHODS[method],
                "status" => STATUSES[class],
            )
        });
        meter.record(took.as_secs_f64());
    }
}

/// Counts a request in flight until it is dropped, even if the client disconnects.
pub struct InFlight(Gauge);

impl InFlight {
    pub fn begin(gauge: &Gauge) -> Self {
        gauge.increment(1);
        Self(gauge.clone())
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Handles of `cache_responses_total`.
pub struct CacheCounters {
    hit: Counter,
    shared: Counter,
    fetched: Counter,
    stale: Counter,
}

impl Default for CacheCounters {
    fn default() -> Self {
        let counter = |status| metrics::counter!("cache_responses_total", "status" => status);
        Self {
            hit: counter("hit"),
            shared: counter("shared"),
            fetched: counter("fetched"),
            stale: counter("stale"),
        }
    }
}

impl CacheCounters {
    pub fn count(&self, status: CacheStatus) {
        match status {
            CacheStatus::Hit => self.hit.increment(1),
            CacheStatus::Miss => self.fetched.increment(1),
            CacheStatus::Stale => self.stale.increment(1),
        }
    }

    /// Counts a response that another replica had fetched. It is counted as a miss as well.
    pub fn count_shared(&self) {
        self.shared.increment(1);
    }
}
