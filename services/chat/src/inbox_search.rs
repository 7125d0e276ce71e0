//! Search in the inbox of the staff: the searched texts of conversations and messages, and the terms of a query.

use heuan_lao_text::{canonical, spellings};
use heuan_phone::{QueryPart, numbers_in, parts_as_typed};

use crate::actor::Actor;

/// Maximum terms of a query.
const MAX_TERMS: usize = 6;
/// Minimum digits of a number that may be a part of a phone number. A shorter number is searched only as it was typed: `6.5` is
/// not `65`.
const MIN_DIGITS: usize = 4;

/// A part of a query: a text matches if it contains one of the spellings. Earlier releases stored texts as they were typed.
pub type Term = Vec<String>;

/// The searched text of a conversation: name and phone number of the customer.
pub fn searched_customer(Actor { fname, lname, phone, .. }: &Actor) -> String {
    both_spellings(&format!("{fname} {lname} {phone}"))
}

/// The searched text of a message, with the digits of the numbers that are written with separators.
pub fn searched_message(text: &str) -> String {
    let mut searched = both_spellings(text);
    for number in numbers_in(text).filter(|number| number.len() >= MIN_DIGITS) {
        if !searched.contains(&number) {
            searched.push(' ');
            searched.push_str(&number);
        }
    }
    searched
}

/// A text in canonical spelling. Where the typed spelling differs, the text has it as well, because the previous release
/// searches for it.
fn both_spellings(text: &str) -> String {
    let (plain, typed) = (canonical(text), text.to_lowercase());
    if plain == typed { plain } else { format!("{plain} {typed}") }
}

/// The terms of a query. A conversation matches if each term is in its customer's name or phone number, or in one of its
/// messages. A phone number is one term in any spelling, also beside a name.
pub fn terms(query: &str) -> Vec<Term> {
    let spelled = |(part, typed): (QueryPart<'_>, String)| {
        let mut term = spellings(&typed);
        match part {
            QueryPart::Number(digits) if digits.len() >= MIN_DIGITS && !term.contains(&digits) => {
                term.push(digits);
            }
            QueryPart::Number(_) | QueryPart::Word(_) => {}
        }
        term.retain(|spelling| !spelling.is_empty());
        term
    };
    parts_as_typed(query).into_iter().map(spelled).filter(|term| !term.is_empty()).take(MAX_TERMS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(text: &str, query: &str) -> bool {
        terms(query).iter().all(|term| term.iter().any(|spelling| text.contains(spelling.as_str())))
    }

    #[test]
    fn text_is_found_in_every_spelling_that_looks_the_same() {
        // ຄຳ and its two parts, the vowel before and after the tone, composed and decomposed Latin letters, phone numbers.
        let groups = [
            &["ຄຳ", "ຄ\u{0ECD}າ"][..],
            &["ນ້ຳ", "ນ\u{0ECD}້າ", "ນ້\u{0ECD}າ"],
            &["Am\u{e9}lie", "Ame\u{301}lie", "AM\u{c9}LIE"],
            &["020 5512 3456", "+856 (0)20 5512-3456", "00856 20.55.12.34.56", "2055123456", "໐໒໐ ໕໕໑໒ ໓໔໕໖"],
        ];
        for group in groups {
            for text in group {
                for query in group {
                    assert!(
                        matches(&searched_message(&format!("ໂທ{text}, ແດ່")), query),
                        "{text:?} {query:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn number_that_is_not_of_a_phone_is_found_as_it_was_typed() {
        let text = searched_message("Cement_50, 6.5 mm, 1/2 inch, 100%");
        for query in ["6.5", "6.5 mm", "1/2", "100%", "cement_5", "inch 6.5", ""] {
            assert!(matches(&text, query), "{query}: {:?}", terms(query));
        }
        for query in ["65", "12", "cementx50", "7.5 mm"] {
            assert!(!matches(&text, query), "{query}: {:?}", terms(query));
        }
    }

    #[test]
    fn query_has_a_limited_number_of_terms() {
        assert_eq!(terms("a b c d e f g h").len(), MAX_TERMS);
        assert_eq!(terms("  "), Vec::<Term>::new());
    }
}
