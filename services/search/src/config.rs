//! Configuration section `[search]`: index folder, synonyms, popular searches, history and quotas.

use std::path::PathBuf;

use serde::Deserialize;

/// Section `[search]`; `search.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub index_dir: PathBuf,
    pub synonyms_file: PathBuf,
    pub popular_window_h: i64,
    pub popular_min_visitors: i64,
    pub blocked_words: Vec<String>,
    pub history_retention_count: i64,
    pub history_retention_days: i64,
    pub visitor_searches_per_minute: i64,
    pub visitor_searches_per_day: i64,
    pub customer_searches_per_minute: i64,
}

impl Config {
    pub fn popular_window_ms(&self) -> i64 {
        self.popular_window_h * 60 * 60 * 1000
    }

    /// The window of popular searches in whole days, rounded up.
    pub fn popular_window_days(&self) -> i64 {
        (self.popular_window_h + 23) / 24
    }

    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let per_window = 0..=1_000_000;
        let rules = [
            ((1..=2160).contains(&self.popular_window_h), "popular_window_h", "must be 1 to 2160"),
            ((1..=10_000).contains(&self.popular_min_visitors), "popular_min_visitors", "must be 1 to 10000"),
            (
                (1..=500).contains(&self.history_retention_count),
                "history_retention_count",
                "must be 1 to 500",
            ),
            (
                (0..=36_500).contains(&self.history_retention_days),
                "history_retention_days",
                "must be 0 to 36500",
            ),
            (
                per_window.contains(&self.visitor_searches_per_minute),
                "visitor_searches_per_minute",
                "must be 0 to 1000000",
            ),
            (
                per_window.contains(&self.visitor_searches_per_day),
                "visitor_searches_per_day",
                "must be 0 to 1000000",
            ),
            (
                per_window.contains(&self.customer_searches_per_minute),
                "customer_searches_per_minute",
                "must be 0 to 1000000",
            ),
            (self.blocked_words.len() <= 10_000, "blocked_words", "must be at most 10000 words"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: search.{key} {message}")),
            None => Ok(()),
        }
    }
}
