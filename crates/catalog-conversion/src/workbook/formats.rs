//! Formats of numbers in cells: percent, day, time of day, duration.

use std::collections::HashMap;

use heuan_catalog_folder::Reason;
use quick_xml::events::Event;
use time::Date;

use super::package::{Package, attribute};

/// Maximum formats of one workbook; Excel has 65,490.
const MAX_FORMATS: usize = 65_536;
const MAX_PART_BYTES: u64 = 16 << 20;
/// Whole numbers up to this are exact in a cell.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
/// The last day of Excel, 9999-12-31, and the Julian day before its first one.
const LAST_DAY: f64 = 2_958_466.0;
const DAY_ZERO: i64 = 2_415_019;
/// Days between the two epochs of Excel.
const DAYS_OF_1904: i64 = 1_462;
const DAY_SECONDS: i64 = 86_400;
/// Digits of a format that pads with zeros.
const MAX_DIGITS: usize = 64;

/// Meaning of a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Format {
    #[default]
    Number,
    /// A number with zeros before it, up to so many digits.
    Padded(usize),
    Percent,
    Day,
    Time,
    Duration,
}

/// The formats of a workbook by their number.
#[derive(Debug, Default)]
pub(super) struct Formats {
    all: Vec<Format>,
    /// Whether days are counted from 1904.
    pub(super) is_1904: bool,
}

impl Formats {
    pub(super) fn read(package: &mut Package, path: &str) -> Result<Self, Reason> {
        let mut formats = Self::default();
        let Some(mut part) = package.part(path, MAX_PART_BYTES)? else { return Ok(formats) };
        let mut codes: HashMap<String, Format> = HashMap::new();
        let mut is_of_cells = false;
        let too_many = || {
            let text =
                format!("has more than {MAX_FORMATS} formats of cells; copy its values into a new workbook");
            Reason::new("too_many_formats", text).with("max", &MAX_FORMATS)
        };
        loop {
            match part.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "cellXfs" => is_of_cells = true,
                    "numFmt" => {
                        if codes.len() >= MAX_FORMATS {
                            return Err(too_many());
                        }
                        if let (Some(id), Some(code)) =
                            (attribute(&tag, "numFmtId"), attribute(&tag, "formatCode"))
                        {
                            codes.insert(id, format_of(&code));
                        }
                    }
                    "xf" if is_of_cells => {
                        if formats.all.len() >= MAX_FORMATS {
                            return Err(too_many());
                        }
                        let id = attribute(&tag, "numFmtId").unwrap_or_default();
                        formats.all.push(codes.get(&id).copied().unwrap_or_else(|| builtin(&id)));
                    }
                    _ => {}
                },
                Event::End(tag) if tag.local_name().as_ref() == "cellXfs" => is_of_cells = false,
                Event::Eof => return Ok(formats),
                _ => {}
            }
        }
    }

    /// The number as it would be typed. `style` is the number of its format.
    pub(super) fn text(&self, number: f64, style: Option<usize>) -> String {
        let format = style.and_then(|style| self.all.get(style)).copied().unwrap_or_default();
        match format {
            Format::Number => number_text(number),
            Format::Padded(digits) => padded(&number_text(number), digits),
            Format::Percent => format!("{}%", number_text(number * 100.0)),
            Format::Day | Format::Time | Format::Duration => {
                self.moment(number, format).unwrap_or_else(|| number_text(number))
            }
        }
    }

    fn moment(&self, number: f64, format: Format) -> Option<String> {
        if !(0.0..LAST_DAY).contains(&number) {
            return None;
        }
        let seconds = (number * DAY_SECONDS as f64).round() as i64;
        let (day, second) = (seconds / DAY_SECONDS, seconds % DAY_SECONDS);
        let clock =
            |seconds: i64| format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
        match format {
            Format::Duration => return Some(clock(seconds)),
            Format::Day if day > 0 => {}
            _ => return Some(clock(second)),
        }
        // Excel counts a 29th of February 1900, which did not exist.
        let day = if self.is_1904 { day + DAYS_OF_1904 } else { day + i64::from(day < 60) };
        let date = Date::from_julian_day(i32::try_from(DAY_ZERO + day).ok()?).ok()?;
        Some(format!("{date} {}", clock(second)))
    }
}

fn builtin(id: &str) -> Format {
    match id.parse().unwrap_or(0) {
        9 | 10 => Format::Percent,
        14..=17 | 22 | 27..=31 | 36 | 50..=54 | 57 | 58 => Format::Day,
        18..=21 | 32..=35 | 45 | 47 | 55 | 56 => Format::Time,
        46 => Format::Duration,
        _ => Format::Number,
    }
}

