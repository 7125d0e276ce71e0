//! Clock that tests can set, and Vientiane time.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339, macros::offset};

/// Time zone of Laos, which has no daylight saving time.
pub const VIENTIANE: UtcOffset = offset!(+7);

/// Clock of Unix milliseconds: the system clock, or a fixed one in tests.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    #[default]
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn fixed(at_ms: i64) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(at_ms)))
    }

    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX)),
            Self::Fixed(at) => at.load(Ordering::Acquire),
        }
    }

    /// Advances a fixed clock. The system clock is not changed.
    pub fn advance(&self, by_ms: i64) {
        if let Self::Fixed(at) = self {
            at.fetch_add(by_ms, Ordering::AcqRel);
        }
    }

    /// Returns the current time in Vientiane.
    pub fn now(&self) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.now_ms()) * 1_000_000)
            .unwrap_or(OffsetDateTime::UNIX_EPOCH)
            .to_offset(VIENTIANE)
    }

    /// Returns the current date in Vientiane as `YYYY-MM-DD`.
    pub fn today(&self) -> String {
        let date = self.now().date();
        format!("{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
    }
}

/// Formats Unix milliseconds as RFC 3339 in Vientiane time, to the second.
pub fn rfc3339(at_ms: i64) -> String {
    let at =
        OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000)).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    at.to_offset(VIENTIANE).format(&Rfc3339).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_formatted_in_vientiane() {
        assert_eq!(rfc3339(1_795_194_000_999), "2026-11-21T00:00:00+07:00");
    }

    #[test]
    fn day_changes_at_midnight_in_vientiane() {
        // 2026-11-20T17:00:00Z is midnight of the 21st in Vientiane.
        let clock = Clock::fixed(1_795_194_000_000 - 1);
        assert_eq!(clock.today(), "2026-11-20");
        clock.advance(1);
        assert_eq!(clock.today(), "2026-11-21");
    }
}
