use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::params::{Address, Params};

/// Far beyond any shop's last page, and far from overflow when multiplied.
pub const MAX_PAGE: i32 = 1_000_000;
pub const MAX_LIMIT: i32 = 100;
const LIMIT: i32 = 10;
const MAX_BRAND_BYTES: usize = 200;

/// Order of a list.
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

/// What a product list is asked for.
#[derive(Clone, Debug, PartialEq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProductQuery {
    /// `cat_id` of a category.
    #[param(minimum = 1)]
    pub category: Option<i64>,
    /// `prog_id` of a group.
    #[param(minimum = 1)]
    pub group: Option<i64>,
    /// `promo_id` of a running promotion.
    #[param(minimum = 1)]
    pub promotion: Option<i64>,
    /// Brand name or its slug.
    #[param(max_length = 200, pattern = r"[\p{L}\p{N}]")]
    pub brand: Option<String>,
    /// Kip, inclusive. Products without a price match no price bound.
    #[param(minimum = 0)]
    pub min_price: Option<i64>,
    /// Kip, inclusive.
    #[param(minimum = 0)]
    pub max_price: Option<i64>,
    /// Only what can be bought now.
    #[param(required = false)]
    pub in_stock: bool,
    /// Only what costs less than its original price.
    #[param(required = false)]
    pub on_sale: bool,
    /// Without it, `recommended`.
    pub sort: Option<ProductSort>,
    #[param(required = false, minimum = 1, maximum = 1_000_000, default = 1)]
    pub page: i32,
    #[param(required = false, minimum = 1, maximum = 100, default = 10)]
    pub limit: i32,
}

impl Default for ProductQuery {
    fn default() -> Self {
        Self {
            category: None,
            group: None,
            promotion: None,
            brand: None,
            min_price: None,
            max_price: None,
            in_stock: false,
            on_sale: false,
            sort: None,
            page: 1,
            limit: LIMIT,
        }
    }
}

impl ProductQuery {
    /// Strictly, for the API: what is wrong is said.
    pub fn read(params: &Params<'_>) -> Result<Self> {
        Ok(Self {
            category: params.id("category")?,
            group: params.id("group")?,
            promotion: params.id("promotion")?,
            brand: params.text("brand", MAX_BRAND_BYTES)?.map(str::to_owned),
            min_price: params.kip("min_price")?,
            max_price: params.kip("max_price")?,
            in_stock: params.flag("in_stock")?,
            on_sale: params.flag("on_sale")?,
            sort: params.word("sort", &ProductSort::WORDS)?,
            page: params.number("page", 1..=MAX_PAGE, 1)?,
            limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
        })
    }

    /// Kindly, for a page's address, as the frontend reads it: what makes no sense is left out.
    pub fn read_kindly(params: &Params<'_>) -> Self {
        Self {
            category: params.id("category").unwrap_or_default(),
            group: params.id("group").unwrap_or_default(),
            promotion: params.id("promotion").unwrap_or_default(),
            brand: params
                .text("brand", MAX_BRAND_BYTES)
                .unwrap_or_default()
                .filter(is_brand)
                .map(str::to_owned),
            min_price: params.kip("min_price").unwrap_or_default(),
            max_price: params.kip("max_price").unwrap_or_default(),
            in_stock: params.flag("in_stock").unwrap_or_default(),
            on_sale: params.flag("on_sale").unwrap_or_default(),
            sort: params.word("sort", &ProductSort::WORDS).unwrap_or_default(),
            page: params.number("page", 1..=MAX_PAGE, 1).unwrap_or(1),
            limit: LIMIT,
        }
    }

    pub fn address(&self) -> Address {
        Address::new("/api/v1/product")
            .with("brand", self.brand.as_ref())
            .with("category", self.category)
            .with("group", self.group)
            .with("in_stock", self.in_stock.then_some(true))
            .with("limit", Some(self.limit))
            .with("max_price", self.max_price)
            .with("min_price", self.min_price)
            .with("on_sale", self.on_sale.then_some(true))
            .with("page", Some(self.page))
            .with("promotion", self.promotion)
            .with("sort", self.sort.map(ProductSort::word))
    }

    /// The same list at `path` as people see it: without what goes without saying.
    pub fn as_written(&self, path: &str) -> Address {
        Address::new(path)
            .with("brand", self.brand.as_ref())
            .with("category", self.category)
            .with("group", self.group)
            .with("in_stock", self.in_stock.then_some(true))
            .with("max_price", self.max_price)
            .with("min_price", self.min_price)
            .with("on_sale", self.on_sale.then_some(true))
            .with("page", Some(self.page).filter(|page| *page > 1))
            .with("promotion", self.promotion)
            .with("sort", self.sort.map(ProductSort::word))
    }

    pub(super) fn to_request(&self) -> proto::ListProductsRequest {
        let filter = proto::ProductFilter {
            cat_id: self.category,
            prog_id: self.group,
            promo_id: self.promotion,
            brand: self.brand.clone().unwrap_or_default(),
            min_price: self.min_price,
            max_price: self.max_price,
            in_stock: self.in_stock,
            on_sale: self.on_sale,
        };
        let sort = self.sort.map_or(proto::ProductSort::Unspecified, ProductSort::to_proto);
        proto::ListProductsRequest {
            filter: Some(filter),
            sort: sort.into(),
            page: self.page,
            limit: self.limit,
        }
    }
}

/// The catalogue refuses a brand without any letter or digit.
fn is_brand(brand: &&str) -> bool {
    brand.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_specified_call_has_its_address() {
        let query = ProductQuery::read(&Params::of("category=1&group=101&limit=10&page=2")).unwrap();
        let address = query.address().into_string();
        assert_eq!(address, "/api/v1/product?category=1&group=101&limit=10&page=2");
    }

    #[test]
    fn the_home_page_finds_its_lists() {
        let query = ProductQuery { sort: Some(ProductSort::Newest), ..ProductQuery::default() };
        assert_eq!(query.address().into_string(), "/api/v1/product?limit=10&page=1&sort=newest");
    }

    proptest! {
        #[test]
        fn an_address_reads_back_as_its_query(
            category in proptest::option::of(1i64..), min_price in proptest::option::of(0i64..),
            brand in proptest::option::of("[a-zກຂຄງ][^\\s\\p{C}]{0,20}"), in_stock: bool, page in 1..=MAX_PAGE,
            sort in proptest::option::of(0..ProductSort::WORDS.len()),
        ) {
            let sort = sort.map(|index| ProductSort::WORDS[index].1);
            let query =
                ProductQuery { category, brand, min_price, in_stock, sort, page, ..ProductQuery::default() };
            let address = query.address().into_string();
            let (_, text) = address.split_once('?').unwrap();
            prop_assert_eq!(ProductQuery::read(&Params::of(text)).unwrap(), query.clone());
            prop_assert_eq!(ProductQuery::read_kindly(&Params::of(text)), query);
        }
    }
}