/// Meaning of the first section of a format code such as `[$-409]d/m/yyyy` or `0.0%`.
fn format_of(code: &str) -> Format {
    let section = code.split(';').next().unwrap_or_default();
    if (2..=MAX_DIGITS).contains(&section.len()) && section.bytes().all(|byte| byte == b'0') {
        return Format::Padded(section.len());
    }
    let (mut has_day, mut has_time, mut has_month) = (false, false, false);
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter.to_ascii_lowercase() {
            ';' => break,
            // The letter after these is shown as it is.
            '\\' | '_' | '*' => {
                letters.next();
            }
            '"' => {
                letters.by_ref().find(|letter| *letter == '"');
            }
            '[' => {
                let within: String = letters.by_ref().take_while(|letter| *letter != ']').collect();
                let within = within.to_ascii_lowercase();
                let is_duration = ['h', 'm', 's'].iter().any(|unit| within.chars().all(|it| it == *unit));
                if is_duration && !within.is_empty() {
                    return Format::Duration;
                }
            }
            '%' => return Format::Percent,
            'y' | 'd' => has_day = true,
            'h' | 's' => has_time = true,
            'm' => has_month = true,
            'g' if code.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("general")) => {
                return Format::Number;
            }
            _ => {}
        }
    }
    if has_day || (has_month && !has_time) {
        Format::Day
    } else if has_time {
        Format::Time
    } else {
        Format::Number
    }
}

/// A whole number with zeros before it, as codes have them.
fn padded(number: &str, digits: usize) -> String {
    match number.strip_prefix('-') {
        _ if number.contains('.') => number.to_owned(),
        Some(number) => format!("-{number:0>digits$}"),
        None => format!("{number:0>digits$}"),
    }
}

/// A whole number without a point; others in the fewest digits that mean the same number.
fn number_text(number: f64) -> String {
    // Sums in spreadsheets may end in digits that are rounding errors.
    let rounded = number.round();
    if (number - rounded).abs() < 1e-6 && rounded.abs() < MAX_EXACT {
        format!("{rounded:.0}")
    } else {
        number.to_string()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("General", Format::Number)]
    #[case("#,##0.00", Format::Number)]
    #[case("#,##0 \"days\"", Format::Number)]
    #[case("#,##0\\ [$₭-454]", Format::Number)]
    #[case("0.00E+00", Format::Number)]
    #[case("0", Format::Number)]
    #[case("0000000000000", Format::Padded(13))]
    #[case("00000;-00000", Format::Padded(5))]
    #[case("00.00", Format::Number)]
    #[case("0.0%", Format::Percent)]
    #[case("[$-409]d/m/yyyy", Format::Day)]
    #[case("mmm-yy", Format::Day)]
    #[case("d/m/yyyy h:mm", Format::Day)]
    #[case("h:mm AM/PM", Format::Time)]
    #[case("[h]:mm:ss", Format::Duration)]
    fn format_follows_from_its_code(#[case] code: &str, #[case] format: Format) {
        assert_eq!(format_of(code), format, "{code}");
    }

    #[rstest]
    #[case(123.0, Format::Padded(5), "00123")]
    #[case(123_456.0, Format::Padded(5), "123456")]
    #[case(-7.0, Format::Padded(3), "-007")]
    #[case(1.5, Format::Padded(3), "1.5")]
    #[case(0.1, Format::Percent, "10%")]
    #[case(0.07, Format::Percent, "7%")]
    #[case(0.125, Format::Percent, "12.5%")]
    #[case(46_327.0, Format::Day, "2026-11-01 00:00:00")]
    #[case(46_327.5, Format::Day, "2026-11-01 12:00:00")]
    #[case(1.0, Format::Day, "1900-01-01 00:00:00")]
    #[case(1.0 / 3.0, Format::Day, "08:00:00")]
    #[case(46_327.0 + 1.0 / 3.0, Format::Time, "08:00:00")]
    #[case(1.5, Format::Duration, "36:00:00")]
    #[case(-1.0, Format::Day, "-1")]
    fn number_is_written_as_its_format_shows_it(
        #[case] number: f64,
        #[case] format: Format,
        #[case] text: &str,
    ) {
        let formats = Formats { all: vec![format], is_1904: false };
        assert_eq!(formats.text(number, Some(0)), text);
        assert_eq!(formats.text(5.0, Some(7)), "5");
    }

    #[test]
    fn days_are_counted_from_1904_where_the_workbook_says_so() {
        let formats = Formats { all: vec![Format::Day], is_1904: true };
        assert_eq!(formats.text(44_865.0, Some(0)), "2026-11-01 00:00:00");
    }

    #[test]
    fn sum_of_fractions_is_a_whole_number() {
        assert_eq!(number_text(58_000.000_000_1), "58000");
        assert_eq!(number_text(0.1), "0.1");
        assert_eq!(number_text(-5.0), "-5");
    }
}
