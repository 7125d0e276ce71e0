//! A merchant's table: header and rows of a CSV file or of a sheet, within limits.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use heuan_catalog_folder::{Records, UnsupportedFormat, delimiter_of, unsupported_format};

/// Maximum rows of a table.
pub(crate) const MAX_ROWS: usize = 500_000;
/// Maximum columns of a table.
pub(crate) const MAX_COLUMNS: usize = 1_000;
/// Maximum product of rows and columns of a table.
pub(crate) const MAX_CELLS: usize = 10_000_000;
/// Bytes of a cell in addition to its text.
const CELL_BYTES: usize = size_of::<String>();
/// Maximum bytes of all cells together.
pub(crate) const MAX_BYTES: usize = 256 << 20;
/// Maximum bytes of one cell.
pub(crate) const MAX_CELL_BYTES: usize = 64 << 10;
/// Maximum title rows before the header of a price list.
const MAX_TITLE_ROWS: usize = 20;
/// Maximum bytes of the first line.
const MAX_HEAD_BYTES: u64 = 1 << 20;
/// Maximum errors of one file that are collected.
const MAX_ERRORS: usize = 1_000;

/// A row with its line in the file, or its row in the sheet, from 1.
#[derive(Debug, Clone, Default)]
pub(crate) struct Row {
    pub(crate) line: u64,
    pub(crate) cells: Vec<String>,
}

impl Row {
    fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
    }
}

/// The names of the columns.
#[derive(Debug, Default)]
pub(crate) struct Header {
    pub(crate) names: Vec<String>,
    places: HashMap<String, usize>,
}

impl Header {
    pub(crate) fn new(names: Vec<String>) -> Self {
        let mut places = HashMap::new();
        for (place, name) in names.iter().enumerate() {
            places.entry(plain(name)).or_insert(place);
        }
        places.remove("");
        Self { names, places }
    }

    pub(crate) fn place(&self, column: &str) -> Option<usize> {
        self.places.get(&plain(column)).copied()
    }

    pub(crate) fn has(&self, column: &str) -> bool {
        self.place(column).is_some()
    }
}

/// A column name without regard to case, spaces and signs between words.
pub(crate) fn plain(name: &str) -> String {
    let name = name.trim().trim_start_matches('\u{feff}').to_lowercase();
    let words: Vec<&str> = name
        .split(|letter: char| letter.is_whitespace() || letter == '_')
        .filter(|word| !word.is_empty())
        .collect();
    words.join(" ").trim_end_matches([':', '*']).trim_end().to_owned()
}

/// A whole table.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) header: Header,
    pub(crate) header_line: u64,
    pub(crate) rows: Vec<Row>,
    /// Cells whose value cannot be read.
    pub(crate) errors: Vec<FileError>,
}

/// An error of the file: line, and sentence.
pub(crate) type FileError = (Option<u64>, String);

/// Size of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) bytes: usize,
    /// Number of cells in use: rows times columns.
    pub(crate) cells: usize,
}

/// Collects rows within the limits.
#[derive(Default)]
pub(crate) struct Collector {
    rows: Vec<Row>,
    max_bytes: usize,
    used: Used,
    errors: Vec<FileError>,
}

impl Collector {
    /// `used` is the size of the other sheets of the file.
    pub(crate) fn new(max_bytes: usize, used: Used) -> Self {
        Self { max_bytes, used, ..Self::default() }
    }

    pub(crate) fn used(&self) -> Used {
        self.used
    }

    /// Adds a row; an error ends the reading.
    pub(crate) fn add(&mut self, row: Row) -> Result<(), FileError> {
        if row.filled() == 0 {
            return Ok(());
        }
        if self.rows.len() >= MAX_ROWS {
            return Err((None, format!("has more than {MAX_ROWS} rows; split it into several files")));
        }
        if row.cells.len() > MAX_COLUMNS {
            return Err((Some(row.line), format!("has more than {MAX_COLUMNS} columns")));
        }
        let bytes = row.cells.iter().map(String::len).sum::<usize>();
        self.check(bytes, row.cells.len())?;
        self.used = self.with(bytes, row.cells.len());
        self.rows.push(row);
        Ok(())
    }

    /// Checks that a row of this size still fits.
    pub(crate) fn check(&self, bytes: usize, cells: usize) -> Result<(), FileError> {
        let Used { bytes, cells } = self.with(bytes, cells);
        if bytes > self.max_bytes {
            let mega = self.max_bytes >> 20;
            return Err((None, format!("has more than {mega} MB of texts; split it into several files")));
        }
        if cells > MAX_CELLS {
            let reason = format!(
                "has more than {MAX_CELLS} cells (rows times columns); leave out columns, or split it into several files"
            );
            return Err((None, reason));
        }
        Ok(())
    }

