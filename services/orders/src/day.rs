//! Calendar days in Laos, by which orders are counted and planned.

use heuan_runtime::clock::VIENTIANE;
use serde::{Deserialize, Serialize};
use time::{Date, Duration, macros::format_description};

pub const DAY_MS: i64 = 86_400_000;
const UNIX_EPOCH: Date = time::macros::date!(1970 - 01 - 01);

/// A day in Laos, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Day(pub i64);

impl Day {
    pub fn of(at_ms: i64) -> Self {
        Self((at_ms + offset_ms()).div_euclid(DAY_MS))
    }

    /// Unix milliseconds.
    pub fn start(self) -> i64 {
        self.0 * DAY_MS - offset_ms()
    }

    pub const fn back(self, days: i64) -> Self {
        Self(self.0 - days)
    }

    pub const fn ahead(self, days: i64) -> Self {
        Self(self.0 + days)
    }

    /// Parses `YYYY-MM-DD`; `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        let date = Date::parse(text, format_description!("[year]-[month]-[day]")).ok()?;
        Some(Self((date - UNIX_EPOCH).whole_days()))
    }
}

/// `YYYY-MM-DD`.
impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let date = UNIX_EPOCH.saturating_add(Duration::days(self.0));
        write!(f, "{:04}-{:02}-{:02}", date.year(), u8::from(date.month()), date.day())
    }
}

fn offset_ms() -> i64 {
    i64::from(VIENTIANE.whole_seconds()) * 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Saturday, 2026-11-21, in Laos.
    const SATURDAY: i64 = 1_795_194_000_000;

    #[test]
    fn day_begins_at_midnight_in_laos() {
        assert_eq!(Day::of(SATURDAY).start(), SATURDAY);
        assert_eq!(Day::of(SATURDAY - 1), Day::of(SATURDAY).back(1));
        assert_eq!(Day::of(SATURDAY + DAY_MS), Day::of(SATURDAY).ahead(1));
    }

    #[test]
    fn text_of_a_day_is_parsed_to_the_same_day() {
        assert_eq!(Day::of(SATURDAY).to_string(), "2026-11-21");
        for text in ["2026-11-21", "2028-02-29", "1970-01-01"] {
            assert_eq!(Day::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "2026-02-29", "21.11.2026", "2026-11-21 ", "2026-11-21T00:00"] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }
}
