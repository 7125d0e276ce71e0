//! Matches a query against the products of one segment and computes coverage and BM25.
//!
//! Each variant of a term is a posting list. The lists are read one after the other into arrays with one slot per
//! document. No list has to be sorted or merged, and the cost of a common word is the length of its list.

use std::collections::HashMap;

use tantivy::{
    DocId, DocSet, InvertedIndexReader, Searcher, SegmentReader, TERMINATED, Term,
    fieldnorm::FieldNormReader,
    postings::Postings,
    schema::{Field, IndexRecordOption},
};

use crate::{
    fields::{Fields, term_prefix},
    query::{Alternative, Group, Query, QueryTerm, TermMatcher, TypedTone},
    rank::{self, MatchScore},
    typo::TypoCandidate,
};

/// Maximum number of expansions of the query's last word as a prefix.
const MOST_BEGINNINGS: usize = 200;
/// Match weight of a group whose n-grams all match.
const GRAMS: f32 = 0.8;
/// Minimum coverage of a group's bigrams and trigrams that counts as a match.
const FEWEST_GRAMS: f32 = 0.5;

/// Index-wide statistics: document frequencies.
pub(crate) struct Statistics<'a> {
    searcher: &'a Searcher,
    documents: f32,
    average: [f32; 5],
}

#[derive(Clone, Copy, Default)]
struct TermMatch {
    match_weight: f32,
    /// The match weight in names and brand alone.
    named: f32,
    /// See [`MatchScore::is_literal`].
    is_literal: bool,
    /// BM25 by field: the better of the names, brand, body.
    name: f32,
    brand: f32,
    body: f32,
    attributes: f32,
    head: f32,
    /// See [`language`].
    languages: u8,
}

/// Bit mask: languages of a product's names in which a term matches.
mod language {
    pub const LAO: u8 = 1;
    pub const OTHER: u8 = 2;
    /// Matches in descriptions and prefix matches are not attributed to a language.
    pub const NONE: u8 = 0;
}

/// Arrays with one slot per document, reused between queries. All slots are zero between queries.
#[derive(Default)]
pub(crate) struct Scratch {
    unit: Vec<TermMatch>,
    /// Whether the variant being read is literal, see [`QueryTerm::is_literal`].
    is_literal: bool,
    /// Its weight among the names, see [`Alternative::naming`].
    naming: f32,
    unit_docs: Vec<DocId>,
    counts: Vec<f32>,
    count_docs: Vec<DocId>,
    group: Vec<MatchScore>,
    group_docs: Vec<DocId>,
    total: Vec<MatchScore>,
    pub docs: Vec<DocId>,
}

impl<'a> Statistics<'a> {
    /// The number of products that contain a word or key.
    pub fn frequency(&self, field: Field, text: &str) -> u64 {
        self.searcher.doc_freq(&Term::from_field_text(field, text)).unwrap_or(0)
    }

    pub fn of(searcher: &'a Searcher, fields: &Fields) -> Self {
        let documents = searcher.num_docs().max(1) as f32;
        let average = words(fields).map(|(field, _)| {
            let readers = searcher.segment_readers().iter();
            let tokens: u64 =
                readers.filter_map(|it| Some(it.inverted_index(field).ok()?.total_num_tokens())).sum();
            (tokens as f32 / documents).max(1.0)
        });
        Self { searcher, documents, average }
    }

    fn idf(&self, field: Field, text: &str) -> f32 {
        let with = self.frequency(field, text) as f32;
        (1.0 + (self.documents - with + 0.5).max(0.0) / (with + 0.5)).ln()
    }
}

/// Sums over all terms of the query.
struct Whole {
    weight: f32,
    naming: f32,
}

#[derive(Clone, Copy, PartialEq)]
enum FieldGroup {
    Name,
    Brand,
    Body,
    Attributes,
}

impl FieldGroup {
    /// Whether the field says what a product is. Descriptions also say what it is used with.
    fn is_named(self) -> bool {
        matches!(self, Self::Name | Self::Brand)
    }
}

