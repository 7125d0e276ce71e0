//! Product images: validation at upload, resized variants for delivery. Documents are validated and served unchanged.
//!
//! File names and headers alone are not trusted. The format is detected from the content, sizes are limited before
//! memory is reserved for pixels, and a path from outside reaches the disk only through [`MediaRoot::resolve`].

mod decode;
mod document;
mod error;
mod format;
mod image_limits;
mod inspect;
mod path;
mod resample;
mod root;
mod sanitize;
mod variants;
mod webp;

pub use document::{MAX_DOCUMENT_BYTES, inspect_document};
pub use error::MediaError;
pub use format::Format;
pub use image_limits::ImageLimits;
pub use inspect::{Header, ImageInfo, header_bytes, header_file, inspect_bytes, inspect_file};
pub use path::{
    ALLOWED_EXTENSIONS, DOCUMENT_EXTENSIONS, MAX_PATH_BYTES, PathError, check_document_path, check_path,
    is_document,
};
pub use resample::{Filter, resample_rgb};
pub use root::{Listing, MediaRoot};
pub use sanitize::{SanitizedImage, sanitize_image};
pub use variants::{Options, Stats, Variant, Variants, WIDTHS};
pub use webp::WebpFrames;
