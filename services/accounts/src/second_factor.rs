//! Second factor of staff: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds), and recovery codes.

use heuan_rpc::{Error, Result};
use totp_rs::{Builder, Secret, Totp};

use crate::token::{Token, hex, readable_secret};

const SECRET_BYTES: usize = 20;
const ISSUER: &str = "Heuan";
const RECOVERY_LENGTH: usize = 10;
pub const RECOVERY_CODES: usize = 10;

/// State of the second factor in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondFactor {
    /// The account has no second factor, and needs none.
    NotRequired,
    /// The account has no second factor, but the configuration demands one.
    Missing,
    /// No code was entered in this session.
    Pending,
    Verified,
}

/// A secret in base32.
pub struct TotpSecret(String);

impl TotpSecret {
    pub fn random() -> Result<Self> {
        let bytes: Vec<u8> = Token::random()?.to_bytes().into_iter().take(SECRET_BYTES).collect();
        Ok(Self(Secret::from(bytes).to_base32()))
    }

    pub fn from_base32(text: String) -> Self {
        Self(text)
    }

    pub fn as_base32(&self) -> &str {
        &self.0
    }

    /// The address that authenticator apps read from a QR code.
    pub fn url(&self, account: &str) -> Result<String> {
        let account = account.replace(':', " ");
        let totp = self.builder()?.with_account_name(account).with_issuer(Some(ISSUER)).build();
        totp.map_err(Error::internal)?.to_url().map_err(Error::internal)
    }

    /// The time step of `code`, which may be of the step before or after. Steps up to `last_step` are refused, because each
    /// code is accepted only once.
    pub fn check(&self, code: &str, now_ms: i64, last_step: i64) -> Result<Option<i64>> {
        let totp: Totp = self.builder()?.build().map_err(Error::internal)?;
        let step = totp.check(code, now_ms.max(0).unsigned_abs() / 1000);
        Ok(step.and_then(|step| i64::try_from(step).ok()).filter(|step| *step > last_step))
    }

    fn builder(&self) -> Result<Builder> {
        let secret = Secret::try_from_base32(&self.0).map_err(|_| Error::internal("secret is not base32"))?;
        Ok(Builder::new().with_secret(secret))
    }
}

/// New recovery codes, such as `k7mq2-xw9fa` (Crockford's base 32).
pub fn recovery_codes() -> Result<Vec<String>> {
    (0..RECOVERY_CODES).map(|_| recovery_code()).collect()
}

fn recovery_code() -> Result<String> {
    let mut code = readable_secret(RECOVERY_LENGTH)?;
    code.insert(RECOVERY_LENGTH / 2, '-');
    Ok(code)
}

/// The digits of a code as typed, without spaces; `None` if the text is not a code.
pub fn digits(typed: &str) -> Option<String> {
    let digits: String = typed.chars().filter(|character| !character.is_whitespace()).collect();
    (digits.len() == 6 && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// The digest of a recovery code as typed; `None` if the text is not a recovery code.
pub fn recovery_digest(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(char::is_ascii_alphanumeric).map(unambiguous).collect();
    (code.len() == RECOVERY_LENGTH).then(|| hex(code.as_bytes()))
}

/// Letters that are not in the alphabet stand for the digits that they look like.
fn unambiguous(character: char) -> char {
    match character.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RFC 6238, appendix B: at 59 s the code of the secret `12345678901234567890` is 94287082; the last six digits count.
    #[test]
    fn code_of_the_rfc_is_accepted_once_within_a_step_of_its_time() {
        let secret = TotpSecret::from_base32("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned());
        assert_eq!(secret.check("287082", 59_000, 0).unwrap(), Some(1));
        assert_eq!(secret.check("287082", 89_000, 0).unwrap(), Some(1));
        assert_eq!(secret.check("287082", 59_000, 1).unwrap(), None, "the step was used");
        assert_eq!(secret.check("287082", 120_000, 0).unwrap(), None, "too late");
        assert_eq!(secret.check("28708", 59_000, 0).unwrap(), None);
    }

    #[test]
    fn address_names_the_shop_and_the_account() {
        let secret = TotpSecret::random().unwrap();
        let url = secret.url("+8562055123456").unwrap();
        assert!(url.starts_with("otpauth://totp/") && url.contains("issuer=Heuan"), "{url}");
        assert!(url.contains(&format!("secret={}", secret.as_base32())), "{url}");
    }

    #[test]
    fn recovery_codes_are_read_as_typed() {
        let codes = recovery_codes().unwrap();
        assert_eq!(codes.len(), 10);
        let digest = recovery_digest(&codes[0]).unwrap();
        assert_eq!(
            recovery_digest(&format!(" {} ", codes[0].to_uppercase().replace('-', " "))),
            Some(digest)
        );
        assert_eq!(recovery_digest("123456"), None);
        assert_eq!(digits(" 123 456 ").as_deref(), Some("123456"));
        assert_eq!(digits("12345a"), None);
    }
}
