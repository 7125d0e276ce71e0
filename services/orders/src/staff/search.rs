//! Search in orders: the searched text of an order, and the terms of a query.

use heuan_lao_text::{canonical, spellings};
use heuan_phone::{QueryPart, query_parts};

/// Maximum terms of a query.
const MAX_TERMS: usize = 6;

/// A part of a query: an order matches if its text contains one of the spellings. Earlier releases stored names as they were typed.
pub type Term = Vec<String>;

/// The text that is searched: reference, digits of the phone number and name, in canonical spelling. Where the typed spelling
/// differs, the text has it as well, because the previous release searches for it.
pub fn search_text(reference: &str, phone: &str, name: &str) -> String {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let text = format!("{reference} {digits} {name}");
    let (plain, typed) = (canonical(&text), text.to_lowercase());
    if plain == typed { plain } else { format!("{plain} {typed}") }
}

/// The terms of a query; an order matches each.
///
/// A phone number is one term in any spelling, also beside a name. The hyphen of an order number is dropped.
pub fn terms(query: &str) -> Vec<Term> {
    let spelled = |part: QueryPart<'_>| match part {
        QueryPart::Number(digits) => vec![digits],
        QueryPart::Word(word) => term(word),
    };
    query_parts(query).into_iter().map(spelled).filter(|term| !term.is_empty()).take(MAX_TERMS).collect()
}

fn term(word: &str) -> Term {
    let mut term = Term::new();
    for spelling in spellings(word) {
        let is_number = spelling.contains(|one: char| one.is_ascii_digit())
            && spelling.chars().all(|one| one.is_ascii_alphanumeric() || one == '-');
        let plain = if is_number { spelling.replace('-', "") } else { spelling };
        if !plain.is_empty() && !term.contains(&plain) {
            term.push(plain);
        }
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(text: &str, query: &str) -> bool {
        terms(query).iter().all(|term| term.iter().any(|spelling| text.contains(spelling.as_str())))
    }

    fn finds(query: &str) -> bool {
        matches(&search_text("2611217K3M9QTX", "+8562055123456", "ນ້ອຍ Vongsa"), query)
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
            "+856 (0)20 5512 3456",
            "Vongsa 020 5512 3456",
            "+856 (0)20 5512 ນ້ອຍ",
            "ນ້ອຍ 261121 3456",
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
        for query in ["020 5512 3457", "vongsi", "261122", "ນ້ອຍ kham", "Vongsa 020 5512 9"] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn hyphen_is_dropped_from_a_number_and_kept_in_a_name() {
        assert_eq!(terms("261121-7k3m"), [["2611217k3m"]]);
        let stored = search_text("2611217K3M9QTX", "+8562055123456", "Jean-Paul Vongsa");
        assert!(matches(&stored, "jean-paul"), "{:?}", terms("jean-paul"));
        assert_eq!(terms("50%_\\x"), [["50%_\\x"]]);
    }

    #[test]
    fn name_is_found_in_every_spelling_that_looks_the_same() {
        // ຄຳ, its two parts, the vowel before and after the tone, composed and decomposed Latin letters.
        let groups = [
            &["ຄຳ", "ຄ\u{0ECD}າ"][..],
            &["ນ້ຳ", "ນ\u{0ECD}້າ", "ນ້\u{0ECD}າ"],
            &["Am\u{e9}lie", "Ame\u{301}lie", "AM\u{c9}LIE"],
        ];
        for group in groups {
            for name in group {
                let stored = search_text("2611217K3M9QTX", "+8562055123456", name);
                // Earlier releases stored the text as it was typed.
                let earlier = format!("2611217k3m9qtx 8562055123456 {}", name.to_lowercase());
                for query in group {
                    assert!(matches(&stored, query), "{name:?} {query:?}");
                    let is_decomposed = name.contains('\u{301}');
                    assert!(is_decomposed || matches(&earlier, query), "{name:?} {query:?}");
                }
            }
        }
    }
}
