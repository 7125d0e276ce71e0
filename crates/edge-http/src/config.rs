//! Configuration section `[edge]`: ports, public URL, cache, timeouts, size limits and rate limits.

use std::{net::IpAddr, path::PathBuf, time::Duration};

use serde::Deserialize;

use crate::network::{Network, is_host};

/// The compiled-in defaults with a comment for each key.
pub const DEFAULTS: &str = include_str!("../edge.toml");

/// Section `[edge]`; `edge.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch by itself")]
pub struct EdgeConfig {
    pub host: IpAddr,
    pub port: u16,
    pub admin_host: IpAddr,
    pub admin_port: Option<u16>,
    pub workers: usize,
    pub public_url: String,
    pub shop_name: String,
    pub shop_name_la: String,
    pub frontend_dir: PathBuf,
    pub ssr: bool,
    pub translator_url: String,
    pub translator_origins: Vec<String>,
    pub map_tiles: String,
    pub map_attribution: String,
    pub response_cache: bool,
    pub cache_mb: u64,
    pub cache_max_age_s: u64,
    pub access_log: bool,
    pub trusted_proxies: Vec<Network>,
    pub trust_traceparent: bool,
    pub publishable_keys: Vec<String>,
    pub token_secret: String,
    pub cookies_over_http: bool,
    pub deadline_ms: u64,
    pub ready_wait_ms: u64,
    pub drain_ms: u64,
    pub shutdown_s: u64,
    pub session_recheck_ms: u64,
    pub staff_session_recheck_ms: u64,
    pub streams_per_customer: usize,
    pub limits: RequestLimits,
    pub rate_limit: RateLimit,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestLimits {
    pub body_kb: usize,
    pub upload_kb: usize,
    pub images_mb: usize,
    pub uploads_mb: usize,
    pub staff_uploads_mb: usize,
    pub uri_bytes: usize,
    pub header_ms: u64,
    pub body_ms: u64,
    pub upload_ms: u64,
    pub upload_idle_timeout_ms: u64,
    pub upload_min_kb_s: u64,
    pub upload_grace_ms: u64,
    pub write_stall_ms: u64,
    pub connections: usize,
    pub connections_per_client: usize,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateLimit {
    pub per_second: u32,
    pub burst: u32,
    pub expensive_per_second: u32,
    pub expensive_burst: u32,
    pub sign_in_per_second: u32,
    pub sign_in_burst: u32,
    pub known_browser_per_second: u32,
    pub known_browser_burst: u32,
}

const DEFAULT_NAME: &str = "Heuan";
const DEFAULT_NAME_LA: &str = "ເຮືອນ";

impl EdgeConfig {
    /// The shop's name on pages in Lao.
    pub fn lao_shop_name(&self) -> &str {
        match self.shop_name_la.trim() {
            "" if self.shop_name == DEFAULT_NAME => DEFAULT_NAME_LA,
            "" => &self.shop_name,
            name => name,
        }
    }

    /// Checks the ranges of all values. The error names the key.
    pub fn validate(&self) -> anyhow::Result<()> {
        let rules = [
            (
                is_origin(&self.public_url),
                "public_url",
                "must be empty or like https://shop.example, with no path",
            ),
            (!self.shop_name.trim().is_empty(), "shop_name", "must not be empty"),
            (
                self.translator_url.is_empty() || script_origin(&self.translator_url).is_some(),
                "translator_url",
                "must be empty or like https://translate.example/element.js",
            ),
            (
                self.translator_origins
                    .iter()
                    .all(|origin| origin.starts_with("https://") && is_origin(origin)),
                "translator_origins",
                "must be like https://translate.example, with no path",
            ),
            (
                self.map_tiles.is_empty() || is_tiles(&self.map_tiles),
                "map_tiles",
                "must be empty or like https://tiles.example/{z}/{x}/{y}.png",
            ),
            ((1..=1024).contains(&self.cache_mb), "cache_mb", "must be 1 to 1024"),
            ((1..=3600).contains(&self.cache_max_age_s), "cache_max_age_s", "must be 1 to 3600"),
            ((100..=60_000).contains(&self.deadline_ms), "deadline_ms", "must be 100 to 60000"),
            (self.ready_wait_ms <= 600_000, "ready_wait_ms", "must be at most 600000"),
            (self.drain_ms <= 60_000, "drain_ms", "must be at most 60000"),
            ((1..=300).contains(&self.shutdown_s), "shutdown_s", "must be 1 to 300"),
            ((10..=600_000).contains(&self.session_recheck_ms), "session_recheck_ms", "must be 10 to 600000"),
            (
                (10..=600_000).contains(&self.staff_session_recheck_ms),
                "staff_session_recheck_ms",
                "must be 10 to 600000",
            ),
            (self.streams_per_customer > 0, "streams_per_customer", "must be at least 1"),
            (self.workers <= 256, "workers", "must be at most 256"),
            (!self.publishable_keys.is_empty(), "publishable_keys", "needs at least one key"),
            (
                self.publishable_keys.iter().all(|key| is_key(key)),
                "publishable_keys",
                "keys have 8 to 200 characters",
            ),
            (
                self.token_secret.is_empty() || self.token_secret.len() >= 32,
                "token_secret",
                "must be empty or have at least 32 characters",
            ),
            ((1..=65_536).contains(&self.limits.body_kb), "limits.body_kb", "must be 1 to 65536"),
            ((1..=65_536).contains(&self.limits.upload_kb), "limits.upload_kb", "must be 1 to 65536"),
            // One client gets two thirds of the budget, which must hold the largest image.
            ((24..=4096).contains(&self.limits.images_mb), "limits.images_mb", "must be 24 to 4096"),
            ((24..=4096).contains(&self.limits.uploads_mb), "limits.uploads_mb", "must be 24 to 4096"),
            (
                (24..=4096).contains(&self.limits.staff_uploads_mb),
                "limits.staff_uploads_mb",
                "must be 24 to 4096",
            ),
            (self.limits.upload_min_kb_s <= 1024, "limits.upload_min_kb_s", "must be 0 to 1024"),
            (is_wait(self.limits.upload_grace_ms), "limits.upload_grace_ms", "must be 10 to 300000"),
            (is_wait(self.limits.header_ms), "limits.header_ms", "must be 10 to 300000"),
            (is_wait(self.limits.body_ms), "limits.body_ms", "must be 10 to 300000"),
            (is_wait(self.limits.upload_ms), "limits.upload_ms", "must be 10 to 300000"),
            (
                is_wait(self.limits.upload_idle_timeout_ms),
                "limits.upload_idle_timeout_ms",
                "must be 10 to 300000",
            ),
            (is_wait(self.limits.write_stall_ms), "limits.write_stall_ms", "must be 10 to 300000"),
            ((256..=65_536).contains(&self.limits.uri_bytes), "limits.uri_bytes", "must be 256 to 65536"),
            (self.limits.connections >= 10, "limits.connections", "must be at least 10"),
            (self.rate_limit.burst > 0, "rate_limit.burst", "must be at least 1"),
            (self.rate_limit.expensive_burst > 0, "rate_limit.expensive_burst", "must be at least 1"),
            (self.rate_limit.sign_in_burst > 0, "rate_limit.sign_in_burst", "must be at least 1"),
            (self.rate_limit.known_browser_burst > 0, "rate_limit.known_browser_burst", "must be at least 1"),
        ];
        for (holds, key, message) in rules {
            anyhow::ensure!(holds, "configuration: edge.{key} {message}");
        }
        Ok(())
    }

    pub fn deadline(&self) -> Duration {
        Duration::from_millis(self.deadline_ms)
    }

    /// Interval at which a stream rechecks its session.
    pub fn session_recheck(&self, is_staff: bool) -> Duration {
        let customer = self.session_recheck_ms;
        let ms = if is_staff { customer.min(self.staff_session_recheck_ms) } else { customer };
        Duration::from_millis(ms)
    }

    /// Returns all origins of the translation widget, or none without one.
    pub fn translator_sources(&self) -> Vec<&str> {
        let Some(own) = script_origin(&self.translator_url) else { return Vec::new() };
        std::iter::once(own).chain(self.translator_origins.iter().map(String::as_str)).collect()
    }

    /// Returns the origin of the map tiles for the Content-Security-Policy, or an empty string.
    pub fn map_origin(&self) -> &str {
        let Some(host) = self.map_tiles.find("://").map(|at| at + 3) else { return "" };
        let end = self.map_tiles[host..].find('/').map_or(self.map_tiles.len(), |at| host + at);
        &self.map_tiles[..end]
    }

    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

fn is_origin(url: &str) -> bool {
    let Some(host) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else {
        return url.is_empty();
    };
    is_host(host)
}

/// Returns the origin of a script URL: `https://translate.example` for `https://translate.example/element.js`.
fn script_origin(url: &str) -> Option<&str> {
    let (host, path) = url.strip_prefix("https://")?.split_once('/')?;
    let is_plain = path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>;,".contains(&byte));
    (is_plain && is_host(host)).then(|| &url[.."https://".len() + host.len()])
}

/// Whether `url` is a tile template: an origin that a policy can name, and a path with {z}, {x} and {y}.
fn is_tiles(url: &str) -> bool {
    let after = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    let Some((host, path)) = after.split_once('/') else { return false };
    let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"'<>;, ".contains(&byte);
    is_host(host)
        && path.bytes().all(is_plain)
        && ["{z}", "{x}", "{y}"].iter().all(|mark| path.contains(mark))
}

/// Whether `ms` is a valid client timeout in milliseconds.
fn is_wait(ms: u64) -> bool {
    (10..=300_000).contains(&ms)
}

fn is_key(key: &str) -> bool {
    (8..=200).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use heuan_runtime::Settings;

    use super::*;

    fn defaults() -> EdgeConfig {
        Settings::load(DEFAULTS, &[]).unwrap().section("edge").unwrap()
    }

    #[test]
    fn default_settings_are_valid() {
        defaults().validate().unwrap();
    }

    /// A stream adds up to a fifth to the interval, so that not all are checked at once.
    #[test]
    fn staff_stream_is_rechecked_within_two_seconds_by_default() {
        let config = defaults();
        assert!(config.session_recheck(true).mul_f64(1.2) <= Duration::from_secs(2));
        assert!(config.session_recheck(false) > config.session_recheck(true));
    }

    #[test]
    fn widget_is_allowed_its_own_and_configured_origins() {
        let mut config = defaults();
        config.translator_origins = vec!["https://b.example".to_owned()];
        assert!(config.translator_sources().is_empty());
        config.translator_url = "https://a.example/element.js?v=2".to_owned();
        config.validate().unwrap();
        assert_eq!(config.translator_sources(), ["https://a.example", "https://b.example"]);
    }

    #[test]
    fn map_loads_only_from_its_own_server() {
        let mut config = defaults();
        assert_eq!(config.map_origin(), "");
        config.map_tiles = "https://tiles.example:8443/a/{z}/{x}/{y}.png?key=1".to_owned();
        config.validate().unwrap();
        assert_eq!(config.map_origin(), "https://tiles.example:8443");
    }

    #[test]
    fn invalid_value_error_names_its_key() {
        type Mutation = fn(&mut EdgeConfig);
        let cases: [(&str, Mutation); 18] = [
            ("edge.translator_url", |config| {
                config.translator_url = "http://translate.example/a.js".to_owned();
            }),
            ("edge.translator_url", |config| config.translator_url = "https://a.example/a;b".to_owned()),
            ("edge.translator_origins", |config| {
                config.translator_origins = vec!["https://a.example/b".to_owned()];
            }),
            ("edge.map_tiles", |config| config.map_tiles = "https://tiles.example/{z}/{x}.png".to_owned()),
            ("edge.map_tiles", |config| config.map_tiles = "tiles.example/{z}/{x}/{y}.png".to_owned()),
            ("edge.map_tiles", |config| config.map_tiles = "https://a b/{z}/{x}/{y}.png".to_owned()),
            ("edge.map_tiles", |config| config.map_tiles = "https://a.b;/{z}/{x}/{y}.png".to_owned()),
            ("edge.public_url", |config| config.public_url = "https://shop.example/la".to_owned()),
            ("edge.public_url", |config| config.public_url = "shop.example".to_owned()),
            ("edge.token_secret", |config| config.token_secret = "short".to_owned()),
            ("edge.publishable_keys", |config| config.publishable_keys.clear()),
            ("edge.cache_mb", |config| config.cache_mb = 0),
            ("edge.limits.staff_uploads_mb", |config| config.limits.staff_uploads_mb = 1),
            ("edge.limits.upload_min_kb_s", |config| config.limits.upload_min_kb_s = 2000),
            ("edge.limits.upload_grace_ms", |config| config.limits.upload_grace_ms = 0),
            ("edge.rate_limit.burst", |config| config.rate_limit.burst = 0),
            ("edge.rate_limit.sign_in_burst", |config| config.rate_limit.sign_in_burst = 0),
            ("edge.rate_limit.known_browser_burst", |config| config.rate_limit.known_browser_burst = 0),
        ];
        for (key, spoil) in cases {
            let mut config = defaults();
            spoil(&mut config);
            let error = config.validate().unwrap_err().to_string();
            assert!(error.contains(key), "{error}");
        }
    }
}
