//! Typo tolerance: candidates for query words that match nothing.

use std::collections::{BTreeSet, HashMap};

use tantivy::{Searcher, Term, query::FuzzyTermQuery};

use crate::{
    fields::Fields,
    query::{Query, QueryTerm, TermMatcher},
    statistics::Statistics,
};

/// Maximum candidates per word.
const MAX_CANDIDATES: usize = 8;
/// Maximum candidates compared by frequency.
const MAX_COMPARED: usize = 200;
/// Minimum letters for an edit distance of 2.
const MIN_LENGTH_FOR_TWO_EDITS: usize = 9;
/// Match weight of the most likely candidate, and of the others.
const LIKELIEST: f32 = 0.8;
const OTHERS: f32 = 0.74;
/// A term matched with at least this match weight is not corrected.
const AS_TYPED: f32 = 0.8;

/// An unstemmed word of a name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypoCandidate {
    pub surface: String,
    pub match_weight: f32,
}

/// Candidates for every query word without an exact match, most likely first: smallest edit distance, then highest
/// frequency.
pub(crate) fn typo_candidates(
    query: &Query,
    searcher: &Searcher,
    fields: &Fields,
    statistics: &Statistics<'_>,
) -> tantivy::Result<HashMap<String, Vec<TypoCandidate>>> {
    let mut out = HashMap::new();
    for unit in query.units() {
        let Some(typed) = &unit.typed else { continue };
        if !out.contains_key(typed) && !is_anywhere(unit, fields, statistics) {
            out.insert(typed.clone(), near(typed, searcher, fields, statistics)?);
        }
    }
    Ok(out)
}

fn is_anywhere(unit: &QueryTerm, fields: &Fields, statistics: &Statistics<'_>) -> bool {
    let words = [fields.name_la, fields.name_en, fields.brand_words, fields.body, fields.attributes];
    unit.alternatives.iter().filter(|it| it.match_weight >= AS_TYPED).any(|it| match &it.what {
        TermMatcher::Word(word) => words.iter().any(|&field| statistics.frequency(field, word) > 0),
        TermMatcher::Keys(index_terms) => {
            index_terms.iter().all(|key| statistics.frequency(fields.key, key) > 0)
        }
        TermMatcher::All { words: all, index_terms } => {
            all.iter().all(|word| words.iter().any(|&field| statistics.frequency(field, word) > 0))
                && index_terms.iter().all(|key| statistics.frequency(fields.key, key) > 0)
        }
        _ => false,
    })
}

fn near(
    typed: &str,
    searcher: &Searcher,
    fields: &Fields,
    statistics: &Statistics<'_>,
) -> tantivy::Result<Vec<TypoCandidate>> {
    let max_edits = if typed.chars().count() >= MIN_LENGTH_FOR_TWO_EDITS { 2 } else { 1 };
    for edits in 1..=max_edits {
        let mut found = BTreeSet::new();
        for segment in searcher.segment_readers() {
            let query = FuzzyTermQuery::new(Term::from_field_text(fields.surface, typed), edits, true);
            let index = segment.inverted_index(fields.surface)?;
            let mut terms = index.terms().search(query.automaton()?).into_stream()?;
            while found.len() < MAX_COMPARED && terms.advance() {
                found.extend(std::str::from_utf8(terms.key()).ok().map(str::to_owned));
            }
        }
        let mut found: Vec<(bool, u64, String)> = found
            .into_iter()
            .map(|surface| {
                let is_other = surface.chars().next() != typed.chars().next();
                (is_other, u64::MAX - statistics.frequency(fields.surface, &surface), surface)
            })
            .collect();
        if found.is_empty() {
            continue;
        }
        found.sort();
        let credits = std::iter::once(LIKELIEST).chain(std::iter::repeat(OTHERS));
        let typo_candidates = found.into_iter().zip(credits).take(MAX_CANDIDATES);
        return Ok(typo_candidates
            .map(|((.., surface), match_weight)| TypoCandidate { surface, match_weight })
            .collect());
    }
    Ok(vec![])
}
