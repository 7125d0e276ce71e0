use std::time::Duration;

use serde::Deserialize;

/// How long somebody waits for the first reading; within the deadline that others give this service.
const PATIENCE: Duration = Duration::from_millis(1500);

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
    /// No setting: on a busy machine the callers of tests wait for longer.
    #[serde(skip, default = "patience")]
    pub patience: Duration,
}

fn patience() -> Duration {
    PATIENCE
}

impl Config {
    /// Asks nobody: every answer is the estimate.
    pub fn offline() -> Self {
        Self {
            url: String::new(),
            key: String::new(),
            timeout_ms: 10_000,
            refresh_s: 3600,
            retry_s: 600,
            stale_s: 10_800,
            patience: PATIENCE,
        }
    }

    /// Checks what the types cannot; the error names the key.
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
    fn the_defaults_hold_and_ask_once_an_hour_for_ten_seconds() {
        let config = defaults();
        config.validate().unwrap();
        assert_eq!((config.refresh_s, config.timeout_ms), (3600, 10_000));
        Config::offline().validate().unwrap();
    }

    #[test]
    fn a_wrong_value_names_its_key() {
        type Spoil = fn(&mut Config);
        let cases: [(&str, Spoil); 4] = [
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
