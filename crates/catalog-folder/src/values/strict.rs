//! Days and hours in their stored form, `2026-11-01` and `08:00`.

use time::Date;
use time::format_description::BorrowedFormatItem;
use time::macros::format_description;

const DAY: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
const HOUR: &[BorrowedFormatItem<'_>] = format_description!("[hour]:[minute]");

/// A day such as `2026-11-30`.
pub fn parse_day(text: &str) -> Option<Date> {
    // Requires four digits of year. The parser alone would accept a sign and more digits.
    (text.len() == 10).then(|| Date::parse(text, DAY).ok()).flatten()
}

/// Whether the text is an hour such as `08:00`.
pub fn is_hour(text: &str) -> bool {
    text.len() == 5 && time::Time::parse(text, HOUR).is_ok()
}
