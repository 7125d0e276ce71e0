//! Webhook signatures: `t=<unix ms>,v1=<HMAC-SHA256 of "t.body" in hex>`.

use heuan_rpc::{Code, Error};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::hex;

/// Older messages are refused, because they may be replayed.
const MAX_AGE_MS: i64 = 5 * 60 * 1000;

/// A shared secret.
#[derive(Clone)]
pub struct WebhookSigner(Hmac<Sha256>);

impl WebhookSigner {
    pub fn new(secret: &[u8]) -> Result<Self, Error> {
        Hmac::new_from_slice(secret).map(Self).map_err(Error::internal)
    }

    pub fn sign(&self, body: &[u8], now: i64) -> String {
        let mac = self.mac(&now.to_string(), body).finalize().into_bytes();
        format!("t={now},v1={}", hex::write(&mac))
    }

    /// Refuses a message that was not signed with this secret, or is too old.
    pub fn check(&self, signature: &str, body: &[u8], now: i64) -> Result<(), Error> {
        let refused = || Error::new(Code::Unauthenticated, "the signature is wrong");
        let (mut at, mut mac) = (None, None);
        for part in signature.split(',').take(4) {
            match part.trim().split_once('=') {
                Some(("t", text)) => at = Some(text),
                Some(("v1", text)) => mac = Some(text),
                _ => {}
            }
        }
        let (at, mac) = (at.ok_or_else(refused)?, mac.and_then(hex::read).ok_or_else(refused)?);
        self.mac(at, body).verify_slice(&mac).map_err(|_| refused())?;
        let sent_at: i64 = at.parse().map_err(|_| refused())?;
        if (now - sent_at).abs() > MAX_AGE_MS {
            return Err(Error::new(Code::Unauthenticated, "the message is too old"));
        }
        Ok(())
    }

    fn mac(&self, at: &str, body: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(at.as_bytes());
        mac.update(b".");
        mac.update(body);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_194_000_000;

    #[test]
    fn only_a_signed_message_is_accepted() {
        let signer = WebhookSigner::new(&[7; 32]).unwrap();
        let signature = signer.sign(b"paid", NOW);
        signer.check(&signature, b"paid", NOW + MAX_AGE_MS).unwrap();
        let wrong = [
            (signature.clone(), &b"paid more"[..], NOW),
            (signature.clone(), b"paid", NOW + MAX_AGE_MS + 1),
            (signature.replace(&NOW.to_string(), &(NOW + 1).to_string()), b"paid", NOW),
            (WebhookSigner::new(&[8; 32]).unwrap().sign(b"paid", NOW), b"paid", NOW),
            (String::new(), b"paid", NOW),
            ("t=1".to_owned(), b"paid", NOW),
            (format!("t={NOW},v1={}", "ກ".repeat(32)), b"paid", NOW),
        ];
        for (signature, body, now) in wrong {
            assert_eq!(signer.check(&signature, body, now).unwrap_err().code, Code::Unauthenticated);
        }
    }
}
