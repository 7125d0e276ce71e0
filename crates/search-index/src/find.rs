//! Executes a search: from the query text to one page of products.

use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

use tantivy::{TantivyDocument, schema::Value as _};

use crate::{
    Index, Result,
    collector::{Candidate, Facets, Filter, Reading, SearchCollector, Thresholds},
    highlight::{Span, highlight},
    matching::{Matcher, Scratch, Statistics},
    query::Query,
    rank::MatchScore,
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
const MIN_COVERAGE: f32 = 0.45;
/// Absolute minimum coverage: a match of a quarter of the query or less is not shown.
const LEAST_OF_ALL: f32 = 0.25;
/// If a product is named as the query asks, products of other groups need at least this share of its match in names: what
/// only their descriptions mention is not of the wanted kind.
const NAMED_SHARE: f32 = 0.6;
/// The same if at least [`FEW`] products have it.
const FULLY_NAMED_SHARE: f32 = 0.75;
const FEW: usize = 3;
/// Match in names from which a product is named as the query asks.
const IS_NAMED: f32 = 0.7;

/// Number of top results that are diversified over product kinds.
const SPREAD: usize = 60;
/// Score penalty for each earlier product of the same kind, and the maximum number of products counted.
const DIVERSITY_PENALTY: f32 = 1.0;
const MOST_AGAIN: usize = 2;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Best,
    Popular,
    Newest,
    PriceUp,
    PriceDown,
    Discount,
}

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

/// A search request: query, filters, order and page.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    pub text: &'a str,
    pub filter: &'a Filter,
    pub sort: Sort,
    /// Offset and limit of the page.
    pub skip: usize,
    pub limit: usize,
}

impl Index {
    /// Executes the search. `None` if the text has no searchable term.
    pub fn find(&self, wish: &SearchRequest<'_>, synonyms: &Synonyms) -> Result<Option<SearchResult>> {
        let searcher = self.searcher();
        let vocabulary = Vocabulary { searcher: &searcher, fields: &self.fields };
        let query = Query::of(wish.text, synonyms, &vocabulary);
        if query.is_empty() {
            return Ok(None);
        }
        self.with_scratch(|scratch| self.find_with(&query, wish, scratch)).map(Some)
    }

    /// Whether a text has matches as typed, without typo tolerance.
    pub fn has(&self, text: &str, synonyms: &Synonyms) -> bool {
        let wish = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 1 };
        let found = self.find(&wish, synonyms);
        matches!(found, Ok(Some(answer)) if answer.total > 0 && answer.corrected.is_none())
    }

    fn find_with(
        &self,
        query: &Query,
        wish: &SearchRequest<'_>,
        scratch: &mut Scratch,
    ) -> Result<SearchResult> {
        let searcher = self.searcher();
        let statistics = Statistics::of(&searcher, &self.fields);
        let mut typo_candidates = HashMap::new();
        let shallow = self.shares(query, &statistics, scratch, None)?;
        let is_deep = shallow.with_all < FUZZY_FALLBACK_BELOW;
        let shares = if is_deep {
            typo_candidates = crate::typo::typo_candidates(query, &searcher, &self.fields, &statistics)?;
            self.shares(query, &statistics, scratch, Some(&typo_candidates))?
        } else {
            shallow
        };
        let least_share = if shares.with_all >= MIN_FULL_MATCHES {
            FULL_MATCH_COVERAGE
        } else {
            (MIN_COVERAGE * shares.best).max(LEAST_OF_ALL)
        };
        let least_named = shares.least_named();
        let named_groups = shares.groups_named(least_named);
        let choice = Thresholds { least_share, least_named, named_groups, most_popular: shares.popularity };

        let mut gathered = SearchCollector::default();
        for (number, segment) in searcher.segment_readers().iter().enumerate() {
            let matcher = Matcher {
                fields: &self.fields,
                statistics: &statistics,
                segment,
                is_deep,
                typo_candidates: &typo_candidates,
            };
            matcher.run(query, scratch)?;
            gathered.segment(number as u32, segment, wish, &choice, scratch)?;
            scratch.clear();
        }
        let SearchCollector { mut candidates, facets, .. } = gathered;
        let total = candidates.len();
        order(&mut candidates, wish);
        let page = candidates.into_iter().skip(wish.skip).take(wish.limit);
        let hits = page
            .map(|it| {
                let document: TantivyDocument = searcher.doc(it.at)?;
                let text = |field| document.get_first(field).and_then(|it| it.as_str()).unwrap_or_default();
                let (la, en) = (text(self.fields.shown_la), text(self.fields.shown_en));
                Ok(Hit { pro_id: it.pro_id, la: highlight(la, query), en: highlight(en, query) })
            })
            .collect::<Result<Vec<_>>>()?;
        let corrected = corrected(wish.text, &typo_candidates).filter(|_| total > 0);
        Ok(SearchResult { hits, total, facets: facets.finished(), corrected })
    }

    /// Computes each product's coverage of the query, before filtering; with `typo_candidates`, including typo candidates.
    fn shares(
        &self,
        query: &Query,
        statistics: &Statistics<'_>,
        scratch: &mut Scratch,
        typo_candidates: Option<&HashMap<String, Vec<TypoCandidate>>>,
    ) -> Result<Coverage> {
        let searcher = self.searcher();
        let (mut out, none) = (Coverage::default(), HashMap::new());
        for segment in searcher.segment_readers() {
            let (is_deep, typo_candidates) = (typo_candidates.is_some(), typo_candidates.unwrap_or(&none));
            let matcher = Matcher { fields: &self.fields, statistics, segment, is_deep, typo_candidates };
            matcher.run(query, scratch)?;
            let columns = Reading::of(segment)?;
            out.popularity = out.popularity.max(columns.popularity.max_value());
            for &doc in scratch.docs.iter().filter(|&&doc| !segment.is_deleted(doc)) {
                let MatchScore { coverage, named, .. } = scratch.found(doc);
                out.best = out.best.max(coverage);
                out.by_named[percent(named)] += 1;
                if named > 0.0 {
                    out.named = out.named.max(named);
                    let best = out.groups.entry(columns.prog_id.first(doc).unwrap_or(-1)).or_default();
                    *best = best.max(named);
                }
                out.with_all += usize::from(coverage >= FULL_MATCH_COVERAGE);
            }
            scratch.clear();
        }
        Ok(out)
    }
}

