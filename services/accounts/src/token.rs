//! Random session tokens with SHA-256 digests, and secrets for people to type.

use std::fmt;

use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

const BYTES: usize = 32;

/// Session token: 256 random bits, known only to the browser.
#[derive(Clone, PartialEq, Eq)]
pub struct Token([u8; BYTES]);

impl Token {
    pub fn random() -> Result<Self, Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(Error::internal)?;
        Ok(Self(bytes))
    }

    /// Parses a token; `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_vec()
    }

    /// The stored digest. A plain SHA-256 is sufficient for a random secret.
    pub fn digest(&self) -> String {
        hex(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Crockford's base 32: digits and letters without those that look alike.
const READABLE: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// A random secret for people to type, 5 bits a character, at most 32 characters.
pub fn readable_secret(length: usize) -> Result<String, Error> {
    let random = Token::random()?.to_bytes();
    // 32 letters divide 256, so each is equally likely.
    let letters = random.iter().take(length).filter_map(|byte| READABLE.get(usize::from(byte % 32)));
    Ok(letters.copied().map(char::from).collect())
}

/// SHA-256 in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_token_is_unique() {
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert_ne!(one.to_bytes(), other.to_bytes());
        assert_eq!(Token::from_bytes(&one.to_bytes()), Some(one));
        assert_eq!(Token::from_bytes(&[0; 31]), None);
    }

    #[test]
    fn token_digest_is_sha_256() {
        assert!(hex(b"abc").starts_with("ba7816bf8f01cfea"));
        assert_eq!(format!("{:?}", Token([1; 32])), "Token(..)");
    }
}
