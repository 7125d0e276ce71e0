//! Versions of image files: fingerprint and content hash.

/// Modification time and size; a change of either means another image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFingerprint {
    pub modified_ms: i64,
    pub bytes: i64,
}

/// SHA-256 of a file, lower-case hexadecimal.
pub type Hash = String;

/// A version of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileVersion {
    pub stamp: FileFingerprint,
    pub hash: Hash,
}
