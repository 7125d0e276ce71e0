//! Posting lists of words, keys and beginnings.

use std::sync::Arc;

use tantivy::{
    DocId, DocSet, InvertedIndexReader, TERMINATED,
    postings::{Postings, TermInfo},
    schema::{Field, IndexRecordOption},
};

use super::Matcher;
use crate::{
    rank,
    scratch::{TermScratch, language},
    statistics::{FieldGroup, Saturation, words},
};

/// Maximum number of expansions of the query's last word as a prefix.
const MAX_PREFIX_EXPANSIONS: usize = 200;

/// A posting list of a word in one field, with the score of its matches.
struct WordList<'a> {
    info: &'a TermInfo,
    match_weight: f32,
    /// The idf, reduced for a derived variant.
    sure: f32,
    saturation: Saturation<'a>,
}

impl Matcher<'_> {
    pub(super) fn index(&self, field: Field) -> tantivy::Result<Arc<InvertedIndexReader>> {
        self.segment.inverted_index(field)
    }

    pub(super) fn each(&self, field: Field, text: &str, found: impl FnMut(DocId)) -> tantivy::Result<()> {
        let index = self.index(field)?;
        match index.terms().get(text)? {
            Some(info) => each_of(&index, &info, found),
            None => Ok(()),
        }
    }

    pub(super) fn word(
        &self,
        word: &str,
        match_weight: f32,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        for (at, (field, place)) in words(self.fields).into_iter().enumerate() {
            let index = self.index(field)?;
            let Some(info) = index.terms().get(word)? else { continue };
            let list = WordList {
                info: &info,
                match_weight,
                sure: match_weight.powi(rank::DERIVATION_DISCOUNT) * self.statistics.idf(field, word),
                saturation: self.statistics.of_words(self.segment, at, field, place)?,
            };
            match place {
                FieldGroup::Name if field == self.fields.name_la => list.of_lao_name(&index, scratch)?,
                _ => list.of_other(&index, place, scratch)?,
            }
        }
        Ok(())
    }

    pub(super) fn begins(
        &self,
        fields: &[Field],
        beginning: &str,
        match_weight: f32,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        for &field in fields {
            let index = self.index(field)?;
            for (_, info) in self.beginnings(field, beginning)? {
                each_of(&index, &info, |doc| {
                    scratch.add_match(doc, match_weight, language::NONE, true);
                })?;
            }
        }
        Ok(())
    }

    /// The terms with this prefix, with their posting lists.
    pub(super) fn beginnings(
        &self,
        field: Field,
        beginning: &str,
    ) -> tantivy::Result<Vec<(String, TermInfo)>> {
        let index = self.index(field)?;
        let mut terms = index.terms().range().ge(beginning).into_stream()?;
        let mut out = Vec::new();
        while out.len() < MAX_PREFIX_EXPANSIONS && terms.advance() {
            match std::str::from_utf8(terms.key()) {
                Ok(term) if term.starts_with(beginning) => out.push((term.to_owned(), terms.value().clone())),
                _ => break,
            }
        }
        Ok(out)
    }
}

impl WordList<'_> {
    /// Adds the matches of the Lao name with their positions. The head noun is first in a Lao name and last in an English
    /// one, so positions of other names are not read.
    fn of_lao_name(self, index: &InvertedIndexReader, scratch: &mut TermScratch) -> tantivy::Result<()> {
        let option = IndexRecordOption::WithFreqsAndPositions;
        let mut postings = index.read_postings_from_terminfo(self.info, option)?;
        let mut positions = Vec::new();
        let mut doc = postings.doc();
        while doc != TERMINATED {
            let score = self.sure * self.saturation.of(doc, postings.term_freq());
            postings.positions(&mut positions);
            let first = positions.first().copied().unwrap_or(99) as f32;
            let it = scratch.add_match(doc, self.match_weight, language::LAO, true);
            it.name = it.name.max(rank::NAME * score);
            it.head = it.head.max(self.match_weight / (1.0 + first));
            doc = postings.advance();
        }
        Ok(())
    }

    fn of_other(
        self,
        index: &InvertedIndexReader,
        place: FieldGroup,
        scratch: &mut TermScratch,
    ) -> tantivy::Result<()> {
        let language = if place == FieldGroup::Name { language::OTHER } else { language::NONE };
        let factor = if place == FieldGroup::Attributes { rank::ATTRIBUTES_CREDIT } else { 1.0 };
        let mut block = index.read_block_postings_from_terminfo(self.info, IndexRecordOption::WithFreqs)?;
        while !block.docs().is_empty() {
            for (&doc, &times) in block.docs().iter().zip(block.freqs()) {
                let score = self.sure * self.saturation.of(doc, times);
                let it = scratch.add_match(doc, self.match_weight * factor, language, place.is_named());
                match place {
                    FieldGroup::Name => it.name = it.name.max(rank::NAME * score),
                    FieldGroup::Brand => it.brand = it.brand.max(rank::BRAND * score),
                    FieldGroup::Body => it.body = it.body.max(rank::BODY * score),
                    FieldGroup::Attributes => it.attributes = it.attributes.max(rank::ATTRIBUTES * score),
                }
            }
            block.advance();
        }
        Ok(())
    }
}

pub(super) fn each_of(
    index: &InvertedIndexReader,
    info: &TermInfo,
    mut found: impl FnMut(DocId),
) -> tantivy::Result<()> {
    let mut block = index.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    while !block.docs().is_empty() {
        block.docs().iter().for_each(|&doc| found(doc));
        block.advance();
    }
    Ok(())
}
