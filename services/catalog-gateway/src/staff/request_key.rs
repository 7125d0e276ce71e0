//! Idempotency keys of the staff's changes: the key, and a digest of the request.

use std::fmt::{Debug, Write as _};

use heuan_rpc::Error;
use sha2::{Digest as _, Sha256};

/// Maximum characters of an idempotency key.
const MAX_KEY: usize = 200;

/// Key of one change of one member of the staff. A repetition with the same key changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestKey {
    pub key: String,
    pub digest: String,
}

impl RequestKey {
    /// The key of a change; `None` when the caller sent none. `change` is everything that the change depends on.
    pub fn new(key: String, change: &impl Debug) -> Result<Option<Self>, Error> {
        if key.chars().count() > MAX_KEY {
            return Err(Error::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} characters")));
        }
        Ok((!key.is_empty()).then(|| Self { key, digest: digest(change) }))
    }
}

/// SHA-256 of the debug text of a value, in hexadecimal digits. Digests are only compared within days, so the
/// format need not be stable.
pub(crate) fn digest(value: &impl Debug) -> String {
    let bytes = Sha256::digest(format!("{value:?}"));
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_optional_and_bounded() {
        assert_eq!(RequestKey::new(String::new(), &1), Ok(None));
        assert!(RequestKey::new("k".repeat(200), &1).unwrap().is_some());
        assert_eq!(RequestKey::new("k".repeat(201), &1).unwrap_err().detail.field, "Idempotency-Key");
    }

    #[test]
    fn digest_of_another_change_is_another() {
        assert_eq!(digest(&(1, "a")), digest(&(1, "a")));
        assert_ne!(digest(&(1, "a")), digest(&(2, "a")));
    }
}
