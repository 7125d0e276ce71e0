//! Numbers: `58000`, `58000.00`, `58,000`, `58,000.-`, `1.234.000`, `58 000`, `₭58,000`, also in Lao and Thai digits.

use crate::message::Hint;

/// Maximum bytes of a text that is parsed. The largest price has 14 digits.
const MAX_BYTES: usize = 64;

/// A number in decimal notation, without rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    pub is_negative: bool,
    /// The digits before the decimal point, as a number.
    pub whole: u128,
    /// The digits after the decimal point, without trailing zeros.
    pub fraction: String,
}

impl Number {
    /// The number, if it has no fraction and fits.
    pub fn as_whole(&self) -> Option<i64> {
        let whole = i64::try_from(self.whole).ok().filter(|_| self.fraction.is_empty())?;
        Some(if self.is_negative { -whole } else { whole })
    }
}

/// Reads a number. An error is a hint that may be empty.
pub fn number_of(text: &str) -> Result<Number, Hint> {
    if text.len() > MAX_BYTES {
        return Err(Hint::default());
    }
    let text = with_ascii_digits(text);
    let text = without_kip(text.trim());
    if let Some(sign) = text.chars().find(|letter| "$€£¥฿₫元".contains(*letter)) {
        let text = format!("{sign} is another currency; write the price in kip");
        return Err(Hint::new("other_currency", text).with("sign", &sign));
    }
    let (is_negative, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text),
    };
    if is_shortened(digits) {
        let text = "a spreadsheet has shortened it; give the column the format Number, without decimals";
        return Err(Hint::new("shortened", text));
    }
    let is_digits = |text: &str| text.chars().all(|letter| letter.is_ascii_digit() || is_separator(letter));
    if digits.is_empty() || !is_digits(without_dash(digits).unwrap_or(digits)) {
        return Err(Hint::default());
    }
    let (whole, fraction) = match without_dash(digits) {
        Some(whole) => (joined(whole)?, ""),
        None => split(digits)?,
    };
    let whole = whole.parse().map_err(|_| Hint::default())?;
    Ok(Number { is_negative, whole, fraction: fraction.trim_end_matches('0').to_owned() })
}

/// Replaces Lao, Thai and full-width digits and signs.
pub fn with_ascii_digits(text: &str) -> String {
    let ascii = |letter: char| {
        let digit = |zero: char| char::from_digit(letter as u32 - zero as u32, 10).unwrap_or(letter);
        match letter {
            '໐'..='໙' => digit('໐'),
            '๐'..='๙' => digit('๐'),
            '０'..='９' => digit('０'),
            '，' => ',',
            '．' => '.',
            '\u{a0}' | '\u{2009}' | '\u{202f}' => ' ',
            '’' => '\'',
            letter => letter,
        }
    };
    text.chars().map(ascii).collect()
}

fn is_separator(letter: char) -> bool {
    matches!(letter, ',' | '.' | ' ' | '\'')
}

/// The digits before a dash that means no decimals, as on price tags: `58,000.-`.
fn without_dash(digits: &str) -> Option<&str> {
    let rest = digits.strip_suffix(['-', '–', '—', '−'])?.trim_end_matches(['-', '–', '—', '−']);
    rest.strip_suffix(['.', ',']).map(str::trim_end)
}

/// Removes the name or sign of the kip before or after the number.
fn without_kip(text: &str) -> &str {
    for name in ["₭", "ກີບ", "กีบ", "kip", "lak", "Kip", "KIP", "LAK"] {
        if let Some(rest) = text.strip_prefix(name).or_else(|| text.strip_suffix(name)) {
            return rest.trim();
        }
    }
    text
}

/// Whether the text is like `1.25E+06`, which spreadsheets write for long numbers and which may lack digits.
fn is_shortened(text: &str) -> bool {
    text.split_once(['e', 'E']).is_some_and(|(mantissa, exponent)| {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit());
        mantissa.starts_with(|letter: char| letter.is_ascii_digit())
            && is_number(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
    })
}

