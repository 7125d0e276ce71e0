//! Named sets of products behind `/by-{name}`: three that the shop makes by itself, and one for each brand.

use crate::catalog::{Filter, Sort};

#[derive(Clone, Debug, PartialEq)]
pub struct Collection {
    pub name: String,
    pub title_la: String,
    pub title_en: String,
    pub image: String,
    pub product_count: i64,
}

/// Products of a collection that is the head of a list: more than anyone calls new, or popular.
const MOST: i64 = 60;

/// A collection that is a filter and an order rather than a brand.
pub struct BuiltinCollection {
    pub name: &'static str,
    pub title_la: &'static str,
    pub title_en: &'static str,
    pub on_sale: bool,
    pub sort: Sort,
    /// Only the first so many in that order.
    pub most: Option<i64>,
}

/// Which products a collection holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    pub filter: Filter,
    /// Its own order.
    pub sort: Sort,
    /// Only the first so many in its own order, whatever the order asked for.
    pub most: Option<i64>,
}

pub const BUILTIN_COLLECTIONS: [BuiltinCollection; 3] = [
    BuiltinCollection {
        name: "new",
        title_la: "ສິນຄ້າມາໃໝ່",
        title_en: "New arrivals",
        on_sale: false,
        sort: Sort::Newest,
        most: Some(MOST),
    },
    BuiltinCollection {
        name: "popular",
        title_la: "ສິນຄ້າຂາຍດີ",
        title_en: "Best sellers",
        on_sale: false,
        sort: Sort::Recommended,
        most: Some(MOST),
    },
    BuiltinCollection {
        name: "sale",
        title_la: "ສິນຄ້າຫຼຸດລາຄາ",
        title_en: "On sale",
        on_sale: true,
        sort: Sort::Discount,
        most: None,
    },
];

/// Whether `name` is one of the shop's own collections.
pub fn is_builtin(name: &str) -> bool {
    BUILTIN_COLLECTIONS.iter().any(|standing| standing.name == name)
}

/// Which products `name` stands for. Any word that is not the shop's own is a brand's.
pub fn contents(name: &str) -> Contents {
    match BUILTIN_COLLECTIONS.iter().find(|standing| standing.name == name) {
        Some(standing) => Contents {
            filter: Filter { on_sale: standing.on_sale, ..Filter::default() },
            sort: standing.sort,
            most: standing.most,
        },
        None => Contents {
            filter: Filter { brand_slug: Some(name.to_owned()), ..Filter::default() },
            sort: Sort::Recommended,
            most: None,
        },
    }
}
