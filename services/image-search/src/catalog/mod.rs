//! Catalog images: products that use them ([`CatalogImages`]), their embeddings ([`indexer`]), and changes
//! ([`follow`]).

mod catalog_images;
mod follow;
mod indexer;
mod read;

pub use catalog_images::{CatalogImages, Counts, Hit};
pub use follow::follow;
pub use indexer::run_indexer;
pub use read::FileFingerprint;