fn words(fields: &Fields) -> [(Field, FieldGroup); 5] {
    [
        (fields.name_la, FieldGroup::Name),
        (fields.name_en, FieldGroup::Name),
        (fields.brand_words, FieldGroup::Brand),
        (fields.body, FieldGroup::Body),
        (fields.attributes, FieldGroup::Attributes),
    ]
}

impl Scratch {
    fn fit(&mut self, documents: usize) {
        if self.unit.len() < documents {
            self.unit.resize(documents, TermMatch::default());
            self.counts.resize(documents, 0.0);
            self.group.resize(documents, MatchScore::default());
            self.total.resize(documents, MatchScore::default());
        }
    }

    /// Resets the slots used by the last segment.
    pub fn clear(&mut self) {
        for doc in self.docs.drain(..) {
            self.total[doc as usize] = MatchScore::default();
        }
    }

    pub fn found(&self, doc: DocId) -> MatchScore {
        self.total[doc as usize]
    }
}

/// Score of a product that has the index terms.
#[derive(Clone, Copy)]
struct TermScore {
    match_weight: f32,
    idf: f32,
    is_head: bool,
    language: u8,
}

/// One segment with the prepared query.
pub(crate) struct Matcher<'a> {
    pub fields: &'a Fields,
    pub statistics: &'a Statistics<'a>,
    pub segment: &'a SegmentReader,
    /// Whether typo candidates and n-gram matches are included.
    pub is_deep: bool,
    /// Typo candidates by typed word.
    pub typo_candidates: &'a HashMap<String, Vec<TypoCandidate>>,
}

