//! Configuration section `[weather]`: URL and key of the weather API, timeouts and refresh interval.

use std::time::Duration;

use serde::Deserialize;

/// Maximum wait for the first reading; shorter than the callers' deadline.
const MAX_WAIT: Duration = Duration::from_millis(1500);

/// Section `[weather]`; `weather.toml` explains the keys.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub url: String,
    pub key: String,
    pub timeout_ms: u64,
    pub refresh_s: i64,
    pub retry_s: i64,
    pub stale_s: i64,
    /// Not a setting; tests wait longer on a busy machine.
    #[serde(skip, default = "max_wait")]
    pub max_wait: Duration,
}

fn max_wait() -> Duration {
    MAX_WAIT
}

impl Config {
    /// A configuration without an upstream: every result is the estimate.
    pub fn offline() -> Self {
        Self {
            url: String::new(),
            key: String::new(),
            timeout_ms: 10_000,
            refresh_s: 3600,
            retry_s: 600,
            stale_s: 10_800,
            max_wait: MAX_WAIT,
        }
    }

    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let is_http = ["http://", "https://"].iter().any(|scheme| self.url.starts_with(scheme));
        let rules = [
            (self.url.is_empty() || is_http, "url", "must be empty or like https://api.open-meteo.com"),
            (!self.url.contains(['?', '#']), "url", "must have no query"),
            ((1..=60_000).contains(&self.timeout_ms), "timeout_ms", "must be 1 to 60000"),
            ((60..=86_400).contains(&self.refresh_s), "refresh_s", "must be 60 to 86400"),
            ((60..=86_400).contains(&self.retry_s), "retry_s", "must be 60 to 86400"),
            (
                (self.refresh_s..=604_800).contains(&self.stale_s),
                "stale_s",
                "must be from refresh_s to 604800",
            ),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: weather.{key} {message}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use heuan_runtime::Settings;

    use super::*;

    fn defaults() -> Config {
        Settings::load(crate::DEFAULTS, &[]).unwrap().section("weather").unwrap()
    }

    #[test]
    fn defaults_are_valid_with_an_hourly_refresh_and_ten_seconds_timeout() {
        let config = defaults();
        config.validate().unwrap();
        assert_eq!((config.refresh_s, config.timeout_ms), (3600, 10_000));
        Config::offline().validate().unwrap();
    }

    #[test]
    fn invalid_value_is_refused_with_its_key() {
        type Mutation = fn(&mut Config);
        let cases: [(&str, Mutation); 4] = [
            ("weather.url", |config| config.url = "api.open-meteo.com".to_owned()),
            ("weather.url", |config| config.url = "https://a.example/?apikey=1".to_owned()),
            ("weather.refresh_s", |config| config.refresh_s = 1),
            ("weather.stale_s", |config| config.stale_s = 60),
        ];
        for (key, spoil) in cases {
            let mut config = defaults();
            spoil(&mut config);
            let error = config.validate().unwrap_err();
            assert!(error.contains(key), "{error}");
        }
    }
}
