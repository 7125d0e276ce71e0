//! Excel workbooks. Parts and cells are read as streams within limits: a small file may unpack to a thousand times its size, and
//! a single cell in the last row and column would make a table of 17 billion cells.

mod cells;
mod formats;
mod package;
mod strings;

use std::collections::{HashMap, HashSet};
use std::fs::File;

use heuan_catalog_folder::Reason;
use quick_xml::events::Event;

use crate::source::{Collector, FileError, Table, Used};
use cells::{Shared, read_cells};
use formats::Formats;
use package::{Package, attribute, unreadable};
use strings::Strings;

/// Maximum sheets that are read.
const MAX_SHEETS: usize = 20;
/// Maximum names of sheets in one sentence: of all sheets that are read, and of as many others.
const MAX_NAMED_SHEETS: usize = 2 * MAX_SHEETS;
/// Characters of the name of a sheet in Excel.
const MAX_SHEET_NAME_CHARS: usize = 31;
/// Maximum sheets that a workbook lists, and maximum relations between its parts.
const MAX_LISTED: usize = 2_000;
/// Maximum bytes of a part that lists sheets or relations.
const MAX_LIST_BYTES: u64 = 4 << 20;
/// Maximum bytes of one sheet.
const MAX_SHEET_BYTES: u64 = 128 << 20;
/// Maximum bytes of the texts of all sheets together.
const MAX_TABLE_BYTES: usize = 128 << 20;

/// Sheets of a file.
#[derive(Debug, Default)]
pub(crate) struct Sheets {
    /// Names and tables of the sheets that were read and are not empty.
    pub(crate) tables: Vec<(String, Table)>,
    /// Names of the sheets after the first [`MAX_SHEETS`], which were not read.
    pub(crate) beyond_limit: Vec<String>,
}

/// The sheets of a workbook that are not hidden.
pub(crate) fn read_workbook(file: File) -> Result<Sheets, Vec<FileError>> {
    let file_error = |reason: Reason| vec![(None, reason)];
    let mut package = Package::open(file).map_err(file_error)?;
    let book = Book::read(&mut package).map_err(file_error)?;
    let strings = Strings::read(&mut package, &book.strings).map_err(file_error)?;
    let mut formats = Formats::read(&mut package, &book.formats).map_err(file_error)?;
    formats.is_1904 = book.is_1904;
    let shared = Shared { strings: &strings, formats: &formats };
    let (mut tables, mut used) = (Vec::new(), Used::default());
    for (name, path) in book.sheets {
        let Some(mut part) = package.part(&path, MAX_SHEET_BYTES).map_err(file_error)? else { continue };
        let mut collector = Collector::new(MAX_TABLE_BYTES, used);
        read_cells(&mut part, &shared, &mut collector).map_err(|diagnostic| vec![diagnostic])?;
        used = collector.used();
        // An empty sheet has no header.
        tables.extend(collector.into_table().map(|table| (name, table)));
    }
    if tables.is_empty() {
        let empty = || Reason::new("no_sheet", "has no sheet with cells");
        return Err(file_error(no_sheet_fits(&book.beyond_limit).unwrap_or_else(empty)));
    }
    Ok(Sheets { tables, beyond_limit: book.beyond_limit })
}

/// The fault of a workbook in which no sheet that was read fits, if it has others.
pub(crate) fn no_sheet_fits(beyond_limit: &[String]) -> Option<Reason> {
    if beyond_limit.is_empty() {
        return None;
    }
    let names: Vec<&str> = beyond_limit.iter().map(String::as_str).collect();
    let (in_sentence, value) = listed(&names);
    let text = format!(
        "only the first {MAX_SHEETS} sheets are read, and none of them fits; if one of the others has the products, move it to the front: {in_sentence}"
    );
    let reason = Reason::new("no_sheet_fits", text).with("max", &MAX_SHEETS);
    Some(reason.with("count", &names.len()).with("sheets", &value))
}

