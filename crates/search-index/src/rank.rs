//! Ranking of matches.
//!
//! The score combines, in this order: coverage of the query, rarity of the matched words and the field they are in,
//! availability, popularity. The weights were tuned on the development sets of `bench/search`.

pub(crate) const K1: f32 = 1.2;
/// BM25 length normalization for names, other fields and keys.
pub(crate) const B: f32 = 0.4;
pub(crate) const BODY_B: f32 = 0.9;
pub(crate) const KEY_B: f32 = 0.1;
/// BM25 weight by field.
pub(crate) const NAME: f32 = 3.0;
pub(crate) const BRAND: f32 = 1.0;
pub(crate) const BODY: f32 = 0.6;
pub(crate) const ATTRIBUTES: f32 = 0.05;
pub(crate) const KEY: f32 = 4.5;
/// Exponent that reduces the score of a match by a derived variant.
pub(crate) const DERIVATION_DISCOUNT: i32 = 4;
/// Weight among the names of a guess, if some names have the word as typed.
pub(crate) const GUESS: f32 = 0.55;
/// Weight among the names of a reading as romanized Lao: too little for the name of a product to count as
/// matching the query.
pub(crate) const ROMANIZED: f32 = 0.85;
/// Coverage credit of a term that only the attributes contain.
pub(crate) const ATTRIBUTES_CREDIT: f32 = 0.7;
/// Weight of full coverage, relative to BM25.
const COVERAGE_WEIGHT: f32 = 100.0;
/// Bonus for words at the beginning of a name.
const LEADING_TERM_BONUS: f32 = 3.0;
/// Bonus for words that the names have in both languages.
const BILINGUAL_BONUS: f32 = 15.0;
/// Bonus for syllables with the typed tones.
const TONE_BONUS: f32 = 15.0;
/// Weight of the fit of romanized syllables. Its half, which another onset or vowel costs, is as much as the bonus for both languages,
/// because the English name of each word of one romanized key is a synonym.
const SPELLING_FIT_WEIGHT: f32 = 30.0;
const AVAILABLE: f32 = 0.5;
const POPULAR: f32 = 1.0;

/// Match data of one product.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MatchScore {
    /// Share of the query's terms matched, by weight, 0 to 1.
    pub coverage: f32,
    /// Share of the query's terms matched in names and brand alone. Most of the weight is on the term that
    /// names the product.
    pub named: f32,
    /// Greater than 0 if a term other than a number matched.
    pub words_share: f32,
    /// BM25 summed over fields.
    pub words: f32,
    /// 1 if a name begins with a matched word.
    pub head: f32,
    /// Share of the query's terms that the names in both languages contain.
    pub agreeing: f32,
    /// Share of the typed syllables with a tone that the Lao name has with this tone.
    pub tones: f32,
    /// Fit of the typed syllables of romanized Lao to the Lao name, from -1 to 1; less than 0 if another name fits better.
    pub spelling_fit: f32,
    /// Whether a name has a word that literally begins with the last word of the query.
    pub is_literal: bool,
}

impl MatchScore {
    pub fn add(&mut self, more: Self) {
        self.coverage += more.coverage;
        self.named += more.named;
        self.words_share += more.words_share;
        self.words += more.words;
        self.head += more.head;
        self.agreeing += more.agreeing;
        self.tones += more.tones;
        self.spelling_fit += more.spelling_fit;
        self.is_literal |= more.is_literal;
    }

    /// The final score. `popularity` is 0 to 1.
    pub fn score(&self, is_available: bool, popularity: f32) -> f32 {
        let available = if is_available { AVAILABLE } else { 0.0 };
        COVERAGE_WEIGHT * self.coverage
            + self.words
            + LEADING_TERM_BONUS * self.head
            + BILINGUAL_BONUS * self.agreeing
            + TONE_BONUS * self.tones
            + SPELLING_FIT_WEIGHT * self.spelling_fit
            + available
            + POPULAR * popularity
    }
}
