//! Buffers for the match data of products during a query, reused between queries.

use tantivy::DocId;

use crate::{doc_map::DocMap, rank::MatchScore};

/// Match of a product with one term of the query.
#[derive(Clone, Copy, Default)]
pub(crate) struct TermMatch {
    pub match_weight: f32,
    /// The match weight in names and brand alone.
    pub named: f32,
    /// See [`MatchScore::is_literal`].
    pub is_literal: bool,
    /// BM25 by field: the better of the names, brand, body.
    pub name: f32,
    pub brand: f32,
    pub body: f32,
    pub attributes: f32,
    pub head: f32,
    /// See [`language`].
    pub languages: u8,
}

/// Bit mask: languages of a product's names in which a term matches.
pub(crate) mod language {
    pub const LAO: u8 = 1;
    pub const OTHER: u8 = 2;
    /// Matches in descriptions and prefix matches are not attributed to a language.
    pub const NONE: u8 = 0;
}

/// Buffers of one search.
#[derive(Default)]
pub(crate) struct Scratch {
    pub terms: TermScratch,
    /// Matches of the whole query, by segment.
    pub totals: Vec<DocMap<MatchScore>>,
}

/// Matches of the part of the query that is being processed.
#[derive(Default)]
pub(crate) struct TermScratch {
    /// Matches of one term.
    pub unit: DocMap<TermMatch>,
    /// Whether the variant of the term is literal, see [`crate::query::QueryTerm::is_literal`].
    pub is_literal: bool,
    /// Its weight among the names, see [`crate::query::Alternative::naming`].
    pub naming: f32,
    /// Number of several keys that a product has, or their weight.
    pub counts: DocMap<f32>,
    /// Matches of a group that is also matched by its n-grams.
    pub group: DocMap<MatchScore>,
}

impl Scratch {
    /// Makes room for segments with these numbers of documents.
    pub fn reset(&mut self, documents: impl IntoIterator<Item = usize>) {
        let mut segments = 0;
        for count in documents {
            if segments == self.totals.len() {
                self.totals.push(DocMap::default());
            }
            self.totals[segments].reset(count);
            self.terms.unit.reset(count);
            self.terms.counts.reset(count);
            self.terms.group.reset(count);
            segments += 1;
        }
        self.totals.truncate(segments);
    }
}

impl TermScratch {
    /// The match of a product, with the credit of a variant.
    pub fn add_match(
        &mut self,
        doc: DocId,
        match_weight: f32,
        language: u8,
        is_named: bool,
    ) -> &mut TermMatch {
        let it = self.unit.entry(doc);
        it.match_weight = it.match_weight.max(match_weight);
        if is_named {
            it.named = it.named.max(match_weight * self.naming);
            it.is_literal |= self.is_literal;
        }
        it.languages |= language;
        it
    }

    pub fn count(&mut self, doc: DocId, by: f32) {
        *self.counts.entry(doc) += by;
    }

    /// Credits each counted document in proportion to its count, and resets the counts.
    pub fn take_some(&mut self, wanted: f32, match_weight: f32) {
        let counts = std::mem::take(&mut self.counts);
        for (doc, count) in counts.iter() {
            self.add_match(doc, match_weight * (count / wanted), language::LAO, true);
        }
        self.put_back(counts);
    }

    /// Credits documents counted `wanted` times, and resets the counts.
    pub fn take_counted(&mut self, wanted: f32, match_weight: f32, language: u8, is_named: bool) {
        let counts = std::mem::take(&mut self.counts);
        for (doc, _) in counts.iter().filter(|(_, count)| *count >= wanted) {
            self.add_match(doc, match_weight, language, is_named);
        }
        self.put_back(counts);
    }

    /// Puts back counts that were taken out, and empties them.
    pub fn put_back(&mut self, mut counts: DocMap<f32>) {
        counts.clear();
        self.counts = counts;
    }
}