struct Coverage {
    best: f32,
    /// The best match in names, of all products and by group.
    named: f32,
    groups: HashMap<i64, f32>,
    /// Number of products by the percentage of their match in names.
    by_named: [usize; 101],
    with_all: usize,
    /// The highest popularity of all products.
    popularity: i64,
}

impl Default for Coverage {
    fn default() -> Self {
        let groups = HashMap::new();
        Self { best: 0.0, named: 0.0, groups, by_named: [0; 101], with_all: 0, popularity: 0 }
    }
}

impl Coverage {
    /// The minimum match in names of products of groups in which no product has it.
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

    fn groups_named(&self, least_named: f32) -> HashSet<i64> {
        self.groups.iter().filter(|(_, best)| **best >= least_named).map(|(group, _)| *group).collect()
    }
}

fn percent(part: f32) -> usize {
    (part * 100.0).clamp(0.0, 100.0) as usize
}

/// Sorts candidates, best first, as far as the requested page needs it.
fn order(candidates: &mut Vec<Candidate>, wish: &SearchRequest<'_>) {
    let better = |one: &Candidate, other: &Candidate| {
        let newest = other.pro_id.cmp(&one.pro_id);
        let order = other.order.total_cmp(&one.order);
        if wish.sort == Sort::Newest {
            newest
        } else {
            order.then(other.tie.total_cmp(&one.tie)).then(newest.reverse())
        }
    };
    let literal = if wish.sort == Sort::Best { take_literal(candidates, better) } else { None };
    let is_spread = wish.sort == Sort::Best && wish.skip < SPREAD;
    let wanted = (wish.skip + wish.limit).max(if is_spread { SPREAD } else { 0 });
    if wanted < candidates.len() {
        candidates.select_nth_unstable_by(wanted, better);
        candidates.truncate(wanted);
    }
    candidates.sort_unstable_by(better);
    if is_spread {
        spread(candidates);
    }
    if let Some(literal) = literal {
        candidates.insert(0, literal);
    }
}

/// Takes out the best product that begins as typed.
fn take_literal(
    candidates: &mut Vec<Candidate>,
    better: impl Fn(&Candidate, &Candidate) -> Ordering,
) -> Option<Candidate> {
    let literal = candidates.iter().enumerate().filter(|(_, it)| it.is_literal);
    let (best, _) = literal.min_by(|(_, one), (_, other)| better(one, other))?;
    Some(candidates.swap_remove(best))
}

/// Diversifies the top results: products of other kinds move forward if their score is hardly lower. A search for water
/// shows pumps, tanks and taps, not ten tanks. The order does not depend on the page.
fn spread(candidates: &mut [Candidate]) {
    let count = candidates.len().min(SPREAD);
    let mut times: HashMap<i64, usize> = HashMap::new();
    for at in 0..count {
        let worth = |it: &Candidate| {
            let before = times.get(&it.sort).copied().unwrap_or_default().min(MOST_AGAIN);
            it.order - if it.sort == 0 { 0.0 } else { DIVERSITY_PENALTY * before as f32 }
        };
        let mut best = at;
        for next in at + 1..count {
            if worth(&candidates[next]) > worth(&candidates[best]) {
                best = next;
            }
        }
        *times.entry(candidates[best].sort).or_default() += 1;
        // The others keep their relative order.
        candidates[at..=best].rotate_right(1);
    }
}

/// The query text with each unmatched word replaced by its most likely correction.
fn corrected(text: &str, typo_candidates: &HashMap<String, Vec<TypoCandidate>>) -> Option<String> {
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
