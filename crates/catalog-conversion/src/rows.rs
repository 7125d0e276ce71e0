//! Rows that belong together: variants and images of one product, and rows that continue the one above.

use std::collections::{HashMap, HashSet};

use crate::mapping::RowsRule;
use crate::source::{Header, Row, Table, plain};

/// A product of the file: its own row, the row from which it takes what its own leaves empty, and further rows.
pub(crate) struct ProductRows<'a> {
    pub(crate) own: &'a Row,
    pub(crate) parent: Option<&'a Row>,
    /// Rows with images or attribute values of the same product.
    pub(crate) others: Vec<&'a Row>,
    /// Whether there are others with the same name.
    pub(crate) is_variant: bool,
}

/// Rows that are no products, with the reason.
#[derive(Default)]
pub(crate) struct Skipped {
    pub(crate) grouped: u64,
    pub(crate) orphans: Vec<u64>,
}

/// Cells of a product by column name.
pub(crate) struct Cells<'a> {
    header: &'a Header,
    pub(crate) rows: &'a ProductRows<'a>,
    /// Places of the columns that are taken from the parent.
    inherited: &'a HashSet<usize>,
}

impl<'a> Cells<'a> {
    pub(crate) fn new(header: &'a Header, rows: &'a ProductRows<'a>, inherited: &'a HashSet<usize>) -> Self {
        Self { header, rows, inherited }
    }

    pub(crate) fn get(&self, column: &str) -> &'a str {
        let Some(place) = self.header.place(column) else { return "" };
        let own = cell(self.rows.own, place);
        match self.rows.parent {
            Some(parent) if own.is_empty() && self.inherited.contains(&place) => cell(parent, place),
            _ => own,
        }
    }

    /// The first column that is filled in, and its text.
    pub(crate) fn first<'c>(&self, columns: &'c [String]) -> Option<(&'c str, &'a str)> {
        columns.iter().map(|column| (column.as_str(), self.get(column))).find(|(_, text)| !text.is_empty())
    }

    /// The texts of a column in all rows of the product; with `only_own`, in its own row.
    pub(crate) fn all(&self, column: &str, only_own: bool) -> Vec<&'a str> {
        let Some(place) = self.header.place(column) else { return Vec::new() };
        let others = if only_own { &[][..] } else { &self.rows.others[..] };
        let texts = std::iter::once(self.get(column)).chain(others.iter().map(|row| cell(row, place)));
        let mut distinct = Vec::new();
        for text in texts.filter(|text| !text.is_empty()) {
            if !distinct.contains(&text) {
                distinct.push(text);
            }
        }
        distinct
    }
}

fn cell(row: &Row, place: usize) -> &str {
    row.cells.get(place).map_or("", |cell| cell.trim())
}

/// The places of the columns that a variant takes from its parent.
pub(crate) fn inherited_places(rule: &RowsRule, header: &Header) -> HashSet<usize> {
    match rule {
        RowsRule::Handle { inherit, .. } | RowsRule::Parent { inherit, .. } => {
            inherit.iter().filter_map(|column| header.place(column)).collect()
        }
        RowsRule::Single | RowsRule::Continued { .. } => HashSet::new(),
    }
}

/// The products of a table in file order.
pub(crate) fn products_of<'a>(rule: &RowsRule, table: &'a Table) -> (Vec<ProductRows<'a>>, Skipped) {
    match rule {
        RowsRule::Single => (table.rows.iter().map(alone).collect(), Skipped::default()),
        RowsRule::Handle { handle, variant, .. } => (by_handle(table, handle, variant), Skipped::default()),
        RowsRule::Parent { r#type, id, sku, parent, .. } => by_parent(table, r#type, id, sku, parent),
        RowsRule::Continued { name } => (continued(table, name), Skipped::default()),
    }
}

fn alone(row: &Row) -> ProductRows<'_> {
    ProductRows { own: row, parent: None, others: Vec::new(), is_variant: false }
}

fn by_handle<'a>(table: &'a Table, handle: &str, variant: &[String]) -> Vec<ProductRows<'a>> {
    let Some(place) = table.header.place(handle) else { return Vec::new() };
    let variant: Vec<usize> = variant.iter().filter_map(|column| table.header.place(column)).collect();
    let is_variant = |row: &Row| variant.iter().any(|place| !cell(row, *place).is_empty());
    let mut of_handle: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in &table.rows {
        of_handle.entry(cell(row, place)).or_default().push(row);
    }
    let mut products = Vec::new();
    for row in &table.rows {
        let rows = of_handle.get(cell(row, place)).map_or(&[][..], Vec::as_slice);
        let first = rows.first().copied();
        let is_first = first.is_some_and(|first| std::ptr::eq(first, row));
        if !is_variant(row) && (!is_first || rows.iter().any(|row| is_variant(row))) {
            continue;
        }
        // A variant shows its own image and those of the product, which belong to no variant.
        let images = rows.iter().copied().filter(|other| !std::ptr::eq(*other, row) && !is_variant(other));
        let first_of_product = first.filter(|_| !is_first);
        products.push(ProductRows {
            own: row,
            parent: first_of_product,
            others: first_of_product.into_iter().chain(images).collect(),
            is_variant: rows.iter().filter(|row| is_variant(row)).count() > 1,
        });
    }
    products
}

fn by_parent<'a>(
    table: &'a Table,
    kind: &str,
    id: &str,
    sku: &str,
    parent: &str,
) -> (Vec<ProductRows<'a>>, Skipped) {
    let text = |row: &'a Row, column: &str| table.header.place(column).map_or("", |place| cell(row, place));
    let kind_of = |row: &'a Row| plain(text(row, kind));
    let (mut by_id, mut by_sku) = (HashMap::new(), HashMap::new());
    for row in table.rows.iter().filter(|row| !kind_of(row).contains("variation")) {
        by_id.insert(text(row, id), row);
        by_sku.insert(text(row, sku), row);
    }
    let parent_of = |row: &'a Row| {
        let named = text(row, parent);
        match named.strip_prefix("id:") {
            _ if named.is_empty() => None,
            Some(id) => by_id.get(id.trim()).copied(),
            None => by_sku.get(named).copied(),
        }
    };
    let mut parents = HashSet::new();
    for row in table.rows.iter().filter(|row| kind_of(row).contains("variation")) {
        if let Some(parent) = parent_of(row) {
            parents.insert(parent.line);
        }
    }
    let (mut products, mut skipped) = (Vec::new(), Skipped::default());
    for row in &table.rows {
        let kind = kind_of(row);
        if kind.contains("variation") {
            let parent = parent_of(row);
            if parent.is_none() {
                skipped.orphans.push(row.line);
            }
            products.push(ProductRows { own: row, parent, others: Vec::new(), is_variant: true });
        } else if kind.contains("grouped") || kind.contains("external") {
            skipped.grouped += 1;
        } else if !parents.contains(&row.line) {
            products.push(alone(row));
        }
    }
    (products, skipped)
}

fn continued<'a>(table: &'a Table, name: &str) -> Vec<ProductRows<'a>> {
    let Some(place) = table.header.place(name) else { return table.rows.iter().map(alone).collect() };
    let mut products: Vec<ProductRows<'a>> = Vec::new();
    for row in &table.rows {
        match products.last_mut() {
            Some(last) if cell(row, place).is_empty() => last.others.push(row),
            _ => products.push(ProductRows { is_variant: true, ..alone(row) }),
        }
    }
    products
}