impl Matcher<'_> {
    /// Fills `scratch.docs` and the match data of each document.
    pub fn run(&self, query: &Query, scratch: &mut Scratch) -> tantivy::Result<()> {
        scratch.fit(self.segment.max_doc() as usize);
        let whole = Whole {
            weight: query.units().map(|it| it.weight).sum(),
            naming: query.units().map(|it| it.naming).sum(),
        };
        for group in &query.groups {
            for unit in &group.units {
                self.unit(unit, &whole, scratch)?;
            }
            if self.is_deep && !group.grams.is_empty() {
                self.grams(group, &whole, scratch)?;
            }
            for doc in scratch.group_docs.drain(..) {
                let found = std::mem::take(&mut scratch.group[doc as usize]);
                let total = &mut scratch.total[doc as usize];
                if total.coverage == 0.0 {
                    scratch.docs.push(doc);
                }
                total.add(found);
            }
        }
        self.tones(query, scratch)?;
        if query.has_words() {
            scratch.docs.retain(|&doc| {
                let total = &mut scratch.total[doc as usize];
                let has_words = total.words_share > 0.0;
                if !has_words {
                    *total = MatchScore::default();
                }
                has_words
            });
        }
        Ok(())
    }

    /// Tones are a preference: they are typed by few, and written in several ways.
    fn tones(&self, query: &Query, scratch: &mut Scratch) -> tantivy::Result<()> {
        for tone in &query.tones {
            let index_terms = match tone {
                TypedTone::Whole(key) => vec![key.clone()],
                TypedTone::Begins(key) => self.beginnings(self.fields.key, key)?,
            };
            for key in &index_terms {
                self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
            }
            let docs = std::mem::take(&mut scratch.count_docs);
            for &doc in &docs {
                scratch.counts[doc as usize] = 0.0;
                let total = &mut scratch.total[doc as usize];
                if total.coverage > 0.0 {
                    total.tones += 1.0 / query.tones.len() as f32;
                }
            }
            scratch.count_docs = docs;
            scratch.count_docs.clear();
        }
        Ok(())
    }

    fn unit(&self, unit: &QueryTerm, whole: &Whole, scratch: &mut Scratch) -> tantivy::Result<()> {
        for way in &unit.alternatives {
            (scratch.is_literal, scratch.naming) = (unit.is_literal(way), way.naming);
            self.way(way, scratch)?;
        }
        (scratch.is_literal, scratch.naming) = (false, 1.0);
        for candidate in unit.typed.as_ref().and_then(|it| self.typo_candidates.get(it)).into_iter().flatten()
        {
            self.word(&heuan_lao_text::stem(&candidate.surface), candidate.match_weight, scratch)?;
        }
        for doc in scratch.unit_docs.drain(..) {
            let it = std::mem::take(&mut scratch.unit[doc as usize]);
            let group = &mut scratch.group[doc as usize];
            if group.coverage == 0.0 {
                scratch.group_docs.push(doc);
            }
            group.add(MatchScore {
                coverage: it.match_weight * unit.weight / whole.weight,
                named: it.named * unit.naming / whole.naming,
                words_share: if unit.is_number { 0.0 } else { it.match_weight },
                words: unit.weight * (it.name + it.brand + it.body + it.attributes),
                head: unit.weight * it.head / whole.weight,
                agreeing: if it.languages.count_ones() > 1 { unit.weight / whole.weight } else { 0.0 },
                tones: 0.0,
                is_literal: it.is_literal,
            });
        }
        Ok(())
    }

    fn way(&self, way: &Alternative, scratch: &mut Scratch) -> tantivy::Result<()> {
        match &way.what {
            TermMatcher::Word(word) => self.word(word, way.match_weight, scratch),
            TermMatcher::All { words, index_terms } => {
                let language = if words.is_empty() { language::LAO } else { language::OTHER };
                for is_named in [false, true] {
                    for word in words {
                        let mut documents = Vec::new();
                        for (field, place) in self::words(self.fields) {
                            if !is_named || place.is_named() {
                                self.each(field, word, |doc| documents.push(doc))?;
                            }
                        }
                        documents.sort_unstable();
                        documents.dedup();
                        for doc in documents {
                            scratch.count(doc, 1.0);
                        }
                    }
                    for key in index_terms {
                        self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                    }
                    let wanted = (words.len() + index_terms.len()) as f32;
                    scratch.take_counted(wanted, way.match_weight, language, is_named);
                }
                Ok(())
            }
            TermMatcher::Keys(index_terms) => {
                for key in index_terms {
                    self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                }
                let begins = |marks: &[char]| index_terms.first().is_some_and(|key| key.starts_with(marks));
                let is_head = begins(&[term_prefix::HEAD, term_prefix::ROMAN_HEAD, term_prefix::KIND]);
                // The word itself already has its BM25 score.
                let idf = if begins(&[term_prefix::KIND]) { 0.0 } else { self.max_term_idf(index_terms) };
                let is_lao = !begins(&[term_prefix::KIND, term_prefix::CODE, term_prefix::EDGE]);
                let language = if is_lao { language::LAO } else { language::NONE };
                let worth = TermScore { match_weight: way.match_weight, idf, is_head, language };
                self.take_terms(index_terms.len() as f32, worth, scratch)
            }
            TermMatcher::Together(key) => {
                self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                let is_head = key.starts_with(term_prefix::ROMAN_HEAD);
                self.take_terms(
                    1.0,
                    TermScore { match_weight: way.match_weight, idf: 0.0, is_head, language: language::LAO },
                    scratch,
                )
            }
            TermMatcher::Some(index_terms) if self.is_deep => {
                for key in index_terms {
                    self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                }
                scratch.take_some(index_terms.len() as f32, way.match_weight);
                Ok(())
            }
            TermMatcher::Some(_) => Ok(()),
            TermMatcher::WordBegins(beginning) => {
                self.begins(&[self.fields.surface], beginning, way.match_weight, scratch)
            }
            TermMatcher::CodeBegins(beginning) => {
                self.begins(&[self.fields.name_la, self.fields.name_en], beginning, way.match_weight, scratch)
            }
            TermMatcher::KeyBegins(beginning) => {
                let index_terms = self.beginnings(self.fields.key, beginning)?;
                for key in &index_terms {
                    self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                }
                let worth = TermScore {
                    match_weight: way.match_weight,
                    idf: self.max_term_idf(&index_terms),
                    is_head: beginning.starts_with(term_prefix::HEAD),
                    language: language::LAO,
                };
                self.take_terms(1.0, worth, scratch)
            }
        }
    }

    /// Keys have no BM25 of their own: they score like a word of the Lao name with the frequency of their rarest key.
    fn take_terms(&self, wanted: f32, worth: TermScore, scratch: &mut Scratch) -> tantivy::Result<()> {
        let lengths = self.segment.get_fieldnorms_reader(self.fields.name_la)?;
        let sure = rank::KEY * worth.match_weight.powi(rank::DERIVATION_DISCOUNT) * worth.idf;
        let docs = std::mem::take(&mut scratch.count_docs);
        for &doc in &docs {
            if std::mem::take(&mut scratch.counts[doc as usize]) < wanted {
                continue;
            }
            scratch.find(doc, worth.match_weight, worth.language, true);
            let score = sure * saturation(1, &lengths, doc, self.statistics.average[0], rank::KEY_B);
            let it = &mut scratch.unit[doc as usize];
            it.name = it.name.max(score);
            if worth.is_head {
                it.head = it.head.max(worth.match_weight);
            }
        }
        scratch.count_docs = docs;
        scratch.count_docs.clear();
        Ok(())
    }

    fn max_term_idf(&self, index_terms: &[String]) -> f32 {
        let idf = index_terms.iter().take(4).map(|key| self.statistics.idf(self.fields.key, key));
        idf.fold(0.0, f32::max)
    }

    fn index(&self, field: Field) -> tantivy::Result<std::sync::Arc<InvertedIndexReader>> {
        self.segment.inverted_index(field)
    }

    fn each(&self, field: Field, text: &str, mut found: impl FnMut(DocId)) -> tantivy::Result<()> {
        let index = self.index(field)?;
        let term = Term::from_field_text(field, text);
        let Some(mut postings) = index.read_postings(&term, IndexRecordOption::Basic)? else { return Ok(()) };
        let mut doc = postings.doc();
        while doc != TERMINATED {
            found(doc);
            doc = postings.advance();
        }
        Ok(())
    }

    fn word(&self, word: &str, match_weight: f32, scratch: &mut Scratch) -> tantivy::Result<()> {
        for ((field, place), average) in words(self.fields).into_iter().zip(self.statistics.average) {
            let index = self.index(field)?;
            let term = Term::from_field_text(field, word);
            let Some(info) = index.get_term_info(&term)? else { continue };
            let option = if place == FieldGroup::Name {
                IndexRecordOption::WithFreqsAndPositions
            } else {
                IndexRecordOption::WithFreqs
            };
            let mut postings = index.read_postings_from_terminfo(&info, option)?;
            let sure = match_weight.powi(rank::DERIVATION_DISCOUNT) * self.statistics.idf(field, word);
            let dilution = if place == FieldGroup::Body { rank::BODY_B } else { rank::B };
            let lengths = self.segment.get_fieldnorms_reader(field)?;
            let language = match place {
                FieldGroup::Name if field == self.fields.name_la => language::LAO,
                FieldGroup::Name => language::OTHER,
                _ => language::NONE,
            };
            let mut positions = Vec::new();
            let mut doc = postings.doc();
            while doc != TERMINATED {
                let score = sure * saturation(postings.term_freq(), &lengths, doc, average, dilution);
                let worth = if place == FieldGroup::Attributes {
                    match_weight * rank::ATTRIBUTES_CREDIT
                } else {
                    match_weight
                };
                scratch.find(doc, worth, language, place.is_named());
                let it = &mut scratch.unit[doc as usize];
                match place {
                    FieldGroup::Name => {
                        postings.positions(&mut positions);
                        let first = positions.first().copied().unwrap_or(99) as f32;
                        it.name = it.name.max(rank::NAME * score);
                        // The head noun is last in an English name and first in a Lao one.
                        if field == self.fields.name_la {
                            it.head = it.head.max(match_weight / (1.0 + first));
                        }
                    }
                    FieldGroup::Brand => it.brand = it.brand.max(rank::BRAND * score),
                    FieldGroup::Body => it.body = it.body.max(rank::BODY * score),
                    FieldGroup::Attributes => it.attributes = it.attributes.max(rank::ATTRIBUTES * score),
                }
                doc = postings.advance();
            }
        }
        Ok(())
    }

    fn begins(
        &self,
        fields: &[Field],
        beginning: &str,
        match_weight: f32,
        scratch: &mut Scratch,
    ) -> tantivy::Result<()> {
        for &field in fields {
            for word in self.beginnings(field, beginning)? {
                self.each(field, &word, |doc| scratch.find(doc, match_weight, language::NONE, true))?;
            }
        }
        Ok(())
    }

    fn beginnings(&self, field: Field, beginning: &str) -> tantivy::Result<Vec<String>> {
        let index = self.index(field)?;
        let mut terms = index.terms().range().ge(beginning).into_stream()?;
        let mut out = Vec::new();
        while out.len() < MOST_BEGINNINGS && terms.advance() {
            match std::str::from_utf8(terms.key()) {
                Ok(term) if term.starts_with(beginning) => out.push(term.to_owned()),
                _ => break,
            }
        }
        Ok(out)
    }

    /// Matches the group by its share of letter bigrams and trigrams, weighted by rarity.
    fn grams(&self, group: &Group, whole: &Whole, scratch: &mut Scratch) -> tantivy::Result<()> {
        let mut all = 0.0;
        for ngram in &group.grams {
            let idf = self.statistics.idf(self.fields.ngram, ngram);
            all += idf;
            self.each(self.fields.ngram, ngram, |doc| scratch.count(doc, idf))?;
        }
        let weight: f32 = group.units.iter().map(|it| it.weight).sum::<f32>() / whole.weight;
        let naming: f32 = group.units.iter().map(|it| it.naming).sum::<f32>() / whole.naming;
        let docs = std::mem::take(&mut scratch.count_docs);
        for &doc in &docs {
            let overlap = std::mem::take(&mut scratch.counts[doc as usize]) / all;
            if overlap < FEWEST_GRAMS {
                continue;
            }
            let found = &mut scratch.group[doc as usize];
            if found.coverage == 0.0 {
                scratch.group_docs.push(doc);
            }
            found.words_share = found.words_share.max(overlap);
            found.coverage = found.coverage.max(GRAMS * overlap * weight);
            found.named = found.named.max(GRAMS * overlap * naming);
        }
        scratch.count_docs = docs;
        scratch.count_docs.clear();
        Ok(())
    }
}