    fn with(&self, bytes: usize, cells: usize) -> Used {
        Used {
            bytes: self.used.bytes.saturating_add(bytes + cells * CELL_BYTES),
            cells: self.used.cells.saturating_add(cells),
        }
    }

    pub(crate) fn report(&mut self, line: u64, reason: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push((Some(line), reason));
        }
    }

    /// The table, if no row has an error.
    pub(crate) fn finish(self) -> Result<Table, Vec<FileError>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let empty = || vec![(None, "is empty; its first line must name the columns".to_owned())];
        self.finish_with_errors().ok_or_else(empty)
    }

    /// The table, whose header is the first row with the most columns among the first ones; `None` if there is no row.
    pub(crate) fn finish_with_errors(self) -> Option<Table> {
        let mut rows = self.rows;
        let widest = rows.iter().take(MAX_TITLE_ROWS).map(Row::filled).max().unwrap_or(0);
        // Titles above a header have fewer cells.
        let is_header = |row: &Row| row.filled() * 10 >= widest * 7;
        let at = rows.iter().take(MAX_TITLE_ROWS).position(is_header)?;
        let rest = rows.split_off(at + 1);
        let header = rows.pop().unwrap_or_default();
        let errors = self.errors;
        Some(Table { header: Header::new(header.cells), header_line: header.line, rows: rest, errors })
    }
}

/// Reads a CSV file, which may have semicolons or tabs.
pub(crate) fn read_csv(mut file: File) -> Result<Table, Vec<FileError>> {
    let failed = |error: std::io::Error| vec![(None, format!("cannot be read ({error})"))];
    match unsupported_format(&mut file).map_err(failed)? {
        None | Some(UnsupportedFormat::Semicolons | UnsupportedFormat::Tabs) => {}
        Some(form) => return Err(vec![(None, form.sentence(false))]),
    }
    let mut first = Vec::new();
    BufReader::new(&mut file).take(MAX_HEAD_BYTES).read_until(b'\n', &mut first).map_err(failed)?;
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut records = Records::separated_by(delimiter_of(&first), BufReader::with_capacity(1 << 16, file));
    let mut collector = Collector::new(MAX_BYTES, Used::default());
    while let Some(next) = records.next() {
        let record = match next {
            Ok(record) => record,
            Err(error) => {
                collector.report(error.line, error.reason);
                if error.fatal {
                    break;
                }
                continue;
            }
        };
        let mut row = Row { line: record.line(), cells: Vec::with_capacity(record.len()) };
        for index in 0..record.len() {
            // Texts beyond the limit are truncated, because Odoo writes images into cells.
            let text = if record.overlong.contains(&index) {
                ""
            } else {
                std::str::from_utf8(record.field(index)).unwrap_or("\0")
            };
            if text.contains('\0') {
                collector.report(
                    record.field_line(index),
                    "is not UTF-8; save it as \"CSV UTF-8 (comma delimited)\"".to_owned(),
                );
            }
            row.cells.push(text.to_owned());
        }
        collector.add(row).map_err(|diagnostic| vec![diagnostic])?;
    }
    collector.finish()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn csv(bytes: &[u8]) -> Result<Table, Vec<FileError>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.seek(SeekFrom::Start(0)).unwrap();
        read_csv(file)
    }

    #[test]
    fn table_with_semicolons_and_a_title_is_read() {
        let table = csv("Price list November;;\n;;\nCode;Name;Price\nA-1;ສີ;58 000\n".as_bytes()).unwrap();
        assert_eq!((table.header_line, table.rows.len(), table.rows[0].line), (3, 1, 4));
        assert_eq!(
            (table.header.place(" CODE "), table.header.place("price"), table.header.place("x")),
            (Some(0), Some(2), None)
        );
        assert_eq!(table.rows[0].cells, ["A-1", "ສີ", "58 000"]);
    }

    #[test]
    fn legacy_encoding_and_broken_quotes_are_reported() {
        assert!(csv(b"Code,Name\n1,Caf\xE9\n").unwrap_err()[0].1.contains("Western (windows-1252)"));
        assert!(csv(b"Code,Name\n1,\"a\"b\n").unwrap_err()[0].1.contains("quotes"));
        assert!(csv(b"").unwrap_err()[0].1.contains("is empty"));
    }

    #[test]
    fn column_names_are_compared_without_case_and_spaces() {
        assert_eq!(plain(" Pro_ID "), "pro id");
        assert_eq!(plain("Price  (Kip):"), "price (kip)");
    }
}
