//! Rows that belong together: variants and images of one product, and rows that continue the one above.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::mapping::RowsRule;
use crate::source::{Header, Row, Table, plain};

/// A product of the file: its own row, the row from which it takes the values that its own leaves empty, and
/// further rows.
pub(crate) struct ProductRows<'a> {
    pub(crate) own: &'a Row,
    pub(crate) parent: Option<&'a Row>,
    /// Rows with attribute values of the same product.
    pub(crate) others: Vec<&'a Row>,
    /// All rows with its handle in file order. It has the images of all of them.
    pub(crate) of_handle: Option<Rc<[&'a Row]>>,
    /// Whether there are others with the same name.
    pub(crate) is_variant: bool,
}

/// Rows that are not products, with the reason.
#[derive(Default)]
pub(crate) struct Skipped {
    pub(crate) grouped: u64,
    pub(crate) orphans: Vec<u64>,
}

/// Cells of a product by column name.
pub(crate) struct Cells<'a> {
    header: &'a Header,
    pub(crate) rows: &'a ProductRows<'a>,
    /// Indexes of the columns that are taken from the parent.
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

    /// The text of a column in the row of the parent; empty without a parent.
    pub(crate) fn of_parent(&self, column: &str) -> &'a str {
        let place = self.header.place(column);
        self.rows.parent.zip(place).map_or("", |(parent, place)| cell(parent, place))
    }

    /// The texts of a column in the row of the product and in the row of its parent.
    pub(crate) fn with_parent(&self, column: &str) -> impl Iterator<Item = &'a str> {
        [self.get(column), self.of_parent(column)].into_iter().filter(|text| !text.is_empty())
    }

    /// The first non-empty column, and its text.
    pub(crate) fn first<'c>(&self, columns: &'c [String]) -> Option<(&'c str, &'a str)> {
        columns.iter().map(|column| (column.as_str(), self.get(column))).find(|(_, text)| !text.is_empty())
    }

    /// The different texts of a column in all rows of the product.
    pub(crate) fn all(&self, column: &str) -> Vec<&'a str> {
        let Some(place) = self.header.place(column) else { return Vec::new() };
        let others = self.rows.others.iter().map(|row| cell(row, place));
        let mut seen = HashSet::new();
        let texts = std::iter::once(self.get(column)).chain(others);
        texts.filter(|text| !text.is_empty() && seen.insert(*text)).collect()
    }

    /// The text of a column in a row.
    pub(crate) fn of_row(&self, row: &'a Row, column: &str) -> &'a str {
        self.header.place(column).map_or("", |place| cell(row, place))
    }
}

fn cell(row: &Row, place: usize) -> &str {
    row.cells.get(place).map_or("", |cell| cell.trim())
}

/// The indexes of the columns that a variant takes from its parent.
pub(crate) fn inherited_places(rule: &RowsRule, header: &Header) -> HashSet<usize> {
    match rule {
        RowsRule::Handle { inherit, .. }
        | RowsRule::Parent { inherit, .. }
        | RowsRule::Continued { inherit, .. } => {
            inherit.iter().filter_map(|column| header.place(column)).collect()
        }
        RowsRule::Single => HashSet::new(),
    }
}

/// The products of a table in file order.
pub(crate) fn products_of<'a>(rule: &RowsRule, table: &'a Table) -> (Vec<ProductRows<'a>>, Skipped) {
    match rule {
        RowsRule::Single => (table.rows.iter().map(alone).collect(), Skipped::default()),
        RowsRule::Handle { handle, variant, .. } => {
            (by_handle(table, handle.columns(), variant), Skipped::default())
        }
        RowsRule::Parent { r#type, id, sku, parent, .. } => by_parent(table, r#type, id, sku, parent),
        RowsRule::Continued { name, variant, .. } => {
            (continued(table, name.columns(), variant), Skipped::default())
        }
    }
}

fn alone(row: &Row) -> ProductRows<'_> {
    ProductRows { own: row, parent: None, others: Vec::new(), of_handle: None, is_variant: false }
}

