//! Conversion and validation of search requests and results to and from protobuf.

use heuan_proto::search::v1 as wire;
use heuan_rpc::Error;
use heuan_search_index::{Filter, Hit, SearchResult, Sort, Span};

use crate::{search_service::SearchPage, store::Entry};

/// Maximum page * limit.
const MAX_OFFSET: usize = 10_000;
/// Maximum values of one filter.
const MAX_FILTER_VALUES: usize = 100;

pub fn page(from: wire::SearchProductsRequest) -> Result<SearchPage, Error> {
    let sort = match from.sort() {
        wire::SearchSort::Unspecified => Sort::Best,
        wire::SearchSort::Popular => Sort::Popular,
        wire::SearchSort::Newest => Sort::Newest,
        wire::SearchSort::PriceAsc => Sort::PriceUp,
        wire::SearchSort::PriceDesc => Sort::PriceDown,
        wire::SearchSort::Discount => Sort::Discount,
    };
    let limit = limited("limit", from.limit, 100)?;
    let number = usize::try_from(from.page).ok().filter(|&page| page > 0);
    let number = number.ok_or_else(|| Error::invalid("page", "must be at least 1"))?;
    if number.saturating_mul(limit) > MAX_OFFSET {
        return Err(Error::invalid("page", format!("page * limit must be at most {MAX_OFFSET}")));
    }
    Ok(SearchPage { text: from.text, filter: filter(from.filter.unwrap_or_default())?, sort, number, limit })
}

fn filter(from: wire::SearchFilter) -> Result<Filter, Error> {
    for (field, values) in
        [("cat_ids", from.cat_ids.len()), ("prog_ids", from.prog_ids.len()), ("brands", from.brands.len())]
    {
        if values > MAX_FILTER_VALUES {
            return Err(Error::invalid(field, format!("at most {MAX_FILTER_VALUES} values")));
        }
    }
    Ok(Filter {
        cat_ids: from.cat_ids,
        prog_ids: from.prog_ids,
        brands: from.brands,
        min_price: from.min_price,
        max_price: from.max_price,
        in_stock: from.in_stock,
        on_sale: from.on_sale,
    })
}

/// Validates a limit of 1 to `max`.
pub fn limited(field: &str, value: i32, max: usize) -> Result<usize, Error> {
    let value = usize::try_from(value).ok().filter(|it| (1..=max).contains(it));
    value.ok_or_else(|| Error::invalid(field, format!("must be 1 to {max}")))
}

pub fn entry(from: Entry) -> wire::HistoryEntry {
    wire::HistoryEntry { id: from.id, text: from.text, at_ms: from.at }
}

pub trait IntoWire {
    fn into_wire(self) -> wire::SearchProductsResponse;
}

impl IntoWire for SearchResult {
    fn into_wire(self) -> wire::SearchProductsResponse {
        let facets = self.facets;
        let counts = |list: Vec<(i64, i64)>| {
            // 0 means "none", which cannot be filtered by.
            let named = list.into_iter().filter(|(id, _)| *id > 0);
            named.map(|(id, count)| wire::FacetCount { id, count }).collect::<Vec<_>>()
        };
        wire::SearchProductsResponse {
            hits: self.hits.into_iter().map(hit).collect(),
            total: self.total as i64,
            facets: Some(wire::Facets {
                categories: counts(facets.categories),
                groups: counts(facets.groups),
                brands: facets
                    .brands
                    .into_iter()
                    .map(|(brand, count)| wire::BrandCount { brand, count })
                    .collect(),
                min_price: facets.price.map(|(low, _)| low),
                max_price: facets.price.map(|(_, high)| high),
                in_stock: facets.in_stock,
                on_sale: facets.on_sale,
            }),
            corrected_text: self.corrected.unwrap_or_default(),
            indexing: false,
        }
    }
}

fn hit(from: Hit) -> wire::ProductHit {
    let spans = |list: Vec<Span>| {
        list.into_iter()
            .map(|it| wire::Span { start: it.start as i32, end: it.end as i32 })
            .collect::<Vec<_>>()
    };
    wire::ProductHit { pro_id: from.pro_id, name_la_matches: spans(from.la), name_en_matches: spans(from.en) }
}
