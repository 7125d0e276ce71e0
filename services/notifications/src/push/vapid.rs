//! VAPID (RFC 8292): signing key of the shop, and the signed JWT in the `Authorization` header of a push.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heuan_rpc::Error;
use p256::ecdsa::{Signature, SigningKey, signature::Signer as _};
use url::Url;

/// Lifetime of a token. Push services accept at most a day.
const LIFETIME_S: i64 = 12 * 60 * 60;

/// VAPID key of the shop, by which push services identify the sender (RFC 8292).
#[derive(Clone)]
pub struct Vapid {
    key: SigningKey,
    /// Format of browsers and push services: the uncompressed point, base64url.
    pub public_key: String,
    contact: String,
}

impl Vapid {
    /// Generates a private key in its storage format.
    pub fn make() -> Result<String, Error> {
        loop {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(Error::internal)?;
            // One number in 2³² is not a valid key of this curve.
            if SigningKey::from_slice(&bytes).is_ok() {
                return Ok(URL_SAFE_NO_PAD.encode(bytes));
            }
        }
    }

    pub fn read(secret: &str, contact: &str) -> Result<Self, Error> {
        let bytes = URL_SAFE_NO_PAD.decode(secret).map_err(Error::internal)?;
        let key = SigningKey::from_slice(&bytes).map_err(Error::internal)?;
        let point = key.verifying_key().to_encoded_point(false);
        Ok(Self { public_key: URL_SAFE_NO_PAD.encode(point.as_bytes()), key, contact: contact.to_owned() })
    }

    /// The `Authorization` header of a push to `endpoint`.
    pub fn authorization(&self, endpoint: &Url, now_s: i64) -> String {
        let claims = serde_json::json!({
            "aud": endpoint.origin().ascii_serialization(),
            "exp": now_s + LIFETIME_S,
            "sub": self.contact,
        });
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public_key)
    }
}
