//! Configuration of the accounts service: section `[accounts]`, its validation, and durations in milliseconds.

use std::{fmt, str::FromStr, time::Duration};

use heuan_rpc::Error;
use serde::{Deserialize, Deserializer, de::Visitor};

use crate::customer::Role;

/// Section `[accounts]`; see `accounts.toml` for what each key means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub session_days: u32,
    pub staff_session_hours: u32,
    pub sessions_per_account: u32,
    pub argon2_memory_kib: u32,
    pub argon2_iterations: u32,
    pub argon2_parallelism: u32,
    pub hash_parallel: u32,
    pub hash_waiting: u32,
    pub hash_reserved: u32,
    pub rate_limit_window_s: u32,
    pub failed_logins_per_account_and_address: u32,
    pub failed_logins_before_delay: u32,
    pub login_delay_max_s: u32,
    pub failed_logins_per_address: u32,
    pub registrations_per_address: u32,
    pub profile_changes_per_account: u32,
    pub address_changes_per_account: u32,
    pub events_per_address: u32,
    pub event_days: u32,
    pub contacts_per_address: u32,
    pub contacts_per_account: u32,
    pub contacts_per_shop: u32,
    pub second_factor_required: FactorRule,
    pub wrong_second_factors: u32,
    pub code_minutes: u32,
    pub code_tries: u32,
    pub code_resend_s: u32,
    pub codes_per_account: u32,
    pub codes_per_account_and_day: u32,
    pub wrong_codes_per_address: u32,
    pub codes_per_recipient: u32,
    pub codes_per_recipient_and_day: u32,
    pub wrong_codes_per_recipient: u32,
    pub wrong_codes_per_recipient_and_day: u32,
    pub codes_per_address: u32,
    pub codes_per_address_and_day: u32,
    pub codes_per_shop: u32,
    pub codes_per_shop_and_day: u32,
    pub notices_per_recipient: u32,
    pub notices_per_address: u32,
    pub notices_per_shop: u32,
    pub change_notices_per_recipient_and_day: u32,
    pub security_notices_per_account_and_day: u32,
    pub security_notices_per_unverified_recipient_and_day: u32,
    pub contact_days: u32,
    pub audit_days: u32,
    pub known_browser_days: u32,
    pub outbox_poll_ms: u64,
    pub cleanup_interval_ms: u64,
}

/// Whether staff must set up a second factor: `true`, `false`, or `"auto"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactorRule {
    Always,
    Never,
    /// Always, but in a shop that shows only the demo catalog, for browsers on its machine.
    ExceptInDemo,
}

impl FromStr for FactorRule {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "true" => Ok(Self::Always),
            "false" => Ok(Self::Never),
            "auto" => Ok(Self::ExceptInDemo),
            _ => Err("must be true, false or \"auto\""),
        }
    }
}

/// Reads a boolean or a text; texts are those of environment variables.
impl<'de> Deserialize<'de> for FactorRule {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RuleVisitor;

        impl Visitor<'_> for RuleVisitor {
            type Value = FactorRule;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("true, false or \"auto\"")
            }

            fn visit_bool<E: serde::de::Error>(self, is_required: bool) -> Result<FactorRule, E> {
                Ok(if is_required { FactorRule::Always } else { FactorRule::Never })
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<FactorRule, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(RuleVisitor)
    }
}

