//! The index of the products' words: what is written, how it is found and ranked, and what a beginning may become.
//!
//! [`Index`] is a tantivy index in a folder. [`Index::find`] takes a text apart into units, reads for each unit every
//! list of products that have it (as typed, by sound, by synonym, romanised), and ranks by the share of units found.
//! [`Suggestions`] complete what is being typed. Knows no network and no SQL.

mod collector;
mod fields;
mod find;
mod highlight;
mod index;
mod index_terms;
mod matching;
mod product;
mod query;
mod rank;
mod suggest;
mod synonyms;
mod typo;

pub use collector::{Facets, Filter};
pub use fields::format;
pub use find::{Hit, SearchRequest, SearchResult, Sort};
pub use highlight::Span;
pub use index::{Index, IndexCheckpoint, Named, Writer};
pub use product::Product;
pub use suggest::{SuggestionEntry, Suggestions};
pub use synonyms::Synonyms;

/// What can go wrong with files; queries cannot.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the index: {0}")]
    Tantivy(#[from] tantivy::TantivyError),
    #[error("the index's files: {0}")]
    Io(#[from] std::io::Error),
    #[error("the suggestions: {0}")]
    Fst(#[from] fst::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
