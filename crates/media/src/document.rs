//! Check of downloadable PDF documents: at most 10 MiB, with the header and the end marker of a PDF.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use crate::MediaError;

/// Maximum size of a document, in bytes.
pub const MAX_DOCUMENT_BYTES: u64 = 10 * 1024 * 1024;

/// Bytes at the end in which the end marker must be. PDF readers search for it in the last kilobyte.
const TAIL: u64 = 1024;

/// Checks that a file is a complete PDF within the size limit, and returns its size in bytes. Its contents are not
/// inspected: browsers download it instead of rendering it as a page of the shop.
pub fn inspect_document(file: &Path) -> Result<u64, MediaError> {
    let io = |error: std::io::Error| MediaError::from_io(&error);
    let mut file = File::open(file).map_err(io)?;
    let bytes = file.metadata().map_err(io)?.len();
    if bytes > MAX_DOCUMENT_BYTES {
        return Err(MediaError::TooManyBytes { limit: MAX_DOCUMENT_BYTES });
    }
    let mut head = Vec::new();
    file.by_ref().take(5).read_to_end(&mut head).map_err(io)?;
    file.seek(SeekFrom::Start(bytes.saturating_sub(TAIL))).map_err(io)?;
    let mut tail = Vec::new();
    file.take(TAIL).read_to_end(&mut tail).map_err(io)?;
    let is_whole = head == b"%PDF-" && tail.windows(5).any(|mark| mark == b"%%EOF");
    if is_whole { Ok(bytes) } else { Err(MediaError::NotADocument) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_complete_documents_within_the_size_limit_pass() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.pdf");
        let inspect = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            inspect_document(&file)
        };
        assert_eq!(inspect(b"%PDF-1.4\n%%EOF\n"), Ok(15));
        for bad in [&b""[..], b"%PDF-1.4\n", b"<html>%%EOF", b" %PDF-1.4 %%EOF", b"%PDF-1.4 %%EO"] {
            assert_eq!(inspect(bad), Err(MediaError::NotADocument), "{bad:?}");
        }
        let mut long = b"%PDF-1.4\n".to_vec();
        long.resize(MAX_DOCUMENT_BYTES as usize, b' ');
        long.extend(b"%%EOF");
        assert_eq!(inspect(&long), Err(MediaError::TooManyBytes { limit: MAX_DOCUMENT_BYTES }));
    }
}
