//! Executes a search: from the query text to one page of products.

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::{Searcher, SegmentReader, TantivyDocument, schema::Value as _};

use crate::{
    Index, Result,
    collector::{Facets, SearchCollector, Thresholds},
    doc_map::DocMap,
    fields::Reading,
    highlight::{Span, highlight},
    matching::Matcher,
    query::Query,
    rank::MatchScore,
    request::{Filter, SearchRequest, Sort},
    scratch::Scratch,
    statistics::Statistics,
    synonyms::Synonyms,
    typo::TypoCandidate,
    vocabulary::Vocabulary,
};

/// Coverage from which a product counts as a full match.
const FULL_MATCH_COVERAGE: f32 = 0.7;
/// With at least this many full matches, partial matches are not shown.
const MIN_FULL_MATCHES: usize = 10;
/// With at least this many exact matches, typo tolerance is skipped.
const FUZZY_FALLBACK_BELOW: usize = 5;
/// Minimum coverage to be shown, relative to the best coverage found.
const MIN_COVERAGE: f32 = 0.7;
/// Absolute minimum coverage: a match of a quarter of the query or less is not shown.
const MIN_ABSOLUTE_COVERAGE: f32 = 0.25;
/// If the name of a product matches the query, products of other groups need at least this share of its match in names. A
/// product that mentions the words only in its description is not of the wanted kind.
const NAMED_SHARE: f32 = 0.6;
/// The share if at least [`FEW`] products have that match.
const FULLY_NAMED_SHARE: f32 = 0.75;
const FEW: usize = 3;
/// Match in names from which the name of a product counts as matching the query.
const IS_NAMED: f32 = 0.7;

/// Corrections of each unmatched word, most likely first.
type TypoCandidates = HashMap<String, Vec<TypoCandidate>>;

/// A matching product with the byte ranges of its names that matched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    pub pro_id: i64,
    pub la: Vec<Span>,
    pub en: Vec<Span>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    pub hits: Vec<Hit>,
    pub total: usize,
    pub facets: Facets,
    /// The corrected query that was searched for instead, if the typed one had no match.
    pub corrected: Option<String>,
}

/// Ids of the products that match, best first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchingIds {
    pub pro_ids: Vec<i64>,
    /// Matches over all pages.
    pub total: usize,
}

impl Index {
    /// Executes the search. `None` if the text has no searchable term.
    pub fn find(&self, request: &SearchRequest<'_>, synonyms: &Synonyms) -> Result<Option<SearchResult>> {
        let searcher = self.searcher();
        let vocabulary = Vocabulary { searcher: &searcher, fields: &self.fields };
        let query = Query::of(request.text, synonyms, &vocabulary);
        if query.is_empty() {
            return Ok(None);
        }
        self.with_scratch(|scratch| self.find_with(&searcher, &query, request, scratch)).map(Some)
    }

    /// The ids of the best matches of a request, without their names. `None` if the text has no searchable term.
    pub fn matching_ids(
        &self,
        request: &SearchRequest<'_>,
        synonyms: &Synonyms,
    ) -> Result<Option<MatchingIds>> {
        let searcher = self.searcher();
        let vocabulary = Vocabulary { searcher: &searcher, fields: &self.fields };
        let query = Query::of(request.text, synonyms, &vocabulary);
        if query.is_empty() {
            return Ok(None);
        }
        let collect = |scratch: &mut Scratch| {
            let (collected, _) = self.collect(&searcher, &query, request, scratch)?;
            let total = collected.total;
            Ok(MatchingIds { pro_ids: collected.candidates.page().map(|it| it.pro_id).collect(), total })
        };
        self.with_scratch(collect).map(Some)
    }

