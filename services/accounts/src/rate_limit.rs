//! What is counted within a window, and how often it may be. Counts are stored, so that replicas share them and a
//! restart forgives nothing.

use heuan_rpc::{Code, Error};

use crate::{Config, token::hex};

/// What may happen so often within a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitedAction {
    FailedLoginOfAccount,
    FailedLoginFromAddress,
    RegistrationFromAddress,
    ProfileChangeOfAccount,
    EventFromAddress,
    ContactFromAddress,
}

/// A count and its bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimitCounter {
    /// The kind, and the digest of whom it is about: the table names nobody.
    pub name: String,
    /// 0 is no bound.
    pub most: i64,
}

impl LimitedAction {
    /// The count for `whom`: an account's identifier or id, or a client's address.
    pub fn of(self, whom: &str, config: &Config) -> RateLimitCounter {
        let (name, most) = match self {
            Self::FailedLoginOfAccount => ("login-account", config.failed_logins_per_account),
            Self::FailedLoginFromAddress => ("login-address", config.failed_logins_per_address),
            Self::RegistrationFromAddress => ("register-address", config.registrations_per_address),
            Self::ProfileChangeOfAccount => ("profile-account", config.profile_changes_per_account),
            Self::EventFromAddress => ("event-address", config.events_per_address),
            Self::ContactFromAddress => ("contact-address", config.contacts_per_address),
        };
        RateLimitCounter { name: format!("{name}:{}", hex(whom.as_bytes())), most: i64::from(most) }
    }
}

/// The bound is reached for another `wait_ms`.
pub fn too_many_requests(wait_ms: i64) -> Error {
    let mut error = Error::new(Code::ResourceExhausted, "too many tries; wait a while before the next");
    error.detail.retry_after_ms = wait_ms.max(1);
    error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::defaults;

    #[test]
    fn a_tally_names_nobody() {
        let rate_limit = LimitedAction::FailedLoginOfAccount.of("+8562055123456", &defaults());
        assert!(!rate_limit.name.contains("2055123456"), "{}", rate_limit.name);
        assert_eq!(rate_limit.most, 10);
        assert_ne!(rate_limit, LimitedAction::FailedLoginFromAddress.of("+8562055123456", &defaults()));
    }
}
