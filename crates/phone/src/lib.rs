//! Parser for Lao phone numbers. Accounts and orders store the E.164 form, so two spellings of a number compare equal.

/// Area codes of the provinces, without the leading zero.
const AREA_CODES: [&str; 18] = [
    "21", "23", "31", "34", "36", "38", "41", "51", "54", "61", "64", "71", "74", "81", "84", "86", "87",
    "88",
];
/// Maximum length of the input in characters.
const MAX_CHARS: usize = 40;

/// Returns the number in E.164 form (`+856…`), or `None` if `text` is not a Lao number.
///
/// White space, hyphens, dashes, dots, brackets and invisible characters may stand between the digits, which may be Latin, Lao, Thai or
/// full-width.
pub fn normalize(text: &str) -> Option<String> {
    let digits = digits(text.trim())?;
    let (national, had_zero) = national(&digits)?;
    if has_length(national, had_zero) { Some(format!("+856{national}")) } else { None }
}

/// Converts to Latin digits, with a leading `+` if there is one.
fn digits(text: &str) -> Option<String> {
    let mut digits = String::with_capacity(text.len());
    for (index, character) in text.chars().enumerate() {
        match character {
            _ if index >= MAX_CHARS => return None,
            '+' | '\u{FF0B}' if digits.is_empty() => digits.push('+'),
            '0'..='9' => digits.push(character),
            '\u{0ED0}'..='\u{0ED9}' => digits.push(latin_digit(character, 0x0ED0)?),
            '\u{0E50}'..='\u{0E59}' => digits.push(latin_digit(character, 0x0E50)?),
            '\u{FF10}'..='\u{FF19}' => digits.push(latin_digit(character, 0xFF10)?),
            // Separators, and the invisible characters of pasted text: zero-width spaces, direction marks,
            // byte-order mark.
            '-'
            | '.'
            | '('
            | ')'
            | '\u{2010}'..='\u{2015}'
            | '\u{FEFF}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}' => {}
            _ if character.is_whitespace() => {}
            _ => return None,
        }
    }
    Some(digits)
}

fn latin_digit(character: char, zero: u32) -> Option<char> {
    char::from_digit(u32::from(character).checked_sub(zero)?, 10)
}

/// The national number, and whether a country code or leading zero preceded it.
fn national(digits: &str) -> Option<(&str, bool)> {
    if let Some(rest) = digits.strip_prefix('+').or_else(|| digits.strip_prefix("00")) {
        let rest = rest.strip_prefix("856")?;
        // `+856 (0)20 …` is a common spelling.
        return Some((rest.strip_prefix('0').unwrap_or(rest), true));
    }
    if let Some(rest) = digits.strip_prefix('0') {
        return Some((rest, true));
    }
    match digits.strip_prefix("856") {
        Some(rest) => Some((rest.strip_prefix('0').unwrap_or(rest), true)),
        None => Some((digits, false)),
    }
}

fn has_length(national: &str, had_zero: bool) -> bool {
    match national.split_at_checked(2) {
        Some(("20", rest)) => rest.len() == 8,
        Some(("30", rest)) => rest.len() == 7,
        Some((area, rest)) => had_zero && AREA_CODES.contains(&area) && rest.len() == 6,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("020 5512 3456", "+8562055123456")]
    #[case("2055123456", "+8562055123456")]
    #[case("\u{202A}020 5512\u{200B}3456\u{202C}", "+8562055123456")]
    #[case("\u{FF0B}\u{FF18}\u{FF15}\u{FF16} 20 5512 3456", "+8562055123456")]
    #[case("+856 20 5512 3456", "+8562055123456")]
    #[case("020\u{2010}5512\u{2013}3456", "+8562055123456")]
    #[case("\u{2015}020\u{2011}5512\t3456", "+8562055123456")]
    #[case("+856 (0)20 5512-3456", "+8562055123456")]
    #[case("00856 20.55.12.34.56", "+8562055123456")]
    #[case("8562055123456", "+8562055123456")]
    #[case("໐໒໐ ໕໕໑໒ ໓໔໕໖", "+8562055123456")]
    #[case("๐๒๐ ๕๕๑๒ ๓๔๕๖", "+8562055123456")]
    #[case(" 030 512 3456 ", "+856305123456")]
    #[case("021 412 345", "+85621412345")]
    #[case("+85621412345", "+85621412345")]
    fn common_spelling_normalizes_to_e164(#[case] text: &str, #[case] normalized: &str) {
        assert_eq!(normalize(text).as_deref(), Some(normalized));
    }

    #[rstest]
    #[case("")]
    #[case("+")]
    #[case("+856")]
    #[case("020 5512 345")]
    #[case("020 5512 34567")]
    #[case("5512 3456")]
    #[case("21412345")]
    #[case("022 412 345")]
    #[case("+66 81 234 5678")]
    #[case("020 5512 345x")]
    #[case("020+55123456")]
    #[case("030 5512 3456")]
    #[case("+856 00 2055123456")]
    fn invalid_number_returns_none(#[case] text: &str) {
        assert_eq!(normalize(text), None);
    }

    proptest! {
        #[test]
        fn arbitrary_text_never_panics(text in "\\PC{0,60}") {
            let _ = normalize(&text);
        }

        #[test]
        fn normalized_number_normalizes_to_itself(text in "(\\+856|0|00856|856)?(20[0-9]{8}|30[0-9]{7}|21[0-9]{6})") {
            if let Some(normalized) = normalize(&text) {
                prop_assert_eq!(normalize(&normalized), Some(normalized));
            }
        }

        #[test]
        fn punctuation_does_not_change_the_result(rest in "[0-9]{8}", gaps in proptest::collection::vec("[ .()\\-]{0,2}", 9)) {
            let plain = normalize(&format!("020{rest}"));
            let spread: String = rest.chars().zip(&gaps).flat_map(|(digit, gap)| [digit.to_string(), gap.clone()]).collect();
            prop_assert!(plain.is_some());
            prop_assert_eq!(normalize(&format!("020{}{spread}", gaps[8])), plain);
        }
    }
}
