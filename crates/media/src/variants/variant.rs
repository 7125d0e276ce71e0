//! An image variant ready to be sent: file, content type and entity tag.

use std::path::PathBuf;

use super::source::Source;
use super::variant_store::StoredVariant;

/// An image to be sent as a response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub content_type: &'static str,
    /// The file with the bytes. It may be deleted when the original is replaced, so open it immediately.
    pub file: PathBuf,
    /// Size of the file at lookup.
    pub bytes: u64,
    /// A strong entity tag including its quotes. It differs for another original or width.
    pub etag: String,
}

impl Variant {
    pub(super) fn original(source: &Source) -> Self {
        Self {
            content_type: source.header.format.content_type(),
            file: source.file.clone(),
            bytes: source.header.bytes,
            etag: format!("\"{}\"", source.version),
        }
    }

    /// The stored variant, or the original if the variant would not be smaller.
    pub(super) fn made(source: &Source, width: u32, found: StoredVariant) -> Self {
        let StoredVariant::Made { file, bytes } = found else { return Self::original(source) };
        Self { content_type: "image/webp", file, bytes, etag: format!("\"{}-{width}\"", source.version) }
    }
}
