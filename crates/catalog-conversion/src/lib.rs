//! Converts exports of other systems to a *catalog folder*: a Shopify or `WooCommerce` product export, an Odoo product
//! list, an Excel workbook, a price list.
//!
//! [`read`] finds the mapping that fits the header of a file and returns a [`Conversion`]; the caller fetches its images and
//! writes it with [`Conversion::write`]. The README describes mapping files.

mod conversion;
mod convert;
mod field;
mod identity;
mod mapping;
mod mark;
mod propose;
mod rows;
mod source;
mod workbook;
mod write;

use std::fs::File;
use std::path::Path;

use heuan_catalog_folder::{Diagnostics, FolderTable, Reason, push_fields};

pub use conversion::{Conversion, Existing, Finding};
pub use identity::FIRST_IMPORTED_ID;
pub use mapping::{MAX_MAPPING_BYTES, Mapping};
pub use write::SourceMap;

use source::{FileError, Table};
use workbook::Sheets;

/// File name of a mapping, and of the proposed mapping among the errors.
pub const MAPPING_FILE: &str = "mapping.toml";
/// Maximum errors of one file that are reported.
const MAX_ERRORS: usize = 1_000;
/// Columns of `products.csv` that have numbers.
const NUMBERS: [&str; 5] = ["price", "product_price1", "stock", "stock_change", "vatrate"];
/// Columns of `products.csv` with a price or the stock.
const PRICES_AND_STOCKS: [&str; 4] = ["price", "product_price1", "stock", "stock_change"];

/// Content of a file that was read.
#[derive(Debug)]
pub enum Read {
    /// A table of the catalog folder as CSV text, from a workbook or a table in another form, and warnings of it.
    Table(FolderTable, String, Option<Box<SourceMap>>),
    Converted(Box<Conversion>),
}

/// Path below `media/` of the image at a web address, without its extension. It stays the same, so that each image is
/// fetched once.
pub fn image_stem(url: &str) -> String {
    identity::image_stem(url)
}

/// Whether a file name is that of a workbook.
pub fn is_workbook(name: &str) -> bool {
    has_extension(name, "xlsx") || has_extension(name, "xlsm")
}

/// Whether a file name is that of a table in a format that spreadsheets write.
pub fn is_table(name: &str) -> bool {
    ["csv", "tsv", "txt", "xlsx", "xlsm", "xls", "ods"].iter().any(|kind| has_extension(name, kind))
}

fn has_extension(name: &str, wanted: &str) -> bool {
    Path::new(name).extension().is_some_and(|kind| kind.eq_ignore_ascii_case(wanted))
}

/// Reads a file. `name` is the merchant's name of it; `mapping` the text of a mapping file, without which the shipped mapping
/// that fits is used. Of the sheets of a workbook that fit, the first one with a column for a price or the stock is read, or else the
/// first one. Faults of an unknown header have the proposal of a mapping as the last one, under [`MAPPING_FILE`] and without a code,
/// which is not counted; in a workbook it is made for the sheet with the most columns.
///
/// Blocks on the disk and the processor.
pub fn read(file: File, name: &str, mapping: Option<&str>, existing: &Existing) -> Result<Read, Diagnostics> {
    let given = mapping.map(Mapping::parse).transpose();
    let given = given.map_err(|error| diagnostics_of(MAPPING_FILE, vec![error]))?;
    if has_extension(name, "xls") || has_extension(name, "ods") {
        let reason =
            Reason::new("workbook_kind", "is an older or another kind of workbook; save it as .xlsx");
        return Err(diagnostics_of(name, vec![(None, reason)]));
    }
    let sheets = if is_workbook(name) {
        workbook::read_workbook(file)
    } else {
        source::read_csv(file, name)
            .map(|table| Sheets { tables: vec![(String::new(), table)], ..Sheets::default() })
    };
    let Sheets { mut tables, beyond_limit } = sheets.map_err(|errors| diagnostics_of(name, errors))?;
    let chosen = chosen_sheet(&tables, given.as_ref());
    let (place, mapping) = match (chosen, given) {
        (Some(chosen), _) => chosen,
        (None, Some(mapping)) => {
            if let Some(reason) = workbook::no_sheet_fits(&beyond_limit) {
                return Err(diagnostics_of(name, vec![(None, reason)]));
            }
            // Its rows without a key are faults.
            (widest_sheet(&tables), Some(mapping))
        }
        (None, None) => {
            let (_, table) = &tables[widest_sheet(&tables)];
            return Err(unknown(name, table, &beyond_limit));
        }
    };
    let not_read = sheets_not_read(&tables, place, &beyond_limit);
    let (_, mut table) = tables.swap_remove(place);
    let is_read = |column: &str| mapping.as_ref().is_none_or(|mapping| mapping.reads(column));
    let errors = table.cell_errors(is_read);
    if !errors.is_empty() {
        return Err(diagnostics_of(name, errors));
    }
    // Rows of cells without a value in columns that are not read.
    table.rows.retain(|row| row.filled() > 0);
    let Some(mapping) = mapping else {
        let Some(of) = folder_table(&table) else { return Err(unknown(name, &table, &beyond_limit)) };
        let errors = overlong_errors(&table);
        if !errors.is_empty() {
            return Err(diagnostics_of(name, errors));
        }
        table.lengthen_fractions(|column| NUMBERS.contains(&column_of(column).as_str()));
        table.clear_repeated(|column| matches!(column_of(column).as_str(), "stock" | "stock_change"));
        let warnings = not_read.map(|warning| Box::new(SourceMap::of_table(name, &[warning])));
        return Ok(Read::Table(of, csv_text(&table), warnings));
    };
    let mut conversion = convert::convert(name, table, &mapping, existing);
    conversion.warnings.extend(not_read);
    if conversion.errors.is_empty() {
        return Ok(Read::Converted(Box::new(conversion)));
    }
    let total = conversion.errors.len() as u64;
    let errors = conversion.errors.iter().take(MAX_ERRORS).map(|it| it.diagnostic(name)).collect();
    Err(Diagnostics { errors, total })
}

