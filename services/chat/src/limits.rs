//! Quotas of customers, and of clients without a session, and the errors of requests that exceed them.

use std::time::Duration;

use heuan_rpc::{Code, Error};
use heuan_store::{Quota, QuotaExceeded};

use crate::config::Config;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Minimum size counted for a message: about the size of its row and its index entries.
const MESSAGE_BYTES: i64 = 256;

/// Names of quotas, which are also the `reason` of an error.
const MESSAGE_RATE: &str = "message_rate";
const MESSAGE_QUOTA: &str = "message_quota";
const IMAGE_QUOTA: &str = "image_quota";
const LIKE_RATE: &str = "like_rate";
const PREVIEW_RATE: &str = "preview_rate";
const PREVIEW_QUOTA: &str = "preview_quota";

/// A quota and the amount charged to it.
pub type Charge = (Quota, i64);

impl Config {
    /// Charges of a customer's message. `bytes` is the size of its text and URL.
    pub(crate) fn message_charges(&self, bytes: usize) -> [Charge; 2] {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX).max(MESSAGE_BYTES);
        let text = Quota { name: MESSAGE_QUOTA, limit: self.text_day_bytes, window_ms: DAY_MS };
        [(self.message_rate(), 1), (text, bytes)]
    }

    pub(crate) fn message_rate(&self) -> Quota {
        Quota { name: MESSAGE_RATE, limit: self.messages_per_minute, window_ms: MINUTE_MS }
    }

    pub(crate) fn image_quota(&self) -> Quota {
        Quota { name: IMAGE_QUOTA, limit: self.image_day_bytes, window_ms: DAY_MS }
    }

    pub(crate) fn like_charges(&self) -> [Charge; 1] {
        [(Quota { name: LIKE_RATE, limit: self.likes_per_minute, window_ms: MINUTE_MS }, 1)]
    }

    pub(crate) fn preview_charges(&self) -> [Charge; 2] {
        [
            (Quota { name: PREVIEW_RATE, limit: self.previews_per_minute, window_ms: MINUTE_MS }, 1),
            (Quota { name: PREVIEW_QUOTA, limit: self.previews_per_day, window_ms: DAY_MS }, 1),
        ]
    }
}

/// The error of a request that exceeds a quota: `RESOURCE_EXHAUSTED` with the quota as `reason` and the retry
/// delay.
pub fn refused(exceeded: QuotaExceeded) -> Error {
    let (field, message) = match exceeded.quota {
        MESSAGE_RATE => ("sms", "too many messages in one minute; retry later"),
        MESSAGE_QUOTA => ("sms", "daily limit of message text reached; retry later"),
        IMAGE_QUOTA => ("image", "daily limit of images reached; retry later"),
        LIKE_RATE => ("messageId", "too many likes in one minute; retry later"),
        PREVIEW_RATE => ("url", "too many link previews in one minute; retry later"),
        _ => ("url", "daily limit of fetched link previews reached"),
    };
    metrics::counter!("quota_refusals_total", "service" => crate::NAME, "quota" => exceeded.quota)
        .increment(1);
    let mut error = Error::new(Code::ResourceExhausted, message);
    field.clone_into(&mut error.detail.field);
    exceeded.quota.clone_into(&mut error.detail.reason);
    error.retry_after(Duration::from_millis(exceeded.retry_after_ms.unsigned_abs()))
}
