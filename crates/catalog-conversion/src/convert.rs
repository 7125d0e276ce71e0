//! Conversion of a merchant's table into products, categories and groups of the shop.

mod columns;
mod fields;
mod headings;
mod id;
mod numbers;
mod taxonomy;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::mem::take;
use std::sync::Arc;

use heuan_catalog_folder::Reason;

use crate::conversion::{Conversion, Existing, Finding, Images, MAX_PRODUCT_IMAGES, Product};
use crate::field;
use crate::mapping::{Mapping, OptionRule};
use crate::rows::{Cells, inherited_places, products_of};
use crate::source::{MAX_CELL_BYTES, Row, Table, plain};

/// Maximum options of one variant.
const MAX_OPTIONS: usize = 30;
/// Maximum names that are listed in one warning.
const MAX_NAMED: usize = 12;

pub(crate) fn convert(file: &str, mut table: Table, mapping: &Mapping, existing: &Existing) -> Conversion {
    if mapping.escapes {
        table.rows.iter_mut().for_each(unescape);
    }
    let columns = &mapping.columns;
    let numbers = [
        &columns.price,
        &columns.product_price1,
        &columns.sale_price,
        &columns.stock,
        &columns.stock_change,
        &columns.vatrate,
    ];
    table.lengthen_fractions(|name| {
        let name = plain(name);
        numbers.into_iter().flatten().any(|column| plain(column) == name)
    });
    let units = [&columns.stock, &columns.stock_change];
    table.clear_repeated(|name| {
        let name = plain(name);
        units.into_iter().flatten().any(|column| plain(column) == name)
    });
    let headings = headings::remove(&mut table, mapping, existing);
    let inherited = inherited_places(&mapping.rows, &table.header);
    let (products, skipped) = products_of(&mapping.rows, &table);
    let mut work = Work {
        table: &table,
        mapping,
        existing,
        done: Conversion { file: file.to_owned(), ..Conversion::default() },
        lines: HashMap::new(),
        row: String::new(),
        categories: HashMap::new(),
        groups: HashMap::new(),
        images_of_handles: HashMap::new(),
        cut: Counted::default(),
        without_stock: Counted::default(),
        not_addresses: Counted::default(),
        too_many_images: Counted::default(),
        outside_sale: Counted::default(),
        sale_that_ends: Counted::default(),
        buddhist_sale_days: Counted::default(),
        first_buddhist_day: None,
        of_parent: Counted::default(),
    };
    work.name_sources();
    work.warn_of_rival_columns();
    for rows in &products {
        work.product(&Cells::new(&table.header, rows, &inherited));
    }
    if let Some(headings::Removed { count, line, text: first }) = headings {
        let rows = if count == 1 { "1 row is".to_owned() } else { format!("{count} rows are") };
        let text = format!("{rows} taken for headings or totals and left out, the first one is \"{first}\"");
        let reason = Reason::new("headings_left_out", text).with("count", &count);
        work.warn(Some(line), "", reason.with("text", &first));
    }
    if skipped.grouped > 0 {
        let count = skipped.grouped;
        let text =
            format!("{count} rows of grouped or external products are left out; they are not sold here");
        work.warn(None, "", Reason::new("rows_left_out", text).with("count", &count));
    }
    for line in skipped.orphans {
        let text = "the product that this variation belongs to is not in the file";
        work.warn(Some(line), "", Reason::new("parent_missing", text));
    }
    work.count_warnings();
    work.warn_of_overlong_texts();
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
    /// Key or id of the row that is converted, as read.
    row: String,
    categories: HashMap<String, i64>,
    groups: HashMap<(i64, String), i64>,
    /// Images of all variants of a product, by its first line.
    images_of_handles: HashMap<u64, Arc<Images>>,
    cut: Counted,
    without_stock: Counted,
    not_addresses: Counted,
    too_many_images: Counted,
    outside_sale: Counted,
    sale_that_ends: Counted,
    buddhist_sale_days: Counted,
    /// Year of the first of these days as written, and the day in the Gregorian calendar.
    first_buddhist_day: Option<(u16, String)>,
    of_parent: Counted,
}

impl<'a> Work<'a> {
    fn warn(&mut self, line: Option<u64>, column: &str, reason: Reason) {
        self.done.warnings.push(Finding { line, column: column.to_owned(), reason, ..Finding::default() });
    }

