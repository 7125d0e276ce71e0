//! Conversion of a merchant's table into products, categories and groups of the shop.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::field;
use crate::identity::id_of;
use crate::mapping::{Mapping, OptionRule};
use crate::rows::{Cells, inherited_places, products_of};
use crate::source::{Row, Table, plain};

/// Options of one variant.
const MAX_OPTIONS: usize = 30;
/// Names that are listed in one warning.
const MAX_NAMED: usize = 12;

/// What the shop has, so that rows find it by name or code.
#[derive(Debug, Clone, Default)]
pub struct Existing {
    /// Category by name, in any case.
    pub categories: HashMap<String, i64>,
    pub category_ids: HashSet<i64>,
    /// Group by category and name.
    pub groups: HashMap<(i64, String), i64>,
    pub group_ids: HashSet<i64>,
    /// Products by SKU and by barcode.
    pub codes: HashMap<String, Vec<i64>>,
}

impl Existing {
    /// The form in which names and codes are compared.
    pub fn key(name: &str) -> String {
        name.trim().to_lowercase()
    }
}

/// A fault of the merchant's file, or a warning.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Finding {
    pub line: Option<u64>,
    pub column: String,
    pub value: String,
    pub reason: String,
}

/// A product of the file.
#[derive(Debug, Default)]
pub(crate) struct Product {
    pub(crate) line: u64,
    /// What the id follows from, as the merchant knows it; empty if the file has the id itself.
    pub(crate) key: String,
    pub(crate) id: String,
    pub(crate) fields: BTreeMap<&'static str, String>,
    /// Web addresses of pictures.
    pub(crate) pictures: Vec<String>,
}

/// A converted file.
#[derive(Debug, Default)]
pub struct Conversion {
    /// Name of the merchant's file.
    pub(crate) file: String,
    /// Column of the file for each column of `products.csv`.
    pub(crate) sources: BTreeMap<&'static str, String>,
    pub(crate) products: Vec<Product>,
    /// New categories: id, name.
    pub(crate) categories: Vec<(i64, String)>,
    /// New groups: id, category, name.
    pub(crate) groups: Vec<(i64, i64, String)>,
    pub(crate) has_pictures: bool,
    pub faults: Vec<Finding>,
    pub warnings: Vec<Finding>,
}

