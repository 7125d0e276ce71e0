//! Moments: `2026-12-01T08:00:00+07:00`, or `2026-12-01 08:00` and `2026-12-01` in Vientiane time.

use std::borrow::Cow;

use time::{
    OffsetDateTime, PrimitiveDateTime, Time, UtcOffset,
    format_description::{BorrowedFormatItem, well_known::Rfc3339},
    macros::{format_description, offset},
};

use super::{
    day::{DateReading, OUT_OF_RANGE, day_of, gregorian},
    with_ascii_digits,
};
use crate::message::Hint;

/// Time zone of a moment that names none.
const VIENTIANE: UtcOffset = offset!(+7);
const LOCAL: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day] [hour]:[minute][optional [:[second]]]");

/// Reads a moment as Unix milliseconds. An error is a hint that may be empty.
pub fn moment_of(text: &str) -> Result<DateReading<i64>, Hint> {
    let text = with_ascii_digits(text);
    let text = text.trim();
    let (gregorian, buddhist_year) = with_gregorian_year(text);
    let at = OffsetDateTime::parse(&gregorian, &Rfc3339).or_else(|_| {
        let local = with_two_digits(&gregorian.replacen('T', " ", 1));
        PrimitiveDateTime::parse(&local, LOCAL).map(|at| at.assume_offset(VIENTIANE))
    });
    let milliseconds = |at: OffsetDateTime| at.unix_timestamp().saturating_mul(1000);
    match at {
        Ok(at) if (1970..2400).contains(&at.year()) => {
            Ok(DateReading { value: milliseconds(at), buddhist_year })
        }
        Ok(_) => Err(Hint::new("year_out_of_range", OUT_OF_RANGE)),
        Err(_) => {
            let day = day_of(text)?;
            let at = PrimitiveDateTime::new(day.value, Time::MIDNIGHT).assume_offset(VIENTIANE);
            Ok(DateReading { value: milliseconds(at), buddhist_year: day.buddhist_year })
        }
    }
}

/// The text with its year first in the Gregorian calendar, and the year as written if it is of the Buddhist one.
fn with_gregorian_year(text: &str) -> (Cow<'_, str>, Option<u16>) {
    let written = text.split_once('-').filter(|(year, _)| year.len() == 4);
    let read = written.and_then(|(year, rest)| Some((gregorian(year.parse().ok()?), rest)));
    match read {
        Some(((year, Some(buddhist_year)), rest)) => (format!("{year}-{rest}").into(), Some(buddhist_year)),
        _ => (text.into(), None),
    }
}

/// The hour in two digits, because `WooCommerce` writes one digit before ten o'clock.
fn with_two_digits(text: &str) -> String {
    match text.split_once(' ') {
        Some((day, time)) if time.as_bytes().get(1) == Some(&b':') => format!("{day} 0{time}"),
        _ => text.to_owned(),
    }
}

/// The day of a moment in Vientiane time.
pub fn day_text(at_ms: i64) -> String {
    let mut text = moment_text(at_ms);
    text.truncate(10);
    text
}

/// Writes a moment in Vientiane time, to the second.
pub fn moment_text(at_ms: i64) -> String {
    let at = OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(1000)).ok();
    at.and_then(|at| at.to_offset(VIENTIANE).format(&Rfc3339).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn gregorian_at(value: i64) -> DateReading<i64> {
        DateReading { value, buddhist_year: None }
    }

    #[test]
    fn moment_of_a_buddhist_year_is_read_with_a_warning() {
        for (text, value) in [
            ("2569-12-01T08:00:00+07:00", 1_796_086_800_000),
            ("2569-12-01 08:00", 1_796_086_800_000),
            ("2569-12-01 8:00:00", 1_796_086_800_000),
            ("2569-12-01", 1_796_058_000_000),
            ("01/12/2569", 1_796_058_000_000),
        ] {
            let reading = moment_of(text).unwrap();
            assert_eq!(reading, DateReading { value, buddhist_year: Some(2569) }, "{text}");
            let warning = reading.warning(|at| day_text(*at)).unwrap();
            let wanted = "the year 2569 is of the Buddhist calendar; the day is taken as 2026-12-01";
            assert_eq!(warning.text, wanted, "{text}");
        }
        assert!(moment_of("2567-02-29 08:00").is_ok(), "a leap day of the Gregorian calendar");
        for text in ["2569-02-29 08:00", "2943-12-31 08:00", "2950-01-01", "9999-12-31"] {
            assert!(moment_of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moment_is_read_in_every_notation() {
        for text in [
            "2026-12-01T08:00:00+07:00",
            "2026-12-01T01:00:00Z",
            "2026-12-01 08:00",
            "2026-12-01 08:00:00",
            "2026-12-01T08:00",
        ] {
            assert_eq!(moment_of(text).unwrap(), gregorian_at(1_796_086_800_000), "{text}");
        }
        assert_eq!(moment_of("2026-12-01 8:00:00").unwrap(), gregorian_at(1_796_086_800_000));
        assert_eq!(moment_of("2026-12-01").unwrap(), gregorian_at(1_796_058_000_000));
        for text in ["", "soon", "08:00", "2026-12-01 25:00", "9999-12-31T00:00:00Z"] {
            assert!(moment_of(text).is_err(), "{text}");
        }
        assert_eq!(moment_of("9999-12-31T00:00:00Z").unwrap_err().code, "year_out_of_range");
        assert_eq!(moment_of("01/11/2026").unwrap_err().code, "two_days");
    }

    proptest! {
        #[test]
        fn moment_is_read_as_it_was_written(seconds in 0_i64..13_000_000_000) {
            let at = seconds * 1000;
            prop_assert_eq!(moment_of(&moment_text(at)).unwrap(), gregorian_at(at));
        }

        #[test]
        fn any_text_is_read_as_a_moment_without_panic(text in "\\PC{0,40}") {
            let _ = moment_of(&text);
        }
    }
}
