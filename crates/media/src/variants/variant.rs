use std::path::PathBuf;

use super::shelf::{Encoding, Found};
use super::source::Source;

/// A picture to answer with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub content_type: &'static str,
    /// The file that holds the bytes. It may be swept when the original is replaced, so open it at once.
    pub file: PathBuf,
    /// Size of the file when it was found.
    pub bytes: u64,
    /// A strong entity tag with its quotes. Another original, width or encoding has another tag.
    pub etag: String,
    /// Whether the answer depends on `Accept`, so that `Vary: Accept` is due.
    pub format_varies: bool,
}

impl Variant {
    pub(super) fn original(source: &Source, format_varies: bool) -> Self {
        Self {
            content_type: source.header.format.content_type(),
            file: source.file.clone(),
            bytes: source.header.bytes,
            etag: format!("\"{}\"", source.version),
            format_varies,
        }
    }

    /// The variant found, or the original where the variant would be no smaller.
    pub(super) fn made(source: &Source, width: u32, encoding: Encoding, found: Found) -> Self {
        let Found::Made { file, bytes } = found else { return Self::original(source, true) };
        let (content_type, kind) = match encoding {
            Encoding::WebP => ("image/webp", "webp"),
            Encoding::Avif => ("image/avif", "avif"),
        };
        let etag = format!("\"{}-{width}-{kind}\"", source.version);
        Self { content_type, file, bytes, etag, format_varies: true }
    }
}