impl Conversion {
    /// Distinct web addresses of pictures with the line of the first product that has them.
    pub fn picture_urls(&self) -> Vec<(u64, &str)> {
        let mut seen = HashSet::new();
        let all = self
            .products
            .iter()
            .flat_map(|product| product.pictures.iter().map(|url| (product.line, url.as_str())));
        all.filter(|(_, url)| seen.insert(*url)).collect()
    }
}

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
        let sources: [(&'static str, &[String]); 18] = [
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
            ("vatrate", &columns.vatrate),
            ("brand", &columns.brand),
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
        self.done.has_pictures = columns.images.iter().any(|column| header.has(column));
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
                format!("{} with a picture that is no web address; missing", products(count)),
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
        self.pictures(cells, &mut product);
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

    fn texts(&mut self, cells: &Cells<'_>, options: &[(String, String)], product: &mut Product) {
        let columns = &self.mapping.columns;
        let mut name = cells.first(&columns.name).map(|(_, text)| field::one_line(text)).unwrap_or_default();
        if cells.rows.is_variant && !name.is_empty() {
            let lower = name.to_lowercase();
            let new = options
                .iter()
                .map(|(_, value)| value.as_str())
                .filter(|value| !lower.contains(&value.to_lowercase()));
            let new: Vec<&str> = new.collect();
            if !new.is_empty() {
                name = format!("{name} – {}", new.join(" / "));
            }
        }
        let description =
            cells.first(&columns.description).map(|(_, text)| text.to_owned()).unwrap_or_default();
        let unit = cells.first(&columns.unit).map(|(_, text)| field::one_line(text)).unwrap_or_default();
        for (text, la, en) in [
            (name, "pro_name_la", "pro_name_en"),
            (description, "description_la", "description_en"),
            (unit, "unit_name_la", "unit_name_en"),
        ] {
            if !text.is_empty() {
                product.fields.insert(if field::is_lao(&text) { la } else { en }, text);
            }
        }
        for (to, from, is_line) in [
            ("pro_name_la", &columns.pro_name_la, true),
            ("pro_name_en", &columns.pro_name_en, true),
            ("description_la", &columns.description_la, false),
            ("description_en", &columns.description_en, false),
            ("unit_name_la", &columns.unit_name_la, true),
            ("unit_name_en", &columns.unit_name_en, true),
        ] {
            if let Some((_, text)) = cells.first(from) {
                product.fields.insert(to, if is_line { field::one_line(text) } else { text.to_owned() });
            }
        }
        let defaults = &self.mapping.defaults;
        for (to, value) in
            [("unit_name_la", &defaults.unit_name_la), ("unit_name_en", &defaults.unit_name_en)]
        {
            if let Some(value) = value {
                product.fields.entry(to).or_insert_with(|| value.clone());
            }
        }
        let brands = cells.first(&columns.brand).map(|(_, text)| field::one_line(text));
        let brand = brands.map(|text| text.split(", ").next().unwrap_or_default().to_owned());
        if let Some(brand) = brand.or_else(|| defaults.brand.clone()) {
            product.fields.insert("brand", brand);
        } else if self.has(&columns.brand) {
            product.fields.insert("brand", String::new());
        }
    }

    fn has(&self, columns: &[String]) -> bool {
        columns.iter().any(|column| self.table.header.has(column))
    }

    fn numbers(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let line = cells.rows.own.line;
        let columns = &self.mapping.columns;
        for (to, from) in [("price", &columns.price), ("product_price1", &columns.product_price1)] {
            let Some((column, text)) = cells.first(from) else {
                if self.has(from) {
                    product.fields.insert(to, String::new());
                }
                continue;
            };
            match field::price(text, &self.mapping.price) {
                Ok(price) => {
                    product.fields.insert(to, price);
                }
                Err(reason) => self.fault(line, column, text, reason),
            }
        }
        let defaults = &self.mapping.defaults;
        let is_sold_out =
            cells.first(&columns.in_stock).is_some_and(|(_, text)| field::flag(text) == Some(false));
        let stock = match cells.first(&columns.stock) {
            Some((_, text)) => {
                let (stock, is_cut) = field::stock(text);
                if is_cut {
                    self.cut.add(line);
                }
                Some(stock)
            }
            None if is_sold_out => Some("0".to_owned()),
            None if defaults.stock.is_some() => defaults.stock.map(|stock| stock.to_string()),
            None if self.has(&columns.stock) => {
                self.without_stock.add(line);
                Some(String::new())
            }
            None => None,
        };
        if let Some(stock) = stock {
            product.fields.insert("stock", stock);
        }
        let vat = cells.first(&columns.vatrate).map(|(_, text)| text.to_owned());
        if let Some(vat) = vat.or_else(|| defaults.vatrate.map(|vat| vat.to_string())) {
            product.fields.insert("vatrate", vat);
        }
        let flags: Vec<(&str, &str)> = columns
            .visible
            .iter()
            .map(|column| (column.as_str(), cells.get(column)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        let mut is_visible = true;
        for (column, text) in &flags {
            match field::flag(text) {
                Some(flag) => is_visible &= flag,
                None => self.fault(
                    line,
                    column,
                    text,
                    "must be 1 or 0, true or false, active or draft".to_owned(),
                ),
            }
        }
        if self.has(&columns.visible) {
            product.fields.insert("visible", if is_visible { "1" } else { "0" }.to_owned());
        }
    }

    fn taxonomy(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let (columns, rule) = (&self.mapping.columns, &self.mapping.category);
        if !self.has(&columns.category)
            && !self.has(&columns.group)
            && self.mapping.defaults.category.is_none()
        {
            return;
        }
        let first = cells.first(&columns.category).map(|(_, text)| text);
        let first = first.and_then(|text| field::parts(text, &rule.list).into_iter().next());
        let path = field::parts(first.as_deref().unwrap_or_default(), &rule.separator);
        let is_skipped = |name: &String| rule.skip.iter().any(|skip| plain(skip) == plain(name));
        let mut path: Vec<String> =
            path.into_iter().skip_while(is_skipped).map(|name| field::one_line(&name)).collect();
        let group = cells
            .first(&columns.group)
            .map(|(_, text)| field::one_line(text))
            .filter(|text| !text.is_empty());
        if path.is_empty() {
            path.extend(self.mapping.defaults.category.clone());
        }
        // A group without a category is a category.
        let group = if path.is_empty() {
            path.extend(group);
            None
        } else {
            group
        };
        let Some(category) = path.first().cloned() else {
            product.fields.insert("cat_id", String::new());
            product.fields.insert("prog_id", String::new());
            return;
        };
        let cat_id = self.category(&category);
        let group = group.or_else(|| path.get(1..).and_then(<[String]>::last).cloned());
        let prog_id = group.map(|group| self.group(cat_id, &category, &group));
        // The group alone says the category, which the staff may have changed.
        product.fields.insert("cat_id", if prog_id.is_some() { String::new() } else { cat_id.to_string() });
        product.fields.insert("prog_id", prog_id.map(|id| id.to_string()).unwrap_or_default());
    }

    /// The category of this name in the shop, or a new one. A category that was imported before keeps the name that the staff
    /// gave it.
    fn category(&mut self, name: &str) -> i64 {
        let key = Existing::key(name);
        if let Some(id) = self.existing.categories.get(&key).or_else(|| self.categories.get(&key)) {
            return *id;
        }
        let id = id_of(&[&self.mapping.format, &self.mapping.id.namespace], "category", &[&key]);
        if !self.existing.category_ids.contains(&id) {
            self.done.categories.push((id, name.to_owned()));
        }
        self.categories.insert(key, id);
        id
    }

    fn group(&mut self, cat_id: i64, category: &str, name: &str) -> i64 {
        let key = (cat_id, Existing::key(name));
        if let Some(id) = self.existing.groups.get(&key).or_else(|| self.groups.get(&key)) {
            return *id;
        }
        let namespace = [self.mapping.format.as_str(), self.mapping.id.namespace.as_str()];
        let id = id_of(&namespace, "group", &[&Existing::key(category), &key.1]);
        if !self.existing.group_ids.contains(&id) {
            self.done.groups.push((id, cat_id, name.to_owned()));
        }
        self.groups.insert(key, id);
        id
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

    fn attributes(&mut self, cells: &Cells<'_>, options: Vec<(String, String)>, product: &mut Product) {
        // A price list has no attributes: those of the shop stay.
        let columns = &self.mapping.columns;
        if ![&columns.name, &columns.pro_name_la, &columns.pro_name_en]
            .into_iter()
            .any(|columns| self.has(columns))
        {
            return;
        }
        let fixed = self
            .mapping
            .attributes
            .iter()
            .map(|(name, column)| (name.clone(), field::one_line(cells.get(column))));
        let mut json = String::from("{");
        let mut seen = HashSet::new();
        for (name, value) in options.into_iter().chain(fixed).filter(|(_, value)| !value.is_empty()) {
            if !seen.insert(name.clone()) {
                continue;
            }
            if json.len() > 1 {
                json.push_str(", ");
            }
            json.push_str(&serde_json::Value::from(name).to_string());
            json.push_str(": ");
            json.push_str(&serde_json::Value::from(value).to_string());
        }
        json.push('}');
        if json.len() > 2 || self.mapping.attributes.values().any(|column| self.table.header.has(column)) {
            product.fields.insert("attributes", if json.len() > 2 { json } else { String::new() });
        }
    }

    fn pictures(&mut self, cells: &Cells<'_>, product: &mut Product) {
        let rule = &self.mapping.images;
        let texts = self
            .mapping
            .columns
            .images
            .iter()
            .flat_map(|column| cells.all(column, rule.own.contains(column)));
        let mut is_missing = false;
        for url in texts.flat_map(|text| field::parts(text, &rule.list)) {
            let start = url.get(..8).unwrap_or_default().to_ascii_lowercase();
            if !start.starts_with("http://") && !start.starts_with("https://") {
                is_missing = true;
            } else if !product.pictures.contains(&url) {
                product.pictures.push(url);
            }
        }
        if is_missing {
            self.not_addresses.add(product.line);
        }
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