    fn report(&mut self, line: u64, column: &str, value: &str, reason: Reason) {
        let [value, row] = [value, self.row.as_str()].map(|text| text.chars().take(40).collect::<String>());
        self.done.errors.push(Finding { line: Some(line), column: column.to_owned(), value, row, reason });
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
            let count = unread.len();
            let more = count.saturating_sub(MAX_NAMED);
            let names = unread.into_iter().take(MAX_NAMED).collect::<Vec<_>>().join(", ");
            let (and_more, ellipsis) =
                if more > 0 { (format!(" and {more} more"), ", …") } else { (String::new(), "") };
            let text = format!("columns that are not read: {names}{and_more}");
            let reason = Reason::new("columns_not_read", text).with("count", &count);
            let reason = reason.with("columns", &format!("{names}{ellipsis}"));
            self.warn(Some(self.table.header_line), "", reason);
        }
    }

    fn count_warnings(&mut self) {
        let products =
            |count: u64| if count == 1 { "1 product".to_owned() } else { format!("{count} products") };
        let (year, day) = self.first_buddhist_day.take().unwrap_or_default();
        let warnings = [
            (
                take(&mut self.cut),
                "stock",
                Reason::new("stock_fraction_cut", "had a stock with a fraction, which is cut off"),
            ),
            (
                take(&mut self.without_stock),
                "stock",
                Reason::new(
                    "stock_unknown",
                    "without a number of units: shown, but not for sale; a mapping file may say how many there are: [defaults] stock = 100",
                ),
            ),
            (
                take(&mut self.of_parent),
                "stock",
                Reason::new(
                    "stock_of_parent",
                    "with the stock of the product that they are variants of: each has all of it; count the variants to sell no more than there is",
                ),
            ),
            (
                take(&mut self.outside_sale),
                "price",
                Reason::new(
                    "sale_outside_days",
                    "with a sale price outside its days: the regular price counts; import the file again when the sale begins",
                ),
            ),
            (
                take(&mut self.sale_that_ends),
                "price",
                Reason::new(
                    "sale_ends",
                    "with a sale price that ends: it counts until the file is imported again",
                ),
            ),
            (
                take(&mut self.buddhist_sale_days),
                "price",
                Reason::new(
                    "sale_year_buddhist",
                    format!("with sale days in the Buddhist calendar: the first one, in the year {year}, is taken as {day}"),
                )
                .with("year", &year)
                .with("day", &day),
            ),
            (
                take(&mut self.not_addresses),
                "images",
                Reason::new("image_not_address", "with an image that is no web address; missing"),
            ),
            (
                take(&mut self.too_many_images),
                "images",
                Reason::new(
                    "images_cut",
                    format!("with more than {MAX_PRODUCT_IMAGES} images, of which the first ones are taken"),
                )
                .with("max", &MAX_PRODUCT_IMAGES),
            ),
        ];
        for (Counted { count, first }, column, reason) in warnings {
            if count > 0 {
                let text = format!("{} {reason}", products(count));
                self.warn(first, column, Reason { text, ..reason }.with("count", &count));
            }
        }
        self.warn_of_missing_stock();
    }

    /// Says how many texts are read as empty, by their columns.
    fn warn_of_overlong_texts(&mut self) {
        let (table, mapping) = (self.table, self.mapping);
        let names = &table.header.names;
        let is_read = table.places_read(|name| mapping.reads(name));
        let mut of_columns: BTreeMap<usize, Counted> = BTreeMap::new();
        for (line, column) in table.overlong() {
            if is_read.get(column).copied().unwrap_or(false) {
                of_columns.entry(column).or_default().add(line);
            }
        }
        let max = MAX_CELL_BYTES >> 10;
        for (column, Counted { count, first }) in of_columns {
            let texts = if count == 1 { "1 text is".to_owned() } else { format!("{count} texts are") };
            let reason =
                Reason::new("texts_emptied", format!("{texts} longer than {max} kB and read as empty"));
            self.warn(first, names[column].trim(), reason.with("count", &count).with("max", &max));
        }
    }

    /// Says what becomes of the stock if the file has no column for it.
    fn warn_of_missing_stock(&mut self) {
        let columns = &self.mapping.columns;
        if self.done.products.is_empty() || self.has(&columns.stock) || self.has(&columns.stock_change) {
            return;
        }
        let has_names = [&columns.name, &columns.pro_name_la, &columns.pro_name_en]
            .into_iter()
            .any(|names| self.has(names));
        let reason = match self.mapping.defaults.stock {
            Some(stock) => {
                let becomes = format!("it is set to {stock} in each product");
                Reason::new("no_stock_column_set", becomes).with("stock", &stock)
            }
            None if has_names => Reason::new(
                "no_stock_column_new",
                "products of the shop keep theirs; new ones have none, so that they are shown, but not for sale; a mapping file may say how many there are: [defaults] stock = 100",
            ),
            None => Reason::new("no_stock_column", "products keep theirs"),
        };
        let text = format!("the file has no column for the stock: {reason}");
        self.warn(None, "stock", Reason { text, ..reason });
    }

    fn product(&mut self, cells: &Cells<'a>) {
        let line = cells.rows.own.line;
        self.row.clear();
        let Some((id, key)) = self.id(cells) else { return };
        self.row.clone_from(if key.is_empty() { &id } else { &key });
        if let Some(first) = self.lines.insert(id.clone(), line) {
            let shown = if key.is_empty() { &id } else { &key };
            let text = format!("{shown} is in line {first} already; each product needs a key of its own");
            let reason = Reason::new("product_key_twice", text).with("key", shown).with("line", &first);
            self.report(line, "", shown, reason);
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
                    options.extend(cells.all(pairs).iter().flat_map(|text| field::pairs(text)));
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
