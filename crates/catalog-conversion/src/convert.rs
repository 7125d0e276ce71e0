//! Conversion of a merchant's table into products, categories and groups of the shop.

mod fields;
mod id;
mod numbers;
mod taxonomy;

use std::collections::{HashMap, HashSet};
use std::mem::take;

use crate::conversion::{Conversion, Existing, Finding, Product};
use crate::field;
use crate::mapping::{Mapping, OptionRule};
use crate::rows::{Cells, inherited_places, products_of};
use crate::source::{Row, Table};

/// Maximum options of one variant.
const MAX_OPTIONS: usize = 30;
/// Maximum names that are listed in one warning.
const MAX_NAMED: usize = 12;

pub(crate) fn convert(file: &str, mut table: Table, mapping: &Mapping, existing: &Existing) -> Conversion {
    if mapping.escapes {
        table.rows.iter_mut().for_each(unescape);
    }
    let inherited = inherited_places(&mapping.rows, &table.header);
    let (products, skipped) = products_of(&mapping.rows, &table);
    let mut work = Work {
        table: &table,
        mapping,
        existing,
        done: Conversion { file: file.to_owned(), ..Conversion::default() },
        lines: HashMap::new(),
        categories: HashMap::new(),
        groups: HashMap::new(),
        cut: Counted::default(),
        without_stock: Counted::default(),
        not_addresses: Counted::default(),
        outside_sale: Counted::default(),
        sale_that_ends: Counted::default(),
        of_parent: Counted::default(),
    };
    work.name_sources();
    for rows in &products {
        work.product(&Cells::new(&table.header, rows, &inherited));
    }
    if skipped.grouped > 0 {
        let count = skipped.grouped;
        work.warn(
            None,
            "",
            format!("{count} rows of grouped or external products are left out; they are not sold here"),
        );
    }
    for line in skipped.orphans {
        work.warn(Some(line), "", "the product that this variation belongs to is not in the file".to_owned());
    }
    work.count_warnings();
    work.done
}

/// Unescapes the texts of a row: `\n` is a line break, and an apostrophe before a formula is not part of the
/// text.
fn unescape(row: &mut Row) {
    for cell in &mut row.cells {
        if cell.contains("\\n") {
            *cell = cell.replace("\\n", "\n");
        }
        if cell.strip_prefix('\'').is_some_and(|rest| rest.starts_with(['=', '+', '-', '@'])) {
            cell.remove(0);
        }
    }
}

/// Rows that share a warning: their number and the first row.
#[derive(Default)]
struct Counted {
    count: u64,
    first: Option<u64>,
}

impl Counted {
    fn add(&mut self, line: u64) {
        self.count += 1;
        self.first.get_or_insert(line);
    }
}

struct Work<'a> {
    table: &'a Table,
    mapping: &'a Mapping,
    existing: &'a Existing,
    done: Conversion,
    /// Line of each id.
    lines: HashMap<String, u64>,
    categories: HashMap<String, i64>,
    groups: HashMap<(i64, String), i64>,
    cut: Counted,
    without_stock: Counted,
    not_addresses: Counted,
    outside_sale: Counted,
    sale_that_ends: Counted,
    of_parent: Counted,
}

impl<'a> Work<'a> {
    fn warn(&mut self, line: Option<u64>, column: &str, reason: String) {
        self.done.warnings.push(Finding { line, column: column.to_owned(), value: String::new(), reason });
    }

    fn report(&mut self, line: u64, column: &str, value: &str, reason: String) {
        let value = value.chars().take(40).collect();
        self.done.errors.push(Finding { line: Some(line), column: column.to_owned(), value, reason });
    }