/// The indexes of those columns that the table has.
fn places(table: &Table, columns: &[String]) -> Vec<usize> {
    columns.iter().filter_map(|column| table.header.place(column)).collect()
}

fn by_handle<'a>(table: &'a Table, handle: &[String], variant: &[String]) -> Vec<ProductRows<'a>> {
    let Some(place) = places(table, handle).first().copied() else { return Vec::new() };
    let variant = places(table, variant);
    let is_variant = |row: &Row| variant.iter().any(|place| !cell(row, *place).is_empty());
    let mut of_handle: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in &table.rows {
        of_handle.entry(cell(row, place)).or_default().push(row);
    }
    // The rows of each handle, and the number of variants among them.
    let mut groups: HashMap<&str, (Rc<[&Row]>, usize)> = HashMap::new();
    for (handle, rows) in of_handle {
        let variants = rows.iter().filter(|row| is_variant(row)).count();
        groups.insert(handle, (Rc::from(rows), variants));
    }
    let mut products = Vec::new();
    for row in &table.rows {
        let Some((rows, variants)) = groups.get(cell(row, place)) else { continue };
        let first = rows.first().copied();
        let is_first = first.is_some_and(|first| std::ptr::eq(first, row));
        if !is_variant(row) && (!is_first || *variants > 0) {
            continue;
        }
        products.push(ProductRows {
            own: row,
            parent: first.filter(|_| !is_first),
            others: Vec::new(),
            of_handle: Some(Rc::clone(rows)),
            is_variant: *variants > 1,
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
            products.push(ProductRows {
                own: row,
                parent,
                others: Vec::new(),
                of_handle: None,
                is_variant: true,
            });
        } else if kind.contains("grouped") || kind.contains("external") {
            skipped.grouped += 1;
        } else if !parents.contains(&row.line) {
            products.push(alone(row));
        }
    }
    (products, skipped)
}

fn continued<'a>(table: &'a Table, name: &[String], variant: &[String]) -> Vec<ProductRows<'a>> {
    let names = places(table, name);
    if names.is_empty() {
        return table.rows.iter().map(alone).collect();
    }
    let variant = places(table, variant);
    let has = |row: &Row, places: &[usize]| places.iter().any(|place| !cell(row, *place).is_empty());
    let mut products: Vec<ProductRows<'a>> = Vec::new();
    // The last row that has a name.
    let mut named: Option<&'a Row> = None;
    for row in &table.rows {
        let has_name = has(row, &names);
        match products.last_mut() {
            Some(last) if !has_name && !has(row, &variant) => last.others.push(row),
            _ => {
                named = if has_name { Some(row) } else { named };
                let parent = named.filter(|_| !has_name);
                products.push(ProductRows {
                    own: row,
                    parent,
                    others: Vec::new(),
                    of_handle: None,
                    is_variant: true,
                });
            }
        }
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_without_a_name_is_a_variant_if_it_has_a_key_and_continues_the_row_above_otherwise() {
        let row =
            |line, cells: [&str; 3]| Row { line, cells: cells.map(str::to_owned).to_vec(), ..Row::default() };
        let table = Table {
            header: Header::new(["Name", "Code", "Values"].map(str::to_owned).to_vec()),
            rows: vec![
                row(2, ["Paint", "P-1", "Color: Red"]),
                row(3, ["", "", "Size: 5 l"]),
                row(4, ["", "P-2", "Color: Blue"]),
                row(5, ["", "", "Size: 18 l"]),
                row(6, ["Roof", "R-1", ""]),
            ],
            ..Table::default()
        };
        let products = continued(&table, &["Name".to_owned()], &["Code".to_owned()]);
        let lines: Vec<(u64, Option<u64>, usize)> =
            products.iter().map(|it| (it.own.line, it.parent.map(|row| row.line), it.others.len())).collect();
        assert_eq!(lines, [(2, None, 1), (4, Some(2), 1), (6, None, 0)]);
    }
}
