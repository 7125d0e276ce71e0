//! How many products stand behind each choice of a filter.

use std::collections::HashMap;

use crate::catalog::Filter;

/// The brands that are named: a list nobody reads to its end.
const MOST_BRANDS: usize = 100;

/// Counts as they would be were the facet's own filter not set, so that alternatives can be chosen; most first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    pub categories: Vec<(i64, i64)>,
    pub groups: Vec<(i64, i64)>,
    pub brands: Vec<(String, i64)>,
    /// Lowest and highest, over the products that have a price.
    pub price: Option<(i64, i64)>,
    pub in_stock: i64,
    pub on_sale: i64,
}

/// The products of one group and brand, counted.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Cell {
    pub cat_id: i64,
    pub prog_id: i64,
    pub brand: String,
    pub brand_slug: String,
    pub count: i64,
    pub in_stock: i64,
    pub on_sale: i64,
    pub low: Option<i64>,
    pub high: Option<i64>,
}

/// A facet, and with it the filter that it lifts.
#[derive(Clone, Copy, Debug)]
pub enum Facet {
    Category,
    Group,
    Brand,
    Price,
    InStock,
    OnSale,
}

impl Facet {
    pub const ALL: [Self; 6] =
        [Self::Category, Self::Group, Self::Brand, Self::Price, Self::InStock, Self::OnSale];

    /// `filter` without this facet's own. A group stands in one category, so it goes with it.
    pub fn lifted(self, filter: &Filter) -> Filter {
        let mut filter = filter.clone();
        match self {
            Self::Category => (filter.cat_id, filter.prog_id) = (None, None),
            Self::Group => filter.prog_id = None,
            Self::Brand => filter.brand_slug = None,
            Self::Price => (filter.min_price, filter.max_price) = (None, None),
            Self::InStock => filter.in_stock = false,
            Self::OnSale => filter.on_sale = false,
        }
        filter
    }
}

impl Facets {
    /// Reads one facet from the products that [`Facet::lifted`] leaves.
    pub fn count(&mut self, facet: Facet, cells: &[Cell]) {
        match facet {
            Facet::Category => self.categories = most_first(cells, |cell| cell.cat_id),
            Facet::Group => self.groups = most_first(cells, |cell| cell.prog_id),
            Facet::Brand => self.brands = brands(cells),
            Facet::Price => {
                let low = cells.iter().filter_map(|cell| cell.low).min();
                self.price = low.zip(cells.iter().filter_map(|cell| cell.high).max());
            }
            Facet::InStock => self.in_stock = cells.iter().map(|cell| cell.in_stock).sum(),
            Facet::OnSale => self.on_sale = cells.iter().map(|cell| cell.on_sale).sum(),
        }
    }
}

fn most_first(cells: &[Cell], id: impl Fn(&Cell) -> i64) -> Vec<(i64, i64)> {
    let mut counts: HashMap<i64, i64> = HashMap::new();
    for cell in cells {
        *counts.entry(id(cell)).or_default() += cell.count;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|&(id, count)| (-count, id));
    counts
}

/// One brand may be written in several ways; it is named by the first of them.
fn brands(cells: &[Cell]) -> Vec<(String, i64)> {
    let mut counts: HashMap<&str, (&str, i64)> = HashMap::new();
    for cell in cells.iter().filter(|cell| !cell.brand_slug.is_empty()) {
        let (name, count) = counts.entry(&cell.brand_slug).or_insert((&cell.brand, 0));
        *name = (*name).min(&cell.brand);
        *count += cell.count;
    }
    let mut counts: Vec<_> = counts.into_values().map(|(name, count)| (name.to_owned(), count)).collect();
    counts.sort_unstable_by(|(one, ones), (other, others)| others.cmp(ones).then_with(|| one.cmp(other)));
    counts.truncate(MOST_BRANDS);
    counts
}
