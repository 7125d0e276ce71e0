//! Writing of the converted file as a catalog folder, and mapping of its lines to the merchant's lines.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io;
use std::path::Path;

use heuan_catalog_folder::{Diagnostic, FolderTable, MAX_IMAGES, Reason, push_fields};
use serde::{Deserialize, Serialize};

use crate::conversion::{Conversion, Finding};

/// Byte-order mark that marks tables as UTF-8.
const BOM: &str = "\u{feff}";

/// Codes of the warnings of a conversion.
pub(crate) const WARNING_CODES: [&str; 19] = [
    "rows_left_out",
    "parent_missing",
    "columns_not_read",
    "stock_fraction_cut",
    "stock_unknown",
    "stock_of_parent",
    "sale_outside_days",
    "sale_ends",
    "sale_year_buddhist",
    "image_not_address",
    "images_cut",
    "columns_repeated",
    "columns_of_one_meaning",
    "headings_left_out",
    "texts_emptied",
    "sheets_not_read",
    "no_stock_column_set",
    "no_stock_column_new",
    "no_stock_column",
];
/// Names of the values in them.
const WARNING_VALUES: [&str; 10] =
    ["count", "columns", "stock", "max", "sheet", "sheets", "text", "column", "year", "day"];

/// Code and values of a warning, as a source map stores them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct StoredCode {
    code: String,
    values: Vec<(String, String)>,
}

impl StoredCode {
    fn of(reason: &Reason) -> Self {
        let values = reason.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Self { code: reason.code.to_owned(), values: values.collect() }
    }

    /// The code and its values; none of another release, whose warning is its sentence alone.
    fn known(&self) -> (&'static str, Vec<(&'static str, String)>) {
        let Some(code) = WARNING_CODES.into_iter().find(|code| *code == self.code) else {
            return ("", Vec::new());
        };
        let values = self.values.iter().filter_map(|(name, value)| {
            let name = WARNING_VALUES.into_iter().find(|known| known == name)?;
            Some((name, value.clone()))
        });
        (code, values.collect())
    }
}

/// Source lines of the rows of a converted folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceMap {
    /// Name of the merchant's file.
    file: String,
    /// Whether the folder has the table of the file as it is, so that there are only warnings.
    #[serde(default)]
    is_table: bool,
    /// Line of `products.csv`, line of the merchant's file, and the key or id of the product; in order.
    lines: Vec<(u64, u64, String)>,
    columns: BTreeMap<String, String>,
    /// Keys by computed id.
    keys: HashMap<String, String>,
    /// Warnings of the conversion: line, column, sentence.
    warnings: Vec<(Option<u64>, String, String)>,
    /// Their codes, in the same order; a map of an earlier release has none.
    #[serde(default)]
    warning_codes: Vec<StoredCode>,
    /// Images that were not fetched: line, and sentence with the address.
    #[serde(default)]
    missing_images: Vec<(u64, String)>,
    /// Number of further missing images.
    #[serde(default)]
    more_missing_images: u64,
}

impl SourceMap {
    fn new(file: &str, warnings: &[Finding]) -> Self {
        let sentences = warnings.iter().map(|it| (it.line, it.column.clone(), it.reason.text.clone()));
        Self {
            file: file.to_owned(),
            warnings: sentences.collect(),
            warning_codes: warnings.iter().map(|it| StoredCode::of(&it.reason)).collect(),
            ..Self::default()
        }
    }

    /// Warnings of a table of the catalog folder.
    pub(crate) fn of_table(file: &str, warnings: &[Finding]) -> Self {
        Self { is_table: true, ..Self::new(file, warnings) }
    }

    /// Whether the file is a table of the catalog folder, so that nothing was converted.
    pub fn is_table(&self) -> bool {
        self.is_table
    }

    /// Replaces the position in the folder by the one in the merchant's file, and a computed id by its key.
    pub fn translate(&self, diagnostic: &mut Diagnostic) {
        if self.is_table {
            return;
        }
        let is_products = diagnostic.file == FolderTable::Products.file();
        let line = diagnostic.line.filter(|_| is_products).and_then(|line| {
            let after = self.lines.partition_point(|(of, ..)| *of <= line);
            self.lines.get(after.checked_sub(1)?)
        });
        diagnostic.file = Cow::Owned(self.file.clone());
        diagnostic.line = line.map(|(_, line, _)| *line);
        if let Some(key) = self.keys.get(&diagnostic.row) {
            diagnostic.row.clone_from(key);
        }
        if !is_products {
            diagnostic.row.clear();
        }
        if let Some(column) = self.columns.get(&diagnostic.column) {
            diagnostic.column.clone_from(column);
        }
        if let Some(key) = self.keys.get(&diagnostic.value) {
            diagnostic.reason = diagnostic.reason.replace(&diagnostic.value, key);
            for (_, value) in diagnostic.values.iter_mut().filter(|(_, value)| *value == diagnostic.value) {
                value.clone_from(key);
            }
            diagnostic.value.clone_from(key);
        }
    }

