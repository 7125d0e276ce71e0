//! Logs, traces and metrics, under the same names in every process.
//!
//! [`init`] once, before anything logs. Spans that belong to a trace have the target [`TRACE`]; they cost next to
//! nothing until `telemetry.otlp_endpoint` names a collector.

mod config;
mod harmless;
mod json;
mod logs;
pub mod metrics;
pub mod propagation;
mod sql;
mod traces;

pub use config::{Config, DEFAULTS, Log, LogFormat};
pub use traces::{TRACE, Traces};

/// Installs the logs of this process and, when a collector is configured, its traces under the name `service`.
/// Must be called inside a Tokio runtime, which the exporter's connection lives on.
pub fn init(service: &'static str, log: Log, config: &Config) -> anyhow::Result<Traces> {
    use tracing_subscriber::{layer::SubscriberExt as _, util::SubscriberInitExt as _};

    let traces = Traces::open(service, config)?;
    tracing_subscriber::registry()
        .with(traces.layer())
        .with(traces.layer_of_statements())
        .with(logs::layer(log.format))
        .try_init()?;
    Ok(traces)
}
