//! Customers, and the validation of their details.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::{
    email,
    validation::{InvalidField, ValidationErrors},
};

const MAX_NAME: usize = 80;

/// Role of an account, with its name in the database and on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Role {
    Customer,
    /// Staff for orders, chat and contact messages.
    Clerk,
    /// Staff for products, promotions, content and imports.
    Editor,
    /// Staff for everything, including people and settings.
    Manager,
}

impl Role {
    /// An unknown role has only the rights of a customer.
    pub fn from_name(name: &str) -> Self {
        name.parse().unwrap_or(Self::Customer)
    }

    pub fn is_staff(self) -> bool {
        self != Self::Customer
    }
}

/// A stored customer.
#[derive(Clone, PartialEq, Eq)]
pub struct Customer {
    pub customer_id: i64,
    pub details: Details,
    pub role: Role,
    /// Unix milliseconds.
    pub created_at: i64,
}

/// A member of the staff.
pub struct StaffMember {
    pub customer: Customer,
    /// Branch whose orders lists show first.
    pub home_branch_id: Option<i64>,
}

/// A customer's details, normalized for storage.
#[derive(Clone, PartialEq, Eq)]
pub struct Details {
    pub fname: String,
    pub lname: String,
    /// `+856…`. At least one of phone and email is present.
    pub phone: Option<String>,
    /// In lower case.
    pub email: Option<String>,
}

impl Details {
    /// First and family name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.fname, self.lname).trim().to_owned()
    }

    /// Validates a form and adds its errors to `errors`.
    pub fn read(
        fname: &str,
        lname: &str,
        phone: &str,
        email: &str,
        errors: &mut ValidationErrors,
    ) -> Option<Self> {
        let fname = errors.check("fname", name(fname));
        let lname = errors.check("lname", name(lname));
        let ContactPoints { phone, email } = ContactPoints::read(phone, email, errors)?;
        Some(Self { fname: fname?, lname: lname?, phone, email })
    }
}

/// Phone or email of a person; at least one is present.
#[derive(Clone, PartialEq, Eq)]
pub struct ContactPoints {
    /// `+856…`.
    pub phone: Option<String>,
    /// In lower case.
    pub email: Option<String>,
}

impl ContactPoints {
    /// Validates a form and adds its errors to `errors`.
    pub fn read(phone: &str, email: &str, errors: &mut ValidationErrors) -> Option<Self> {
        let (has_phone, has_email) = (!phone.trim().is_empty(), !email.trim().is_empty());
        if !has_phone && !has_email {
            let message = "or an email address is needed".to_owned();
            errors.check::<()>("phone", Err(InvalidField { message, ..InvalidField::required() }));
            return None;
        }
        let phone = if has_phone { errors.check("phone", self::phone(phone)).map(Some) } else { Some(None) };
        let email = if has_email { errors.check("email", email::read(email)).map(Some) } else { Some(None) };
        Some(Self { phone: phone?, email: email? })
    }
}

pub(crate) fn phone(text: &str) -> Result<String, InvalidField> {
    let wrong = || InvalidField::invalid("must be a phone number of Laos, such as 020 5512 3456");
    heuan_phone::normalize(text).ok_or_else(wrong)
}

/// Whether a character changes the direction of text.
pub(crate) fn turns(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether mail programs would show a text as a link.
fn has_link(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("://") || text.contains("www.")
}

/// Validates a display name: no control characters, no characters that change the text direction, at least one letter, and no
/// link, because messages greet by name and may go to an address of another person.
pub(crate) fn name(text: &str) -> Result<String, InvalidField> {
    let name: String = text.trim().nfc().collect();
    if name.is_empty() {
        Err(InvalidField::required())
    } else if name.chars().count() > MAX_NAME {
        Err(InvalidField::too_long(MAX_NAME))
    } else if name.chars().any(|letter| letter.is_control() || turns(letter)) {
        Err(InvalidField::invalid("has a character that cannot be displayed"))
    } else if has_link(&name) {
        Err(InvalidField::invalid("must be a name without a link: leave out www. and ://"))
    } else if name.chars().any(char::is_alphanumeric) {
        Ok(name)
    } else {
        Err(InvalidField::invalid("needs a letter"))
    }
}

/// The identifier of a login.
#[derive(Clone, PartialEq, Eq)]
pub enum Identifier {
    Phone(String),
    Email(String),
    /// Neither a phone number nor an email address, so no account matches.
    Neither(String),
}

impl Identifier {
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if let Ok(email) = email::read(text) {
            return Self::Email(email);
        }
        heuan_phone::normalize(text).map_or_else(|| Self::Neither(text.to_owned()), Self::Phone)
    }

    /// Whether an account with these details has this phone number or e-mail address.
    pub fn is_of(&self, details: &Details) -> bool {
        match self {
            Self::Phone(phone) => details.phone.as_ref() == Some(phone),
            Self::Email(email) => details.email.as_ref() == Some(email),
            Self::Neither(_) => false,
        }
    }

    /// The normalized text, equal for all spellings.
    pub fn text(&self) -> &str {
        match self {
            Self::Phone(text) | Self::Email(text) | Self::Neither(text) => text,
        }
    }
}

