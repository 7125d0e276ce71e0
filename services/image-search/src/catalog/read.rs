//! Reading of the media folder, with the same rules as the edge.

use std::{fs, path::Path, time::UNIX_EPOCH};

use heuan_media::{MediaError, MediaRoot};
use sha2::{Digest as _, Sha256};

use crate::{
    decode::DecodeLimits,
    file_version::{FileFingerprint, FileVersion},
};

/// State of a file.
pub enum FileState {
    /// The file is unchanged.
    Unchanged,
    /// The file was read; its bytes are included.
    New(FileVersion, Vec<u8>),
    /// There is no file, or it is too large. It may appear later.
    Missing,
}

/// Reads the image at `path` unless its fingerprint equals `known`. Blocks on the disk.
pub fn find(media: &Path, path: &str, known: Option<FileFingerprint>) -> FileState {
    let Ok(file) = MediaRoot::open(media).and_then(|root| root.resolve(path)) else {
        return FileState::Missing;
    };
    let Ok(stamp) = stamp(&file) else { return FileState::Missing };
    if known == Some(stamp) {
        return FileState::Unchanged;
    }
    if stamp.bytes.unsigned_abs() > DecodeLimits::CATALOG.limits.max_bytes {
        return FileState::Missing;
    }
    match fs::read(&file) {
        Ok(bytes) => FileState::New(FileVersion { stamp, hash: hash(&bytes) }, bytes),
        Err(error) => {
            tracing::warn!(path, %error, "image unreadable");
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
