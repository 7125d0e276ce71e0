//! Session tokens (32 random bytes in a cookie) and public session ids, which are digests of them.

use std::fmt;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};

const BYTES: usize = 32;

/// Session token, created by the accounts service.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; BYTES]);

/// Public id of a session; the token cannot be derived from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionId(u64);

impl SessionId {
    /// Returns the id in the form of the API: 16 hexadecimal digits.
    pub fn to_text(self) -> String {
        format!("{:016x}", self.0)
    }

    pub fn read(text: &str) -> Option<Self> {
        let is_id = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_id.then(|| u64::from_str_radix(text, 16).ok().map(Self)).flatten()
    }
}

impl Token {
    pub fn new(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    pub fn to_text(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// Returns the public id.
    pub fn id(&self) -> SessionId {
        SessionId(self.digest())
    }

    /// Returns the first 8 bytes of a digest.
    pub fn digest(&self) -> u64 {
        use sha2::Digest as _;
        let digest = sha2::Sha256::digest(self.0);
        u64::from_be_bytes(digest.first_chunk().copied().unwrap_or_default())
    }

    pub(super) fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; BYTES];
        let length = URL_SAFE_NO_PAD.decode_slice(text, &mut bytes).ok()?;
        (length == BYTES).then_some(Self(bytes))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_round_trips() {
        let token = Token([250; BYTES]);
        assert_eq!(Token::read(&token.to_text()), Some(token.clone()));
        assert_eq!(Token::new(&token.to_bytes()), Some(token));
    }

    #[test]
    fn malformed_text_is_not_a_token() {
        let text = Token([1; BYTES]).to_text();
        for wrong in ["", "1", "****", &text[1..], &format!("{text}A"), &"A".repeat(5000), "ກ"] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
        assert_eq!(Token::new(&[1; 31]), None);
    }

    #[test]
    fn each_session_has_a_distinct_id() {
        let (one, other) = (Token([1; BYTES]), Token([2; BYTES]));
        assert!(one.id() == one.clone().id() && one.id() != other.id());
    }

    #[test]
    fn session_id_round_trips_through_its_text() {
        let id = Token([1; BYTES]).id();
        assert_eq!(SessionId::read(&id.to_text()), Some(id));
        for wrong in ["", "1", "0123456789ABCDEF", "+123456789abcdef", "0123456789abcdef0"] {
            assert_eq!(SessionId::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn token_is_not_in_debug_output() {
        assert_eq!(format!("{:?}", Token([1; BYTES])), "Token(..)");
    }
}