/// The digits before and after the decimal point.
fn split(digits: &str) -> Result<(String, &str), Hint> {
    let count = |separator: char| digits.matches(separator).count();
    let (commas, points) = (count(','), count('.'));
    match (commas, points) {
        (0, 0) => Ok((joined(digits)?, "")),
        (_, 0) if is_grouped(digits, ',') => Ok((joined(digits)?, "")),
        (1, 0) => Err(two_meanings(digits, ',')),
        (0, 1) => {
            let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
            if is_grouped(digits, '.') {
                return Err(two_meanings(digits, '.'));
            }
            decimal(before, after)
        }
        (0, _) if is_grouped(digits, '.') => Ok((joined(digits)?, "")),
        (_, 1) if digits.rfind('.') > digits.rfind(',') => {
            let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
            if is_grouped(before, ',') { decimal(before, after) } else { Err(Hint::default()) }
        }
        (1, _) if digits.rfind(',') > digits.rfind('.') => {
            let (before, after) = digits.split_once(',').unwrap_or((digits, ""));
            if is_grouped(before, '.') { decimal(before, after) } else { Err(Hint::default()) }
        }
        _ => Err(Hint::default()),
    }
}

fn decimal<'a>(before: &str, after: &'a str) -> Result<(String, &'a str), Hint> {
    let is_fraction = !after.is_empty() && after.chars().all(|letter| letter.is_ascii_digit());
    if is_fraction { Ok((joined(before)?, after)) } else { Err(Hint::default()) }
}

/// The digits without separators between groups of three.
fn joined(digits: &str) -> Result<String, Hint> {
    let is_plain = !digits.is_empty() && digits.chars().all(|letter| letter.is_ascii_digit());
    let is_number =
        is_plain || [',', '.', ' ', '\''].into_iter().any(|separator| is_grouped(digits, separator));
    if is_number { Ok(digits.chars().filter(char::is_ascii_digit).collect()) } else { Err(Hint::default()) }
}

/// Whether the text consists of groups of three digits; the first group has one to three digits and does not
/// begin with zero.
fn is_grouped(digits: &str, separator: char) -> bool {
    let mut groups = digits.split(separator);
    let is_digits = |group: &str| group.chars().all(|letter| letter.is_ascii_digit());
    let Some(first) = groups.next() else { return false };
    let mut others = groups.peekable();
    others.peek().is_some()
        && (1..=3).contains(&first.len())
        && is_digits(first)
        && !first.starts_with('0')
        && others.all(|group| group.len() == 3 && is_digits(group))
}

