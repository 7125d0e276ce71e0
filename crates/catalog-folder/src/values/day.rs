//! Days and times of day: `2026-11-01`, `2026-11-01 00:00:00`, `30/11/2026`, `8:00`, `8:00 PM`.

use time::{Date, Month};

use super::with_ascii_digits;
use crate::message::Hint;

/// Largest Gregorian year. Larger years belong to the Buddhist calendar, which Thai spreadsheets use.
const LAST_YEAR: i32 = 2_400;

/// Reads a day. An error is a hint that may be empty.
pub fn day_of(text: &str) -> Result<Date, Hint> {
    let text = with_ascii_digits(text);
    let text = without_midnight(text.trim());
    let separators: Vec<char> = text.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    let [separator @ ('-' | '/' | '.'), second] = separators[..] else { return Err(Hint::default()) };
    let parts: Vec<&str> = text.split(separator).collect();
    let [first, middle, last] = parts[..] else { return Err(Hint::default()) };
    if separator != second || [first, middle, last].iter().any(|part| part.is_empty() || part.len() > 4) {
        return Err(Hint::default());
    }
    let number = |part: &str| part.parse::<u16>().map_err(|_| Hint::default());
    let (a, b, c) = (number(first)?, number(middle)?, number(last)?);
    match (first.len(), middle.len(), last.len()) {
        (4, 1..=2, 1..=2) => date(a, b, c),
        (1..=2, 1..=2, 4) if a > 12 || a == b => date(c, b, a),
        (1..=2, 1..=2, 4) if b > 12 => date(c, a, b),
        (1..=2, 1..=2, 4) => {
            let (one, other) = (date(c, b, a)?, date(c, a, b)?);
            let text = format!("it could mean {one} or {other}; write the year first");
            Err(Hint::new("two_days", text).with("one", &one).with("other", &other))
        }
        _ => Err(Hint::default()),
    }
}

fn date(year: u16, month: u16, day: u16) -> Result<Date, Hint> {
    let small = |number: u16| u8::try_from(number).map_err(|_| Hint::default());
    let month = Month::try_from(small(month)?).map_err(|_| Hint::default())?;
    let date = Date::from_calendar_date(i32::from(year), month, small(day)?).map_err(|_| Hint::default())?;
    if date.year() > LAST_YEAR {
        return Err(format!("the year {year} is of the Buddhist calendar; write {}", year - 543).into());
    }
    if date.year() < 1000 { Err(Hint::default()) } else { Ok(date) }
}

/// Removes the midnight that databases and spreadsheets add to a day.
fn without_midnight(text: &str) -> &str {
    let Some((day, time)) = text.split_once([' ', 'T']) else { return text };
    let time = time.strip_suffix('Z').unwrap_or(time);
    let time = time
        .split_once('.')
        .filter(|(_, rest)| rest.bytes().all(|byte| byte == b'0'))
        .map_or(time, |(time, _)| time);
    if matches!(time, "00:00" | "00:00:00" | "0:00" | "0:00:00") { day } else { text }
}

/// Reads a time of day as `HH:MM`.
pub fn hour_of(text: &str) -> Option<String> {
    let text = with_ascii_digits(text).trim().to_lowercase();
    let (clock, half) = halves(&text);
    let parts: Vec<&str> = clock.split(':').collect();
    let (hour, minute) = match (&parts[..], half) {
        ([hour, minute] | [hour, minute, "00"], _) => (*hour, *minute),
        ([hour], Some(_)) => (*hour, "00"),
        _ => return None,
    };
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if !(1..=2).contains(&hour.len()) || minute.len() != 2 || !is_digits(hour) || !is_digits(minute) {
        return None;
    }
    let (Ok(hour), Ok(minute)) = (hour.parse::<u8>(), minute.parse::<u8>()) else { return None };
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(Half::Morning) => hour % 12,
        Some(Half::Afternoon) => hour % 12 + 12,
    };
    if hour < 24 && minute < 60 { Some(format!("{hour:02}:{minute:02}")) } else { None }
}

/// The half of the day of a time on a twelve-hour clock.
#[derive(Clone, Copy)]
enum Half {
    Morning,
    Afternoon,
}

