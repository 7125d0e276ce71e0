//! Settings of the binary: section `[shop]` with data folder and database, and the compiled-in defaults of all
//! services.

use std::{path::PathBuf, time::Duration};

use anyhow::Result;
use heuan_redis::Redis;
use heuan_runtime::{Settings, Shutdown};
use heuan_store::DatabaseUrl;
use serde::{Deserialize, Deserializer, de::Error as _};

/// Section `[shop]`; see `heuan.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    #[serde(deserialize_with = "named_folder")]
    pub data_dir: PathBuf,
    pub database_url: String,
    pub demo: bool,
    pub demo_dir: PathBuf,
}

/// Section `[redis]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RedisSection {
    url: String,
    command_timeout_ms: u64,
}

/// An empty path would mean the current directory.
fn named_folder<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let path = PathBuf::deserialize(deserializer)?;
    if path.as_os_str().is_empty() {
        return Err(D::Error::custom("must name a folder; without it the shop uses `data`"));
    }
    Ok(path)
}

impl Shop {
    /// Database of `service`.
    pub fn location(&self, service: &str) -> DatabaseUrl {
        DatabaseUrl::of(service, &self.data_dir, Some(&self.database_url))
    }

    pub fn media_dir(&self) -> PathBuf {
        self.data_dir.join("media")
    }
}

/// The commented defaults, compiled in: of the shop and of each service.
pub const DEFAULTS: [&str; 12] = [
    include_str!("../heuan.toml"),
    heuan_telemetry::DEFAULTS,
    heuan_rpc::DEFAULTS,
    heuan_accounts::DEFAULTS,
    heuan_orders::DEFAULTS,
    heuan_notifications::DEFAULTS,
    heuan_chat::DEFAULTS,
    heuan_search::DEFAULTS,
    heuan_catalog_gateway::DEFAULTS,
    heuan_image_search::DEFAULTS,
    heuan_weather_branches::DEFAULTS,
    heuan_edge::DEFAULTS,
];

/// Loads the defaults, the configuration file and environment variables, in ascending precedence.
pub fn load() -> Result<Settings> {
    let short_names = [
        ("DATA_DIR", "shop.data_dir"),
        ("DATABASE_URL", "shop.database_url"),
        ("DEMO", "shop.demo"),
        ("PORT", "edge.port"),
        ("REDIS_URL", "redis.url"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "telemetry.otlp_endpoint"),
    ];
    Ok(Settings::load(&DEFAULTS.concat(), &short_names)?)
}

/// The Redis shared by replicas, if configured.
pub fn redis(settings: &Settings, shutdown: &Shutdown) -> Result<Option<Redis>> {
    use anyhow::Context as _;
    let RedisSection { url, command_timeout_ms } = settings.section("redis")?;
    anyhow::ensure!(
        (1..=60_000).contains(&command_timeout_ms),
        "configuration: redis.command_timeout_ms must be 1 to 60000"
    );
    if url.is_empty() {
        return Ok(None);
    }
    let redis = Redis::connect(&url, Duration::from_millis(command_timeout_ms), shutdown);
    redis
        .map(Some)
        .context("configuration: redis.url (REDIS_URL) must be empty or like redis://localhost:6379")
}