/// The names of sheets in a sentence, and as a value of it. Of very many, the first ones are listed.
pub(crate) fn listed(names: &[&str]) -> (String, String) {
    let more = names.len().saturating_sub(MAX_NAMED_SHEETS);
    let first: Vec<String> = names.iter().take(MAX_NAMED_SHEETS).map(|name| shortened(name)).collect();
    let first = first.join(", ");
    if more > 0 {
        (format!("{first} and {more} more"), format!("{first}, …"))
    } else {
        (first.clone(), first)
    }
}

/// The name of a sheet within the length that Excel allows.
pub(crate) fn shortened(name: &str) -> String {
    name.chars().take(MAX_SHEET_NAME_CHARS).collect()
}

/// Contents of a workbook.
#[derive(Default)]
struct Book {
    /// Names and paths of the first visible sheets, each path once.
    sheets: Vec<(String, String)>,
    /// Names of the other visible sheets.
    beyond_limit: Vec<String>,
    /// Path of the shared texts; the next field is the path of the formats.
    strings: String,
    formats: String,
    is_1904: bool,
}

/// Kind and path by id.
type Relations = HashMap<String, (String, String)>;

impl Book {
    fn read(package: &mut Package) -> Result<Self, Reason> {
        let relations = relations_of(package, "")?;
        let path = of_kind(&relations, "officeDocument").ok_or_else(unreadable)?;
        let relations = relations_of(package, &path)?;
        let mut book = Self {
            strings: of_kind(&relations, "sharedStrings").unwrap_or_default(),
            formats: of_kind(&relations, "styles").unwrap_or_default(),
            ..Self::default()
        };
        let mut seen = HashSet::new();
        let mut part = package.part(&path, MAX_LIST_BYTES)?.ok_or_else(unreadable)?;
        loop {
            match part.next()? {
                Event::Start(tag) => match tag.local_name().as_ref() {
                    "sheet" => {
                        let is_hidden = attribute(&tag, "state").is_some_and(|state| state != "visible");
                        let relation = attribute(&tag, "id").and_then(|id| relations.get(&id));
                        let Some((kind, path)) = relation.filter(|_| !is_hidden) else { continue };
                        // A sheet of a chart has no cells.
                        if kind == "worksheet" && seen.insert(path.clone()) {
                            let name = attribute(&tag, "name").unwrap_or_default();
                            if book.sheets.len() < MAX_SHEETS {
                                book.sheets.push((name, path.clone()));
                            } else {
                                book.beyond_limit.push(name);
                            }
                        }
                    }
                    "workbookPr" => {
                        let from = attribute(&tag, "date1904");
                        book.is_1904 |= from.is_some_and(|it| matches!(it.as_str(), "1" | "true"));
                    }
                    _ => {}
                },
                Event::Eof => return Ok(book),
                _ => {}
            }
        }
    }
}

/// The relations of the part at a path, or of the whole package.
fn relations_of(package: &mut Package, path: &str) -> Result<Relations, Reason> {
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let list =
        if folder.is_empty() { format!("_rels/{name}.rels") } else { format!("{folder}/_rels/{name}.rels") };
    let mut relations = Relations::new();
    let mut part = package.part(&list, MAX_LIST_BYTES)?.ok_or_else(unreadable)?;
    loop {
        match part.next()? {
            Event::Start(tag) if tag.local_name().as_ref() == "Relationship" => {
                let of = |name: &str| attribute(&tag, name);
                if let (Some(id), Some(kind), Some(target)) = (of("Id"), of("Type"), of("Target"))
                    && relations.len() < MAX_LISTED
                {
                    let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                    relations.insert(id, (kind, resolved(folder, &target)));
                }
            }
            Event::Eof => return Ok(relations),
            _ => {}
        }
    }
}

fn of_kind(relations: &Relations, wanted: &str) -> Option<String> {
    relations.values().find(|(kind, _)| kind == wanted).map(|(_, path)| path.clone())
}

/// The path that a target such as `../styles.xml` means in a folder.
fn resolved(folder: &str, target: &str) -> String {
    let target = target.replace('\\', "/");
    let mut path: Vec<&str> = if target.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for segment in target.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                path.pop();
            }
            segment => path.push(segment),
        }
    }
    path.retain(|segment| !segment.is_empty());
    path.join("/")
}

#[cfg(test)]
mod tests;
