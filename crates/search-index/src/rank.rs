//! What makes one product a better answer than another.
//!
//! First how much of the query was found anywhere, then how telling and where the words are, then whether it can be
//! bought and often is. The weights were chosen on the development sets of `bench/search`.

pub(crate) const K1: f32 = 1.2;
/// How much a long text dilutes a word: in names, in other places, and of a key.
pub(crate) const B: f32 = 0.4;
pub(crate) const BODY_B: f32 = 0.9;
pub(crate) const KEY_B: f32 = 0.1;
/// BM25 of a word by where it stands.
pub(crate) const NAME: f32 = 3.0;
pub(crate) const BRAND: f32 = 1.0;
pub(crate) const BODY: f32 = 0.6;
pub(crate) const ATTRIBUTES: f32 = 0.05;
pub(crate) const KEY: f32 = 4.5;
/// What is found in another way counts less than its credit.
pub(crate) const DERIVATION_DISCOUNT: i32 = 4;
/// How much of a unit is found that only the attributes have.
pub(crate) const ATTRIBUTES_CREDIT: f32 = 0.7;
/// Score of everything found, against BM25.
const COVERAGE_WEIGHT: f32 = 100.0;
/// Score of words that begin a name.
const LEADING_TERM_BONUS: f32 = 3.0;
/// Score of words that the names have in both languages.
const BILINGUAL_BONUS: f32 = 15.0;
const AVAILABLE: f32 = 0.5;
const POPULAR: f32 = 1.0;

/// What was found of a query.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Of the query's units by weight, 0 to 1.
    pub coverage: f32,
    /// More than 0 when something else than numbers was found.
    pub words_share: f32,
    /// BM25 over places.
    pub words: f32,
    /// 1 when a name begins with it.
    pub head: f32,
    /// Of the query's units, those found in the names of both languages.
    pub agreeing: f32,
}

impl Found {
    pub fn add(&mut self, more: Self) {
        self.coverage += more.coverage;
        self.words_share += more.words_share;
        self.words += more.words;
        self.head += more.head;
        self.agreeing += more.agreeing;
    }

    /// `popularity` from 0 to 1.
    pub fn score(&self, is_available: bool, popularity: f32) -> f32 {
        let available = if is_available { AVAILABLE } else { 0.0 };
        COVERAGE_WEIGHT * self.coverage
            + self.words
            + LEADING_TERM_BONUS * self.head
            + BILINGUAL_BONUS * self.agreeing
            + available
            + POPULAR * popularity
    }
}
