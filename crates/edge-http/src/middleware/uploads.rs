//! Paths and size limits of image uploads, whose bodies may be larger than other bodies.

/// Path of image search, whose body may be larger than other uploads.
pub const IMAGE_SEARCH_PATH: &str = "/api/v1/search-similar-images";
/// Maximum size of an image for image search: 15 MiB.
pub const IMAGE_SEARCH_MAX_IMAGE: usize = 15 * 1024 * 1024;
/// Maximum body of image search: the image and the rest of the form.
pub const IMAGE_SEARCH_MAX_BODY: usize = IMAGE_SEARCH_MAX_IMAGE + 64 * 1024;

/// Path of images that the staff upload.
pub const STAFF_IMAGE_PATH: &str = "/api/staff/products/images";
/// Maximum size of these images: 10 MiB.
pub const STAFF_IMAGE_MAX_BODY: usize = 10 * 1024 * 1024;

/// Whether the path accepts an image upload, whose body may be larger. Its handler counts the bytes of each field.
pub(super) fn is_upload(path: &str) -> bool {
    path == IMAGE_SEARCH_PATH
        || path == STAFF_IMAGE_PATH
        || (path.starts_with("/api/auth/") && path.ends_with("/upload"))
}
