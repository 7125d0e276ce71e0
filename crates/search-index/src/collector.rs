//! Filters, facets and sort order of the matches, one segment at a time.

use std::{
    collections::HashMap,
    hash::{BuildHasher, Hash},
};

use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::{
    DocAddress, SegmentReader,
    columnar::{Column, StrColumn},
};

use crate::{
    Result,
    candidates::{Candidate, Candidates},
    doc_map::DocMap,
    fields::Reading,
    rank::MatchScore,
    request::{SearchRequest, Sort},
};

const MAX_FACET_VALUES: usize = 100;

/// Facet counts, highest first. Each facet is counted without its own filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    pub categories: Vec<(i64, i64)>,
    pub groups: Vec<(i64, i64)>,
    pub brands: Vec<(String, i64)>,
    pub price: Option<(i64, i64)>,
    pub in_stock: i64,
    pub on_sale: i64,
}

/// Bit masks of the filters. A product that fails exactly one filter still counts for that filter's facet.
mod filter_mask {
    pub const CATEGORY: u8 = 1;
    pub const GROUP: u8 = 2;
    pub const BRAND: u8 = 4;
    pub const PRICE: u8 = 8;
    pub const STOCK: u8 = 16;
    pub const SALE: u8 = 32;
}

/// Selection criteria: minimum coverage, and minimum match in names.
pub(crate) struct Thresholds {
    pub least_share: f32,
    /// Minimum of [`crate::rank::MatchScore::named`] of products outside `named_groups`.
    pub least_named: f32,
    /// Groups of products with at least this match in names.
    pub named_groups: FxHashSet<i64>,
    pub most_popular: i64,
}

/// Results of all segments so far.
pub(crate) struct SearchCollector<'a> {
    request: &'a SearchRequest<'a>,
    pub candidates: Candidates,
    pub total: usize,
    pub facets: FacetCollector,
}

#[derive(Default)]
pub(crate) struct FacetCollector {
    categories: FxHashMap<i64, i64>,
    groups: FxHashMap<i64, i64>,
    brands: HashMap<String, i64>,
    price: Option<(i64, i64)>,
    in_stock: i64,
    on_sale: i64,
}

impl<'a> SearchCollector<'a> {
    pub fn of(request: &'a SearchRequest<'a>) -> Self {
        Self { request, candidates: Candidates::of(request), total: 0, facets: FacetCollector::default() }
    }

