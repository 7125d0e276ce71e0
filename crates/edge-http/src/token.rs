//! API tokens, signed so that any replica verifies them without a call.
//!
//! A token is `v1.{expires}.{nonce}.{mac}`. It proves that the client exchanged a publishable key for it, which limits
//! abuse and does not authenticate the client.

use std::{fs, io::Write as _, path::Path};

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// Lifetime of a token: 24 hours, as specified.
const LIFETIME_S: i64 = 24 * 60 * 60;
/// Maximum length of an accepted token.
const MAX_LEN: usize = 200;
const SECRET_FILE: &str = "api-token.secret";

/// Issues and verifies tokens.
#[derive(Clone)]
pub struct Tokens {
    mac: Hmac<Sha256>,
    keys: Vec<String>,
}

/// A new token and its expiry in Unix seconds.
#[derive(Debug)]
pub struct Token {
    pub text: String,
    pub expires_at: i64,
}

impl Tokens {
    /// Creates the issuer with the configured secret, or with a new secret in `data_dir`, so that tokens
    /// survive a restart.
    pub fn open(secret: &str, keys: &[String], data_dir: &Path) -> anyhow::Result<Self> {
        let secret =
            if secret.is_empty() { load_or_create_secret(data_dir)? } else { secret.as_bytes().to_vec() };
        Ok(Self::new(&secret, keys))
    }

    pub(crate) fn new(secret: &[u8], keys: &[String]) -> Self {
        // HMAC accepts keys of any length.
        let mac = Hmac::new_from_slice(secret).unwrap_or_else(|_| unreachable!("any length is a key"));
        Self { mac, keys: keys.to_vec() }
    }

    /// Whether `key` is one of the publishable keys. Digests are compared, so that timing reveals nothing.
    pub fn knows(&self, key: &str) -> bool {
        let digest = self.sign(key);
        let same = |ours: &String| self.mac.clone().chain_update(ours).verify_slice(&digest).is_ok();
        self.keys.iter().map(same).fold(false, |found, same| found | same)
    }

    pub fn issue(&self, now_s: i64) -> Token {
        let expires_at = now_s + LIFETIME_S;
        let nonce = URL_SAFE_NO_PAD.encode(uuid::Uuid::now_v7().as_bytes());
        let claim = format!("v1.{expires_at}.{nonce}");
        let mac = URL_SAFE_NO_PAD.encode(self.sign(&claim));
        Token { text: format!("{claim}.{mac}"), expires_at }
    }

    /// Whether the signature of `token` is valid and it has not expired.
    pub fn verify(&self, token: &str, now_s: i64) -> bool {
        let Some((claim, mac)) = token.rsplit_once('.').filter(|_| token.len() <= MAX_LEN) else {
            return false;
        };
        let Ok(mac) = URL_SAFE_NO_PAD.decode(mac) else { return false };
        if self.mac.clone().chain_update(claim).verify_slice(&mac).is_err() {
            return false;
        }
        let mut parts = claim.split('.');
        let is_current = parts.next() == Some("v1");
        let expires_at = parts.next().and_then(|text| text.parse::<i64>().ok());
        is_current && expires_at.is_some_and(|at| now_s < at)
    }

    /// Signature of a device token, by which any replica recognizes a browser that has signed in, without a call.
    pub fn sign_device(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.sign(&device_claim(token)))
    }

    /// Whether the signature is that of the device token.
    pub fn is_device(&self, token: &str, signature: &str) -> bool {
        let signature = Some(signature).filter(|text| text.len() <= MAX_LEN);
        let signature = signature.and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        signature
            .is_some_and(|mac| self.mac.clone().chain_update(device_claim(token)).verify_slice(&mac).is_ok())
    }

    /// Returns a pseudonym of `text`: a keyed hash that cannot be reversed without the secret.
    pub fn pseudonym(&self, text: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.sign(&format!("pseudonym {text}"))[..18])
    }

    fn sign(&self, text: &str) -> Vec<u8> {
        self.mac.clone().chain_update(text).finalize().into_bytes().to_vec()
    }
}

/// The signed text. The prefix makes it another one than that of an API token.
fn device_claim(token: &str) -> String {
    format!("device {token}")
}

fn load_or_create_secret(data_dir: &Path) -> anyhow::Result<Vec<u8>> {
    let path = data_dir.join(SECRET_FILE);
    let name = || format!("{}", path.display());
    match fs::read(&path) {
        Ok(secret) if secret.len() >= 32 => return Ok(secret),
        Ok(_) => tracing::warn!(file = %path.display(), "secret too short; generated a new one"),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(name),
    }
    let secret = [uuid::Uuid::new_v4(), uuid::Uuid::new_v4(), uuid::Uuid::new_v4()];
    let secret: Vec<u8> = secret.iter().flat_map(|part| *part.as_bytes()).collect();
    fs::create_dir_all(data_dir).with_context(name)?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&path).and_then(|mut file| file.write_all(&secret)).with_context(name)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_795_194_000;

    fn tokens() -> Tokens {
        Tokens::new(&[7; 32], &["heuan-demo-key".to_owned(), "second-key".to_owned()])
    }

    #[test]
    fn token_is_valid_for_a_day() {
        let tokens = tokens();
        let token = tokens.issue(NOW);
        assert!(tokens.verify(&token.text, NOW));
        assert!(tokens.verify(&token.text, NOW + LIFETIME_S - 1));
        assert!(!tokens.verify(&token.text, NOW + LIFETIME_S));
    }

    #[test]
    fn changed_or_foreign_token_is_refused() {
        let tokens = tokens();
        let text = tokens.issue(NOW).text;
        let later = text.replacen(&(NOW + LIFETIME_S).to_string(), &(NOW + 2 * LIFETIME_S).to_string(), 1);
        for wrong in ["", "v1", "...", &later, &text[1..], &format!("{text}x"), &"a".repeat(5000)] {
            assert!(!tokens.verify(wrong, NOW), "{wrong}");
        }
        assert!(!Tokens::new(&[8; 32], &[]).verify(&text, NOW));
    }

    #[test]
    fn signature_of_a_device_is_valid_for_its_token_and_its_shop_only() {
        let signature = tokens().sign_device("one");
        assert!(tokens().is_device("one", &signature));
        assert!(!tokens().is_device("other", &signature));
        assert!(!Tokens::new(&[8; 32], &[]).is_device("one", &signature));
        for wrong in ["", "****", &signature[1..], &format!("{signature}A"), &"A".repeat(5000)] {
            assert!(!tokens().is_device("one", wrong), "{wrong}");
        }
    }

    #[test]
    fn publishable_key_is_checked_against_the_configured_ones() {
        assert!(tokens().knows("heuan-demo-key"));
        assert!(tokens().knows("second-key"));
        assert!(!tokens().knows("heuan-demo-ke"));
    }

    #[test]
    fn secret_is_kept_over_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let token = Tokens::open("", &[], folder.path()).unwrap().issue(NOW);
        assert!(Tokens::open("", &[], folder.path()).unwrap().verify(&token.text, NOW));
    }
}
