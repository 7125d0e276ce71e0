//! `/metrics` in Prometheus text format.
//!
//! The four golden signals have the same names everywhere: `http_server_…` by route at the edge, `rpc_client_…` and
//! `rpc_server_…` by method between services. Labels come from closed sets, never from a request.

use std::sync::OnceLock;

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

/// Histogram buckets in seconds, from a cached response to the longest deadline.
const BUCKETS: [f64; 14] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

/// Metrics of the process, shared by all services in it.
#[derive(Clone)]
pub struct Metrics {
    handle: PrometheusHandle,
    process: Collector,
}

impl Metrics {
    /// Installs the recorder at the first call, which must be before the first metric.
    pub fn install() -> anyhow::Result<Self> {
        static INSTALLED: OnceLock<Metrics> = OnceLock::new();
        if let Some(installed) = INSTALLED.get() {
            return Ok(installed.clone());
        }
        let recorder = PrometheusBuilder::new().set_buckets(&BUCKETS)?.build_recorder();
        let ours = Self { handle: recorder.handle(), process: Collector::default() };
        let installed = INSTALLED.get_or_init(|| ours);
        // In a race the first recorder stays and the second is dropped.
        if metrics::set_global_recorder(recorder).is_ok() {
            describe();
            metrics::gauge!("heuan_build_info", "version" => crate::VERSION).set(1.0);
            installed.process.describe();
        }
        Ok(installed.clone())
    }

    pub fn render(&self) -> String {
        self.process.collect();
        self.handle.render()
    }

    /// Aggregates samples into buckets. Call it periodically, because otherwise they accumulate until `/metrics` is read.
    pub fn run_upkeep(&self) {
        self.handle.run_upkeep();
    }
}

fn describe() {
    use metrics::{describe_counter as counter, describe_gauge as gauge, describe_histogram as histogram};

    histogram!(
        "http_server_request_duration_seconds",
        "Time to the answer's head, by route, method and status class"
    );
    gauge!("http_server_active_requests", "Requests being answered");
    gauge!("http_server_open_connections", "Connections of clients");
    counter!(
        "http_server_connections_refused_total",
        "Connections of clients that held as many as one client may"
    );
    counter!(
        "http_server_connections_closed_total",
        "Connections ended because their client was too slow or sent too much, by reason"
    );
    counter!("http_server_shed_total", "Requests refused because the edge was full, by class");
    counter!("cache_responses_total", "Responses of the cache by status");
    counter!("ssr_renders_total", "Pages whose HTML was to be made, by outcome");
    gauge!("watch_connected", "1 while the catalog's changes reach this process");
    counter!("watch_changes_total", "Changes of the catalog seen");
    histogram!(
        "rpc_client_call_duration_seconds",
        "Calls to services as the caller saw them, by target, method and code"
    );
    counter!("rpc_client_retries_total", "Second and third tries, by target and method");
    counter!("rpc_client_retry_budget_exhausted_total", "Tries not made because too many were, by target");
    gauge!("rpc_breaker_state", "0 closed, 1 half open, 2 open, by target");
    gauge!("rpc_client_endpoints", "Replicas as the callers' connections see them, by target and state");
    histogram!(
        "rpc_server_call_duration_seconds",
        "Calls as the service answered them, by service, method and code"
    );
    gauge!("rpc_server_in_flight", "Calls being answered, by service");
    counter!("rpc_server_shed_total", "Calls refused because the service was full, by service and class");
    histogram!("redis_command_duration_seconds", "Redis commands, by command and outcome");
    gauge!("redis_breaker_state", "0 closed, 2 open");
    gauge!("heuan_build_info", "1, with the version of this build");
    gauge!("data_dir_available_bytes", "Space left on the file system of the data folder");
    gauge!("data_dir_size_bytes", "Size of the file system of the data folder");
    gauge!(
        "backup_last_success_timestamp_seconds",
        "Unix time of the newest scheduled backup, 0 without one"
    );
    gauge!("backup_interval_seconds", "Interval of scheduled backups");
    counter!("backup_failures_total", "Scheduled backups that failed");
    gauge!("outbox_backlog", "Events of a service that wait for their receiver");
    gauge!("orders_due", "Orders whose next step is due: units or money to be settled");
    counter!("orders_refused_by_limit_total", "Orders and cart lines refused by a limit, by reason");
    gauge!("orders_unpaid_units", "Units in unpaid orders, and in held reservations that have no order");
    gauge!(
        "orders_reserved_stock_ratio",
        "Share of the stock of their products that unpaid orders and held reservations have"
    );
    gauge!(
        "orders_products_mostly_reserved",
        "Products of whose stock unpaid orders and held reservations have 80 % and more, at least 10 units"
    );
    counter!(
        "security_events_total",
        "Sign-ins, changed credentials, ended sessions and staff actions, by event and result"
    );
    counter!(
        "change_notices_refused_total",
        "Notices of a changed number, address or password, or of a new device, that a limit refused, by limit"
    );
    gauge!("sql_pool_connections", "Connections to the database, by service and state");
    gauge!("sql_writes_failing", "1 while the database of a service takes no writes");
}
