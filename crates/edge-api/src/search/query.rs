//! Query of a product search: text, filters, sort order and page, among the first 10,000 results. The canonical URL
//! is the cache key.

use heuan_proto::search::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::text::SearchText;
use crate::product::{MAX_LIMIT, MAX_PAGE, PAGE_SIZE, ProductQuery};
use heuan_edge_http::params::{CanonicalUrl, Params};

/// Maximum result offset; the service refuses more.
const MAX_PAGED_RESULTS: i32 = 10_000;

/// Sort order of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SearchSort {
    /// Best match first.
    Best,
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    /// Largest discount first.
    Discount,
}

impl SearchSort {
    const WORDS: [(&'static str, Self); 6] = [
        ("best", Self::Best),
        ("popular", Self::Popular),
        ("newest", Self::Newest),
        ("price_asc", Self::PriceAsc),
        ("price_desc", Self::PriceDesc),
        ("discount", Self::Discount),
    ];

    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, sort)| *sort == self).map_or("best", |(word, _)| word)
    }

    fn to_proto(self) -> proto::SearchSort {
        match self {
            Self::Best => proto::SearchSort::Unspecified,
            Self::Popular => proto::SearchSort::Popular,
            Self::Newest => proto::SearchSort::Newest,
            Self::PriceAsc => proto::SearchSort::PriceAsc,
            Self::PriceDesc => proto::SearchSort::PriceDesc,
            Self::Discount => proto::SearchSort::Discount,
        }
    }
}

/// Search text, filters and order.
#[derive(Clone, Debug, PartialEq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SearchQuery {
    /// As typed: Lao, English, Thai, Chinese, Vietnamese, romanized Lao, sizes and codes, in any combination.
    #[param(value_type = String, min_length = 1, max_length = 200)]
    pub search: SearchText,
    /// `cat_id` of a category.
    #[param(minimum = 1)]
    pub category: Option<i64>,
    /// `prog_id` of a group.
    #[param(minimum = 1)]
    pub group: Option<i64>,
    /// Brand name or its slug.
    #[param(max_length = 200, pattern = r"[\p{L}\p{N}]")]
    pub brand: Option<String>,
    /// Kip, inclusive. Products without a price match no price bound.
    #[param(minimum = 0)]
    pub min_price: Option<i64>,
    /// Kip, inclusive.
    #[param(minimum = 0)]
    pub max_price: Option<i64>,
    /// Only products that can be bought now.
    #[param(required = false)]
    pub in_stock: bool,
    /// Only products below their original price.
    #[param(required = false)]
    pub on_sale: bool,
    /// Default: `best`.
    pub sort: Option<SearchSort>,
    #[param(required = false, minimum = 1, maximum = 1_000_000, default = 1)]
    pub page: i32,
    #[param(required = false, minimum = 1, maximum = 100, default = 24)]
    pub limit: i32,
}

impl SearchQuery {
    /// Strict parsing for the API: errors are reported.
    pub fn read(params: &Params<'_>) -> Result<Self> {
        Ok(Self {
            search: SearchText::read(params, "search")?,
            sort: params.word("sort", &SearchSort::WORDS)?.filter(|sort| *sort != SearchSort::Best),
            limit: params.number("limit", 1..=MAX_LIMIT, PAGE_SIZE)?,
            page: params.number("page", 1..=MAX_PAGE, 1)?,
            category: params.id("category")?,
            group: params.id("group")?,
            brand: params.text("brand", 200)?.map(str::to_owned),
            min_price: params.kip("min_price")?,
            max_price: params.kip("max_price")?,
            in_stock: params.flag("in_stock")?,
            on_sale: params.flag("on_sale")?,
        })
    }

    /// Lenient parsing for a page URL: `search`, or `q` as on phones. `None` without a search text.
    pub fn parse_lenient(params: &Params<'_>) -> Option<Self> {
        let search =
            ["search", "q"].into_iter().find_map(|name| SearchText::read_lenient(params, name).ok())?;
        let ProductQuery { filter, page, .. } = ProductQuery::parse_lenient(params);
        let sort = params.word("sort", &SearchSort::WORDS).unwrap_or_default();
        Some(Self {
            search,
            sort: sort.filter(|sort| *sort != SearchSort::Best),
            limit: PAGE_SIZE,
            page,
            category: filter.category,
            group: filter.group,
            brand: filter.brand,
            min_price: filter.min_price,
            max_price: filter.max_price,
            in_stock: filter.in_stock,
            on_sale: filter.on_sale,
        })
    }

