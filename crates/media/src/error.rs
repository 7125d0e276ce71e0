//! Errors of images and documents: rejected paths and contents, a full resize queue, and disk failures.

use crate::path::PathError;

/// Errors of accepting or serving an image.
///
/// `Clone`, because all requests that wait for the same variant receive the same result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// The media folder has no regular file of that name.
    #[error("no such image")]
    NotFound,
    /// The path breaks a rule; the file system was not accessed.
    #[error("unsafe image path: {0}")]
    BadPath(#[from] PathError),
    /// The width is not in [`crate::WIDTHS`]. Arbitrary widths would let a client fill the disk.
    #[error("width {0} is not offered")]
    BadWidth(u32),
    #[error("larger than {limit} bytes")]
    TooManyBytes { limit: u64 },
    /// The image is refused by its header alone, before any pixel is decoded.
    #[error("{width} x {height} pixels is more than allowed")]
    TooManyPixels { width: u32, height: u32 },
    /// The pixel count is allowed, but the format takes too much memory to decode.
    #[error(
        "decoding {width} x {height} pixels takes too much memory in this format; send a smaller image, or a baseline JPEG"
    )]
    TooMuchMemory { width: u32, height: u32 },
    /// The content is not PNG, JPEG, WebP or GIF, whatever the file name.
    #[error("not a PNG, JPEG, WebP or GIF image")]
    NotAnImage,
    /// The content is not a PDF document, whatever the file name, or is truncated.
    #[error("not a whole PDF document")]
    NotADocument,
    /// The image is damaged or truncated.
    #[error("unreadable image: {0}")]
    Unreadable(String),
    /// The resize queue is full. Retry after one second.
    #[error("too many images are waiting to be resized")]
    Busy,
    /// The disk failed; the image itself may be valid.
    #[error("media storage: {0}")]
    Storage(String),
}

impl MediaError {
    /// Maps an I/O error to "not found" or "storage failure".
    pub(crate) fn from_io(error: &std::io::Error) -> Self {
        use std::io::ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
        match error.kind() {
            NotFound | NotADirectory | IsADirectory | InvalidFilename | InvalidInput => Self::NotFound,
            _ => Self::Storage(error.to_string()),
        }
    }
}
