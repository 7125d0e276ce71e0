use std::time::Duration;

use serde::Deserialize;

use crate::notification::ALL_CUSTOMERS;

/// Section `[notifications]`; `notifications.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub topics: Vec<String>,
    pub customer_topics: Vec<String>,
    pub own_per_hour: i64,
    pub own_kept: i64,
    pub subscriptions_per_customer: i64,
    pub push_contact: String,
    pub push_parallel: usize,
    pub push_hours: i64,
    pub push_to_loopback: bool,
    pub keep_days: i64,
    pub poll_ms: u64,
    /// Timeout of one push; its lease is longer. Not a setting; tests use a longer one.
    #[serde(skip, default = "push_time")]
    pub push_time: Duration,
}

fn push_time() -> Duration {
    Duration::from_secs(10)
}

impl Config {
    pub(crate) fn is_for_staff(&self, topic: &str) -> bool {
        topic != ALL_CUSTOMERS && !self.customer_topics.iter().any(|open| open == topic)
    }

    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let contact = self.push_contact.as_str();
        let rules = [
            (
                self.topics.iter().all(|topic| is_topic(topic)),
                "topics",
                "must be words of 1 to 40 small letters",
            ),
            (
                self.customer_topics.iter().all(|topic| self.topics.contains(topic)),
                "customer_topics",
                "must be some of topics",
            ),
            ((1..=10_000).contains(&self.own_per_hour), "own_per_hour", "must be 1 to 10000"),
            ((1..=100_000).contains(&self.own_kept), "own_kept", "must be 1 to 100000"),
            (
                (1..=1000).contains(&self.subscriptions_per_customer),
                "subscriptions_per_customer",
                "must be 1 to 1000",
            ),
            (
                contact.starts_with("mailto:") || contact.starts_with("https://"),
                "push_contact",
                "must be like mailto:contact@shop.example",
            ),
            ((1..=64).contains(&self.push_parallel), "push_parallel", "must be 1 to 64"),
            ((1..=672).contains(&self.push_hours), "push_hours", "must be 1 to 672"),
            ((1..=3650).contains(&self.keep_days), "keep_days", "must be 1 to 3650"),
            ((10..=60_000).contains(&self.poll_ms), "poll_ms", "must be 10 to 60000"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: notifications.{key} {message}")),
            None => Ok(()),
        }
    }
}

fn is_topic(word: &str) -> bool {
    (1..=40).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}