    pub fn address(&self) -> CanonicalUrl {
        self.write(CanonicalUrl::new("/api/v1/search-product"))
            .with("limit", Some(self.limit))
            .with("page", Some(self.page))
    }

    /// The canonical URL of the results at `path`, without default values.
    pub fn as_written(&self, path: &str) -> CanonicalUrl {
        self.write(CanonicalUrl::new(path)).with("page", Some(self.page).filter(|page| *page > 1))
    }

    fn write(&self, address: CanonicalUrl) -> CanonicalUrl {
        address
            .with("brand", self.brand.as_ref())
            .with("category", self.category)
            .with("group", self.group)
            .with("in_stock", self.in_stock.then_some(true))
            .with("max_price", self.max_price)
            .with("min_price", self.min_price)
            .with("on_sale", self.on_sale.then_some(true))
            .with("search", Some(self.search.as_str()))
            .with("sort", self.sort.map(SearchSort::word))
    }

    /// Whether the page is beyond the maximum offset, and therefore empty.
    pub(super) fn is_beyond_max_offset(&self) -> bool {
        self.page.saturating_mul(self.limit) > MAX_PAGED_RESULTS
    }

    pub(super) fn to_request(&self) -> proto::SearchProductsRequest {
        let filter = proto::SearchFilter {
            cat_ids: self.category.into_iter().collect(),
            prog_ids: self.group.into_iter().collect(),
            brands: self.brand.iter().cloned().collect(),
            min_price: self.min_price,
            max_price: self.max_price,
            in_stock: self.in_stock,
            on_sale: self.on_sale,
        };
        proto::SearchProductsRequest {
            text: self.search.as_str().to_owned(),
            filter: Some(filter),
            sort: self.sort.unwrap_or(SearchSort::Best).to_proto().into(),
            // Facets and total are the same on every page.
            page: if self.is_beyond_max_offset() { 1 } else { self.page },
            limit: self.limit,
        }
    }
}

/// Whether to count the search: `record=1` on a first page.
pub fn is_recorded(params: &Params<'_>, page: i32) -> Result<bool> {
    match params.exact("record", 8)? {
        None | Some("0" | "false") => Ok(false),
        Some("1" | "true") => Ok(page == 1),
        Some(_) => Err(Error::invalid("record", "must be 1 or 0")),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn specified_call_has_its_url() {
        let query = SearchQuery::read(&Params::of("search=%20 ນ້ຳ  pump&sort=best&record=1")).unwrap();
        let address = query.address().into_string();
        assert_eq!(address, "/api/v1/search-product?limit=24&page=1&search=%E0%BA%99%E0%BB%89%E0%BA%B3+pump");
    }

    #[test]
    fn page_url_is_parsed_by_either_name() {
        let of = |query| SearchQuery::parse_lenient(&Params::of_page(query)).map(|query| query.search);
        assert_eq!(of("q=cement"), of("search=cement&utm_source=x"));
        assert_eq!(of("search=&q=++"), None);
        assert_eq!(of("category=1"), None);
    }

    #[test]
    fn page_beyond_the_maximum_is_requested_as_the_first() {
        let of = |query| SearchQuery::read(&Params::of(query)).unwrap();
        assert!(!of("search=a&page=416").is_beyond_max_offset());
        let beyond = of("search=a&page=1000000&limit=100");
        assert!(beyond.is_beyond_max_offset());
        assert_eq!(beyond.to_request().page, 1);
    }

    proptest! {
        #[test]
        fn query_round_trips_through_its_url(
            search in "[^\\s\\p{C}]{1,50}( [^\\s\\p{C}]{1,50})?", category in proptest::option::of(1..(1i64 << 53)),
            in_stock: bool, page in 1..=MAX_PAGE, sort in proptest::option::of(1..SearchSort::WORDS.len()),
        ) {
            let text = SearchText::new(&search).unwrap();
            let sort = sort.map(|index| SearchSort::WORDS[index].1);
            let empty = SearchQuery::read(&Params::of("search=a")).unwrap();
            let query = SearchQuery { search: text, category, in_stock, page, sort, ..empty };
            let address = query.address().into_string();
            let (_, text) = address.split_once('?').unwrap();
            prop_assert_eq!(SearchQuery::read(&Params::of(text)).unwrap(), query.clone());
            prop_assert_eq!(SearchQuery::parse_lenient(&Params::of_page(text)), Some(query));
        }
    }
}
