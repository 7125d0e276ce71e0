//! Query of a product list: filters, sort order and page, at most 100 products. The canonical URL is the cache key.

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::ProductFilter;
use heuan_edge_http::params::{CanonicalUrl, Params};

/// Maximum page number: beyond the last page of any shop, and small enough not to overflow when multiplied.
pub const MAX_PAGE: i32 = 1_000_000;
pub const MAX_LIMIT: i32 = 100;
/// Products on one page of the storefront's lists: full rows in two, three and four columns.
pub const PAGE_SIZE: i32 = 24;

/// Sort order of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProductSort {
    /// Best sold, then spread over the groups.
    Recommended,
    Popular,
    Newest,
    PriceAsc,
    PriceDesc,
    /// Largest discount first.
    Discount,
}

impl ProductSort {
    pub const WORDS: [(&'static str, Self); 6] = [
        ("recommended", Self::Recommended),
        ("popular", Self::Popular),
        ("newest", Self::Newest),
        ("price_asc", Self::PriceAsc),
        ("price_desc", Self::PriceDesc),
        ("discount", Self::Discount),
    ];

    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, sort)| *sort == self).map_or("recommended", |(word, _)| word)
    }

    pub fn to_proto(self) -> proto::ProductSort {
        match self {
            Self::Recommended => proto::ProductSort::Unspecified,
            Self::Popular => proto::ProductSort::Popular,
            Self::Newest => proto::ProductSort::Newest,
            Self::PriceAsc => proto::ProductSort::PriceAsc,
            Self::PriceDesc => proto::ProductSort::PriceDesc,
            Self::Discount => proto::ProductSort::Discount,
        }
    }
}

/// Query of a product list.
#[derive(Clone, Debug, PartialEq)]
pub struct ProductQuery {
    pub filter: ProductFilter,
    /// Default: recommended.
    pub sort: Option<ProductSort>,
    pub page: i32,
    pub limit: i32,
}

/// Order and page of a list, as the API describes them; parsed by [`ProductQuery`].
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; ProductQuery reads it")]
pub struct ProductPaging {
    /// Default: `recommended`.
    sort: Option<ProductSort>,
    #[param(required = false, minimum = 1, maximum = 1_000_000, default = 1)]
    page: i32,
    #[param(required = false, minimum = 1, maximum = 100, default = 24)]
    limit: i32,
}

impl Default for ProductQuery {
    fn default() -> Self {
        Self { filter: ProductFilter::default(), sort: None, page: 1, limit: PAGE_SIZE }
    }
}

impl ProductQuery {
    /// Strict parsing for the API: errors are reported.
    pub fn read(params: &Params<'_>) -> Result<Self> {
        Ok(Self {
            filter: ProductFilter::read(params)?,
            sort: params.word("sort", &ProductSort::WORDS)?,
            page: params.number("page", 1..=MAX_PAGE, 1)?,
            limit: params.number("limit", 1..=MAX_LIMIT, PAGE_SIZE)?,
        })
    }

    /// Lenient parsing for a page URL, like the frontend's: invalid values are ignored.
    pub fn parse_lenient(params: &Params<'_>) -> Self {
        Self {
            filter: ProductFilter::parse_lenient(params),
            sort: params.word("sort", &ProductSort::WORDS).unwrap_or_default(),
            page: params.number("page", 1..=MAX_PAGE, 1).unwrap_or(1),
            limit: PAGE_SIZE,
        }
    }

    pub fn address(&self) -> CanonicalUrl {
        self.filter
            .write(CanonicalUrl::new("/api/v1/product"))
            .with("limit", Some(self.limit))
            .with("page", Some(self.page))
            .with("sort", self.sort.map(ProductSort::word))
    }

    /// The canonical URL of the list at `path`, without default values.
    pub fn as_written(&self, path: &str) -> CanonicalUrl {
        self.filter
            .write(CanonicalUrl::new(path))
            .with("page", Some(self.page).filter(|page| *page > 1))
            .with("sort", self.sort.map(ProductSort::word))
    }

    pub(super) fn to_request(&self) -> proto::ListProductsRequest {
        let sort = self.sort.map_or(proto::ProductSort::Unspecified, ProductSort::to_proto);
        proto::ListProductsRequest {
            filter: Some(self.filter.to_proto()),
            sort: sort.into(),
            page: self.page,
            limit: self.limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn specified_call_has_its_url() {
        let query = ProductQuery::read(&Params::of("category=1&group=101&limit=10&page=2")).unwrap();
        let address = query.address().into_string();
        assert_eq!(address, "/api/v1/product?category=1&group=101&limit=10&page=2");
    }

    #[test]
    fn call_without_a_limit_is_the_first_page_of_the_storefront() {
        let query = ProductQuery::read(&Params::of("sort=newest")).unwrap();
        assert_eq!(query.address().into_string(), "/api/v1/product?limit=24&page=1&sort=newest");
    }

    proptest! {
        #[test]
        fn query_round_trips_through_its_url(
            category in proptest::option::of(1..=(1i64 << 53) - 1), min_price in proptest::option::of(0..(1i64 << 53)),
            brand in proptest::option::of("[a-zກຂຄງ][^\\s\\p{C}]{0,20}"), in_stock: bool, page in 1..=MAX_PAGE,
            sort in proptest::option::of(0..ProductSort::WORDS.len()),
        ) {
            let sort = sort.map(|index| ProductSort::WORDS[index].1);
            let filter = ProductFilter { category, brand, min_price, in_stock, ..ProductFilter::default() };
            let query = ProductQuery { filter, sort, page, ..ProductQuery::default() };
            let address = query.address().into_string();
            let (_, text) = address.split_once('?').unwrap();
            prop_assert_eq!(ProductQuery::read(&Params::of(text)).unwrap(), query.clone());
            prop_assert_eq!(ProductQuery::parse_lenient(&Params::of_page(text)), query);
        }
    }
}
