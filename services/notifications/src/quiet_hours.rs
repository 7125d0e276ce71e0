//! Hours of the night in which messages and pushes that can wait are not sent.

use time::{OffsetDateTime, Time, macros::format_description};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Period from one time in Laos to another; it may span midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    from: Time,
    to: Time,
}

impl QuietHours {
    /// Parses `21:00-07:00`; `None` for an empty text.
    pub fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        const FAULT: &str = "must be two times, such as 21:00-07:00, or empty";
        if text.is_empty() {
            return Ok(None);
        }
        let (from, to) = text.split_once('-').ok_or(FAULT)?;
        let read =
            |text: &str| Time::parse(text.trim(), format_description!("[hour]:[minute]")).map_err(|_| FAULT);
        let (from, to) = (read(from)?, read(to)?);
        if from == to { Err("must begin and end at different times") } else { Ok(Some(Self { from, to })) }
    }

    /// End of the quiet hours, if `now` is in them.
    pub fn end(self, now: OffsetDateTime) -> Option<i64> {
        let time = now.time();
        let is_quiet = if self.from < self.to {
            self.from <= time && time < self.to
        } else {
            time >= self.from || time < self.to
        };
        let left = (self.to - time).whole_milliseconds().rem_euclid(i128::from(DAY_MS));
        is_quiet.then(|| i64::try_from(now.unix_timestamp_nanos() / 1_000_000 + left).unwrap_or(i64::MAX))
    }
}

/// Kinds of messages and pushes that wait in quiet hours.
#[derive(Clone, Debug, Default)]
pub struct QuietKinds {
    hours: Option<QuietHours>,
    kinds: Vec<String>,
}

impl QuietKinds {
    /// Reads the hours, such as `21:00-07:00`; the error is the reason why they are invalid.
    pub fn new(hours: &str, kinds: &[String]) -> Result<Self, &'static str> {
        Ok(Self { hours: QuietHours::parse(hours)?, kinds: kinds.to_vec() })
    }

    /// End of the quiet hours, if `now` is in them and this kind can wait.
    pub fn end(&self, kind: &str, now: OffsetDateTime) -> Option<i64> {
        self.hours.filter(|_| self.kinds.iter().any(|one| one == kind))?.end(now)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use time::macros::datetime;

    use super::*;

    #[rstest]
    #[case(datetime!(2026-11-21 20:59:59 +7), None)]
    #[case(datetime!(2026-11-21 21:00 +7), Some(datetime!(2026-11-22 07:00 +7)))]
    #[case(datetime!(2026-11-22 06:59 +7), Some(datetime!(2026-11-22 07:00 +7)))]
    #[case(datetime!(2026-11-22 07:00 +7), None)]
    fn quiet_hours_have_an_end_within_them_only(
        #[case] now: OffsetDateTime,
        #[case] end: Option<OffsetDateTime>,
    ) {
        let hours = QuietHours::parse("21:00-07:00").unwrap().unwrap();
        assert_eq!(hours.end(now), end.map(|end| end.unix_timestamp() * 1000));
    }

    #[test]
    fn quiet_hours_setting_is_two_times() {
        assert_eq!(QuietHours::parse(""), Ok(None));
        for text in ["21:00", "25:00-07:00", "07:00-07:00", "nine-ten"] {
            assert!(QuietHours::parse(text).is_err(), "{text}");
        }
    }
}
