//! Conversion of a merchant's table into products, categories and groups of the shop.

mod fields;
mod taxonomy;

use std::collections::HashMap;

use crate::conversion::{Conversion, Existing, Finding, Product};
use crate::field;
use crate::identity::id_of;
use crate::mapping::{Mapping, OptionRule};
use crate::rows::{Cells, inherited_places, products_of};
use crate::source::{Row, Table};

/// Options of one variant.
const MAX_OPTIONS: usize = 30;
/// Names that are listed in one warning.
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

/// `\n` is a line break, and an apostrophe before a formula is no part of the text.
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

/// Rows that share a warning: their number and the first of them.
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
}

impl Work<'_> {
    fn warn(&mut self, line: Option<u64>, column: &str, reason: String) {
        self.done.warnings.push(Finding { line, column: column.to_owned(), value: String::new(), reason });
    }

    fn fault(&mut self, line: u64, column: &str, value: &str, reason: String) {
        let value = value.chars().take(40).collect();
        self.done.faults.push(Finding { line: Some(line), column: column.to_owned(), value, reason });
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
            ("price", &columns.price),
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
        let Counted { count, first } = std::mem::take(&mut self.cut);
        if count > 0 {
            self.warn(
                first,
                "stock",
                format!("the stock of {} had a fraction, which is cut off", products(count)),
            );
        }
        let Counted { count, first } = std::mem::take(&mut self.without_stock);
        if count > 0 {
            let reason = format!(
                "{} without a number of units: shown, but not for sale; a mapping file may say how many there are: [defaults] stock = 100",
                products(count)
            );
            self.warn(first, "stock", reason);
        }
        let Counted { count, first } = std::mem::take(&mut self.not_addresses);
        if count > 0 {
            self.warn(
                first,
                "images",
                format!("{} with an image that is no web address; missing", products(count)),
            );
        }
    }

    fn product(&mut self, cells: &Cells<'_>) {
        let line = cells.rows.own.line;
        let Some((id, key)) = self.id(cells) else { return };
        if let Some(first) = self.lines.insert(id.clone(), line) {
            let shown = if key.is_empty() { &id } else { &key };
            self.fault(
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

    /// The id, and the key that it follows from.
    fn id(&mut self, cells: &Cells<'_>) -> Option<(String, String)> {
        let line = cells.rows.own.line;
        let rule = &self.mapping.id;
        if let Some((_, id)) = cells.first(&rule.number) {
            return Some((id.to_owned(), String::new()));
        }
        let filled = |key: &&Vec<String>| key.first().is_some_and(|column| !cells.get(column).is_empty());
        let Some(columns) = rule.keys.iter().find(filled) else {
            let known = rule.number.iter().chain(rule.keys.iter().filter_map(|key| key.first()));
            let known: Vec<&str> =
                known.filter(|column| self.table.header.has(column)).map(String::as_str).collect();
            let reason = format!("a product needs {}, by which the next import finds it", known.join(" or "));
            self.fault(line, known.first().copied().unwrap_or_default(), "", reason);
            return None;
        };
        let parts: Vec<&str> = columns.iter().map(|column| cells.get(column)).collect();
        let key = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join(" / ");
        if parts.iter().any(|part| is_shortened(part)) {
            let reason =
                "a spreadsheet has shortened it; give the column the format Text and fill it in again"
                    .to_owned();
            self.fault(line, &columns[0], &key, reason);
            return None;
        }
        if self.mapping.match_codes
            && let Some(ids) = self.existing.codes.get(&Existing::key(&key))
        {
            if let [id] = ids[..] {
                return Some((id.to_string(), key));
            }
            let named: Vec<String> = ids.iter().take(3).map(i64::to_string).collect();
            let reason = format!(
                "{} products of the shop have this code ({}); use their ids in a column pro_id",
                ids.len(),
                named.join(", ")
            );
            self.fault(line, &columns[0], &key, reason);
            return None;
        }
        let namespace = [self.mapping.format.as_str(), rule.namespace.as_str()];
        Some((id_of(&namespace, "product", &parts).to_string(), key))
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
