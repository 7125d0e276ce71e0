//! Search in orders: the searched text of an order, and the terms of a query.

/// Maximum terms of a query.
const MAX_TERMS: usize = 6;

/// The text that is searched: reference, digits of the phone number and name, in lower case.
pub fn search_text(reference: &str, phone: &str, name: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    format!("{reference} {digits} {name}").to_lowercase()
}

/// The terms of a query; an order matches if its text contains each.
///
/// A phone number is one term in any spelling, because spaces and separators between digits are dropped, and the leading
/// zero or `00` that the stored form does not have. The hyphen of an order number is dropped as well.
pub fn terms(query: &str) -> Vec<String> {
    let query = query.trim();
    if let Some(digits) = digits(query) {
        let national = digits.trim_start_matches('0');
        return vec![if national.is_empty() { digits } else { national.to_owned() }];
    }
    query.split_whitespace().map(term).filter(|term| !term.is_empty()).take(MAX_TERMS).collect()
}

fn term(word: &str) -> String {
    let is_number = word.chars().all(|one| one.is_ascii_alphanumeric() || one == '-');
    // Characters with a meaning in LIKE.
    let plain = word.chars().filter(|one| !(matches!(one, '%' | '_' | '\\') || is_number && *one == '-'));
    plain.collect::<String>().to_lowercase()
}

/// The digits of a text that has nothing else; `None` for other texts.
fn digits(text: &str) -> Option<String> {
    let mut digits = String::new();
    for one in text.chars() {
        if let Some(digit) = latin_digit(one) {
            digits.push(digit);
            continue;
        }
        match one {
            ' ' | '-' | '.' | '(' | ')' | '+' | '/' | '\u{A0}' | '\u{200B}'..='\u{200F}' => {}
            _ => return None,
        }
    }
    Some(digits).filter(|digits| !digits.is_empty())
}

/// The ASCII digit of an ASCII, Lao, Thai or full-width one.
pub(super) fn latin_digit(one: char) -> Option<char> {
    let zero = match one {
        '0'..='9' => u32::from('0'),
        '\u{0ED0}'..='\u{0ED9}' => 0x0ED0,
        '\u{0E50}'..='\u{0E59}' => 0x0E50,
        '\u{FF10}'..='\u{FF19}' => 0xFF10,
        _ => return None,
    };
    char::from_digit(u32::from(one).checked_sub(zero)?, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(query: &str) -> bool {
        let text = search_text("2611217K3M9QTX", "+8562055123456", "ນ້ອຍ Vongsa");
        terms(query).iter().all(|term| text.contains(term.as_str()))
    }

    #[test]
    fn order_is_found_by_number_phone_and_name_in_any_spelling() {
        for query in [
            "261121-7K3M9QTX",
            "2611217k3m9qtx",
            "7k3m",
            "261121 9qtx",
            "020 5512 3456",
            "+856 20 5512-3456",
            "00856 20 55123456",
            "(020) 55.12.34.56",
            "55123456",
            "3456",
            "໐໒໐ ໕໕໑໒ ໓໔໕໖",
            "ນ້ອຍ",
            "vongsa ນ້ອຍ",
            "VONG",
            "",
        ] {
            assert!(finds(query), "{query}: {:?}", terms(query));
        }
        for query in ["020 5512 3457", "vongsi", "261122", "ນ້ອຍ kham"] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn wildcard_of_the_database_is_not_a_wildcard_here() {
        assert_eq!(terms("50%_\\x"), ["50x"]);
        assert_eq!(terms("% _"), Vec::<String>::new());
        assert_eq!(terms("0"), ["0"]);
    }
}