/// The place of the sheet that is read, and its mapping; without one, it is a table of the catalog folder. A sheet with a price or the
/// stock comes first, because lists of suppliers or customers have codes and names as well.
fn chosen_sheet(sheets: &[(String, Table)], given: Option<&Mapping>) -> Option<(usize, Option<Mapping>)> {
    let fitting = sheets.iter().enumerate().filter_map(|(place, (_, table))| match given {
        // A sheet without a column of a key has no products.
        Some(mapping) => mapping.has_key(&table.header).then(|| (place, Some(mapping.clone()))),
        None if folder_table(table).is_some() => Some((place, None)),
        None => Mapping::of_header(&table.header).map(|mapping| (place, Some(mapping))),
    });
    let mut first = None;
    for (place, mapping) in fitting {
        if has_price_or_stock(&sheets[place].1, mapping.as_ref()) {
            return Some((place, mapping));
        }
        first.get_or_insert((place, mapping));
    }
    first
}

/// Whether a table has a column for a price or the stock.
fn has_price_or_stock(table: &Table, mapping: Option<&Mapping>) -> bool {
    match mapping {
        Some(mapping) => mapping.has_price_or_stock(&table.header),
        None => table.header.names.iter().any(|name| PRICES_AND_STOCKS.contains(&column_of(name).as_str())),
    }
}

/// The place of the first sheet with the most named columns.
fn widest_sheet(sheets: &[(String, Table)]) -> usize {
    let columns = |table: &Table| table.header.names.iter().filter(|name| !name.trim().is_empty()).count();
    // Of several greatest ones, `max_by_key` returns the last.
    let widest = sheets.iter().enumerate().rev().max_by_key(|(_, (_, table))| columns(table));
    widest.map_or(0, |(place, _)| place)
}

/// The warning that names the sheets with rows beside the one that is read, and those beyond the limit.
fn sheets_not_read(sheets: &[(String, Table)], read: usize, beyond_limit: &[String]) -> Option<Finding> {
    let others =
        sheets.iter().enumerate().filter(|(place, (_, table))| *place != read && !table.rows.is_empty());
    let others = others.map(|(_, (name, _))| name.as_str());
    let others: Vec<&str> = others.chain(beyond_limit.iter().map(String::as_str)).collect();
    let count = others.len();
    if count == 0 {
        return None;
    }
    let sheet = workbook::shortened(&sheets[read].0);
    let (in_sentence, names) = workbook::listed(&others);
    let text = format!(
        "only the sheet {sheet} is read; import the others with products as files of their own: {in_sentence}"
    );
    let reason = Reason::new("sheets_not_read", text).with("count", &count).with("sheet", &sheet);
    Some(Finding { reason: reason.with("sheets", &names), ..Finding::default() })
}

/// The table of the catalog folder whose columns these are.
fn folder_table(table: &Table) -> Option<FolderTable> {
    let names: Vec<String> = table.header.names.iter().map(|name| column_of(name)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    let of = FolderTable::of_columns(&names)?;
    names.iter().all(|name| of.columns().contains(name)).then_some(of)
}

/// The column of the catalog folder that a name may mean.
fn column_of(name: &str) -> String {
    source::plain(name).replace(' ', "_")
}

/// Faults of texts that are too long for a table of the catalog folder.
fn overlong_errors(table: &Table) -> Vec<FileError> {
    let max = source::MAX_CELL_BYTES >> 10;
    let error = |(line, column): (u64, usize)| {
        let name = table.header.names.get(column).map_or("", |name| name.trim());
        let text = format!("{name} is longer than {max} kB");
        (Some(line), Reason::new("field_too_long", text).with("max", &max))
    };
    table.overlong().take(MAX_ERRORS).map(error).collect()
}

/// The table as CSV.
fn csv_text(table: &Table) -> String {
    let mut text = String::new();
    let width = table.header.names.len();
    push_fields(&mut text, table.header.names.iter().map(|name| name.as_str().into()));
    for row in &table.rows {
        let cells = (0..width).map(|place| row.cells.get(place).map_or("", String::as_str).into());
        push_fields(&mut text, cells);
    }
    text
}

fn diagnostics_of(name: &str, errors: Vec<FileError>) -> Diagnostics {
    let total = errors.len() as u64;
    let errors = errors
        .into_iter()
        .take(MAX_ERRORS)
        .map(|(line, reason)| Finding { line, reason, ..Finding::default() }.diagnostic(name));
    Diagnostics { errors: errors.collect(), total }
}

/// The faults of a header that fits nothing, and a proposed mapping.
fn unknown(name: &str, table: &Table, beyond_limit: &[String]) -> Diagnostics {
    let names: Vec<&str> =
        table.header.names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).take(8).collect();
    let names = names.join(", ");
    let reason = Reason::new(
        "format_unknown",
        format!(
            "the columns are of no known format ({names}); say what they mean in a mapping file, such as the one proposed below"
        ),
    )
    .with("columns", &names);
    let mut errors = vec![(Some(table.header_line), reason)];
    errors.extend(workbook::no_sheet_fits(beyond_limit).map(|reason| (None, reason)));
    let mut errors = diagnostics_of(name, errors);
    // The text of a file is no sentence, so that it has no code.
    let reason = Reason { text: propose::propose(table), ..Reason::default() };
    errors.errors.push(Finding { reason, ..Finding::default() }.diagnostic(MAPPING_FILE));
    errors
}

#[cfg(test)]
mod tests;
