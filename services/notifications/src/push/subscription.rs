//! Push subscription of a browser: endpoint, encryption keys and their validation.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_rpc::Error;
use p256::PublicKey;
use url::Url;

use crate::languages::LANGUAGES;

const MAX_ENDPOINT: usize = 1024;

/// A push subscription of a browser.
#[derive(Clone, PartialEq, Eq)]
pub struct Subscription {
    pub customer_id: i64,
    pub endpoint: String,
    pub p256dh: String,
    pub auth: String,
    pub language: String,
    /// Expiry given by the browser; 0 if unknown.
    pub expires_at: i64,
    /// Public id of the session that registered the browser. Empty for a subscription of an earlier release.
    pub session_id: String,
    /// Whether the browser gets a push for each new order; `None` keeps the choice made in this session.
    pub new_orders: Option<bool>,
    /// Whether the browser gets a push for chats that wait and for messages of the contact form; `None` as above.
    pub customer_messages: Option<bool>,
    /// Branch whose new orders alone are pushed; 0 for all orders, `None` as above.
    pub new_orders_branch_id: Option<i64>,
}

/// Key of an endpoint in the tables.
pub fn subscription_id(endpoint: &str) -> String {
    use sha2::Digest as _;
    URL_SAFE_NO_PAD.encode(&sha2::Sha256::digest(endpoint)[..24])
}

impl Subscription {
    /// Validates a subscription. The sender checks whether the endpoint may be contacted.
    pub fn checked(mut self) -> Result<Self, Error> {
        if self.endpoint.is_empty() || self.endpoint.len() > MAX_ENDPOINT {
            return Err(Error::invalid("endpoint", format!("must have 1 to {MAX_ENDPOINT} bytes")));
        }
        if self.public_key().is_none() {
            return Err(Error::invalid("keys.p256dh", "is not a public key of P-256"));
        }
        if self.secret().is_none() {
            return Err(Error::invalid("keys.auth", "must be 16 bytes, base64url"));
        }
        if !is_session_id(&self.session_id) {
            return Err(Error::invalid("session_id", "must be 16 hexadecimal digits"));
        }
        if !LANGUAGES.contains(&self.language.as_str()) {
            LANGUAGES[0].clone_into(&mut self.language);
        }
        Ok(self)
    }

    /// Host of the push service and, in tests, its port.
    pub fn host(&self) -> String {
        Url::parse(&self.endpoint).map(|url| url.authority().to_owned()).unwrap_or_default()
    }

    pub fn public_key(&self) -> Option<PublicKey> {
        PublicKey::from_sec1_bytes(&decoded(&self.p256dh, 65)?).ok()
    }

    pub fn secret(&self) -> Option<[u8; 16]> {
        decoded(&self.auth, 16)?.try_into().ok()
    }
}

fn is_session_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Decodes exactly `length` bytes, with or without padding, which some libraries add.
fn decoded(text: &str, length: usize) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    if text.len() > length * 2 {
        return None;
    }
    URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() == length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_subscription_is_refused() {
        let key = URL_SAFE_NO_PAD.encode(
            p256::ecdsa::SigningKey::from_slice(&[7; 32])
                .unwrap()
                .verifying_key()
                .to_encoded_point(false)
                .as_bytes(),
        );
        let good = Subscription {
            customer_id: 7,
            endpoint: "https://push.example/1".to_owned(),
            p256dh: format!("{key}="),
            auth: URL_SAFE_NO_PAD.encode([1; 16]),
            language: "xx".to_owned(),
            expires_at: 0,
            session_id: "0123456789abcdef".to_owned(),
            new_orders: None,
            customer_messages: None,
            new_orders_branch_id: None,
        };
        assert_eq!(good.clone().checked().unwrap().language, "la");
        let off_the_curve = Subscription { p256dh: URL_SAFE_NO_PAD.encode([4; 65]), ..good.clone() };
        assert_eq!(off_the_curve.checked().err().unwrap().detail.field, "keys.p256dh");
        let short = Subscription { auth: "AAAA".to_owned(), ..good.clone() };
        assert_eq!(short.checked().err().unwrap().detail.field, "keys.auth");
        for session_id in ["", "0123456789ABCDEF", "0123456789abcdef0"] {
            let unknown = Subscription { session_id: session_id.to_owned(), ..good.clone() };
            assert_eq!(unknown.checked().err().unwrap().detail.field, "session_id", "{session_id}");
        }
        let long = Subscription { endpoint: "x".repeat(2000), ..good };
        assert_eq!(long.checked().err().unwrap().detail.field, "endpoint");
    }
}
