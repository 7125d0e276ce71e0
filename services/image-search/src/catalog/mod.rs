//! The catalog's pictures: who shows them ([`Shelf`]), what the model sees in them ([`keep_up`]), and what changes
//! ([`follow`]).

mod catalog_images;
mod follow;
mod indexer;
mod read;

pub use catalog_images::{CatalogImages, Counts, Hit};
pub use follow::follow;
pub use indexer::keep_up;
pub use read::FileFingerprint;
