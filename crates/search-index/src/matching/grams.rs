//! Matches a group of terms by its share of letter bigrams and trigrams, weighted by rarity.

use tantivy::{DocSet, InvertedIndexReader, postings::TermInfo, schema::IndexRecordOption};

use super::{Matcher, Whole, lists::each_of};
use crate::{doc_map::DocMap, query::Group, rank::MatchScore, scratch::TermScratch};

/// Match weight of a group whose n-grams all match.
const GRAMS: f32 = 0.8;
/// Minimum coverage of a group's n-grams that counts as a match, and minimum for a group in Latin letters, which may not
/// be Lao: half of `laptop` is in many names.
const MIN_GRAM_COVERAGE: f32 = 0.5;
const MIN_ROMAN_GRAM_COVERAGE: f32 = 0.7;
/// Tolerance for rounding, because sums are added in different orders.
const ROUNDING: f32 = 0.999;
/// Cost of looking for one product in a posting list, in products read from it.
const SEEK: usize = 8;

impl Group {
    fn min_gram_coverage(&self) -> f32 {
        if self.is_roman() { MIN_ROMAN_GRAM_COVERAGE } else { MIN_GRAM_COVERAGE }
    }
}

impl Matcher<'_> {
    pub(super) fn grams(
        &self,
        group: &Group,
        whole: &Whole,
        scratch: &mut TermScratch,
        found: &mut DocMap<MatchScore>,
    ) -> tantivy::Result<()> {
        let all = self.count_grams(group, scratch)?;
        let weight: f32 = group.units.iter().map(|it| it.weight).sum::<f32>() / whole.weight;
        let naming: f32 = group.units.iter().map(|it| it.naming).sum::<f32>() / whole.naming;
        let least = group.min_gram_coverage();
        let counts = std::mem::take(&mut scratch.counts);
        for (doc, count) in counts.iter() {
            let overlap = count / all;
            if overlap < least {
                continue;
            }
            let found = found.entry(doc);
            found.words_share = found.words_share.max(overlap);
            found.coverage = found.coverage.max(GRAMS * overlap * weight);
            found.named = found.named.max(GRAMS * overlap * naming);
        }
        scratch.put_back(counts);
        Ok(())
    }

    /// Counts the weight of the n-grams that a product has, and returns the weight of all. The rarest are read first: a
    /// product that has none of them is not counted once the weight of the others is too small.
    fn count_grams(&self, group: &Group, scratch: &mut TermScratch) -> tantivy::Result<f32> {
        let index = self.index(self.fields.ngram)?;
        let (mut all, mut lists) = (0.0, Vec::new());
        for ngram in &group.grams {
            let idf = self.statistics.idf(self.fields.ngram, ngram);
            all += idf;
            lists.extend(index.terms().get(ngram)?.map(|info| (idf, info)));
        }
        lists.sort_by(|one, other| other.0.total_cmp(&one.0));
        let needed = group.min_gram_coverage() * ROUNDING * all;
        let mut left: f32 = lists.iter().map(|(idf, _)| idf).sum();
        for (idf, info) in &lists {
            if left >= needed {
                each_of(&index, info, |doc| scratch.count(doc, *idf))?;
            } else {
                scratch.counts.retain(|&count| count + left >= needed);
                count_known(&index, info, *idf, &mut scratch.counts)?;
            }
            left -= idf;
        }
        Ok(all)
    }
}

/// Counts an n-gram of the products that are already counted.
fn count_known(
    index: &InvertedIndexReader,
    info: &TermInfo,
    idf: f32,
    counts: &mut DocMap<f32>,
) -> tantivy::Result<()> {
    if counts.docs().len() * SEEK >= info.doc_freq as usize {
        return each_of(index, info, |doc| {
            if let Some(count) = counts.get_mut(doc) {
                *count += idf;
            }
        });
    }
    let mut known = counts.docs().to_vec();
    known.sort_unstable();
    let mut postings = index.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    for doc in known {
        if postings.doc() < doc && postings.seek(doc) == doc || postings.doc() == doc {
            *counts.entry(doc) += idf;
        }
    }
    Ok(())
}
