//! Vocabulary of the index: tells the query parser which terms exist while it splits, joins or completes words.

use tantivy::{Searcher, Term, schema::Field};

use crate::fields::{Fields, term_prefix};

/// The words and keys of all products.
pub(crate) struct Vocabulary<'a> {
    pub searcher: &'a Searcher,
    pub fields: &'a Fields,
}

impl Vocabulary<'_> {
    /// Whether a name, a brand or a description has this folded, stemmed word.
    pub fn has_word(&self, word: &str) -> bool {
        let fields = self.fields;
        [fields.name_la, fields.name_en, fields.brand_words, fields.body, fields.attributes]
            .into_iter()
            .any(|field| self.has(field, word))
    }

    /// The number of products whose names have this folded, stemmed word.
    pub fn frequency_in_names(&self, word: &str) -> u64 {
        self.frequency(self.fields.name_la, word).max(self.frequency(self.fields.name_en, word))
    }

    pub fn has_key(&self, key: &str) -> bool {
        self.has(self.fields.key, key)
    }

    /// The number of products whose names have this unstemmed Latin word.
    pub fn frequency_of_surface(&self, surface: &str) -> u64 {
        self.frequency(self.fields.surface, surface)
    }

    pub fn has_surface(&self, surface: &str) -> bool {
        self.frequency_of_surface(surface) > 0
    }

    /// Whether a Latin word of a name begins with these letters.
    pub fn begins_surface(&self, letters: &str) -> bool {
        self.begins(self.fields.surface, letters)
    }

    /// Whether the Lao letters of a name begin with these at a syllable.
    pub fn begins_folded(&self, letters: &str) -> bool {
        self.begins(self.fields.key, &format!("{}{letters}", term_prefix::FOLDED))
    }

    fn has(&self, field: Field, text: &str) -> bool {
        self.frequency(field, text) > 0
    }

    fn frequency(&self, field: Field, text: &str) -> u64 {
        self.searcher.doc_freq(&Term::from_field_text(field, text)).unwrap_or(0)
    }

    fn begins(&self, field: Field, beginning: &str) -> bool {
        self.searcher.segment_readers().iter().any(|segment| {
            let found = segment.inverted_index(field).ok().and_then(|index| {
                let mut terms = index.terms().range().ge(beginning).into_stream().ok()?;
                terms.advance().then(|| terms.key().starts_with(beginning.as_bytes()))
            });
            found.unwrap_or(false)
        })
    }
}
