//! Password policy: Unicode normalization, minimum and maximum length, and refusal of common passwords and of the owner's
//! phone number or e-mail address.

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;

use crate::{common_passwords::is_common, customer::Details, email, validation::InvalidField};

const MIN: usize = 8;
const MAX: usize = 128;

/// A plain-text password before hashing.
///
/// Normalized to Unicode NFC, because keyboards differ in how they send `é`; otherwise unchanged, including spaces.
#[derive(Clone)]
pub struct Password(String);

impl Password {
    /// A password for a login. Only its size is checked.
    pub fn for_login(text: &str) -> Result<Self, InvalidField> {
        if text.is_empty() {
            return Err(InvalidField::required());
        }
        // A character has at most four bytes, before and after normalization.
        if text.len() > MAX * 16 {
            return Err(InvalidField::too_long(MAX));
        }
        let password: String = text.nfc().collect();
        if password.chars().count() > MAX { Err(InvalidField::too_long(MAX)) } else { Ok(Self(password)) }
    }

    /// A new password. `details` are the details of its owner, if known.
    pub fn for_registration(text: &str, details: Option<&Details>) -> Result<Self, InvalidField> {
        let password = Self::for_login(text)?;
        if password.0.chars().count() < MIN {
            return Err(InvalidField::too_short(MIN));
        }
        if is_common(&password.0) {
            return Err(InvalidField::common());
        }
        if details.is_some_and(|details| password.repeats(details)) {
            return Err(InvalidField::invalid("must not be the phone number or the email address"));
        }
        Ok(password)
    }

    pub fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn repeats(&self, details: &Details) -> bool {
        let phone = heuan_phone::normalize(&self.0);
        let email = email::read(&self.0).ok();
        (phone.is_some() && phone == details.phone) || (email.is_some() && email == details.email)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn details() -> Details {
        Details {
            fname: "Noy".into(),
            lname: "Keo".into(),
            phone: Some("+8562055123456".into()),
            email: Some("noy@example.com".into()),
        }
    }

    #[rstest]
    #[case("", Err("required"))]
    #[case("1234567", Err("too_short"))]
    #[case("ກຂຄງຈສຊຍ", Ok(()))]
    #[case("correct horse", Ok(()))]
    #[case("        ", Err("common"))]
    #[case("Password1", Err("common"))]
    #[case("020 5512 3456", Err("invalid"))]
    #[case("2055123456", Err("invalid"))]
    #[case("+856 20 55123456", Err("invalid"))]
    #[case("NOY@example.com", Err("invalid"))]
    #[case("020 5512 3457", Ok(()))]
    fn password_rules_are_enforced(#[case] text: &str, #[case] expected: Result<(), &str>) {
        let outcome = Password::for_registration(text, Some(&details()));
        assert_eq!(outcome.map(drop).map_err(|error| error.reason), expected);
    }

    #[test]
    fn password_length_is_counted_in_characters() {
        assert!(Password::for_registration(&"ກຂຄງ".repeat(32), None).is_ok());
        assert_eq!(Password::for_registration(&"x".repeat(129), None).unwrap_err().reason, "too_long");
        assert_eq!(Password::for_login(&"x".repeat(100_000)).unwrap_err().reason, "too_long");
    }

    #[test]
    fn password_is_normalized_to_nfc_only() {
        let bytes = |text| Password::for_login(text).unwrap().bytes().to_vec();
        assert_eq!(bytes("caf\u{65}\u{301} noir"), bytes("café noir"));
        assert_ne!(bytes("cafe noir"), bytes("Cafe noir"));
        assert_ne!(bytes("cafe noir "), bytes("cafe noir"));
    }

    #[test]
    fn password_is_not_in_debug_output() {
        assert_eq!(format!("{:?}", Password::for_login("correct horse").unwrap()), "Password(..)");
    }
}
