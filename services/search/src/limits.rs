//! Quotas of recorded searches per visitor and customer, and the pseudonyms under which they are stored.

use std::time::Duration;

use heuan_rpc::{Code, Error};
use heuan_store::{Quota, QuotaExceeded};
use sha2::{Digest as _, Sha256};

use crate::config::Config;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Names of quotas, which are also the `reason` of an error.
const SEARCH_RATE: &str = "search_rate";
const SEARCH_QUOTA: &str = "search_quota";

impl Config {
    pub(crate) fn visitor_quotas(&self) -> [Quota; 2] {
        [
            Quota { name: SEARCH_RATE, limit: self.visitor_searches_per_minute, window_ms: MINUTE_MS },
            Quota { name: SEARCH_QUOTA, limit: self.visitor_searches_per_day, window_ms: DAY_MS },
        ]
    }

    pub(crate) fn customer_quota(&self) -> Quota {
        Quota { name: SEARCH_RATE, limit: self.customer_searches_per_minute, window_ms: MINUTE_MS }
    }

    /// Time before which customers' searches are deleted; `None` keeps all searches.
    pub(crate) fn history_since(&self, now: i64) -> Option<i64> {
        (self.history_retention_days > 0).then(|| now - self.history_retention_days * DAY_MS)
    }
}

/// `RESOURCE_EXHAUSTED` with the quota as `reason` and the retry delay.
pub fn refused(exceeded: QuotaExceeded) -> Error {
    metrics::counter!("quota_refusals_total", "service" => crate::NAME, "quota" => exceeded.quota)
        .increment(1);
    let message = match exceeded.quota {
        SEARCH_RATE => "too many recorded searches in one minute; retry later",
        _ => "daily limit of recorded searches reached",
    };
    let mut error = Error::new(Code::ResourceExhausted, message);
    exceeded.quota.clone_into(&mut error.detail.reason);
    error.retry_after(Duration::from_millis(exceeded.retry_after_ms.unsigned_abs()))
}

/// Pseudonym of a visitor for one text. Because it differs for each text and the visitor id is not stored, rows of one
/// visitor cannot be linked.
pub fn visitor_word(visitor: &str, key: &str) -> String {
    digest(&["visitor", visitor, key])
}

/// Pseudonym of a customer for one text; used to delete the rows when the customer's data is erased.
pub fn owner_word(customer_id: i64, key: &str) -> String {
    digest(&["customer", &customer_id.to_string(), key])
}

/// Pseudonym of a visitor in the quota table.
pub fn visitor_subject(visitor: &str) -> String {
    digest(&["quota", visitor])
}

/// The first half of a SHA-256, in hexadecimal.
fn digest(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let digest = digest.finalize();
    format!("{:032x}", u128::from_be_bytes(digest.first_chunk().copied().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash that can be reversed from a known text would yield the same state for all texts of a visitor.
    #[test]
    fn pseudonyms_of_one_visitor_are_unrelated() {
        let (one, two) = (visitor_word("v", "tile"), visitor_word("v", "door"));
        assert_eq!((one.len(), one == two), (32, false));
        assert_ne!(visitor_word("va", "b"), visitor_word("v", "ab"));
        assert_ne!(owner_word(7, "tile"), owner_word(8, "tile"));
        assert_ne!(visitor_subject("v"), visitor_word("v", ""));
    }
}
