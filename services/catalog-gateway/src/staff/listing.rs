//! Filters, sort orders and cursors of the product list of the staff, and its row types.

use heuan_rpc::Error;

use super::LedgerEntry;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockFilter {
    In,
    /// From one free unit to the setting `low_stock`.
    Low,
    /// The stock is counted, and no unit is free.
    Out,
    Uncounted,
}

/// Filters of the staff's list. Absent fields do not filter; present fields are combined with AND.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StaffFilter {
    pub cat_id: Option<i64>,
    pub prog_id: Option<i64>,
    pub brand_slug: Option<String>,
    pub stock: Option<StockFilter>,
    pub visible: Option<bool>,
    /// Only hidden products that will be shown automatically.
    pub scheduled: bool,
}

impl StaffFilter {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaffSort {
    #[default]
    Updated,
    Newest,
    PriceAsc,
    PriceDesc,
    StockAsc,
    StockDesc,
}

impl StaffSort {
    /// The value that the list is sorted by, as text of its cursor.
    pub fn key(self, product: &StaffProduct) -> i64 {
        match self {
            Self::Updated => product.updated_at,
            Self::Newest => product.created_at,
            Self::PriceAsc => product.price.unwrap_or(9_000_000_000_000_000),
            Self::PriceDesc => product.price.unwrap_or(-1),
            Self::StockAsc | Self::StockDesc => product.listed_stock.unwrap_or(-1),
        }
    }

    pub fn is_descending(self) -> bool {
        !matches!(self, Self::PriceAsc | Self::StockAsc)
    }
}

/// Position after the last product of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListCursor {
    /// Its sort key and its id.
    After(i64, i64),
    /// Position among the results of a search.
    Place(usize),
}

impl ListCursor {
    /// Parses a cursor; empty is the first page.
    pub fn parse(text: &str) -> Result<Option<Self>, Error> {
        if text.is_empty() {
            return Ok(None);
        }
        let parsed = match text.split_once('~') {
            Some(("at", place)) => place.parse().ok().map(Self::Place),
            Some((key, id)) => key.parse().ok().zip(id.parse().ok()).map(|(key, id)| Self::After(key, id)),
            None => None,
        };
        parsed.map(Some).ok_or_else(|| Error::invalid("cursor", "is not one of this list"))
    }
}

impl std::fmt::Display for ListCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::After(key, id) => write!(f, "{key}~{id}"),
            Self::Place(place) => write!(f, "at~{place}"),
        }
    }
}

/// A row of the staff's list.
#[derive(Clone, Debug, PartialEq, heuan_store::FromRow)]
pub struct StaffProduct {
    pub pro_id: i64,
    pub version: i64,
    pub name_la: String,
    pub name_en: String,
    pub img_cover: String,
    pub cat_id: i64,
    pub prog_id: i64,
    pub group_name_la: String,
    pub group_name_en: String,
    pub brand: String,
    pub price: Option<i64>,
    pub original_price: Option<i64>,
    pub unit_la: String,
    pub unit_en: String,
    /// The published copy of the stock, by which lists are filtered and sorted; at most a second old.
    pub listed_stock: Option<i64>,
    /// Free units in table `stock`, which owns them; `None` if not counted.
    pub stock: Option<i64>,
    pub held: i64,
    pub visible: i64,
    pub visible_from: Option<i64>,
    pub visible_until: Option<i64>,
    pub location: String,
    pub vatrate: i64,
    /// A JSON object.
    pub attributes: String,
    pub updated_at: i64,
    pub created_at: i64,
}

/// A product with all fields that the staff edit, and the newest part of its ledger.
#[derive(Clone, Debug, PartialEq)]
pub struct StaffDetail {
    pub product: StaffProduct,
    pub images: String,
    pub description_la: String,
    pub description_en: String,
    pub sold: i64,
    pub category_name_la: String,
    pub category_name_en: String,
    pub ledger: Vec<LedgerEntry>,
    /// Continues the ledger; empty at its end.
    pub ledger_cursor: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_read_as_it_was_written() {
        for cursor in [ListCursor::After(-1, 7), ListCursor::Place(50)] {
            assert_eq!(ListCursor::parse(&cursor.to_string()), Ok(Some(cursor)));
        }
        assert_eq!(ListCursor::parse(""), Ok(None));
        for text in ["x", "~", "1~x", "at~-1"] {
            assert_eq!(ListCursor::parse(text).unwrap_err().detail.field, "cursor");
        }
    }
}
