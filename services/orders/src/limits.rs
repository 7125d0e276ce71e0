//! Limits of the idempotency records of one customer.

use std::time::Duration;

use heuan_rpc::{Code, Error};
use heuan_store::Quota;

use crate::config::Config;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// `reason` of a refusal.
const KEYS: &str = "idempotency_keys";

/// Number of idempotency records of "add to cart" per customer, and the lifetime of a record in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct CartKeyLimit {
    pub max_keys: i64,
    pub ttl_ms: i64,
}

impl Config {
    /// Lifetime of an idempotency record: a repeated request within it gets the first response.
    pub(crate) fn idempotency_ms(&self) -> i64 {
        self.idempotency_hours * HOUR_MS
    }

    pub(crate) fn cart_key_limit(&self) -> CartKeyLimit {
        CartKeyLimit { max_keys: self.cart_keys, ttl_ms: self.idempotency_ms() }
    }

    /// Orders of one customer within the lifetime of an idempotency record.
    pub(crate) fn order_key_quota(&self) -> Quota {
        Quota { name: KEYS, limit: self.order_keys, window_ms: self.idempotency_ms() }
    }
}

/// Returns `RESOURCE_EXHAUSTED` with the retry delay.
pub fn too_many_keys(retry_after_ms: i64) -> Error {
    metrics::counter!("quota_refusals_total", "service" => crate::NAME, "quota" => KEYS).increment(1);
    let mut error = Error::new(Code::ResourceExhausted, "too many different requests; retry later");
    "Idempotency-Key".clone_into(&mut error.detail.field);
    KEYS.clone_into(&mut error.detail.reason);
    error.retry_after(Duration::from_millis(retry_after_ms.max(1).unsigned_abs()))
}
