//! Files of the media folder, found the way the edge finds them.

use std::{fs, path::Path, time::UNIX_EPOCH};

use heuan_media::{MediaError, MediaRoot};
use sha2::{Digest as _, Sha256};

use crate::{picture::Rules, store::Seen};

/// When and how large; a change of either means another picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub modified_ms: i64,
    pub bytes: i64,
}

/// What became of a path.
pub enum Found {
    /// As it was.
    Same,
    /// Read; the bytes are still wanted.
    New(Seen, Vec<u8>),
    /// No file, or none of a picture's size. There may be one later.
    Missing,
}

/// Reads the picture at `path` unless it is the one that was `known`. Blocks on the disk.
pub fn find(media: &Path, path: &str, known: Option<Stamp>) -> Found {
    let Ok(file) = MediaRoot::open(media).and_then(|root| root.resolve(path)) else { return Found::Missing };
    let Ok(stamp) = stamp(&file) else { return Found::Missing };
    if known == Some(stamp) {
        return Found::Same;
    }
    if stamp.bytes.unsigned_abs() > Rules::CATALOGUE.limits.max_bytes {
        return Found::Missing;
    }
    match fs::read(&file) {
        Ok(bytes) => Found::New(Seen { stamp, hash: hash(&bytes) }, bytes),
        Err(error) => {
            tracing::warn!(path, %error, "a picture cannot be read");
            Found::Missing
        }
    }
}

fn stamp(file: &Path) -> Result<Stamp, MediaError> {
    let metadata = fs::metadata(file).map_err(|error| MediaError::Storage(error.to_string()))?;
    let age = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    Ok(Stamp { modified_ms: age.as_millis() as i64, bytes: metadata.len() as i64 })
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        use std::fmt::Write as _;
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
