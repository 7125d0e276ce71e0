//! Following of the catalog: changes of its products ([`follow`]), and embeddings of their images ([`run_indexer`]).

mod follow;
mod indexer;
mod read;

pub use follow::follow;
pub use indexer::run_indexer;
