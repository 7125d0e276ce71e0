//! Collections of products behind `/by-{name}`: three built-in ones, and one for each brand.

use crate::catalog::{Filter, Sort};

#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    pub name: String,
    pub title_la: String,
    pub title_en: String,
    pub image: String,
    pub product_count: i64,
}

/// Maximum products of a collection that is the head of a sorted list.
const COLLECTION_SIZE: i64 = 60;

/// A built-in collection, defined by a filter and an order.
pub struct BuiltinCollection {
    pub name: &'static str,
    pub title_la: &'static str,
    pub title_en: &'static str,
    pub on_sale: bool,
    pub sort: Sort,
    /// Maximum products, taken from the start of the order.
    pub max_products: Option<i64>,
}

/// Filter, order and size limit of a collection.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    pub filter: Filter,
    /// The collection's own order.
    pub sort: Sort,
    /// Maximum products, taken from the start of its own order, whatever order is requested.
    pub max_products: Option<i64>,
}

pub const BUILTIN_COLLECTIONS: [BuiltinCollection; 3] = [
    BuiltinCollection {
        name: "new",
        title_la: "ສິນຄ້າມາໃໝ່",
        title_en: "New arrivals",
        on_sale: false,
        sort: Sort::Newest,
        max_products: Some(COLLECTION_SIZE),
    },
    BuiltinCollection {
        name: "popular",
        title_la: "ສິນຄ້າຂາຍດີ",
        title_en: "Best sellers",
        on_sale: false,
        sort: Sort::Recommended,
        max_products: Some(COLLECTION_SIZE),
    },
    BuiltinCollection {
        name: "sale",
        title_la: "ສິນຄ້າຫຼຸດລາຄາ",
        title_en: "On sale",
        on_sale: true,
        sort: Sort::Discount,
        max_products: None,
    },
];

/// Whether `name` is a built-in collection.
pub fn is_builtin(name: &str) -> bool {
    BUILTIN_COLLECTIONS.iter().any(|standing| standing.name == name)
}

/// The contents of the collection `name`. Any name that is not built in is a brand slug.
pub fn contents(name: &str) -> Contents {
    match BUILTIN_COLLECTIONS.iter().find(|standing| standing.name == name) {
        Some(standing) => Contents {
            filter: Filter { on_sale: standing.on_sale, ..Filter::default() },
            sort: standing.sort,
            max_products: standing.max_products,
        },
        None => Contents {
            filter: Filter { brand_slug: Some(name.to_owned()), ..Filter::default() },
            sort: Sort::Recommended,
            max_products: None,
        },
    }
}
