//! Vocabulary of the index. With it, the query parser knows which terms exist when it splits, joins or
//! completes words.

use std::collections::BTreeSet;

use heuan_lao_text::stem;
use tantivy::{
    DocId, DocSet, Searcher, SegmentReader, TERMINATED, Term,
    schema::{Field, IndexRecordOption},
};

use crate::fields::{Fields, term_prefix};

/// Maximum words of names that match the beginning of a word.
const MAX_BEGINNING_WITH: usize = 200;

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

    /// Whether a product has all these different Latin words in its names; the last one may be unfinished.
    pub fn has_name_with(&self, words: &[&str], is_unfinished: bool) -> bool {
        if words.iter().collect::<BTreeSet<_>>().len() < words.len() {
            return false;
        }
        let has_all = |segment| {
            let mut common: Option<Vec<DocId>> = None;
            for (at, word) in words.iter().enumerate() {
                let docs = self.docs(segment, word, is_unfinished && at + 1 == words.len())?;
                let both = match common {
                    Some(before) => before.into_iter().filter(|it| docs.binary_search(it).is_ok()).collect(),
                    None => docs,
                };
                common = Some(both);
            }
            Ok::<bool, tantivy::TantivyError>(common.is_some_and(|it| !it.is_empty()))
        };
        self.searcher.segment_readers().iter().any(|segment| has_all(segment).unwrap_or(false))
    }

    /// The products of a segment whose names have this Latin word, or a word that begins with it, in
    /// ascending order.
    fn docs(&self, segment: &SegmentReader, word: &str, is_unfinished: bool) -> tantivy::Result<Vec<DocId>> {
        let fields = self.fields;
        let stem = stem(word);
        let mut terms = vec![
            Term::from_field_text(fields.surface, word),
            Term::from_field_text(fields.name_la, &stem),
            Term::from_field_text(fields.name_en, &stem),
        ];
        if is_unfinished {
            terms.truncate(1);
            let index = segment.inverted_index(fields.surface)?;
            let mut longer = index.terms().range().ge(word).into_stream()?;
            while terms.len() < MAX_BEGINNING_WITH
                && longer.advance()
                && longer.key().starts_with(word.as_bytes())
            {
                let text = std::str::from_utf8(longer.key()).unwrap_or_default();
                terms.push(Term::from_field_text(fields.surface, text));
            }
        }
        let mut out = Vec::new();
        for term in terms {
            let index = segment.inverted_index(term.field())?;
            let Some(mut postings) = index.read_postings(&term, IndexRecordOption::Basic)? else { continue };
            while postings.doc() != TERMINATED {
                out.push(postings.doc());
                postings.advance();
            }
        }
        out.sort_unstable();
        out.dedup();
        Ok(out)
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