/// The time without the half of the day, and the half.
fn halves(text: &str) -> (&str, Option<Half>) {
    for (name, half) in
        [("am", Half::Morning), ("a.m.", Half::Morning), ("pm", Half::Afternoon), ("p.m.", Half::Afternoon)]
    {
        if let Some(clock) = text.strip_suffix(name) {
            return (clock.trim_end(), Some(half));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;
    use time::macros::date;

    use super::*;

    #[rstest]
    #[case("2026-11-01", date!(2026 - 11 - 01))]
    #[case("2026-11-01 00:00:00", date!(2026 - 11 - 01))]
    #[case("2026-11-01T00:00:00.000Z", date!(2026 - 11 - 01))]
    #[case("2026/11/1", date!(2026 - 11 - 01))]
    #[case("30/11/2026", date!(2026 - 11 - 30))]
    #[case("11/30/2026", date!(2026 - 11 - 30))]
    #[case("30.11.2026", date!(2026 - 11 - 30))]
    #[case("5/5/2026", date!(2026 - 05 - 05))]
    #[case("໒໐໒໖-໑໑-໐໑", date!(2026 - 11 - 01))]
    fn day_with_one_meaning_is_read(#[case] text: &str, #[case] day: Date) {
        assert_eq!(day_of(text).unwrap(), day, "{text}");
    }

    #[rstest]
    #[case("01/11/2026", "it could mean 2026-11-01 or 2026-01-11; write the year first")]
    #[case("2569-11-01", "the year 2569 is of the Buddhist calendar; write 2026")]
    fn day_with_two_meanings_is_refused_with_a_hint(#[case] text: &str, #[case] hint: &str) {
        assert_eq!(day_of(text).unwrap_err().text, hint);
    }

    #[test]
    fn hint_of_a_day_with_two_meanings_has_both() {
        let hint = day_of("01/11/2026").unwrap_err();
        let days = [("one", "2026-11-01"), ("other", "2026-01-11")];
        assert_eq!(
            (hint.code, hint.values),
            ("two_days", days.map(|(name, day)| (name, day.to_owned())).to_vec())
        );
    }

    #[rstest]
    fn text_that_is_no_day_is_refused(
        #[values(
            "",
            "soon",
            "2026-02-30",
            "2026-11-30T12:00",
            "+2026-11-3",
            "26-11-30",
            "2026-11",
            "2026-11/30",
            "45992"
        )]
        text: &str,
    ) {
        assert!(day_of(text).is_err(), "{text}");
    }

    #[test]
    fn hour_is_read_with_or_without_zero_and_seconds() {
        for text in ["8:00", "08:00", "08:00:00", "໘:໐໐"] {
            assert_eq!(hour_of(text).unwrap(), "08:00", "{text}");
        }
        for (text, hour) in [
            ("8:00 AM", "08:00"),
            ("8:30:00 PM", "20:30"),
            ("12:00 a.m.", "00:00"),
            ("12:15pm", "12:15"),
            ("9 pm", "21:00"),
        ] {
            assert_eq!(hour_of(text).unwrap(), hour, "{text}");
        }
        for text in ["13:00 PM", "0:30 AM", "AM", "8:00 XM"] {
            assert!(hour_of(text).is_none(), "{text}");
        }
        for text in ["", "24:00", "08.00", "8", "8:0", "08:00:30", "8:60", "-8:00"] {
            assert!(hour_of(text).is_none(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_notation_of_a_day_is_read_or_named_ambiguous(year in 1900_i32..2100, month in 1_u8..=12, day in 1_u8..=28) {
            let date = Date::from_calendar_date(year, Month::try_from(month).unwrap(), day).unwrap();
            for text in [format!("{year}-{month:02}-{day:02}"), format!("{year}/{month}/{day}"), format!("{date} 00:00:00")] {
                prop_assert_eq!(day_of(&text), Ok(date));
            }
            let slashed = day_of(&format!("{day}/{month}/{year}"));
            if day > 12 || day == month {
                prop_assert_eq!(slashed, Ok(date));
            } else {
                prop_assert!(slashed.unwrap_err().text.contains(&date.to_string()));
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,40}") {
            let _ = (day_of(&text), hour_of(&text));
        }
    }
}
