//! Tokens in the header of e-mails, which show that a bounce belongs to an e-mail of the shop.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::outgoing_message::OutgoingMessage;

/// Bytes of the signature: too long to be guessed.
const SIGNATURE: usize = 16;
const ID: usize = 8;
/// Separates this use of the shop's secret from others.
const PURPOSE: &[u8] = b"heuan bounce 1";

/// Signs and verifies tokens. A token names a message and is signed with its recipient, so that a reader of that e-mail,
/// who has the token, can report only that address.
#[derive(Clone)]
pub struct BounceTokens(Hmac<Sha256>);

impl BounceTokens {
    pub fn new(secret: &str) -> Self {
        let mut key = Hmac::<Sha256>::new_from_slice(secret.as_bytes())
            .unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        key.update(PURPOSE);
        Self(key)
    }

    /// The token of a message to `recipient`.
    pub fn token(&self, message: &OutgoingMessage, recipient: &str) -> String {
        let signature = self.mac(message, recipient).finalize().into_bytes();
        let mut bytes = message.message_id.to_be_bytes().to_vec();
        bytes.extend_from_slice(&signature[..SIGNATURE]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The message that a token names; it is not verified yet.
    pub fn message_id(token: &str) -> Option<i64> {
        let (id, _) = read(token)?;
        Some(i64::from_be_bytes(id)).filter(|id| *id > 0)
    }

    /// Whether the shop has signed the token for the message and its recipient.
    pub fn is_of(&self, token: &str, message: &OutgoingMessage) -> bool {
        read(token).is_some_and(|(id, signature)| {
            id == message.message_id.to_be_bytes()
                && self.mac(message, &message.recipient).verify_truncated_left(&signature).is_ok()
        })
    }

    /// Signs the idempotency key of the message and its recipient. The key identifies the event even after the
    /// database was restored and the id was given to another message.
    fn mac(&self, message: &OutgoingMessage, recipient: &str) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(&message.message_id.to_be_bytes());
        mac.update(message.idempotency_key.as_bytes());
        mac.update(b"\n");
        mac.update(recipient.as_bytes());
        mac
    }
}

fn read(token: &str) -> Option<([u8; ID], [u8; SIGNATURE])> {
    let bytes = URL_SAFE_NO_PAD.decode(token).ok().filter(|bytes| bytes.len() == ID + SIGNATURE)?;
    let (id, signature) = bytes.split_at(ID);
    Some((id.try_into().ok()?, signature.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(message_id: i64, key: &str, recipient: &str) -> OutgoingMessage {
        OutgoingMessage {
            message_id,
            idempotency_key: key.to_owned(),
            recipient: recipient.to_owned(),
            ..OutgoingMessage::default()
        }
    }

    #[test]
    fn token_belongs_to_one_message_one_recipient_and_one_shop() {
        let tokens = BounceTokens::new("secret");
        let noy = message(7, "key", "noy@example.com");
        let token = tokens.token(&noy, &noy.recipient);
        assert_eq!(BounceTokens::message_id(&token), Some(7));
        assert!(tokens.is_of(&token, &noy));
        assert!(!BounceTokens::new("other").is_of(&token, &noy));
        for other in [
            message(8, "key", "noy@example.com"),
            message(7, "other", "noy@example.com"),
            message(7, "key", "kham@example.com"),
        ] {
            assert!(!tokens.is_of(&token, &other), "{other:?}");
        }
        for wrong in ["", "!", "AAAA", &token[1..]] {
            assert_eq!(BounceTokens::message_id(wrong), None, "{wrong}");
            assert!(!tokens.is_of(wrong, &noy), "{wrong}");
        }
    }
}
