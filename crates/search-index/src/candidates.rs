//! Selects the products of the requested page.

use std::{cmp::Ordering, collections::HashMap};

use tantivy::DocAddress;

use crate::request::{SearchRequest, Sort};

/// Number of top results that are diversified over product kinds.
const SPREAD: usize = 60;
/// Score penalty for each earlier product of the same kind, and the maximum number of products counted.
const DIVERSITY_PENALTY: f32 = 1.0;
const MAX_DIVERSITY_PENALTIES: usize = 2;
/// Minimum candidates that are collected before the worst are dropped.
const MIN_CANDIDATES: usize = 500;

/// A matching product that may be on the requested page.
#[derive(Clone)]
pub(crate) struct Candidate {
    /// Primary sort value for the requested order; higher is better.
    pub order: f32,
    pub tie: f32,
    pub pro_id: i64,
    /// Sort key of the product's kind; see [`crate::index_terms::sort`].
    pub sort: i64,
    /// See [`crate::rank::MatchScore::is_literal`].
    pub is_literal: bool,
    pub at: DocAddress,
}

/// The best candidates so far, which decide the order of the requested page.
pub(crate) struct Candidates {
    sort: Sort,
    skip: usize,
    limit: usize,
    kept: Vec<Candidate>,
    /// The order and tie of the worst needed candidate, once there are more than needed.
    worst: Option<(f32, f32)>,
    /// The best product with a literal match.
    literal: Option<Candidate>,
}

impl Candidates {
    pub fn of(request: &SearchRequest<'_>) -> Self {
        Self {
            sort: request.sort,
            skip: request.skip,
            limit: request.limit,
            kept: vec![],
            worst: None,
            literal: None,
        }
    }

    /// Whether a product with this order and tie is certainly on no page up to the requested one.
    pub fn is_out(&self, order: f32, tie: f32, is_literal: bool) -> bool {
        let is_worse = |(than, than_tie): (f32, f32)| {
            self.sort != Sort::Newest && order.total_cmp(&than).then(tie.total_cmp(&than_tie)).is_lt()
        };
        let literal = self.literal.as_ref().map(|it| (it.order, it.tie));
        self.worst.is_some_and(is_worse) && (!is_literal || literal.is_some_and(is_worse))
    }

    pub fn push(&mut self, candidate: Candidate) {
        let sort = self.sort;
        if sort == Sort::Best
            && candidate.is_literal
            && self.literal.as_ref().is_none_or(|it| better(sort, &candidate, it).is_lt())
        {
            self.literal = Some(candidate.clone());
        }
        self.kept.push(candidate);
        // One more than needed, because the literal match may be among them.
        let wanted = self.wanted() + 1;
        if self.kept.len() >= (2 * wanted).max(MIN_CANDIDATES) {
            let (_, worst, _) =
                self.kept.select_nth_unstable_by(wanted - 1, |one, other| better(sort, one, other));
            self.worst = Some((worst.order, worst.tie));
            self.kept.truncate(wanted);
        }
    }

    fn is_spread(&self) -> bool {
        self.sort == Sort::Best && self.skip < SPREAD
    }

    /// The number of candidates that decide the order of the page.
    fn wanted(&self) -> usize {
        (self.skip + self.limit).max(if self.is_spread() { SPREAD } else { 0 })
    }

    /// The requested page, best first.
    pub fn page(mut self) -> impl Iterator<Item = Candidate> {
        let sort = self.sort;
        if let Some(literal) = &self.literal {
            self.kept.retain(|it| it.at != literal.at);
        }
        self.kept.sort_unstable_by(|one, other| better(sort, one, other));
        self.kept.truncate(self.wanted());
        if self.is_spread() {
            spread(&mut self.kept);
        }
        self.literal.into_iter().chain(self.kept).skip(self.skip).take(self.limit)
    }
}

/// Compares two candidates; less if the first one is better.
fn better(sort: Sort, one: &Candidate, other: &Candidate) -> Ordering {
    if sort == Sort::Newest {
        return other.pro_id.cmp(&one.pro_id);
    }
    let order = other.order.total_cmp(&one.order);
    order.then(other.tie.total_cmp(&one.tie)).then(one.pro_id.cmp(&other.pro_id))
}

/// Diversifies the top results: products of other kinds move forward if their score is hardly lower. A search for water
/// shows pumps, tanks and taps, not ten tanks. The order does not depend on the page.
fn spread(candidates: &mut [Candidate]) {
    let count = candidates.len().min(SPREAD);
    let mut times: HashMap<i64, usize> = HashMap::new();
    for at in 0..count {
        let worth = |it: &Candidate| {
            let before = times.get(&it.sort).copied().unwrap_or_default().min(MAX_DIVERSITY_PENALTIES);
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