/// Omits names, phone numbers and addresses, so that they are never logged.
impl fmt::Debug for Customer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { customer_id, role, .. } = self;
        f.debug_struct("Customer")
            .field("customer_id", customer_id)
            .field("role", role)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Details {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Details(..)")
    }
}

impl fmt::Debug for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Identifier(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    fn field_reasons(fname: &str, lname: &str, phone: &str, email: &str) -> Vec<(String, String)> {
        let mut errors = ValidationErrors::default();
        Details::read(fname, lname, phone, email, &mut errors);
        let invalid = errors.end().err().map(|error| error.detail.errors).unwrap_or_default();
        invalid.into_iter().map(|error| (error.field, error.reason)).collect()
    }

    fn pair(field: &str, reason: &str) -> (String, String) {
        (field.to_owned(), reason.to_owned())
    }

    #[test]
    fn details_are_normalized() {
        let mut errors = ValidationErrors::default();
        let details = Details::read(" ນ້ອຍ ", "Keo", "020 5512 3456", "Noy@Example.com", &mut errors).unwrap();
        assert_eq!((details.fname.as_str(), details.lname.as_str()), ("ນ້ອຍ", "Keo"));
        assert_eq!(details.phone.as_deref(), Some("+8562055123456"));
        assert_eq!(details.email.as_deref(), Some("noy@example.com"));
        errors.end().unwrap();
    }

    #[test]
    fn all_invalid_fields_are_reported_together() {
        let all = field_reasons("", &"x".repeat(81), "123", "noy");
        let expected = [
            pair("fname", "required"),
            pair("lname", "too_long"),
            pair("phone", "invalid"),
            pair("email", "invalid"),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn phone_or_email_is_required() {
        assert_eq!(field_reasons("N", "K", "", ""), [pair("phone", "required")]);
        assert_eq!(field_reasons("N", "K", "02055123456", " "), []);
        assert_eq!(field_reasons("N", "K", "", "n@example.com"), []);
    }

    #[rstest]
    #[case::line_break("Noy\nadmin")]
    #[case::nothing_to_see("\u{200B}")]
    #[case::turned_around("Noy\u{202E}")]
    #[case::null("Noy\0")]
    #[case::link("http://evil.example win")]
    #[case::link_of_another_scheme("Win TG://evil")]
    #[case::host("Win at WWW.evil.example")]
    fn strange_names_are_refused(#[case] text: &str) {
        assert_eq!(field_reasons(text, "K", "", "n@example.com"), [pair("fname", "invalid")]);
    }

    #[test]
    fn name_with_dots_and_slashes_is_no_link() {
        for text in ["J.R. Keo", "Keo / Noy", "Noy: Keo", "Awww"] {
            assert_eq!(name(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn name_has_one_spelling() {
        assert_eq!(name("Ame\u{301}lie"), name("Amélie"));
        assert_eq!(name(&"ກ".repeat(80)).unwrap().chars().count(), 80);
    }

    #[test]
    fn identifier_is_parsed_as_phone_or_email() {
        for text in ["020 5512 3456", "+8562055123456", "໐໒໐ ໕໕໑໒ ໓໔໕໖"] {
            assert!(Identifier::read(text) == Identifier::Phone("+8562055123456".to_owned()), "{text}");
        }
        assert!(Identifier::read(" A@Example.com ") == Identifier::Email("a@example.com".to_owned()));
        assert!(Identifier::read("unknown") == Identifier::Neither("unknown".to_owned()));
    }

    #[test]
    fn personal_data_is_not_in_debug_output() {
        let details = Details { fname: "Noy".into(), lname: "Keo".into(), phone: None, email: None };
        let customer = Customer { customer_id: 7, details, role: Role::Manager, created_at: 0 };
        assert_eq!(format!("{customer:?}"), "Customer { customer_id: 7, role: Manager, .. }");
        assert_eq!(format!("{:?}", Identifier::read("020 5512 3456")), "Identifier(..)");
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_without_panic(text in any::<String>()) {
            let _ = (name(&text), Identifier::read(&text));
        }
    }
}
