//! Tokens of the links that stop news without a login.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Bytes of the signature: short, because the link is in SMS, and too long to be guessed.
const SIGNATURE: usize = 12;
const ID: usize = 8;
/// Separates this use of the shop's secret from others.
const PURPOSE: &[u8] = b"heuan news stop 1";

/// Signs and verifies tokens. A token is the customer's id with a signature, and does not expire, so that a link in an old
/// message works.
#[derive(Clone)]
pub struct StopTokens(Hmac<Sha256>);

impl StopTokens {
    pub fn new(secret: &str) -> Self {
        let mut key = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        key.update(PURPOSE);
        Self(key)
    }

    pub fn token(&self, customer_id: i64) -> String {
        let mut bytes = customer_id.to_be_bytes().to_vec();
        bytes.extend_from_slice(&self.signature(customer_id));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The customer of a token; `None` if it was not signed here.
    pub fn customer_of(&self, token: &str) -> Option<i64> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == ID + SIGNATURE)?;
        let (id, signature) = bytes.split_at(ID);
        let customer_id = i64::from_be_bytes(id.try_into().ok()?);
        let mut mac = self.0.clone();
        mac.update(id);
        (mac.verify_truncated_left(signature).is_ok() && customer_id > 0).then_some(customer_id)
    }

    fn signature(&self, customer_id: i64) -> [u8; SIGNATURE] {
        let mut mac = self.0.clone();
        mac.update(&customer_id.to_be_bytes());
        let mut signature = [0; SIGNATURE];
        signature.copy_from_slice(&mac.finalize().into_bytes()[..SIGNATURE]);
        signature
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_belongs_to_one_customer_and_one_shop() {
        let tokens = StopTokens::new("secret");
        let token = tokens.token(100_007);
        assert_eq!(tokens.customer_of(&token), Some(100_007));
        assert_eq!(StopTokens::new("other").customer_of(&token), None);
        let other = tokens.token(100_008);
        let mixed = format!("{}{}", &other[..11], &token[11..]);
        for wrong in ["", "!", "AAAA", mixed.as_str(), &token[1..]] {
            assert_eq!(tokens.customer_of(wrong), None, "{wrong}");
        }
    }
}
