//! Full-text product index: indexed fields, matching and ranking of queries, and suggestions.
//!
//! [`Index`] is a tantivy index in a folder. [`Index::find`] splits a query into terms, reads for each term the posting
//! lists of all its variants (as typed, phonetic, synonym, romanized), and ranks by the share of terms matched.
//! [`Suggestions`] complete a partial query. The crate uses neither network nor SQL.

mod candidates;
mod collector;
mod doc_map;
mod fields;
mod find;
mod highlight;
mod index;
mod index_terms;
mod matching;
mod product;
mod query;
mod rank;
mod request;
mod scratch;
mod statistics;
mod suggest;
mod synonyms;
mod typo;
mod vocabulary;

pub use collector::Facets;
pub use fields::format;
pub use find::{Hit, MatchingIds, SearchResult};
pub use highlight::Span;
pub use index::{Index, IndexCheckpoint, Named, Writer};
pub use product::Product;
pub use request::{Filter, SearchRequest, Sort};
pub use suggest::{SuggestionEntry, Suggestions};
pub use synonyms::Synonyms;

/// Errors of index files. A query itself never fails.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("search index: {0}")]
    Tantivy(#[from] tantivy::TantivyError),
    #[error("search index files: {0}")]
    Io(#[from] std::io::Error),
    #[error("suggestions: {0}")]
    Fst(#[from] fst::Error),
}

pub type Result<T, E = Error> = std::result::Result<T, E>;
