//! Configuration section `[rpc]`: retries, circuit breaker, timeouts, concurrency limit and addresses of the
//! services.

use std::{collections::BTreeMap, sync::LazyLock, time::Duration};

use serde::Deserialize;

use crate::{Error, Result, resolver::ServiceAddresses, topology};

/// The compiled-in defaults with a comment for each key.
pub const DEFAULTS: &str = include_str!("../rpc.toml");

/// Settings of the section `[rpc]`; `rpc.toml` explains the keys.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    pub retries: u32,
    pub retry_backoff_ms: u64,
    pub retry_budget_percent: u32,
    pub breaker_consecutive_failures: u32,
    pub breaker_failure_rate_percent: u32,
    pub breaker_open_ms: u64,
    pub eject_failures: u32,
    pub deadline_percent: u32,
    pub connect_timeout_ms: u64,
    pub dns_refresh_ms: u64,
    pub wait_for_ready_ms: u64,
    pub concurrency: usize,
    pub max_connection_age_s: u64,
    pub max_connection_age_grace_s: u64,
    pub lame_duck_ms: u64,
    pub drain_s: u64,
    /// Addresses by service name, with `_` for `-` as in environment variables.
    pub addresses: BTreeMap<String, String>,
}

impl Default for Policy {
    fn default() -> Self {
        static READ: LazyLock<Policy> = LazyLock::new(|| {
            #[derive(Deserialize)]
            struct File {
                rpc: Policy,
            }
            let file: File = toml::from_str(DEFAULTS).expect("rpc.toml is checked by a test of this crate");
            file.rpc
        });
        READ.clone()
    }
}

impl Policy {
    /// Checks the ranges of all values. The error names the key.
    pub fn validate(&self) -> Result<()> {
        let rules = [
            (self.retries <= 5, "retries", "must be at most 5"),
            ((1..=10_000).contains(&self.retry_backoff_ms), "retry_backoff_ms", "must be 1 to 10000"),
            (self.retry_budget_percent <= 100, "retry_budget_percent", "must be at most 100"),
            (self.breaker_consecutive_failures > 0, "breaker_consecutive_failures", "must be at least 1"),
            (
                (1..=101).contains(&self.breaker_failure_rate_percent),
                "breaker_failure_rate_percent",
                "must be 1 to 101",
            ),
            ((1..=60_000).contains(&self.breaker_open_ms), "breaker_open_ms", "must be 1 to 60000"),
            (self.eject_failures > 0, "eject_failures", "must be at least 1"),
            ((10..=10_000).contains(&self.deadline_percent), "deadline_percent", "must be 10 to 10000"),
            ((10..=60_000).contains(&self.connect_timeout_ms), "connect_timeout_ms", "must be 10 to 60000"),
            ((100..=3_600_000).contains(&self.dns_refresh_ms), "dns_refresh_ms", "must be 100 to 3600000"),
            (self.wait_for_ready_ms <= 60_000, "wait_for_ready_ms", "must be at most 60000"),
            (self.concurrency >= 4, "concurrency", "must be at least 4"),
            (self.max_connection_age_s > 0, "max_connection_age_s", "must be at least 1"),
            (self.lame_duck_ms <= 60_000, "lame_duck_ms", "must be at most 60000"),
            ((1..=300).contains(&self.drain_s), "drain_s", "must be 1 to 300"),
        ];
        for (holds, key, message) in rules {
            if !holds {
                return Err(Error::invalid(key, format!("configuration: rpc.{key} {message}")));
            }
        }
        self.addresses.iter().try_for_each(|(name, address)| check_address(name, address))
    }

    /// Returns the address of the service `name`: as configured, or 127.0.0.1 with the port of `topology.toml`.
    pub fn address(&self, name: &str) -> String {
        let configured = self.addresses.get(&name.replace('-', "_"));
        let default = || format!("http://127.0.0.1:{}", topology::service(name).port);
        configured.filter(|address| !address.is_empty()).cloned().unwrap_or_else(default)
    }

    /// Returns the deadline of calls to the service `name`.
    pub(crate) fn deadline(&self, name: &str) -> Duration {
        topology::service(name).deadline() * self.deadline_percent / 100
    }

    pub(crate) fn breaker_open_duration(&self) -> Duration {
        Duration::from_millis(self.breaker_open_ms)
    }

    pub(crate) fn connect_timeout(&self) -> Duration {
        Duration::from_millis(self.connect_timeout_ms)
    }

    pub(crate) fn wait_for_ready(&self) -> Duration {
        Duration::from_millis(self.wait_for_ready_ms)
    }

    pub(crate) fn dns_refresh(&self) -> Duration {
        Duration::from_millis(self.dns_refresh_ms)
    }
}

/// Checks one address of `[rpc.addresses]`. An empty address counts as not set.
fn check_address(name: &str, address: &str) -> Result<()> {
    let key = format!("rpc.addresses.{name}");
    let wrong = |why: &str| {
        let variable = format!("HEUAN_RPC__ADDRESSES__{}", name.to_uppercase());
        Err(Error::invalid(&key, format!("configuration: {key} ({variable}): {why}")))
    };
    let known: Vec<String> = topology::services().keys().map(|known| known.replace('-', "_")).collect();
    if !known.iter().any(|known| known == name) {
        return wrong(&format!("there is no such service; known are {}", known.join(", ")));
    }
    match ServiceAddresses::parse(address) {
        Err(error) if !address.is_empty() => wrong(&error.message),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_settings_are_valid() {
        Policy::default().validate().unwrap();
    }

    #[test]
    fn invalid_value_error_names_its_key() {
        let policy = Policy { breaker_failure_rate_percent: 0, ..Policy::default() };
        assert!(policy.validate().unwrap_err().message.contains("rpc.breaker_failure_rate_percent"));
    }
    #[test]
    fn invalid_address_error_names_its_key() {
        let said = |name: &str, address: &str| {
            let addresses = BTreeMap::from([(name.to_owned(), address.to_owned())]);
            let policy = Policy { addresses, ..Policy::default() };
            policy.validate().map_err(|error| error.message)
        };
        let error = said("cataloggateway", "http://a:1").unwrap_err();
        assert!(error.contains("HEUAN_RPC__ADDRESSES__CATALOGGATEWAY): there is no such service"), "{error}");
        assert!(error.contains("catalog_gateway"), "{error}");
        let error = said("orders", "notaurl").unwrap_err();
        assert!(error.contains("rpc.addresses.orders"), "{error}");
        assert!(error.contains("must be like http://host:port"), "{error}");
        said("orders", "").unwrap();
        said("orders", "http://a:1,http://b:1").unwrap();
    }
}
