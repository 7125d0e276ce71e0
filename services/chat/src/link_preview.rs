//! Metadata of a linked page, as messages show it.

use sha2::{Digest as _, Sha256};

/// Metadata of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq, heuan_store::FromRow)]
#[allow(clippy::struct_field_names, reason = "the value stored in the tables")]
pub struct Preview {
    pub preview_id: String,
    pub url: String,
    pub title: String,
    pub description: String,
    pub domain: String,
    pub image_url: String,
}

/// Key of a URL in the tables and in the URL of its preview image.
pub fn preview_id(url: &str) -> String {
    let digest = Sha256::digest(url);
    format!("{:032x}", u128::from_be_bytes(digest.first_chunk().copied().unwrap_or_default()))
}
