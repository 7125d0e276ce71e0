//! Logs, traces and metrics of every process.
//!
//! Call [`init`] once, before the first log line. Spans of traces have the target [`TRACE`]; they cost nearly nothing until
//! `telemetry.otlp_endpoint` names a collector.

mod config;
mod json;
mod logs;
pub mod metrics;
mod noise_filter;
pub mod propagation;
mod sql;
mod traces;

pub use config::{Config, DEFAULTS, Log, LogFormat};
pub use traces::{TRACE, Traces};

/// The version of this build, as `service.version` in traces and in `heuan_build_info`.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Installs the logs of this process and, when a collector is configured, its traces under the name `service`.
/// `database` is OpenTelemetry's name of the SQL database, `sqlite` or `postgresql`. Must be called inside a Tokio runtime,
/// which the exporter's connection lives on.
pub fn init(
    service: &'static str,
    database: &'static str,
    log: Log,
    config: &Config,
) -> anyhow::Result<Traces> {
    use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

    let traces = Traces::open(service, database, config)?;
    tracing_subscriber::registry()
        .with(traces.layer())
        .with(traces.layer_of_statements())
        .with(logs::layer(log.format))
        .try_init()?;
    Ok(traces)
}

/// Installs the log lines of security events alone, in the format of the log, for a command that ends by itself and prints its result.
pub fn init_security_log(log: Log) -> anyhow::Result<()> {
    use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

    tracing_subscriber::registry().with(logs::security_layer(log.format)).try_init()?;
    Ok(())
}