    /// Warnings of the conversion itself, then warnings of missing images.
    pub fn warnings(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let of_conversion = self.warnings.iter().enumerate().map(|(index, (line, column, reason))| {
            let (code, values) = self.warning_codes.get(index).map(StoredCode::known).unwrap_or_default();
            Diagnostic {
                file: Cow::Owned(self.file.clone()),
                line: *line,
                column: column.clone(),
                reason: reason.clone(),
                code,
                values,
                ..Diagnostic::default()
            }
        });
        let rows: HashMap<u64, &String> = self.lines.iter().map(|(_, line, row)| (*line, row)).collect();
        let of_images = self.missing_images.iter().map(move |(line, sentence)| Diagnostic {
            file: Cow::Owned(self.file.clone()),
            line: Some(*line),
            row: rows.get(line).copied().cloned().unwrap_or_default(),
            reason: format!("image missing: {sentence}"),
            code: "image_not_fetched",
            values: vec![("hint", sentence.clone())],
            ..Diagnostic::default()
        });
        let more = self.more_missing_images;
        let of_more = (more > 0).then(|| Diagnostic {
            file: Cow::Owned(self.file.clone()),
            reason: format!("{more} more images are missing"),
            code: "images_not_fetched",
            values: vec![("count", more.to_string())],
            ..Diagnostic::default()
        });
        of_conversion.chain(of_images).chain(of_more)
    }

    /// Adds images that could not be fetched, each with its line and a sentence that begins with its address; the first `max_named`
    /// of them one by one.
    pub fn add_missing_images(&mut self, missing: &[(u64, String)], max_named: usize) {
        let (named, more) = missing.split_at(missing.len().min(max_named));
        self.missing_images.extend_from_slice(named);
        self.more_missing_images += more.len() as u64;
    }
}

impl Conversion {
    /// Writes the tables into an empty folder. `images` has the path below `media/` of each web address that was fetched.
    pub fn write(&self, folder: &Path, images: &HashMap<String, String>) -> io::Result<SourceMap> {
        if !self.categories.is_empty() {
            let rows = self.categories.iter().map(|(id, name)| vec![id.to_string(), name.clone()]);
            write_table(
                folder,
                FolderTable::Categories,
                &["cat_id", name_column("cat_name", &self.categories)],
                rows,
            )?;
        }
        if !self.groups.is_empty() {
            let named: Vec<(i64, String)> =
                self.groups.iter().map(|(id, _, name)| (*id, name.clone())).collect();
            let rows =
                self.groups.iter().map(|(id, cat, name)| vec![id.to_string(), cat.to_string(), name.clone()]);
            let columns = ["prog_id", "cat_id", name_column("prog_name", &named)];
            write_table(folder, FolderTable::Groups, &columns, rows)?;
        }
        self.write_products(folder, images)
    }

    fn write_products(&self, folder: &Path, images: &HashMap<String, String>) -> io::Result<SourceMap> {
        let is_used = |column: &&str| match *column {
            "pro_id" => true,
            "pro_img_cover" | "images" => self.has_images,
            column => self.products.iter().any(|product| product.fields.contains_key(column)),
        };
        let columns: Vec<&'static str> =
            FolderTable::Products.columns().iter().copied().filter(|it| is_used(it)).collect();
        let mut map = SourceMap {
            columns: self.sources.iter().map(|(to, from)| ((*to).to_owned(), from.clone())).collect(),
            ..SourceMap::new(&self.file, &self.warnings)
        };
        let mut text = BOM.to_owned();
        push_fields(&mut text, columns.iter().map(|column| Cow::Borrowed(*column)));
        let mut line = 2;
        for product in &self.products {
            let row = if product.key.is_empty() { &product.id } else { &product.key };
            map.lines.push((line, product.line, row.clone()));
            if !product.key.is_empty() {
                map.keys.insert(product.id.clone(), product.key.clone());
            }
            let mut paths = product.image_urls().filter_map(|url| images.get(url)).map(String::as_str);
            let cover = paths.next().unwrap_or_default();
            let others: Vec<&str> = paths.filter(|path| *path != cover).take(MAX_IMAGES).collect();
            let before = text.len();
            push_fields(
                &mut text,
                columns.iter().map(|column| match *column {
                    "pro_id" => Cow::Borrowed(product.id.as_str()),
                    "pro_img_cover" => Cow::Borrowed(cover),
                    "images" if others.is_empty() => Cow::Borrowed(""),
                    "images" => Cow::Owned(serde_json::to_string(&others).unwrap_or_default()),
                    column => Cow::Borrowed(product.fields.get(column).map_or("", String::as_str)),
                }),
            );
            line += text[before..].bytes().filter(|byte| *byte == b'\n').count() as u64;
        }
        fs::write(folder.join(FolderTable::Products.file()), text)?;
        Ok(map)
    }
}

/// The name column of a small table. Names in both languages go into the Lao one, so that no name is lost.
fn name_column(stem: &str, rows: &[(i64, String)]) -> &'static str {
    let is_lao = rows.iter().any(|(_, name)| crate::field::is_lao(name));
    match (stem, is_lao) {
        ("cat_name", true) => "cat_name_la",
        ("cat_name", false) => "cat_name_en",
        (_, true) => "prog_name_la",
        (_, false) => "prog_name_en",
    }
}

fn write_table(
    folder: &Path,
    table: FolderTable,
    columns: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> io::Result<()> {
    let mut text = BOM.to_owned();
    push_fields(&mut text, columns.iter().map(|column| Cow::Borrowed(*column)));
    for row in rows {
        push_fields(&mut text, row.into_iter().map(Cow::Owned));
    }
    fs::write(folder.join(table.file()), text)
}

impl Finding {
    /// The diagnostic as an error of the merchant's file.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let Reason { text: reason, code, values } = self.reason.clone();
        let (column, value, row) = (self.column.clone(), self.value.clone(), self.row.clone());
        let file = Cow::Owned(file.to_owned());
        Diagnostic { file, line: self.line, column, value, row, reason, code, values }
    }
}
