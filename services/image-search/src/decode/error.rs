//! Error type of image decoding, with stable reason codes for clients.

use heuan_media::MediaError;

/// Errors of decoding an image.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("send a PNG, JPEG, GIF or WebP image")]
    NotAnImage,
    #[error("the file is larger than 15 MB")]
    TooLarge,
    #[error("the image has too many pixels; send a smaller one")]
    TooManyPixels,
    /// The image is damaged, truncated, or of an unsupported kind. The decoder's message is only logged.
    #[error("the image is damaged or cut short")]
    Damaged,
}

impl ImageError {
    /// Stable error code for programs.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::NotAnImage => "not_an_image",
            Self::TooLarge => "too_large",
            Self::TooManyPixels => "too_many_pixels",
            Self::Damaged => "damaged",
        }
    }
}

impl From<MediaError> for ImageError {
    fn from(error: MediaError) -> Self {
        match error {
            MediaError::TooManyBytes { .. } => Self::TooLarge,
            MediaError::TooManyPixels { .. } => Self::TooManyPixels,
            MediaError::NotAnImage => Self::NotAnImage,
            error => {
                tracing::debug!(%error, "image unreadable");
                Self::Damaged
            }
        }
    }
}

impl From<image::ImageError> for ImageError {
    fn from(error: image::ImageError) -> Self {
        tracing::debug!(%error, "image unreadable");
        match error {
            image::ImageError::Limits(_) => Self::TooManyPixels,
            _ => Self::Damaged,
        }
    }
}
