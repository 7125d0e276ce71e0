use crate::path::PathFault;

/// Why a picture cannot be accepted or answered.
///
/// `Clone`, because everyone who waits for the same variant gets the same outcome.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// No regular file of that name inside the media folder.
    #[error("no such picture")]
    NotFound,
    /// The path breaks a rule; the file system was not asked.
    #[error("unsafe picture path: {0}")]
    BadPath(#[from] PathFault),
    /// A width that is not on [`crate::WIDTHS`]: free widths would let a stranger fill the disk.
    #[error("width {0} is not offered")]
    BadWidth(u32),
    #[error("larger than {limit} bytes")]
    TooManyBytes { limit: u64 },
    /// Refused from the header alone, before any pixel is decoded.
    #[error("{width} x {height} pixels is more than allowed")]
    TooManyPixels { width: u32, height: u32 },
    /// Not too many pixels, but a format that takes too much memory to decode them.
    #[error(
        "decoding {width} x {height} pixels takes too much memory in this format; send a smaller picture, or a baseline JPEG"
    )]
    TooMuchMemory { width: u32, height: u32 },
    /// The content is none of PNG, JPEG, WebP and GIF, whatever its name says.
    #[error("not a PNG, JPEG, WebP or GIF picture")]
    NotAPicture,
    /// A document whose content is none, whatever its name says, or that is cut short.
    #[error("not a whole PDF document")]
    NotADocument,
    /// Damaged or cut short.
    #[error("unreadable picture: {0}")]
    Unreadable(String),
    /// The queue for resizing is full. Worth another try in a second.
    #[error("too many pictures are waiting to be resized")]
    Busy,
    /// The disk failed; not the picture's fault.
    #[error("media storage: {0}")]
    Storage(String),
}

impl MediaError {
    /// Sorts an error of the file system into "is not there" and "the disk failed".
    pub(crate) fn from_io(error: &std::io::Error) -> Self {
        use std::io::ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
        match error.kind() {
            NotFound | NotADirectory | IsADirectory | InvalidFilename | InvalidInput => Self::NotFound,
            _ => Self::Storage(error.to_string()),
        }
    }
}
