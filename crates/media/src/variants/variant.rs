use std::path::PathBuf;

use super::source::Source;
use super::variant_store::Found;

/// A picture to answer with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub content_type: &'static str,
    /// The file that holds the bytes. It may be swept when the original is replaced, so open it at once.
    pub file: PathBuf,
    /// Size of the file when it was found.
    pub bytes: u64,
    /// A strong entity tag with its quotes. Another original or width has another tag.
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

    /// The variant found, or the original where the variant would be no smaller.
    pub(super) fn made(source: &Source, width: u32, found: Found) -> Self {
        let Found::Made { file, bytes } = found else { return Self::original(source) };
        Self { content_type: "image/webp", file, bytes, etag: format!("\"{}-{width}\"", source.version) }
    }
}
