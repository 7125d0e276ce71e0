//! Days and times of day: `2026-11-01`, `2026-11-01 00:00:00`, `30/11/2026`, `01/11/2569`, `8:00`, `8:00 PM`.

use time::{Date, Month};

use super::with_ascii_digits;
use crate::message::{Hint, Reason};

/// Largest Gregorian year. Larger years belong to the Buddhist calendar, which Thai spreadsheets use.
const LAST_YEAR: u16 = 2_400;
/// Years by which the Buddhist calendar is ahead of the Gregorian one.
const BUDDHIST_YEARS_AHEAD: u16 = 543;
pub(super) const OUT_OF_RANGE: &str = "the year is out of range";

/// A day or a moment that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateReading<T> {
    pub value: T,
    /// The year as written, if it is of the Buddhist calendar.
    pub buddhist_year: Option<u16>,
}

impl<T> DateReading<T> {
    /// Warning that names the year as written and the day in the Gregorian calendar. `None` if the year was Gregorian.
    pub fn warning(&self, day: impl FnOnce(&T) -> String) -> Option<Reason> {
        let year = self.buddhist_year?;
        let day = day(&self.value);
        let reason = format!("the year {year} is of the Buddhist calendar; the day is taken as {day}");
        Some(Reason::new("year_buddhist", reason).with("year", &year).with("day", &day))
    }
}

/// The Gregorian year, and the year as written if it is of the Buddhist calendar.
pub(super) fn gregorian(year: u16) -> (u16, Option<u16>) {
    if year > LAST_YEAR { (year - BUDDHIST_YEARS_AHEAD, Some(year)) } else { (year, None) }
}

/// Reads a day. An error is a hint that may be empty. The day stands before the month in a Buddhist year: were
/// `11/30/2569` read, the days of a file with the month first would be read in two orders.
pub fn day_of(text: &str) -> Result<DateReading<Date>, Hint> {
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
        (1..=2, 1..=2, 4) if a > 12 || a == b || gregorian(c).1.is_some() => date(c, b, a),
        (1..=2, 1..=2, 4) if b > 12 => date(c, a, b),
        (1..=2, 1..=2, 4) => {
            let (one, other) = (date(c, b, a)?.value, date(c, a, b)?.value);
            let text = format!("it could mean {one} or {other}; write the year first");
            Err(Hint::new("two_days", text).with("one", &one).with("other", &other))
        }
        _ => Err(Hint::default()),
    }
}

fn date(year: u16, month: u16, day: u16) -> Result<DateReading<Date>, Hint> {
    // Before the day is checked, because leap years are those of the Gregorian calendar.
    let (year, buddhist_year) = gregorian(year);
    let small = |number: u16| u8::try_from(number).map_err(|_| Hint::default());
    let month = Month::try_from(small(month)?).map_err(|_| Hint::default())?;
    let value = Date::from_calendar_date(i32::from(year), month, small(day)?).map_err(|_| Hint::default())?;
    match year {
        ..1000 => Err(Hint::default()),
        1000..=LAST_YEAR => Ok(DateReading { value, buddhist_year }),
        _ => Err(Hint::new("year_out_of_range", OUT_OF_RANGE)),
    }
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
        assert_eq!(day_of(text), Ok(DateReading { value: day, buddhist_year: None }), "{text}");
    }

    #[rstest]
    #[case::year_first("2569-11-01", 2569, date!(2026 - 11 - 01))]
    #[case::with_midnight("2569-11-01 00:00:00", 2569, date!(2026 - 11 - 01))]
    #[case::day_first("01/11/2569", 2569, date!(2026 - 11 - 01))]
    #[case::lao_digits("໐໑/໑໑/໒໕໖໙", 2569, date!(2026 - 11 - 01))]
    #[case::leap_day("29/02/2567", 2567, date!(2024 - 02 - 29))]
    #[case::first_year("2401-01-01", 2401, date!(1858 - 01 - 01))]
    #[case::last_year("2943-12-31", 2943, date!(2400 - 12 - 31))]
    fn day_of_a_buddhist_year_is_read_with_a_warning_that_names_both(
        #[case] text: &str,
        #[case] year: u16,
        #[case] day: Date,
    ) {
        let reading = day_of(text).unwrap();
        assert_eq!(reading, DateReading { value: day, buddhist_year: Some(year) }, "{text}");
        let warning = reading.warning(Date::to_string).unwrap();
        assert_eq!(warning.values, [("year", year.to_string()), ("day", day.to_string())]);
        assert_eq!(
            warning.text,
            format!("the year {year} is of the Buddhist calendar; the day is taken as {day}")
        );
    }

    #[test]
    fn day_of_a_gregorian_year_has_no_warning() {
        assert_eq!(day_of("2400-11-30").unwrap().warning(Date::to_string), None);
    }

    #[rstest]
    #[case("01/11/2026", "it could mean 2026-11-01 or 2026-01-11; write the year first")]
    #[case("9999-12-31", "the year is out of range")]
    #[case("2944-01-01", "the year is out of range")]
    fn day_that_is_refused_has_a_hint(#[case] text: &str, #[case] hint: &str) {
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
            "29/02/2569",
            "11/30/2569",
            "0999-11-30",
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
                prop_assert_eq!(day_of(&text).map(|it| it.value), Ok(date));
            }
            let slashed = day_of(&format!("{day}/{month}/{year}")).map(|it| it.value);
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
