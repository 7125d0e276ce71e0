//! Search of customers by the staff: the searched text of a customer, and the conditions of a query.

use heuan_lao_text::{canonical, spellings};
use heuan_phone::{QueryPart, query_parts};

use crate::customer::Details;

/// Maximum terms of a query.
const MAX_TERMS: usize = 6;

/// Parsed query of a search for customers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomerQuery {
    /// A whole phone number, `+856…`.
    Phone(String),
    /// Terms of the query, each with its spellings: a customer matches if the searched text contains one spelling of each term.
    /// Without terms every customer matches. Earlier releases stored names as they were typed.
    Terms(Vec<Vec<String>>),
}

/// The text that is searched: id, digits of the phone number, name and e-mail address, in canonical spelling. Where the typed
/// spelling differs, the text has it as well, because the previous release searches for it.
pub fn search_text(customer_id: i64, details: &Details) -> String {
    let phone = details.phone.as_deref().unwrap_or_default();
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let email = details.email.as_deref().unwrap_or_default();
    both_spellings(&format!("{customer_id} {digits} {} {} {email}", details.fname, details.lname))
}

fn both_spellings(text: &str) -> String {
    let (plain, typed) = (canonical(text), text.to_lowercase());
    if plain == typed { plain } else { format!("{plain} {typed}") }
}

impl CustomerQuery {
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if let Some(phone) = heuan_phone::normalize(text) {
            return Self::Phone(phone);
        }
        let spelled = |part: QueryPart<'_>| match part {
            QueryPart::Number(digits) => vec![digits],
            QueryPart::Word(word) => spellings(word).into_iter().filter(|it| !it.is_empty()).collect(),
        };
        let terms = query_parts(text).into_iter().map(spelled).filter(|term: &Vec<_>| !term.is_empty());
        Self::Terms(terms.take(MAX_TERMS).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finds(query: &str) -> bool {
        let details = Details {
            fname: "ນ້ອຍ".to_owned(),
            lname: "Vongsa".to_owned(),
            phone: Some("+8562055123456".to_owned()),
            email: Some("noy_v@example.com".to_owned()),
        };
        match CustomerQuery::read(query) {
            CustomerQuery::Phone(phone) => details.phone == Some(phone),
            CustomerQuery::Terms(terms) => {
                let text = search_text(100_001, &details);
                terms.iter().all(|term| term.iter().any(|spelling| text.contains(spelling.as_str())))
            }
        }
    }

    #[test]
    fn customer_is_found_by_id_name_phone_and_email_in_any_spelling() {
        for query in [
            "020 5512 3456",
            "+856 (0)20 5512-3456",
            "00856 20 55123456",
            "+856 (0)20 5512",
            "(020) 55.12",
            "3456",
            "໐໒໐ ໕໕໑໒ ໓໔໕໖",
            "Vongsa 020 5512 3456",
            "ນ້ອຍ +856 (0)20 5512",
            "ນ້ອຍ",
            "vongsa ນ້ອຍ",
            "VONG",
            "Noy_v@example.com",
            "100001",
            "",
        ] {
            assert!(finds(query), "{query}: {:?}", CustomerQuery::read(query));
        }
        for query in ["020 5512 3457", "vongsi", "ນ້ອຍ kham", "noy%", "100002"] {
            assert!(!finds(query), "{query}");
        }
    }

    #[test]
    fn whole_number_is_looked_up_by_its_stored_form() {
        assert_eq!(CustomerQuery::read("020 5512 3456"), CustomerQuery::Phone("+8562055123456".to_owned()));
        assert_eq!(CustomerQuery::read("0"), CustomerQuery::Terms(vec![vec!["0".to_owned()]]));
    }

    #[test]
    fn name_is_found_in_every_spelling_that_looks_the_same() {
        let details =
            |fname: &str| Details { fname: fname.to_owned(), lname: String::new(), phone: None, email: None };
        for group in [["ຄຳ", "ຄ\u{0ECD}າ"], ["ນ້ຳ", "ນ\u{0ECD}້າ"], ["Am\u{e9}lie", "Ame\u{301}lie"]]
        {
            for (name, query) in [(group[0], group[1]), (group[1], group[0])] {
                let CustomerQuery::Terms(terms) = CustomerQuery::read(query) else { panic!("{query:?}") };
                let text = search_text(100_001, &details(name));
                assert!(terms[0].iter().any(|spelling| text.contains(spelling.as_str())), "{query:?}");
            }
        }
    }
}