fn two_meanings(digits: &str, separator: char) -> Hint {
    let joined: String = digits.chars().filter(char::is_ascii_digit).collect();
    let decimal = digits.replace(separator, ".");
    let text = format!("it could mean {decimal} or {joined}; write it without {separator}");
    Hint::new("two_numbers", text)
        .with("decimal", &decimal)
        .with("whole", &joined)
        .with("separator", &separator)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("58000", 58_000)]
    #[case("58000.00", 58_000)]
    #[case("58000.000", 58_000)]
    #[case("58,000", 58_000)]
    #[case("1,234,567", 1_234_567)]
    #[case("1,234,567.00", 1_234_567)]
    #[case("1.234.567", 1_234_567)]
    #[case("1.234.567,00", 1_234_567)]
    #[case("58 000", 58_000)]
    #[case("58\u{a0}000", 58_000)]
    #[case("1'234'567", 1_234_567)]
    #[case("₭ 58,000", 58_000)]
    #[case("58,000 ກີບ", 58_000)]
    #[case("58000 LAK", 58_000)]
    #[case("໕໘,໐໐໐", 58_000)]
    #[case("๕๘๐๐๐", 58_000)]
    #[case("58,000.-", 58_000)]
    #[case("58.000,-", 58_000)]
    #[case("58000.–", 58_000)]
    #[case("₭ 1,250,000.--", 1_250_000)]
    #[case("58,000.- ກີບ", 58_000)]
    #[case("-5", -5)]
    #[case("0", 0)]
    #[case("007", 7)]
    fn number_with_one_meaning_is_read(#[case] text: &str, #[case] number: i64) {
        assert_eq!(number_of(text).unwrap().as_whole(), Some(number), "{text}");
    }

    #[rstest]
    #[case("58.000", "two_numbers", "it could mean 58.000 or 58000; write it without .")]
    #[case("58,5", "two_numbers", "it could mean 58.5 or 585; write it without ,")]
    #[case("58,00", "two_numbers", "it could mean 58.00 or 5800; write it without ,")]
    #[case("$19", "other_currency", "$ is another currency; write the price in kip")]
    #[case(
        "5.8E+4",
        "shortened",
        "a spreadsheet has shortened it; give the column the format Number, without decimals"
    )]
    fn number_with_two_meanings_is_refused_with_a_hint(
        #[case] text: &str,
        #[case] code: &str,
        #[case] sentence: &str,
    ) {
        let hint = number_of(text).unwrap_err();
        assert_eq!((hint.code, hint.text.as_str()), (code, sentence));
    }

    #[test]
    fn hint_of_a_number_has_the_values_of_its_sentence() {
        let values = |text: &str| number_of(text).unwrap_err().values;
        let two = [("decimal", "58.000"), ("whole", "58000"), ("separator", ".")];
        assert_eq!(values("58.000"), two.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(values("฿19"), [("sign", "฿".to_owned())]);
        assert!(values("5.8E+4").is_empty());
    }

    #[rstest]
    fn text_that_is_no_number_is_refused(
        #[values(
            "", "-", "x", "1,23,456", "1.2.3", ".5", "5.", ",", "+5", "1 2", "58k", "1,2.3,4", "--5", "(5)",
            ".-", "5-", "5 -", "58,00.-"
        )]
        text: &str,
    ) {
        assert!(number_of(text).is_err(), "{text}");
    }

    #[test]
    fn fraction_is_kept_without_rounding() {
        let number = number_of("0.10").unwrap();
        assert_eq!((number.whole, number.fraction.as_str(), number.as_whole()), (0, "1", None));
    }

    fn grouped(number: u64, separator: &str) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(separator);
            }
            text.push(digit);
        }
        text
    }

    proptest! {
        #[test]
        fn every_notation_of_a_number_has_its_value(number in 0_u64..10_000_000_000_000, negative: bool) {
            let value = number.cast_signed() * if negative { -1 } else { 1 };
            let sign = if negative { "-" } else { "" };
            let mut notations = vec![
                number.to_string(),
                format!("{number}.00"),
                grouped(number, ","),
                grouped(number, " "),
                grouped(number, "\u{a0}"),
                grouped(number, "'"),
                format!("{}.0", grouped(number, ",")),
                format!("{} ກີບ", grouped(number, ",")),
            ];
            if number >= 1_000_000 {
                notations.extend([grouped(number, "."), format!("{},00", grouped(number, "."))]);
            }
            for notation in notations {
                prop_assert_eq!(number_of(&format!("{sign}{notation}")).unwrap().as_whole(), Some(value), "{}", notation);
            }
        }

        #[test]
        fn read_number_has_the_digits_of_its_text(text in "[-0-9., ']{0,20}") {
            if let Ok(number) = number_of(&text) {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                let read = format!("{}{}", number.whole, number.fraction);
                prop_assert_eq!(digits.trim_start_matches('0').trim_end_matches('0'), read.trim_start_matches('0').trim_end_matches('0'));
                prop_assert_eq!(number.is_negative, text.trim_start().starts_with('-'));
            }
        }

        #[test]
        fn any_text_is_read_without_panic(text in "\\PC{0,80}") {
            let _ = number_of(&text);
        }
    }
}
