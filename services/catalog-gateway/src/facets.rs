//! Facets: the number of products for each filter value.

use std::collections::HashMap;

use crate::catalog::Filter;

/// Maximum number of brands listed, in addition to the selected one.
const MAX_BRANDS: usize = 500;

/// Facet counts, highest first. Each facet is counted without its own filter, so that alternatives can be selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    pub categories: Vec<(i64, i64)>,
    pub groups: Vec<(i64, i64)>,
    pub brands: Vec<(String, i64)>,
    /// Lowest and highest price, over the products with a price.
    pub price: Option<(i64, i64)>,
    pub in_stock: i64,
    pub on_sale: i64,
}

/// Number of products of one group and spelling of a brand.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct FacetBucket {
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

/// A facet. It also identifies the filter that is ignored when it is counted.
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

    /// `filter` without this facet's own part. The category facet also drops the group, because a group belongs to one
    /// category.
    pub fn without_own_filter(self, filter: &Filter) -> Filter {
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
    /// Computes one facet of `filter` from the buckets selected by [`Facet::without_own_filter`].
    pub fn count(&mut self, facet: Facet, filter: &Filter, cells: &[&FacetBucket]) {
        match facet {
            Facet::Category => {
                self.categories = highest_first(cells.iter().map(|cell| (cell.cat_id, cell.count)));
            }
            Facet::Group => {
                self.groups = highest_first(cells.iter().map(|cell| (cell.prog_id, cell.count)));
            }
            Facet::Brand => {
                let cells =
                    cells.iter().map(|cell| (cell.brand_slug.as_str(), cell.brand.as_str(), cell.count));
                self.brands = brands(cells, filter.brand_slug.as_deref());
            }
            Facet::Price => {
                let low = cells.iter().filter_map(|cell| cell.low).min();
                self.price = low.zip(cells.iter().filter_map(|cell| cell.high).max());
            }
            Facet::InStock => self.in_stock = cells.iter().map(|cell| cell.in_stock).sum(),
            Facet::OnSale => self.on_sale = cells.iter().map(|cell| cell.on_sale).sum(),
        }
    }
}

/// Sums the counts of each id, highest first.
pub(crate) fn highest_first(cells: impl Iterator<Item = (i64, i64)>) -> Vec<(i64, i64)> {
    let mut counts: HashMap<i64, i64> = HashMap::new();
    // 0 means "none", which cannot be filtered by.
    for (id, count) in cells.filter(|(id, _)| *id > 0) {
        *counts.entry(id).or_default() += count;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable_by_key(|&(id, count)| (-count, id));
    counts
}

/// Sums the counts of brands, given as slug, spelling and count. Spellings of one brand are merged under the first one.
pub(crate) fn brands<'a>(
    cells: impl Iterator<Item = (&'a str, &'a str, i64)>,
    chosen: Option<&str>,
) -> Vec<(String, i64)> {
    let mut counts: HashMap<&str, (&str, i64)> = HashMap::new();
    for (slug, brand, number) in cells.filter(|(slug, ..)| !slug.is_empty()) {
        let (name, count) = counts.entry(slug).or_insert((brand, 0));
        *name = (*name).min(brand);
        *count += number;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable_by(|(slug, (one, ones)), (other_slug, (other, others))| {
        others.cmp(ones).then_with(|| one.cmp(other)).then_with(|| slug.cmp(other_slug))
    });
    let mut place = 0;
    counts.retain(|(slug, _)| {
        place += 1;
        place <= MAX_BRANDS || chosen == Some(*slug)
    });
    counts.into_iter().map(|(_, (name, count))| (name.to_owned(), count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selected_brand_is_listed_beyond_the_maximum() {
        let cell = |number: i64| FacetBucket {
            cat_id: 0,
            prog_id: 7,
            brand: format!("Brand {number:04}"),
            brand_slug: format!("brand-{number:04}"),
            count: 1,
            in_stock: 0,
            on_sale: 0,
            low: None,
            high: None,
        };
        let cells: Vec<FacetBucket> = (0..600).map(cell).collect();
        let cells: Vec<&FacetBucket> = cells.iter().collect();
        let filter = Filter { brand_slug: Some("brand-0599".to_owned()), ..Filter::default() };
        let mut facets = Facets::default();
        for facet in Facet::ALL {
            facets.count(facet, &filter, &cells);
        }
        assert_eq!(facets.brands.len(), MAX_BRANDS + 1);
        assert_eq!(facets.brands.last().unwrap(), &("Brand 0599".to_owned(), 1));
        assert_eq!((facets.categories, facets.groups), (vec![], vec![(7, 600)]));
    }
}
