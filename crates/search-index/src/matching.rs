//! Matches a query against the products of one segment and computes coverage and BM25.
//!
//! Each variant of a term is a posting list. The lists are read one after the other into a map by document. No list has to
//! be sorted or merged, and the cost of a common word is the length of its list.

mod grams;
mod lists;

use std::collections::HashMap;

use tantivy::{DocId, InvertedIndexReader, SegmentReader, postings::TermInfo};

use crate::{
    doc_map::DocMap,
    fields::{Fields, term_prefix},
    query::{Alternative, Query, QueryTerm, TermMatcher, TypedTone},
    rank::{self, MatchScore},
    scratch::{TermScratch, language},
    statistics::{self, Saturation, Statistics},
    typo::TypoCandidate,
};
use lists::each_of;

/// Sums over all terms of the query.
struct Whole {
    weight: f32,
    naming: f32,
}

/// Score of a product with the index terms.
#[derive(Clone, Copy)]
struct TermScore {
    match_weight: f32,
    /// Keys have no BM25 of their own: they score like a word of the Lao name with the frequency of their rarest key.
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
    /// Fills `found` with the match data of each matching document.
    pub fn run(
        &self,
        query: &Query,
        scratch: &mut TermScratch,
        found: &mut DocMap<MatchScore>,
    ) -> tantivy::Result<()> {
        let whole = Whole {
            weight: query.units().map(|it| it.weight).sum(),
            naming: query.units().map(|it| it.naming).sum(),
        };
        for group in &query.groups {
            if !self.is_deep || group.grams.is_empty() {
                group.units.iter().try_for_each(|unit| self.unit(unit, &whole, scratch, found))?;
                continue;
            }
            let mut of_group = std::mem::take(&mut scratch.group);
            group.units.iter().try_for_each(|unit| self.unit(unit, &whole, scratch, &mut of_group))?;
            self.grams(group, &whole, scratch, &mut of_group)?;
            of_group.iter().for_each(|(doc, it)| found.entry(doc).add(it));
            of_group.clear();
            scratch.group = of_group;
        }
        self.tones(query, scratch, found)?;
        self.romanized(query, scratch, found)?;
        if query.has_words() && query.units().any(|it| it.is_number) {
            found.retain(|it| it.words_share > 0.0);
        }
        Ok(())
    }

    /// Scores the tones. They are only a preference, because few people type them, and they are written in
    /// several ways.
    fn tones(
        &self,
        query: &Query,
        scratch: &mut TermScratch,
        found: &mut DocMap<MatchScore>,
    ) -> tantivy::Result<()> {
        for tone in &query.tones {
            match tone {
                TypedTone::Whole(key) => self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?,
                TypedTone::Begins(key) => {
                    let lists = self.beginnings(self.fields.key, key)?;
                    let index = self.index(self.fields.key)?;
                    for (_, info) in &lists {
                        each_of(&index, info, |doc| scratch.count(doc, 1.0))?;
                    }
                }
            }
            for (doc, _) in scratch.counts.iter() {
                if let Some(total) = found.get_mut(doc) {
                    total.tones += 1.0 / query.tones.len() as f32;
                }
            }
            scratch.counts.clear();
        }
        Ok(())
    }

    /// The usual spelling of a romanized syllable is a preference: `k` is ກ, and ຂ or ຄ as well for those who write no `kh`. Of one
    /// syllable, names that fit less are after the others, and none is before what is found in other ways, such as English words
    /// that begin so. Of several, names that have them are first.
    fn romanized(
        &self,
        query: &Query,
        scratch: &mut TermScratch,
        found: &mut DocMap<MatchScore>,
    ) -> tantivy::Result<()> {
        let count = query.romanized.len();
        for syllable in &query.romanized {
            let mut best_fit = 0.0_f32;
            for (key, fit) in syllable {
                if self.statistics.frequency(self.fields.key, key) == 0 {
                    continue;
                }
                best_fit = best_fit.max(*fit);
                self.each(self.fields.key, key, |doc| {
                    let fit_of_name = scratch.counts.entry(doc);
                    *fit_of_name = fit_of_name.max(*fit);
                })?;
            }
            let neutral_fit = if count == 1 { best_fit } else { 0.0 };
            for (doc, fit) in scratch.counts.iter() {
                if let Some(total) = found.get_mut(doc) {
                    total.spelling_fit += (fit - neutral_fit) / count as f32;
                }
            }
            scratch.counts.clear();
        }
        Ok(())
    }

    /// Adds the matches of one term to `found`.
    fn unit(
        &self,
        unit: &QueryTerm,
        whole: &Whole,
        scratch: &mut TermScratch,
        found: &mut DocMap<MatchScore>,
    ) -> tantivy::Result<()> {
        for alternative in &unit.alternatives {
            (scratch.is_literal, scratch.naming) = (unit.is_literal(alternative), alternative.naming);
            self.alternative(alternative, scratch)?;
        }
        (scratch.is_literal, scratch.naming) = (false, 1.0);
        for candidate in unit.typed.as_ref().and_then(|it| self.typo_candidates.get(it)).into_iter().flatten()
        {
            self.word(&heuan_lao_text::stem(&candidate.surface), candidate.match_weight, scratch)?;
        }
        for (doc, it) in scratch.unit.iter() {
            found.entry(doc).add(MatchScore {
                coverage: it.match_weight * unit.weight / whole.weight,
                named: it.named * unit.naming / whole.naming,
                words_share: if unit.is_number { 0.0 } else { it.match_weight },
                words: unit.weight * (it.name + it.brand + it.body + it.attributes),
                head: unit.weight * it.head / whole.weight,
                agreeing: if it.languages.count_ones() > 1 { unit.weight / whole.weight } else { 0.0 },
                tones: 0.0,
                spelling_fit: 0.0,
                is_literal: it.is_literal,
            });
        }
        scratch.unit.clear();
        Ok(())
    }