impl Scratch {
    fn find(&mut self, doc: DocId, match_weight: f32, language: u8, is_named: bool) {
        let it = &mut self.unit[doc as usize];
        if it.match_weight == 0.0 {
            self.unit_docs.push(doc);
        }
        it.match_weight = it.match_weight.max(match_weight);
        if is_named {
            it.named = it.named.max(match_weight * self.naming);
            it.is_literal |= self.is_literal;
        }
        it.languages |= language;
    }

    fn count(&mut self, doc: DocId, by: f32) {
        let it = &mut self.counts[doc as usize];
        if *it == 0.0 {
            self.count_docs.push(doc);
        }
        *it += by;
    }

    /// Credits each counted document in proportion to its count, and resets the counts.
    fn take_some(&mut self, wanted: f32, match_weight: f32) {
        let docs = std::mem::take(&mut self.count_docs);
        for &doc in &docs {
            let coverage = std::mem::take(&mut self.counts[doc as usize]) / wanted;
            self.find(doc, match_weight * coverage, language::LAO, true);
        }
        self.count_docs = docs;
        self.count_docs.clear();
    }

    /// Credits documents counted `wanted` times, and resets the counts.
    fn take_counted(&mut self, wanted: f32, match_weight: f32, language: u8, is_named: bool) {
        let docs = std::mem::take(&mut self.count_docs);
        for &doc in &docs {
            if std::mem::take(&mut self.counts[doc as usize]) >= wanted {
                self.find(doc, match_weight, language, is_named);
            }
        }
        self.count_docs = docs;
        self.count_docs.clear();
    }
}

/// BM25 term-frequency saturation with length normalization.
fn saturation(times: u32, lengths: &FieldNormReader, doc: DocId, average: f32, dilution: f32) -> f32 {
    let times = times as f32;
    let length = lengths.fieldnorm(doc) as f32 / average;
    times * (rank::K1 + 1.0) / (times + rank::K1 * (1.0 - dilution + dilution * length))
}
