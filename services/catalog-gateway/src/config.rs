use serde::Deserialize;

/// Section `[catalog-gateway]`; see `catalog-gateway.toml` for what each key means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Milliseconds between looks for changes that another process wrote and for ended holds.
    pub poll_ms: u64,
}
