//! Filters of product lists: query parameters, their canonical form for URLs, and the filter message of the catalog.

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use utoipa::IntoParams;

use heuan_edge_http::params::{CanonicalUrl, Params};

/// Maximum characters of a brand, enough for any importable one.
const MAX_BRAND_CHARS: usize = 200;
/// Largest integer that the frontend can represent.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Filters of a product list, combined with AND.
#[derive(Clone, Debug, Default, PartialEq, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ProductFilter {
    /// `cat_id` of a category.
    #[param(minimum = 1)]
    pub category: Option<i64>,
    /// `prog_id` of a group.
    #[param(minimum = 1)]
    pub group: Option<i64>,
    /// `promo_id` of a promotion.
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
    /// Only products that can be bought now.
    #[param(required = false)]
    pub in_stock: bool,
    /// Only products below their original price.
    #[param(required = false)]
    pub on_sale: bool,
}

impl ProductFilter {
    /// Strict parsing for the API: errors are reported.
    pub fn read(params: &Params<'_>) -> Result<Self> {
        Ok(Self {
            category: params.id("category")?,
            group: params.id("group")?,
            promotion: params.id("promotion")?,
            brand: params.text("brand", MAX_BRAND_CHARS)?.map(str::to_owned),
            min_price: params.kip("min_price")?,
            max_price: params.kip("max_price")?,
            in_stock: params.flag("in_stock")?,
            on_sale: params.flag("on_sale")?,
        })
    }

    /// Lenient parsing for a page URL, like the frontend's: invalid values are ignored, and price bounds in the wrong order
    /// are swapped.
    pub fn parse_lenient(params: &Params<'_>) -> Self {
        let brand = params.text("brand", MAX_BRAND_CHARS).unwrap_or_default();
        let price = |name| params.kip(name).unwrap_or_default().filter(|kip| *kip <= MAX_SAFE_INTEGER);
        let (min_price, max_price) = match (price("min_price"), price("max_price")) {
            (Some(min), Some(max)) => (Some(min.min(max)), Some(min.max(max))),
            bounds => bounds,
        };
        let id = |name| params.id(name).unwrap_or_default().filter(|id| *id <= MAX_SAFE_INTEGER);
        Self {
            category: id("category"),
            group: id("group"),
            promotion: id("promotion"),
            brand: brand.filter(is_brand).map(str::to_owned),
            min_price,
            max_price,
            in_stock: params.flag("in_stock").unwrap_or_default(),
            on_sale: params.flag("on_sale").unwrap_or_default(),
        }
    }

    /// Adds the filters to `address`.
    pub fn write(&self, address: CanonicalUrl) -> CanonicalUrl {
        address
            .with("brand", self.brand.as_ref())
            .with("category", self.category)
            .with("group", self.group)
            .with("in_stock", self.in_stock.then_some(true))
            .with("max_price", self.max_price)
            .with("min_price", self.min_price)
            .with("on_sale", self.on_sale.then_some(true))
            .with("promotion", self.promotion)
    }

    pub fn to_proto(&self) -> proto::ProductFilter {
        proto::ProductFilter {
            cat_id: self.category,
            prog_id: self.group,
            promo_id: self.promotion,
            brand: self.brand.clone().unwrap_or_default(),
            min_price: self.min_price,
            max_price: self.max_price,
            in_stock: self.in_stock,
            on_sale: self.on_sale,
        }
    }
}

/// Whether a text may be a brand. The catalog refuses a brand without any letter or digit. Vowel signs and
/// enclosed letters count as letters.
fn is_brand(brand: &&str) -> bool {
    brand.chars().any(char::is_alphanumeric)
}