impl Config {
    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), Error> {
        let rules = [
            ((1..=400).contains(&self.session_days), "session_days", "must be 1 to 400"),
            ((1..=9600).contains(&self.staff_session_hours), "staff_session_hours", "must be 1 to 9600"),
            ((1..=1000).contains(&self.sessions_per_account), "sessions_per_account", "must be 1 to 1000"),
            (self.argon2_memory_kib <= 1_048_576, "argon2_memory_kib", "must be at most 1048576"),
            // Required by argon2.
            (
                self.argon2_memory_kib / 8 >= self.argon2_parallelism,
                "argon2_memory_kib",
                "must be at least 8 per lane",
            ),
            ((1..=20).contains(&self.argon2_iterations), "argon2_iterations", "must be 1 to 20"),
            ((1..=64).contains(&self.argon2_parallelism), "argon2_parallelism", "must be 1 to 64"),
            ((1..=256).contains(&self.hash_parallel), "hash_parallel", "must be 1 to 256"),
            (self.hash_waiting <= 100_000, "hash_waiting", "must be at most 100000"),
            // A known browser may enter either of two codes, and both are admitted before the first is verified.
            (self.hash_parallel > 1 || self.hash_waiting > 0, "hash_waiting", "must be 1 or more"),
            (self.hash_reserved <= self.hash_waiting, "hash_reserved", "must be at most hash_waiting"),
            ((1..=86_400).contains(&self.rate_limit_window_s), "rate_limit_window_s", "must be 1 to 86400"),
            (self.login_delay_max_s <= 3600, "login_delay_max_s", "must be at most 3600"),
            ((1..=3650).contains(&self.event_days), "event_days", "must be 1 to 3650"),
            ((1..=3650).contains(&self.contact_days), "contact_days", "must be 1 to 3650"),
            ((1..=60).contains(&self.code_minutes), "code_minutes", "must be 1 to 60"),
            ((1..=10).contains(&self.code_tries), "code_tries", "must be 1 to 10"),
            (self.code_resend_s <= 3600, "code_resend_s", "must be at most 3600"),
            ((30..=3650).contains(&self.audit_days), "audit_days", "must be 30 to 3650"),
            // The longest life of a cookie.
            ((1..=400).contains(&self.known_browser_days), "known_browser_days", "must be 1 to 400"),
            (self.outbox_poll_ms >= 10, "outbox_poll_ms", "must be at least 10"),
            (self.cleanup_interval_ms >= 10, "cleanup_interval_ms", "must be at least 10"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => {
                Err(Error::invalid(key, format!("configuration: accounts.{key} {message}")))
            }
            None => Ok(()),
        }
    }

    /// Lifetime of a session after its last use, in milliseconds.
    pub(crate) fn session_ms(&self, role: Role) -> i64 {
        if role.is_staff() {
            i64::from(self.staff_session_hours) * HOUR_MS
        } else {
            i64::from(self.session_days) * DAY_MS
        }
    }

    pub(crate) fn event_ms(&self) -> i64 {
        i64::from(self.event_days) * DAY_MS
    }

    pub(crate) fn contact_ms(&self) -> i64 {
        i64::from(self.contact_days) * DAY_MS
    }

    pub(crate) fn audit_ms(&self) -> i64 {
        i64::from(self.audit_days) * DAY_MS
    }

    pub(crate) fn known_browser_ms(&self) -> i64 {
        i64::from(self.known_browser_days) * DAY_MS
    }

    /// Time for which the next attempt to sign in to an account is refused after its `failures`-th failed login in the window,
    /// in milliseconds. It is 1 s after the first failure beyond `failed_logins_before_delay`, and doubles with each further
    /// one.
    pub(crate) fn login_delay_ms(&self, failures: i64) -> Option<i64> {
        let beyond = failures - i64::from(self.failed_logins_before_delay);
        if self.failed_logins_before_delay == 0 || beyond <= 0 {
            return None;
        }
        let doublings = u32::try_from(beyond - 1).unwrap_or(u32::MAX).min(12);
        Some((1_i64 << doublings).min(i64::from(self.login_delay_max_s)) * 1000)
    }

    /// Lifetime of a one-time code, in milliseconds.
    pub(crate) fn code_ms(&self) -> i64 {
        i64::from(self.code_minutes) * 60 * 1000
    }

    pub(crate) fn code_resend_ms(&self) -> i64 {
        i64::from(self.code_resend_s) * 1000
    }

    pub(crate) fn window_ms(&self) -> i64 {
        i64::from(self.rate_limit_window_s) * 1000
    }

    pub(crate) fn cleanup_interval(&self) -> Duration {
        Duration::from_millis(self.cleanup_interval_ms)
    }
}

const HOUR_MS: i64 = 60 * 60 * 1000;
pub(crate) const DAY_MS: i64 = 24 * HOUR_MS;

#[cfg(test)]
pub(crate) mod tests {
    use heuan_runtime::Settings;

    use super::*;

    pub fn defaults() -> Config {
        Settings::load(crate::DEFAULTS, &[]).unwrap().section("accounts").unwrap()
    }

    /// The defaults with cheap password hashing.
    pub fn cheap() -> Config {
        Config { argon2_memory_kib: 64, argon2_iterations: 1, ..defaults() }
    }

    #[test]
    fn default_config_is_valid() {
        defaults().validate().unwrap();
    }

    #[test]
    fn invalid_value_is_refused_with_its_key() {
        let wrong = [
            ("session_days", Config { session_days: 0, ..defaults() }),
            ("known_browser_days", Config { known_browser_days: 401, ..defaults() }),
            ("argon2_memory_kib", Config { argon2_memory_kib: 7, ..defaults() }),
            ("hash_parallel", Config { hash_parallel: 0, ..defaults() }),
            ("hash_waiting", Config { hash_parallel: 1, hash_waiting: 0, hash_reserved: 0, ..defaults() }),
            ("hash_reserved", Config { hash_waiting: 8, hash_reserved: 9, ..defaults() }),
            ("rate_limit_window_s", Config { rate_limit_window_s: 0, ..defaults() }),
        ];
        for (key, config) in wrong {
            let error = config.validate().unwrap_err();
            assert!(error.message.contains(&format!("accounts.{key} ")), "{error}");
        }
    }
}
