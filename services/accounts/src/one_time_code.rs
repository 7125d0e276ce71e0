//! Codes of six digits that a customer enters once: passed on by the staff, or sent to a phone number or an e-mail address.

use heuan_rpc::{Error, Result};

use crate::token::hex;

/// Purpose of a code, with its name in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum CodePurpose {
    /// To set a new password.
    ResetPassword,
}

/// Purpose of a code that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum SentCodePurpose {
    SignIn,
    ResetPassword,
    /// To change the phone number or the e-mail address to the recipient.
    Verify,
    /// To confirm a step of a signed-in customer.
    Confirm,
}

impl SentCodePurpose {
    /// Key of a code in the database: a digest of the purpose, the recipient and the account, so that a code fits no other.
    pub fn subject(self, recipient: &str, customer_id: i64) -> String {
        hex(format!("{} {customer_id} {recipient}", self.into_str()).as_bytes())
    }
}

/// A new code, for the caller that passes it on. Only its hash is stored.
pub struct IssuedCode {
    pub code: String,
    /// Unix milliseconds.
    pub expires_at: i64,
}

/// Delay after which a code may replace the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resend {
    /// At once, because the staff need it now.
    Now,
    /// After `accounts.code_resend_s`, because each is sent.
    AfterPause,
}

/// Six random digits, each code equally likely.
pub fn random_code() -> Result<String> {
    /// The largest multiple of a million that fits.
    const BOUND: u32 = 4_294_000_000;
    loop {
        let mut bytes = [0; 4];
        getrandom::fill(&mut bytes).map_err(Error::internal)?;
        let number = u32::from_be_bytes(bytes);
        if number < BOUND {
            return Ok(format!("{:06}", number % 1_000_000));
        }
    }
}

/// The digits of a code as typed, in Latin, Lao or Thai digits, without spaces and hyphens; `None` if the text is
/// not a code.
pub fn typed_code(text: &str) -> Option<String> {
    /// Longer than any spelling of six digits.
    const MAX_CHARS: usize = 40;
    let mut code = String::with_capacity(6);
    for one in text.chars().take(MAX_CHARS) {
        let zero = match one {
            '0'..='9' => 0x30,
            '\u{0ED0}'..='\u{0ED9}' => 0x0ED0,
            '\u{0E50}'..='\u{0E59}' => 0x0E50,
            ' ' | '-' | '\u{A0}' | '\u{200B}'..='\u{200F}' => continue,
            _ => return None,
        };
        code.push(char::from_digit(u32::from(one).checked_sub(zero)?, 10)?);
    }
    (code.len() == 6 && text.chars().count() <= MAX_CHARS).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_has_six_digits_and_is_read_as_typed() {
        let code = random_code().unwrap();
        assert_eq!(typed_code(&code), Some(code));
        for typed in ["012345", " 012 345 ", "012-345", "໐໑໒໓໔໕", "๐๑๒ ๓๔๕"] {
            assert_eq!(typed_code(typed).as_deref(), Some("012345"), "{typed}");
        }
        for typed in ["", "12345", "0123456", "01234a", &"0 ".repeat(60)] {
            assert_eq!(typed_code(typed), None, "{typed}");
        }
    }
}
