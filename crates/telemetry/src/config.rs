//! Configuration sections `[log]` and `[telemetry]`: log format, OTLP collector and sampling ratio of traces.

use serde::Deserialize;

/// The compiled-in defaults of the sections `[log]` and `[telemetry]` with comments.
pub const DEFAULTS: &str = include_str!("../telemetry.toml");

/// Section `[log]`.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Log {
    pub format: LogFormat,
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Pretty,
    Json,
}

/// Section `[telemetry]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub otlp_endpoint: String,
    pub sample_ratio: f64,
}

impl Config {
    /// Checks the ranges of all values. The error names the key.
    pub fn validate(&self) -> anyhow::Result<()> {
        let endpoint = &self.otlp_endpoint;
        let is_address =
            endpoint.is_empty() || endpoint.starts_with("http://") || endpoint.starts_with("https://");
        anyhow::ensure!(
            is_address,
            "configuration: telemetry.otlp_endpoint (OTEL_EXPORTER_OTLP_ENDPOINT) must be empty or like http://collector:4317"
        );
        anyhow::ensure!(
            (0.0..=1.0).contains(&self.sample_ratio),
            "configuration: telemetry.sample_ratio must be 0 to 1"
        );
        Ok(())
    }
}
