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
/// White space, hyphens, dashes, dots, brackets and invisible characters may be between the digits, which may be Latin, Lao,
/// Thai or full-width.
pub fn normalize(text: &str) -> Option<String> {
    let digits = digits(text.trim())?;
    let (national, had_zero) = national(&digits)?;
    if has_length(national, had_zero) { Some(format!("+856{national}")) } else { None }
}

/// Part of a search query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryPart<'a> {
    /// Digits of a number: a phone number or a part of one in the stored form, or any other number.
    Number(String),
    Word(&'a str),
}

/// Splits a search query into words and numbers. A query with only digits is one number. A phone number beside words is also
/// one number, in any spelling: `Noy 020 5512 3456` has two parts.
pub fn query_parts(query: &str) -> Vec<QueryPart<'_>> {
    parts_as_typed(query).into_iter().map(|(part, _)| part).collect()
}

/// The parts of [`query_parts`], each with its words as they were typed, for a search in texts that contain other numbers than
/// phone numbers.
pub fn parts_as_typed(query: &str) -> Vec<(QueryPart<'_>, String)> {
    if let Some(number) = part_of_number(query) {
        return vec![(QueryPart::Number(number), query.trim().to_owned())];
    }
    let mut parts = Vec::new();
    let mut words = query.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if part_of_number(word).is_none() {
            parts.push((QueryPart::Word(word), word.to_owned()));
            continue;
        }
        let mut typed = word.to_owned();
        if begins_phone(word) {
            while let Some(next) = words.next_if(|next| next.chars().all(is_of_number)) {
                typed.push(' ');
                typed.push_str(next);
            }
        }
        parts.extend(part_of_number(&typed).map(|number| (QueryPart::Number(number), typed)));
    }
    parts
}

/// Latin digits of the numbers in a text: a phone number has its country code, whatever its spelling. Numbers with only separators between
/// them are one.
pub fn numbers_in(text: &str) -> impl Iterator<Item = String> {
    text.split(|character| !is_of_number(character)).filter_map(|number| match normalize(number) {
        Some(phone) => phone.strip_prefix('+').map(str::to_owned),
        None => part_of_number(number),
    })
}

/// Latin digits of a phone number or a part of one, in the stored form: without `+`, `00`, the leading zero and the zero after
/// the country code. `None` for a text without digits or with letters.
fn part_of_number(text: &str) -> Option<String> {
    if !text.chars().all(is_of_number) {
        return None;
    }
    let digits: String = text.chars().filter_map(latin_digit).collect();
    let significant = digits.trim_start_matches('0');
    // The end of a local number, such as 8560 1234, has no country code.
    let has_country = digits.starts_with("00") || text.contains(['+', '\u{FF0B}']) || significant.len() > 8;
    match significant.strip_prefix("8560").filter(|_| has_country) {
        _ if digits.is_empty() => None,
        _ if significant.is_empty() => Some(digits),
        Some(national) => Some(format!("856{national}")),
        None => Some(significant.to_owned()),
    }
}

fn is_of_number(character: char) -> bool {
    matches!(character, '+' | '\u{FF0B}' | '/') || latin_digit(character).is_some() || is_separator(character)
}

/// Whether a word of digits is the beginning of a phone number rather than a number of its own.
fn begins_phone(word: &str) -> bool {
    let digits: String = word.chars().filter_map(latin_digit).collect();
    digits.starts_with('0') || digits.starts_with("856") || word.contains(['+', '\u{FF0B}'])
}

/// Converts to Latin digits, with a leading `+` if there is one.
fn digits(text: &str) -> Option<String> {
    let mut digits = String::with_capacity(text.len());
    for (index, character) in text.chars().enumerate() {
        match character {
            _ if index >= MAX_CHARS => return None,
            '+' | '\u{FF0B}' if digits.is_empty() => digits.push('+'),
            _ if is_separator(character) => {}
            _ => digits.push(latin_digit(character)?),
        }
    }
    Some(digits)
}

/// Separators, and the invisible characters of pasted text: zero-width spaces, direction marks, byte-order mark.
fn is_separator(character: char) -> bool {
    matches!(
        character,
        '-' | '.'
            | '('
            | ')'
            | '\u{2010}'..='\u{2015}'
            | '\u{FEFF}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}'
    ) || character.is_whitespace()
}

/// The Latin digit of a Latin, Lao, Thai or full-width digit.
pub fn latin_digit(character: char) -> Option<char> {
    let zero = match character {
        '0'..='9' => u32::from('0'),
        '\u{0ED0}'..='\u{0ED9}' => 0x0ED0,
        '\u{0E50}'..='\u{0E59}' => 0x0E50,
        '\u{FF10}'..='\u{FF19}' => 0xFF10,
        _ => return None,
    };
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
    #[case("+856 (0)20 5512 3456", "8562055123456")]
    #[case("00856 (0)20 5512", "856205512")]
    #[case("(020) 55.12", "205512")]
    #[case("໐໒໐ ໕໕", "2055")]
    #[case("3456", "3456")]
    #[case("00", "00")]
    fn query_of_digits_is_a_part_of_the_stored_number(#[case] query: &str, #[case] digits: &str) {
        assert_eq!(query_parts(query), [QueryPart::Number(digits.to_owned())]);
    }

    #[test]
    fn number_beside_words_is_one_part() {
        let number = |digits: &str| QueryPart::Number(digits.to_owned());
        let noy = QueryPart::Word("Noy");
        assert_eq!(query_parts("Noy 020 5512 3456"), [noy.clone(), number("2055123456")]);
        assert_eq!(query_parts("+856 (0)20 - 5512 Noy"), [number("856205512"), noy.clone()]);
        // Numbers that do not begin like a phone number are separate parts.
        assert_eq!(query_parts("Noy 261121 3456"), [noy.clone(), number("261121"), number("3456")]);
        assert_eq!(query_parts("261121-7K3M"), [QueryPart::Word("261121-7K3M")]);
        assert_eq!(query_parts(" Noy  - "), [noy, QueryPart::Word("-")]);
        assert_eq!(query_parts("  "), []);
    }

    #[test]
    fn part_has_its_words_as_they_were_typed() {
        let parts = parts_as_typed(" Noy  020  5512 3456 6.5 ");
        let number = QueryPart::Number("205512345665".to_owned());
        assert_eq!(
            parts,
            [(QueryPart::Word("Noy"), "Noy".to_owned()), (number, "020 5512 3456 6.5".to_owned())]
        );
        assert_eq!(parts_as_typed(" 6.5 "), [(QueryPart::Number("65".to_owned()), "6.5".to_owned())]);
    }

    #[rstest]
    #[case("ໂທ020 5512 3456, ຫຼື +856 (0)21 412-345", &["8562055123456", "85621412345"])]
    #[case("໑໐໐ bags of 6.5", &["100", "65"])]
    #[case("1/2 - x", &["12"])]
    #[case("no number", &[])]
    fn number_in_a_text_has_only_digits(#[case] text: &str, #[case] numbers: &[&str]) {
        assert_eq!(numbers_in(text).collect::<Vec<_>>(), numbers);
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
            let _ = (query_parts(&text), numbers_in(&text).count());
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
