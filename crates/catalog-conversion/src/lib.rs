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
mod propose;
mod rows;
mod source;
mod workbook;
mod write;

use std::fs::File;
use std::path::Path;

use heuan_catalog_folder::{Diagnostics, FolderTable, push_fields};

pub use conversion::{Conversion, Existing, Finding};
pub use identity::FIRST_IMPORTED_ID;
pub use mapping::{MAX_MAPPING_BYTES, Mapping};
pub use write::SourceMap;

use source::{FileError, Table};

/// File name of a mapping, and of the proposed mapping among the errors.
pub const MAPPING_FILE: &str = "mapping.toml";
/// Maximum errors of one file that are reported.
const MAX_ERRORS: usize = 1_000;

/// Content of a file that was read.
#[derive(Debug)]
pub enum Read {
    /// A table of the catalog folder as CSV text, from a workbook or a table in another format.
    Table(FolderTable, String),
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
/// that fits is used. For an unknown header, the last error is the proposal of a mapping, under [`MAPPING_FILE`]; it is not
/// counted.
///
/// Blocks on the disk and the processor.
pub fn read(file: File, name: &str, mapping: Option<&str>, existing: &Existing) -> Result<Read, Diagnostics> {
    let given = mapping.map(Mapping::parse).transpose();
    let given = given.map_err(|reason| diagnostics_of(MAPPING_FILE, vec![(None, reason)]))?;
    if has_extension(name, "xls") || has_extension(name, "ods") {
        return Err(diagnostics_of(
            name,
            vec![(None, "is an older or another kind of workbook; save it as .xlsx".to_owned())],
        ));
    }
    let is_workbook = is_workbook(name);
    let tables = if is_workbook {
        workbook::read_workbook(file)
    } else {
        source::read_csv(file).map(|table| vec![(String::new(), table)])
    };
    let mut tables = tables.map_err(|errors| diagnostics_of(name, errors))?;
    let chosen = tables.iter().enumerate().find_map(|(place, (_, table))| {
        if let Some(mapping) = &given {
            return Some((place, Some(mapping.clone())));
        }
        if folder_table(table).is_some() {
            return Some((place, None));
        }
        Mapping::of_header(&table.header).map(|mapping| (place, Some(mapping)))
    });
    match chosen {
        Some((place, None)) => {
            let (_, table) = tables.swap_remove(place);
            if !table.errors.is_empty() {
                return Err(diagnostics_of(name, table.errors));
            }
            folder_table(&table)
                .map_or_else(|| Err(unknown(name, &table)), |of| Ok(Read::Table(of, csv_text(&table))))
        }
        Some((place, Some(mapping))) => {
            let (_, table) = tables.swap_remove(place);
            if !table.errors.is_empty() {
                return Err(diagnostics_of(name, table.errors));
            }
            let conversion = convert::convert(name, table, &mapping, existing);
            if conversion.errors.is_empty() {
                return Ok(Read::Converted(Box::new(conversion)));
            }
            let total = conversion.errors.len() as u64;
            let errors = conversion.errors.iter().take(MAX_ERRORS).map(|it| it.diagnostic(name)).collect();
            Err(Diagnostics { errors, total })
        }
        None => Err(unknown(name, &tables.swap_remove(0).1)),
    }
}

/// The table of the catalog folder whose columns these are.
fn folder_table(table: &Table) -> Option<FolderTable> {
    let names: Vec<String> =
        table.header.names.iter().map(|name| source::plain(name).replace(' ', "_")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    let of = FolderTable::of_columns(&names)?;
    names.iter().all(|name| of.columns().contains(name)).then_some(of)
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

fn unknown(name: &str, table: &Table) -> Diagnostics {
    let names: Vec<&str> =
        table.header.names.iter().map(|name| name.trim()).filter(|name| !name.is_empty()).take(8).collect();
    let reason = format!(
        "the columns are of no known format ({}); say what they mean in a mapping file, such as the one proposed below",
        names.join(", ")
    );
    let mut errors = diagnostics_of(name, vec![(Some(table.header_line), reason)]);
    errors
        .errors
        .push(Finding { reason: propose::propose(table), ..Finding::default() }.diagnostic(MAPPING_FILE));
    errors
}

#[cfg(test)]
mod tests;