    /// The merchant's column for each column of `products.csv`, for messages.
    fn name_sources(&mut self) {
        let header = &self.table.header;
        let named = |columns: &[String]| {
            let place = columns.iter().find_map(|column| header.place(column))?;
            Some(header.names[place].trim().to_owned())
        };
        let columns = &self.mapping.columns;
        let id: Vec<String> =
            self.mapping.id.number.iter().chain(self.mapping.id.keys.iter().flatten()).cloned().collect();
        let sources: [(&'static str, &[String]); 20] = [
            ("pro_id", &id),
            ("pro_name_la", &columns.name),
            ("pro_name_en", &columns.name),
            ("pro_name_la", &columns.pro_name_la),
            ("pro_name_en", &columns.pro_name_en),
            ("description_la", &columns.description),
            ("description_en", &columns.description),
            ("description_la", &columns.description_la),
            ("description_en", &columns.description_en),
            ("price", if self.has(&columns.price) { &columns.price } else { &columns.sale_price }),
            ("product_price1", &columns.product_price1),
            ("stock", &columns.stock),
            ("stock_change", &columns.stock_change),
            ("vatrate", &columns.vatrate),
            ("brand", &columns.brand),
            ("location", &columns.location),
            ("cat_id", &columns.category),
            ("prog_id", &columns.group),
            ("visible", &columns.visible),
            ("pro_img_cover", &columns.images),
        ];
        for (to, from) in sources {
            if let Some(name) = named(from) {
                self.done.sources.insert(to, name);
            }
        }
        self.done.has_images = columns.images.iter().any(|column| header.has(column));
        let unread = header
            .names
            .iter()
            .map(|name| name.trim())
            .filter(|name| !name.is_empty() && !self.mapping.reads(name));
        let unread: Vec<&str> = unread.collect();
        if !unread.is_empty() {
            let more = unread.len().saturating_sub(MAX_NAMED);
            let mut names = unread.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
            if more > 0 {
                names = format!("{names} and {more} more");
            }
            self.warn(Some(self.table.header_line), "", format!("columns that are not read: {names}"));
        }
    }

    fn count_warnings(&mut self) {
        let products =
            |count: u64| if count == 1 { "1 product".to_owned() } else { format!("{count} products") };
        let warnings = [
            (take(&mut self.cut), "stock", "had a stock with a fraction, which is cut off"),
            (
                take(&mut self.without_stock),
                "stock",
                "without a number of units: shown, but not for sale; a mapping file may say how many there are: [defaults] stock = 100",
            ),
            (
                take(&mut self.of_parent),
                "stock",
                "with the stock of the product that they are variants of: each has all of it; count the variants to sell no more than there is",
            ),
            (
                take(&mut self.outside_sale),
                "price",
                "with a sale price outside its days: the regular price counts; import the file again when the sale begins",
            ),
            (
                take(&mut self.sale_that_ends),
                "price",
                "with a sale price that ends: it counts until the file is imported again",
            ),
            (take(&mut self.not_addresses), "images", "with an image that is no web address; missing"),
        ];
        for (Counted { count, first }, column, reason) in warnings {
            if count > 0 {
                self.warn(first, column, format!("{} {reason}", products(count)));
            }
        }
        self.warn_of_missing_stock();
    }

    /// Warns about the effect on the stock if the file has no column for it.
    fn warn_of_missing_stock(&mut self) {
        let columns = &self.mapping.columns;
        if self.done.products.is_empty() || self.has(&columns.stock) || self.has(&columns.stock_change) {
            return;
        }
        let has_names = [&columns.name, &columns.pro_name_la, &columns.pro_name_en]
            .into_iter()
            .any(|names| self.has(names));
        let becomes = match self.mapping.defaults.stock {
            Some(stock) => format!("it is set to {stock} in each product"),
            None if has_names => "products of the shop keep theirs; new ones have none, so that they are shown, but not for sale; a mapping file may say how many there are: [defaults] stock = 100".to_owned(),
            None => "products keep theirs".to_owned(),
        };
        self.warn(None, "stock", format!("the file has no column for the stock: {becomes}"));
    }

    fn product(&mut self, cells: &Cells<'a>) {
        let line = cells.rows.own.line;
        let Some((id, key)) = self.id(cells) else { return };
        if let Some(first) = self.lines.insert(id.clone(), line) {
            let shown = if key.is_empty() { &id } else { &key };
            self.report(
                line,
                "",
                shown,
                format!("{shown} is in line {first} already; each product needs a key of its own"),
            );
            return;
        }
        let mut product = Product { line, key, id, ..Product::default() };
        let options = self.options(cells);
        self.texts(cells, &options, &mut product);
        self.numbers(cells, &mut product);
        self.taxonomy(cells, &mut product);
        self.attributes(cells, options, &mut product);
        self.images(cells, &mut product);
        self.done.products.push(product);
    }

    fn has(&self, columns: &[String]) -> bool {
        columns.iter().any(|column| self.table.header.has(column))
    }

    /// Names and values of the options of a variant.
    fn options(&self, cells: &Cells<'_>) -> Vec<(String, String)> {
        let mut options: Vec<(String, String)> = Vec::new();
        for rule in &self.mapping.options {
            match rule {
                OptionRule::Pairs { pairs } => {
                    options.extend(cells.all(pairs, false).iter().flat_map(|text| field::pairs(text)));
                }
                OptionRule::Columns { name, value } => {
                    let last = if name.contains("{n}") { MAX_OPTIONS } else { 1 };
                    for number in 1..=last {
                        let (name, value) = (
                            name.replace("{n}", &number.to_string()),
                            value.replace("{n}", &number.to_string()),
                        );
                        let (name, value) =
                            (field::one_line(cells.get(&name)), field::one_line(cells.get(&value)));
                        // Shopify writes this for a product without options.
                        if !name.is_empty() && !value.is_empty() && value != "Default Title" {
                            options.push((name, value));
                        }
                    }
                }
            }
        }
        // Odoo names the same values in two columns.
        let mut seen = HashSet::new();
        options.retain(|option| seen.insert(option.clone()));
        options
    }
}

/// Whether a code is like `8.85E+12`, which has lost digits.
fn is_shortened(text: &str) -> bool {
    let mut parts = text.splitn(2, ['e', 'E']);
    let (mantissa, exponent) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    mantissa.contains(['.', ','])
        && mantissa.split(['.', ',']).all(is_digits)
        && exponent.strip_prefix('+').is_some_and(is_digits)
}
