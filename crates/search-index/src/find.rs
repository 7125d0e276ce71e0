//! One search, from the text to a page of products.

use std::collections::HashMap;

use tantivy::{TantivyDocument, schema::Value as _};

use crate::{
    Index, Result,
    collector::{Candidate, Facets, Filter, Reading, SearchCollector, Thresholds},
    highlight::{Span, highlight},
    matching::{Matcher, Scratch, Statistics},
    query::Query,
    synonyms::Synonyms,
    typo::TypoCandidate,
};

/// A product with this coverage of the query has what was asked for.
const FULL_MATCH_COVERAGE: f32 = 0.7;
/// So many of them, and nothing less is shown.
const MIN_FULL_MATCHES: usize = 10;
/// So many of them, and typos of the finger are not thought of.
const FUZZY_FALLBACK_BELOW: usize = 5;
/// Of the best coverage found, what a product must have to be shown at all.
const MIN_COVERAGE: f32 = 0.45;
/// And of all that was asked for: a quarter is no answer.
const LEAST_OF_ALL: f32 = 0.25;

/// So many of the first are spread over sorts of things.
const SPREAD: usize = 60;
/// What a product's score loses for each before it of its sort, and for how many of them.
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

/// A product that was found, and the bytes of its names that matched.
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
    /// What was searched for in the text's place, when nothing has it as typed.
    pub corrected: Option<String>,
}

/// What to find, and which page of it.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    pub text: &'a str,
    pub filter: &'a Filter,
    pub sort: Sort,
    /// Hits to leave out, and to give.
    pub skip: usize,
    pub limit: usize,
}

impl Index {
    /// None when nothing in the text can be looked for.
    pub fn find(&self, wish: &SearchRequest<'_>, synonyms: &Synonyms) -> Result<Option<SearchResult>> {
        let query = Query::of(wish.text, synonyms);
        if query.is_empty() {
            return Ok(None);
        }
        self.with_scratch(|scratch| self.find_with(&query, wish, scratch)).map(Some)
    }

    /// Whether anything is found for a text as it is, without a candidate.
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
        let choice = Thresholds { least_share, most_popular: shares.popularity };

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
            gathered.segment(number as u32, segment, wish, choice, scratch)?;
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

    /// How well the query is found anywhere, before anything is chosen; with `typo_candidates` searched deeply.
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
            let column = Reading::of(segment)?.popularity;
            out.popularity = out.popularity.max(column.max_value());
            for &doc in scratch.docs.iter().filter(|&&doc| !segment.is_deleted(doc)) {
                let coverage = scratch.found(doc).coverage;
                out.best = out.best.max(coverage);
                out.with_all += usize::from(coverage >= FULL_MATCH_COVERAGE);
            }
            scratch.clear();
        }
        Ok(out)
    }
}

#[derive(Default)]
struct Coverage {
    best: f32,
    with_all: usize,
    /// The most popular of all products.
    popularity: i64,
}

/// Best first, as far as the page needs it.
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
}

/// Lets other sorts of things come forward among the first, as far as they are hardly worse: who asks for water sees
/// pumps, tanks and taps, not ten tanks. Whatever the page, the order is the same.
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
        // The others stay in their order.
        candidates[at..=best].rotate_right(1);
    }
}

/// The text with the likeliest words in the place of those that are nowhere.
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