    fn alternative(&self, alternative: &Alternative, scratch: &mut TermScratch) -> tantivy::Result<()> {
        match &alternative.what {
            TermMatcher::Word(word) => self.word(word, alternative.match_weight, scratch),
            TermMatcher::All { words, index_terms } => {
                let language = if words.is_empty() { language::LAO } else { language::OTHER };
                for is_named in [false, true] {
                    for word in words {
                        let mut documents = Vec::new();
                        for (field, place) in statistics::words(self.fields) {
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
                    scratch.take_counted(wanted, alternative.match_weight, language, is_named);
                }
                Ok(())
            }
            TermMatcher::Keys(index_terms) => {
                let begins = |marks: &[char]| index_terms.first().is_some_and(|key| key.starts_with(marks));
                let is_head = begins(&[term_prefix::HEAD, term_prefix::ROMAN_HEAD, term_prefix::KIND]);
                // The word itself already has its BM25 score.
                let idf =
                    if begins(&[term_prefix::KIND]) { 0.0 } else { self.max_term_idf(index_terms.iter()) };
                let is_lao =
                    !begins(&[term_prefix::KIND, term_prefix::CODE, term_prefix::EDGE, term_prefix::PRODUCT]);
                let language = if is_lao { language::LAO } else { language::NONE };
                let worth = TermScore { match_weight: alternative.match_weight, idf, is_head, language };
                self.all_terms(index_terms, worth, scratch)
            }
            TermMatcher::Together(key) => {
                let is_head = key.starts_with(term_prefix::ROMAN_HEAD);
                let match_weight = alternative.match_weight;
                let worth = TermScore { match_weight, idf: 0.0, is_head, language: language::LAO };
                self.all_terms(std::slice::from_ref(key), worth, scratch)
            }
            TermMatcher::Some(index_terms) if self.is_deep => {
                for key in index_terms {
                    self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
                }
                scratch.take_some(index_terms.len() as f32, alternative.match_weight);
                Ok(())
            }
            TermMatcher::Some(_) => Ok(()),
            TermMatcher::WordBegins(beginning) => {
                self.begins(&[self.fields.surface], beginning, alternative.match_weight, scratch)
            }
            TermMatcher::CodeBegins(beginning) => self.begins(
                &[self.fields.name_la, self.fields.name_en],
                beginning,
                alternative.match_weight,
                scratch,
            ),
            TermMatcher::KeyBegins(beginning) => {
                self.key_begins(beginning, alternative.match_weight, scratch)
            }
        }
    }

    fn key_begins(
        &self,
        beginning: &str,
        match_weight: f32,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        let lists = self.beginnings(self.fields.key, beginning)?;
        let worth = TermScore {
            match_weight,
            idf: self.max_term_idf(lists.iter().map(|(key, _)| key)),
            is_head: beginning.starts_with(term_prefix::HEAD),
            language: language::LAO,
        };
        let index = self.index(self.fields.key)?;
        if let [(_, info)] = &lists[..] {
            return self.take_list(&index, info, worth, scratch);
        }
        for (_, info) in &lists {
            each_of(&index, info, |doc| scratch.count(doc, 1.0))?;
        }
        self.take_terms(1.0, worth, scratch)
    }

    /// Credits the products that have all of these keys.
    fn all_terms(
        &self,
        index_terms: &[String],
        worth: TermScore,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        if let [one] = index_terms {
            let index = self.index(self.fields.key)?;
            return match index.terms().get(one)? {
                Some(info) => self.take_list(&index, &info, worth, scratch),
                None => Ok(()),
            };
        }
        for key in index_terms {
            self.each(self.fields.key, key, |doc| scratch.count(doc, 1.0))?;
        }
        self.take_terms(index_terms.len() as f32, worth, scratch)
    }

    /// Credits the products of one posting list.
    fn take_list(
        &self,
        index: &InvertedIndexReader,
        info: &TermInfo,
        worth: TermScore,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        let saturation = self.statistics.of_keys(self.segment, self.fields)?;
        each_of(index, info, |doc| worth.add_to(doc, &saturation, scratch))
    }

    /// Credits the products counted `wanted` times, and resets the counts.
    fn take_terms(&self, wanted: f32, worth: TermScore, scratch: &mut TermScratch) -> tantivy::Result<()> {
        let saturation = self.statistics.of_keys(self.segment, self.fields)?;
        let counts = std::mem::take(&mut scratch.counts);
        for (doc, _) in counts.iter().filter(|(_, count)| *count >= wanted) {
            worth.add_to(doc, &saturation, scratch);
        }
        scratch.put_back(counts);
        Ok(())
    }

    fn max_term_idf<'a>(&self, index_terms: impl Iterator<Item = &'a String>) -> f32 {
        index_terms.take(4).map(|key| self.statistics.idf(self.fields.key, key)).fold(0.0, f32::max)
    }
}

impl TermScore {
    fn add_to(self, doc: DocId, saturation: &Saturation<'_>, scratch: &mut TermScratch) {
        let sure = rank::KEY * self.match_weight.powi(rank::DERIVATION_DISCOUNT) * self.idf;
        let it = scratch.add_match(doc, self.match_weight, self.language, true);
        it.name = it.name.max(sure * saturation.of(doc, 1));
        if self.is_head {
            it.head = it.head.max(self.match_weight);
        }
    }
}
