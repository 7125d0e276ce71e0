//! Search requests: query text, filters, sort order and page.

/// A search request: query, filters, order and page.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    pub text: &'a str,
    pub filter: &'a Filter,
    pub sort: Sort,
    /// Offset and limit of the page.
    pub skip: usize,
    pub limit: usize,
}

/// Filters of a search. Absent fields do not filter; the values of one field are alternatives (OR), the fields are
/// combined with AND.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub cat_ids: Vec<i64>,
    pub prog_ids: Vec<i64>,
    /// Names in any case, or slugs.
    pub brands: Vec<String>,
    pub min_price: Option<i64>,
    pub max_price: Option<i64>,
    pub in_stock: bool,
    pub on_sale: bool,
}

/// Order of the products of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Best,
    Popular,
    Newest,
    PriceUp,
    PriceDown,
    Discount,
}
