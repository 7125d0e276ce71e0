//! Search of customers by the staff: the searched text of a customer, and the conditions of a query.

use unicode_normalization::UnicodeNormalization as _;

use crate::customer::Details;

/// Maximum terms of a query.
const MAX_TERMS: usize = 6;
/// Country code with the zero of the national form, as in `+856 (0)20 …`.
const COUNTRY_WITH_ZERO: &str = "8560";

/// Parsed query of a search for customers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CustomerQuery {
    /// A whole phone number, `+856…`.
    Phone(String),
    /// Parts of the searched text, all of which a customer has; none for every customer.
    Terms(Vec<String>),
}

/// The text that is searched: id, digits of the phone number, name and e-mail address, in lower case.
pub fn search_text(customer_id: i64, details: &Details) -> String {
    let phone = details.phone.as_deref().unwrap_or_default();
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let email = details.email.as_deref().unwrap_or_default();
    format!("{customer_id} {digits} {} {} {email}", details.fname, details.lname).to_lowercase()
}

impl CustomerQuery {
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if let Some(phone) = heuan_phone::normalize(text) {
            return Self::Phone(phone);
        }
        if let Some(digits) = digits(text) {
            return Self::Terms(vec![part_of_number(digits)]);
        }
        let words: String = text.nfc().collect::<String>().to_lowercase();
        Self::Terms(words.split_whitespace().take(MAX_TERMS).map(str::to_owned).collect())
    }
}

/// The part of a stored number, which has neither a leading zero nor `00`.
fn part_of_number(digits: String) -> String {
    let significant = digits.trim_start_matches('0');
    match significant.strip_prefix(COUNTRY_WITH_ZERO) {
        Some(national) => format!("856{national}"),
        None if significant.is_empty() => digits,
        None => significant.to_owned(),
    }
}

/// The digits of a text that has nothing else; `None` for other texts.
fn digits(text: &str) -> Option<String> {
    let mut digits = String::new();
    for one in text.chars() {
        match one {
            '0'..='9' => digits.push(one),
            '\u{0ED0}'..='\u{0ED9}' => digits.push(latin(one, 0x0ED0)?),
            '\u{0E50}'..='\u{0E59}' => digits.push(latin(one, 0x0E50)?),
            ' ' | '-' | '.' | '(' | ')' | '+' | '/' | '\u{A0}' | '\u{200B}'..='\u{200F}' => {}
            _ => return None,
        }
    }
    Some(digits).filter(|digits| !digits.is_empty())
}

fn latin(digit: char, zero: u32) -> Option<char> {
    char::from_digit(u32::from(digit).checked_sub(zero)?, 10)
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
                terms.iter().all(|term| text.contains(term.as_str()))
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
        assert_eq!(CustomerQuery::read("0"), CustomerQuery::Terms(vec!["0".to_owned()]));
    }
}