    /// Collects the matches of `segment` whose coverage is at least the minimum of `choice`.
    pub fn segment(
        &mut self,
        number: u32,
        segment: &SegmentReader,
        choice: &Thresholds,
        found: &DocMap<MatchScore>,
    ) -> Result<()> {
        let request = self.request;
        let columns = Reading::of(segment)?;
        let ids = segment.fast_fields().i64("pro_id")?;
        let brands = Brands::of(segment, &request.filter.brands)?;
        let mut brand_counts = vec![0_i64; brands.wanted.len()];
        let widest = ((choice.most_popular.max(0) + 1) as f32).ln().max(1.0);
        for (doc, found) in found.iter() {
            if found.coverage < choice.least_share || segment.is_deleted(doc) {
                continue;
            }
            let value = |column: &Column<i64>| column.first(doc).unwrap_or(-1);
            let (price, stock) = (value(&columns.price), value(&columns.stock));
            let (cat_id, prog_id) = (value(&columns.cat_id), value(&columns.prog_id));
            // A product without a group may be of any kind.
            let is_named = found.named >= choice.least_named || prog_id <= 0;
            if !is_named && !choice.named_groups.contains(&prog_id) {
                continue;
            }
            let is_on_sale = price >= 0 && value(&columns.original_price) > price;
            let brand = brands.column.as_ref().and_then(|it| it.ords().first(doc)).map(|it| it as usize);
            let filter = request.filter;
            let mut failed = 0;
            let mut check = |holds: bool, bit: u8| failed |= if holds { 0 } else { bit };
            check(filter.cat_ids.is_empty() || filter.cat_ids.contains(&cat_id), filter_mask::CATEGORY);
            check(filter.prog_ids.is_empty() || filter.prog_ids.contains(&prog_id), filter_mask::GROUP);
            check(filter.brands.is_empty() || brand.is_some_and(|it| brands.wanted[it]), filter_mask::BRAND);
            let is_bound = filter.min_price.is_some() || filter.max_price.is_some();
            let fits =
                price >= filter.min_price.unwrap_or(0) && price <= filter.max_price.unwrap_or(i64::MAX);
            check(!is_bound || fits, filter_mask::PRICE);
            check(!filter.in_stock || stock > 0, filter_mask::STOCK);
            check(!filter.on_sale || is_on_sale, filter_mask::SALE);

            let counts = |bit: u8| failed & !bit == 0;
            if counts(filter_mask::CATEGORY) {
                *self.facets.categories.entry(cat_id).or_default() += 1;
            }
            if counts(filter_mask::GROUP) {
                *self.facets.groups.entry(prog_id).or_default() += 1;
            }
            if let Some(brand) = brand.filter(|_| counts(filter_mask::BRAND)) {
                brand_counts[brand] += 1;
            }
            if price >= 0 && counts(filter_mask::PRICE) {
                let (low, high) = self.facets.price.unwrap_or((price, price));
                self.facets.price = Some((low.min(price), high.max(price)));
            }
            self.facets.in_stock += i64::from(stock > 0 && counts(filter_mask::STOCK));
            self.facets.on_sale += i64::from(is_on_sale && counts(filter_mask::SALE));
            if failed != 0 {
                continue;
            }
            let popularity = value(&columns.popularity).max(0);
            let best = found.score(stock > 0 && price >= 0, ((popularity + 1) as f32).ln() / widest);
            let order = match request.sort {
                Sort::Best => best,
                Sort::Popular => popularity as f32,
                // Products without a price come last in both price orders.
                Sort::PriceUp if price < 0 => f32::MIN,
                Sort::PriceUp => -(price as f32),
                Sort::PriceDown => price as f32,
                Sort::Discount if is_on_sale => 1.0 - price as f32 / value(&columns.original_price) as f32,
                Sort::Discount | Sort::Newest => 0.0,
            };
            self.total += 1;
            if !self.candidates.is_out(order, best, found.is_literal) {
                self.candidates.push(Candidate {
                    order,
                    tie: best,
                    pro_id: ids.first(doc).unwrap_or_default(),
                    sort: columns.sort.first(doc).unwrap_or_default(),
                    is_literal: found.is_literal,
                    at: DocAddress { segment_ord: number, doc_id: doc },
                });
            }
        }
        for (brand, count) in brand_counts.into_iter().enumerate().filter(|(_, count)| *count > 0) {
            let name = brands.name(brand)?;
            if !name.is_empty() {
                *self.facets.brands.entry(name).or_default() += count;
            }
        }
        Ok(())
    }
}

/// The brands of a segment, and which of them the filter contains.
struct Brands {
    column: Option<StrColumn>,
    wanted: Vec<bool>,
}

impl Brands {
    fn of(segment: &SegmentReader, filter: &[String]) -> Result<Self> {
        let Some(column) = segment.fast_fields().str("brand")? else {
            return Ok(Self { column: None, wanted: vec![] });
        };
        let mut brands = Self { wanted: vec![false; column.num_terms()], column: Some(column) };
        if !filter.is_empty() {
            let filter: Vec<String> = filter.iter().map(|it| slug(it)).collect();
            for brand in 0..brands.wanted.len() {
                let slug = slug(&brands.name(brand)?);
                brands.wanted[brand] = !slug.is_empty() && filter.contains(&slug);
            }
        }
        Ok(brands)
    }

    fn name(&self, brand: usize) -> Result<String> {
        let mut name = String::new();
        if let Some(column) = &self.column {
            column.ord_to_str(brand as u64, &mut name)?;
        }
        Ok(name)
    }
}

/// The slug of a brand, as the catalog writes it in URLs.
fn slug(name: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || heuan_lao_text::is_lao(c);
    let lower: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let words = lower.split(|&c| !is_kept(c)).filter(|it| !it.is_empty());
    words.map(|it| it.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

impl FacetCollector {
    pub fn finished(self) -> Facets {
        Facets {
            categories: by_count(self.categories),
            groups: by_count(self.groups),
            brands: by_count(self.brands),
            price: self.price,
            in_stock: self.in_stock,
            on_sale: self.on_sale,
        }
    }
}

fn by_count<K: Ord + Hash>(counts: HashMap<K, i64, impl BuildHasher>) -> Vec<(K, i64)> {
    let mut out: Vec<(K, i64)> = counts.into_iter().collect();
    out.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    out.truncate(MAX_FACET_VALUES);
    out
}