    /// Whether a text has matches as typed, without typo tolerance.
    pub fn has(&self, text: &str, synonyms: &Synonyms) -> bool {
        let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 1 };
        let found = self.find(&request, synonyms);
        matches!(found, Ok(Some(answer)) if answer.total > 0 && answer.corrected.is_none())
    }

    /// Whether a text has matches, at least with corrections.
    pub fn finds(&self, text: &str, synonyms: &Synonyms) -> bool {
        let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 1 };
        matches!(self.find(&request, synonyms), Ok(Some(answer)) if answer.total > 0)
    }

    /// Whether a product has most of the words of a text, as typed. A shop with hammers has only half of
    /// `ຄ້ອນຫງອນ`.
    pub fn has_most(&self, text: &str, synonyms: &Synonyms) -> bool {
        let searcher = self.searcher();
        let query = Query::of(text, synonyms, &Vocabulary { searcher: &searcher, fields: &self.fields });
        let statistics = Statistics::of(&searcher, &self.fields);
        let found = self.with_scratch(|scratch| self.matched(&searcher, &query, &statistics, None, scratch));
        found.is_ok_and(|it| it.with_all > 0)
    }

    fn find_with(
        &self,
        searcher: &Searcher,
        query: &Query,
        request: &SearchRequest<'_>,
        scratch: &mut Scratch,
    ) -> Result<SearchResult> {
        let (collected, typo_candidates) = self.collect(searcher, query, request, scratch)?;
        let SearchCollector { candidates, total, facets, .. } = collected;
        let hits = candidates
            .page()
            .map(|it| {
                let document: TantivyDocument = searcher.doc(it.at)?;
                let text = |field| document.get_first(field).and_then(|it| it.as_str()).unwrap_or_default();
                let (la, en) = (text(self.fields.shown_la), text(self.fields.shown_en));
                Ok(Hit { pro_id: it.pro_id, la: highlight(la, query), en: highlight(en, query) })
            })
            .collect::<Result<Vec<_>>>()?;
        let corrected = corrected(request.text, &typo_candidates).filter(|_| total > 0);
        Ok(SearchResult { hits, total, facets: facets.finished(), corrected })
    }

    /// Matches, filters and counts the products of all segments. Returns the typo candidates as well, which are empty if
    /// enough products match exactly.
    fn collect<'a>(
        &self,
        searcher: &Searcher,
        query: &Query,
        request: &'a SearchRequest<'a>,
        scratch: &mut Scratch,
    ) -> Result<(SearchCollector<'a>, TypoCandidates)> {
        let statistics = Statistics::of(searcher, &self.fields);
        let mut typo_candidates = HashMap::new();
        let mut shares = self.matched(searcher, query, &statistics, None, scratch)?;
        if shares.with_all < FUZZY_FALLBACK_BELOW {
            typo_candidates = crate::typo::typo_candidates(query, searcher, &self.fields, &statistics)?;
            shares = self.matched(searcher, query, &statistics, Some(&typo_candidates), scratch)?;
        }
        let least_share = if shares.with_all >= MIN_FULL_MATCHES {
            FULL_MATCH_COVERAGE
        } else {
            (MIN_COVERAGE * shares.best).max(MIN_ABSOLUTE_COVERAGE)
        };
        let least_named = shares.least_named();
        let named_groups = shares.groups_named(least_named);
        let choice = Thresholds { least_share, least_named, named_groups, most_popular: shares.popularity };

        let mut gathered = SearchCollector::of(request);
        for (number, segment) in searcher.segment_readers().iter().enumerate() {
            gathered.segment(number as u32, segment, &choice, &scratch.totals[number])?;
        }
        Ok((gathered, typo_candidates))
    }

    /// Matches every product and stores the matches in `scratch`, with `typo_candidates` including typo candidates.
    /// Returns the coverage of the query, before filtering.
    fn matched(
        &self,
        searcher: &Searcher,
        query: &Query,
        statistics: &Statistics<'_>,
        typo_candidates: Option<&TypoCandidates>,
        scratch: &mut Scratch,
    ) -> Result<Coverage> {
        let segments = searcher.segment_readers();
        scratch.reset(segments.iter().map(|it| it.max_doc() as usize));
        let (mut out, none) = (Coverage::default(), HashMap::new());
        let (is_deep, typo_candidates) = (typo_candidates.is_some(), typo_candidates.unwrap_or(&none));
        for (segment, found) in segments.iter().zip(&mut scratch.totals) {
            let matcher = Matcher { fields: &self.fields, statistics, segment, is_deep, typo_candidates };
            matcher.run(query, &mut scratch.terms, found)?;
            out.add(segment, found)?;
        }
        Ok(out)
    }
}

struct Coverage {
    best: f32,
    /// The best match in names, of all products and by group.
    named: f32,
    groups: FxHashMap<i64, f32>,
    /// Number of products by the percentage of their match in names.
    by_named: [usize; 101],
    with_all: usize,
    /// The highest popularity of all products.
    popularity: i64,
}

impl Default for Coverage {
    fn default() -> Self {
        let groups = FxHashMap::default();
        Self { best: 0.0, named: 0.0, groups, by_named: [0; 101], with_all: 0, popularity: 0 }
    }
}

impl Coverage {
    /// Adds the matching products of a segment.
    fn add(&mut self, segment: &SegmentReader, found: &DocMap<MatchScore>) -> Result<()> {
        let columns = Reading::of(segment)?;
        self.popularity = self.popularity.max(columns.popularity.max_value());
        for (doc, MatchScore { coverage, named, .. }) in found.iter() {
            if segment.is_deleted(doc) {
                continue;
            }
            self.best = self.best.max(coverage);
            self.by_named[percent(named)] += 1;
            if named > 0.0 {
                self.named = self.named.max(named);
                let best = self.groups.entry(columns.prog_id.first(doc).unwrap_or(-1)).or_default();
                *best = best.max(named);
            }
            self.with_all += usize::from(coverage >= FULL_MATCH_COVERAGE);
        }
        Ok(())
    }

    /// The minimum match in names for products of groups without a fully matching name.
    fn least_named(&self) -> f32 {
        let fully = FULLY_NAMED_SHARE * self.named;
        if self.named < IS_NAMED {
            0.0
        } else if self.by_named[percent(fully)..].iter().sum::<usize>() >= FEW {
            fully
        } else {
            NAMED_SHARE * self.named
        }
    }

    fn groups_named(&self, least_named: f32) -> FxHashSet<i64> {
        self.groups.iter().filter(|(_, best)| **best >= least_named).map(|(group, _)| *group).collect()
    }
}

fn percent(part: f32) -> usize {
    (part * 100.0).clamp(0.0, 100.0) as usize
}

/// The query text with each unmatched word replaced by its most likely correction.
fn corrected(text: &str, typo_candidates: &TypoCandidates) -> Option<String> {
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let mut is_changed = false;
    for word in &mut words {
        if let Some(candidate) = typo_candidates.get(&heuan_lao_text::fold(word)).and_then(|it| it.first()) {
            word.clone_from(&candidate.surface);
            is_changed = true;
        }
    }
    is_changed.then(|| words.join(" "))
}
