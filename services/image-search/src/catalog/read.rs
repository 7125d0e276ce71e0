//! Files of the media folder, found the way the edge finds them.

use std::{fs, path::Path, time::UNIX_EPOCH};

use heuan_media::{MediaError, MediaRoot};
use sha2::{Digest as _, Sha256};

use crate::{picture::DecodeLimits, store::FileVersion};

/// When and how large; a change of either means another picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFingerprint {
    pub modified_ms: i64,
    pub bytes: i64,
}

/// What became of a path.
pub enum FileState {
    /// As it was.
    Same,
    /// Read; the bytes are still wanted.
    New(FileVersion, Vec<u8>),
    /// No file, or none of a picture's size. There may be one later.
    Missing,
}

/// Reads the picture at `path` unless it is the one that was `known`. Blocks on the disk.
pub fn find(media: &Path, path: &str, known: Option<FileFingerprint>) -> FileState {
    let Ok(file) = MediaRoot::open(media).and_then(|root| root.resolve(path)) else {
        return FileState::Missing;
    };
    let Ok(stamp) = stamp(&file) else { return FileState::Missing };
    if known == Some(stamp) {
        return FileState::Same;
    }
    if stamp.bytes.unsigned_abs() > DecodeLimits::CATALOG.limits.max_bytes {
        return FileState::Missing;
    }
    match fs::read(&file) {
        Ok(bytes) => FileState::New(FileVersion { stamp, hash: hash(&bytes) }, bytes),
        Err(error) => {
            tracing::warn!(path, %error, "a picture cannot be read");
            FileState::Missing
        }
    }
}

fn stamp(file: &Path) -> Result<FileFingerprint, MediaError> {
    let metadata = fs::metadata(file).map_err(|error| MediaError::Storage(error.to_string()))?;
    let age = metadata.modified().ok().and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    Ok(FileFingerprint { modified_ms: age.as_millis() as i64, bytes: metadata.len() as i64 })
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        use std::fmt::Write as _;
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
