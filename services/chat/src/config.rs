//! Configuration section `[chat]`: claims, quotas, image limits, link previews and retention.

use std::time::Duration;

use heuan_media::ImageLimits;
use serde::Deserialize;

/// Section `[chat]`; `chat.toml` explains the keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub claim_minutes: i64,
    pub answer_reminder_minutes: i64,
    pub staff_reminder_minutes: i64,
    pub image_bytes: u64,
    pub image_pixels: u64,
    pub image_side: u32,
    pub image_workers: usize,
    pub messages_per_minute: i64,
    pub likes_per_minute: i64,
    pub text_day_bytes: i64,
    pub image_day_bytes: i64,
    pub preview_parallel: usize,
    pub preview_ms: u64,
    pub preview_bytes: usize,
    pub preview_hours: i64,
    pub previews_per_minute: i64,
    pub previews_per_day: i64,
    pub preview_days: i64,
    pub preview_loopback: bool,
    pub message_days: i64,
    pub attachment_days: i64,
    pub log_hours: i64,
    pub poll_ms: u64,
}

impl Config {
    /// Checks rules between values that types cannot express. The error names the key.
    pub fn validate(&self) -> Result<(), String> {
        let (per_window, days) = (0..=1_000_000, 0..=36_500);
        let day_bytes = |bytes: i64| bytes == 0 || (1024..=1 << 40).contains(&bytes);
        let rules = [
            ((1..=1440).contains(&self.claim_minutes), "claim_minutes", "must be 1 to 1440"),
            (
                (0..=10_080).contains(&self.answer_reminder_minutes),
                "answer_reminder_minutes",
                "must be 0 to 10080",
            ),
            (
                (0..=10_080).contains(&self.staff_reminder_minutes),
                "staff_reminder_minutes",
                "must be 0 to 10080",
            ),
            ((1024..=5_242_880).contains(&self.image_bytes), "image_bytes", "must be 1024 to 5242880"),
            ((1..=50_000_000).contains(&self.image_pixels), "image_pixels", "must be 1 to 50000000"),
            ((64..=8192).contains(&self.image_side), "image_side", "must be 64 to 8192"),
            ((1..=16).contains(&self.image_workers), "image_workers", "must be 1 to 16"),
            (per_window.contains(&self.messages_per_minute), "messages_per_minute", "must be 0 to 1000000"),
            (per_window.contains(&self.likes_per_minute), "likes_per_minute", "must be 0 to 1000000"),
            (day_bytes(self.text_day_bytes), "text_day_bytes", "must be 0, or 1024 to 1099511627776"),
            (day_bytes(self.image_day_bytes), "image_day_bytes", "must be 0, or 1024 to 1099511627776"),
            (per_window.contains(&self.previews_per_minute), "previews_per_minute", "must be 0 to 1000000"),
            (per_window.contains(&self.previews_per_day), "previews_per_day", "must be 0 to 1000000"),
            (days.contains(&self.message_days), "message_days", "must be 0 to 36500"),
            (days.contains(&self.attachment_days), "attachment_days", "must be 0 to 36500"),
            ((1..=3650).contains(&self.preview_days), "preview_days", "must be 1 to 3650"),
            ((1..=64).contains(&self.preview_parallel), "preview_parallel", "must be 1 to 64"),
            ((100..=10_000).contains(&self.preview_ms), "preview_ms", "must be 100 to 10000"),
            ((1024..=4_194_304).contains(&self.preview_bytes), "preview_bytes", "must be 1024 to 4194304"),
            ((1..=8760).contains(&self.preview_hours), "preview_hours", "must be 1 to 8760"),
            ((1..=8760).contains(&self.log_hours), "log_hours", "must be 1 to 8760"),
            ((10..=60_000).contains(&self.poll_ms), "poll_ms", "must be 10 to 60000"),
        ];
        match rules.into_iter().find(|(holds, ..)| !holds) {
            Some((_, key, message)) => Err(format!("configuration: chat.{key} {message}")),
            None => Ok(()),
        }
    }

    pub fn claim_ms(&self) -> i64 {
        self.claim_minutes * 60_000
    }

    /// Days for which images are kept: at most as long as their messages. 0 means forever.
    pub fn image_days(&self) -> i64 {
        match (self.message_days, self.attachment_days) {
            (0, days) | (days, 0) => days,
            (messages, attachments) => messages.min(attachments),
        }
    }

    /// 0 for no reminders.
    pub fn answer_reminder_ms(&self) -> i64 {
        self.answer_reminder_minutes * 60_000
    }

    /// 0 for no reminders.
    pub fn staff_reminder_ms(&self) -> i64 {
        self.staff_reminder_minutes * 60_000
    }

    pub fn image_limits(&self) -> ImageLimits {
        ImageLimits { max_bytes: self.image_bytes, max_pixels: self.image_pixels, ..ImageLimits::default() }
    }

    pub fn preview_time(&self) -> Duration {
        Duration::from_millis(self.preview_ms)
    }
}
