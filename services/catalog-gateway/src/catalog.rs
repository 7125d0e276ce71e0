//! Product catalog: categories, groups, products, and filters, sort orders and pages of lists.

use heuan_rpc::Error;

/// Maximum page size and page number. Only crawlers request pages beyond it.
pub const MAX_LIMIT: i64 = 100;
pub const MAX_PAGE: i64 = 1_000_000;

#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct Category {
    pub cat_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub img: String,
    pub product_count: i64,
}

#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct Group {
    pub prog_id: i64,
    pub cat_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub product_count: i64,
}

/// A product as lists and cards show it. Prices are kip including VAT.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    pub pro_id: i64,
    pub cat_id: i64,
    pub prog_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub img_cover: String,
    /// A JSON array of image paths, validated at import.
    pub images: String,
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    pub stock: Option<i64>,
    pub vatrate: i64,
    pub unit_la: String,
    pub unit_en: String,
    pub brand: String,
    pub popularity: i64,
    pub revision: i64,
}

/// A product with all fields of its page and of the search index.
#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct ProductDetail {
    #[sqlx(flatten)]
    pub product: Product,
    pub description_la: String,
    pub description_en: String,
    /// A JSON object, validated at import.
    pub attributes: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Best sold first, then one product of each group in turn.
    #[default]
    Recommended,
    Newest,
    PriceAsc,
    PriceDesc,
    Discount,
}

/// Filters of a list. Absent fields do not filter; present fields are combined with AND.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    pub cat_id: Option<i64>,
    pub prog_id: Option<i64>,
    pub promo_id: Option<i64>,
    /// Slug of the brand, see [`crate::brand::brand_slug`].
    pub brand_slug: Option<String>,
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub in_stock: bool,
    pub on_sale: bool,
}

/// One page of a list, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Paging {
    pub page: i64,
    pub limit: i64,
}

impl Paging {
    pub fn new(page: i64, limit: i64) -> Result<Self, Error> {
        if !(1..=MAX_PAGE).contains(&page) {
            return Err(Error::invalid("page", format!("must be from 1 to {MAX_PAGE}")));
        }
        if !(1..=MAX_LIMIT).contains(&limit) {
            return Err(Error::invalid("limit", format!("must be from 1 to {MAX_LIMIT}")));
        }
        Ok(Self { page, limit })
    }

    pub fn offset(self) -> i64 {
        (self.page - 1) * self.limit
    }
}

/// Discount in rounded percent; 0 if the price is not reduced.
pub fn discount(price: Option<i64>, original: Option<i64>) -> i64 {
    match (price, original) {
        (Some(price), Some(original)) if original > price && price >= 0 => {
            let (off, of) = (i128::from(original - price), i128::from(original));
            i64::try_from((off * 200 + of) / (of * 2)).unwrap_or(0)
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(Some(70), Some(100), 30)]
    #[case(Some(995), Some(1000), 1)]
    #[case(Some(100), Some(100), 0)]
    #[case(Some(120), Some(100), 0)]
    #[case(None, Some(100), 0)]
    #[case(Some(0), Some(5), 100)]
    fn discount_badge_is_the_rounded_percentage(
        #[case] price: Option<i64>,
        #[case] original: Option<i64>,
        #[case] percent: i64,
    ) {
        assert_eq!(discount(price, original), percent);
    }

    proptest! {
        #[test]
        fn discount_is_a_percentage_of_the_original_price(price in any::<i64>(), original in any::<i64>()) {
            prop_assert!((0..=100).contains(&discount(Some(price), Some(original))));
        }
    }
}
