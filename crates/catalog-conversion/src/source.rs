//! A merchant's table: header and rows of a CSV file or of a sheet, within limits.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};

use heuan_catalog_folder::{Reason, Records, UnsupportedFormat, delimiter_of, unsupported_format};

use crate::mark::Mark;

/// Maximum rows of a table.
pub(crate) const MAX_ROWS: usize = 500_000;
/// Maximum columns of a table.
pub(crate) const MAX_COLUMNS: usize = 1_000;
/// Maximum product of rows and columns of a table.
pub(crate) const MAX_CELLS: usize = 10_000_000;
/// Bytes of a cell in addition to its text.
const CELL_BYTES: usize = size_of::<String>();
/// Bytes of the mark of a cell.
pub(crate) const MARK_BYTES: usize = size_of::<(usize, Mark)>();
/// Bytes of all cells together.
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
    /// Marks of cells, by their place.
    pub(crate) marks: Vec<(usize, Mark)>,
}

impl Row {
    pub(crate) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
    }

    /// The number of cells that are filled in, also without a text that can be read.
    fn width(&self) -> usize {
        let is_value = |mark: Mark| matches!(mark, Mark::Fraction | Mark::Repeated);
        self.filled() + self.marks.iter().filter(|(_, mark)| !is_value(*mark)).count()
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
    pub(crate) header_marks: Vec<(usize, Mark)>,
}

impl Table {
    /// Faults of cells without a value: those in the header, and those in columns that are read.
    pub(crate) fn cell_errors(&self, is_read: impl Fn(&str) -> bool) -> Vec<FileError> {
        let read = self.places_read(is_read);
        let of_header = self.header_marks.iter().map(|mark| (self.header_line, mark));
        let of_rows = self.rows.iter().flat_map(|row| row.marks.iter().map(move |mark| (row.line, mark)));
        let of_rows = of_rows.filter(|(_, (column, _))| read.get(*column).copied().unwrap_or(false));
        let errors = of_header
            .chain(of_rows)
            .filter_map(|(line, (column, mark))| Some((Some(line), mark.error(line, *column)?)));
        errors.take(MAX_ERRORS).collect()
    }

    /// Whether each column is read. Of several columns with one name, only the first is.
    pub(crate) fn places_read(&self, is_read: impl Fn(&str) -> bool) -> Vec<bool> {
        let names = self.header.names.iter().enumerate();
        names.map(|(place, name)| self.header.place(name) == Some(place) && is_read(name)).collect()
    }

    /// Writes numbers with a fraction of three digits with a fourth one in some columns, so that their point is no separator of
    /// thousands.
    pub(crate) fn lengthen_fractions(&mut self, is_number: impl Fn(&str) -> bool) {
        let numbers: Vec<bool> = self.header.names.iter().map(|name| is_number(name)).collect();
        for row in &mut self.rows {
            for (column, _) in row.marks.iter().filter(|(_, mark)| *mark == Mark::Fraction) {
                if numbers.get(*column).copied().unwrap_or(false)
                    && let Some(cell) = row.cells.get_mut(*column)
                {
                    cell.push('0');
                }
            }
        }
    }

    /// Clears what merged cells repeat in some columns: units that are merged over several rows are those of all of them together.
    pub(crate) fn clear_repeated(&mut self, is_units: impl Fn(&str) -> bool) {
        let units: Vec<bool> = self.header.names.iter().map(|name| is_units(name)).collect();
        for row in &mut self.rows {
            for (column, _) in row.marks.iter().filter(|(_, mark)| *mark == Mark::Repeated) {
                if units.get(*column).copied().unwrap_or(false)
                    && let Some(cell) = row.cells.get_mut(*column)
                {
                    cell.clear();
                }
            }
        }
    }

    /// Line and column of each text that is longer than a cell may be.
    pub(crate) fn overlong(&self) -> impl Iterator<Item = (u64, usize)> {
        let marks = self.rows.iter().flat_map(|row| row.marks.iter().map(move |mark| (row.line, mark)));
        marks.filter(|(_, (_, mark))| *mark == Mark::Overlong).map(|(line, (column, _))| (line, *column))
    }
}

/// A fault of the file: line, and sentence.
pub(crate) type FileError = (Option<u64>, Reason);

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
    /// Rows that merged cells have, each counted as often as it is in one of them.
    merged: usize,
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
        if row.filled() == 0 && row.marks.is_empty() {
            return Ok(());
        }
        if self.rows.len() >= MAX_ROWS {
            let text = format!("has more than {MAX_ROWS} rows; split it into several files");
            return Err((None, Reason::new("too_many_rows", text).with("max", &MAX_ROWS)));
        }
        if row.cells.len() > MAX_COLUMNS {
            let reason = Reason::new("too_many_columns", format!("has more than {MAX_COLUMNS} columns"));
            return Err((Some(row.line), reason.with("max", &MAX_COLUMNS)));
        }
        let bytes = row.cells.iter().map(String::len).sum::<usize>() + row.marks.len() * MARK_BYTES;
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
            let text = format!("has more than {mega} MB of texts; split it into several files");
            return Err((None, Reason::new("texts_too_large", text).with("max", &mega)));
        }
        if cells > MAX_CELLS { Err(too_many_cells()) } else { Ok(()) }
    }

    /// Fills the empty cells of a column in the lines after `first` up to `last` with the text of the one in `first`.
    pub(crate) fn repeat_down(&mut self, column: usize, first: u64, last: u64) -> Result<(), FileError> {
        let at = self.rows.partition_point(|row| row.line < first);
        let Some(top) = self.rows.get(at).filter(|row| row.line == first) else { return Ok(()) };
        let text = top.cells.get(column).filter(|text| !text.trim().is_empty()).cloned();
        let Some(text) = text else { return Ok(()) };
        let is_fraction = top.marks.contains(&(column, Mark::Fraction));
        for place in at + 1.. {
            let Some(row) = self.rows.get(place).filter(|row| row.line <= last) else { break };
            self.merged += 1;
            if self.merged > MAX_CELLS {
                return Err(too_many_cells());
            }
            if row.cells.get(column).is_some_and(|cell| !cell.is_empty()) {
                continue;
            }
            let marks = MARK_BYTES * (1 + usize::from(is_fraction));
            let (bytes, cells) = (text.len() + marks, (column + 1).saturating_sub(row.cells.len()));
            self.check(bytes, cells)?;
            self.used = self.with(bytes, cells);
            let row = &mut self.rows[place];
            if row.cells.len() <= column {
                row.cells.resize(column + 1, String::new());
            }
            row.cells[column].clone_from(&text);
            row.marks.push((column, Mark::Repeated));
            if is_fraction {
                row.marks.push((column, Mark::Fraction));
            }
        }
        Ok(())
    }

    fn with(&self, bytes: usize, cells: usize) -> Used {
        Used {
            bytes: self.used.bytes.saturating_add(bytes + cells * CELL_BYTES),
            cells: self.used.cells.saturating_add(cells),
        }
    }

    pub(crate) fn report(&mut self, line: u64, reason: Reason) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push((Some(line), reason));
        }
    }

    /// The table, if no row has an error.
    pub(crate) fn finish(self) -> Result<Table, Vec<FileError>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let empty = || {
            let reason = "is empty; its first line must name the columns";
            vec![(None, Reason::new("file_empty", reason))]
        };
        self.into_table().ok_or_else(empty)
    }

    /// The table, whose header is the first row with the most columns among the first ones; `None` if there is no row.
    pub(crate) fn into_table(self) -> Option<Table> {
        let mut rows = self.rows;
        let widest = rows.iter().take(MAX_TITLE_ROWS).map(Row::width).max().unwrap_or(0);
        // Titles above a header have fewer cells.
        let is_header = |row: &Row| row.width() * 10 >= widest * 7;
        let at = rows.iter().take(MAX_TITLE_ROWS).position(is_header)?;
        let rest = rows.split_off(at + 1);
        let header = rows.pop().unwrap_or_default();
        Some(Table {
            header: Header::new(header.cells),
            header_line: header.line,
            rows: rest,
            header_marks: header.marks,
        })
    }
}

fn too_many_cells() -> FileError {
    let text = format!(
        "has more than {MAX_CELLS} cells (rows times columns); leave out columns, or split it into several files"
    );
    (None, Reason::new("too_many_cells", text).with("max", &MAX_CELLS))
}

/// Reads the CSV file `name`, also one with semicolons or tabs.
pub(crate) fn read_csv(mut file: File, name: &str) -> Result<Table, Vec<FileError>> {
    let failed = |error: std::io::Error| vec![(None, Reason::unreadable(&error))];
    match unsupported_format(&mut file).map_err(failed)? {
        None | Some(UnsupportedFormat::Semicolons | UnsupportedFormat::Tabs) => {}
        Some(form) => return Err(vec![(None, form.reason_of(name))]),
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
        let mut row = Row { line: record.line(), cells: Vec::with_capacity(record.len()), ..Row::default() };
        for index in 0..record.len() {
            // Odoo writes images into cells.
            let text = if record.overlong.contains(&index) {
                row.marks.push((index, Mark::Overlong));
                ""
            } else {
                std::str::from_utf8(record.field(index)).unwrap_or("\0")
            };
            if text.contains('\0') {
                let reason = "is not UTF-8; save it as \"CSV UTF-8 (comma delimited)\"";
                collector.report(record.field_line(index), Reason::new("not_utf8", reason));
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
        read_csv(file, "list.csv")
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
        let refusal = |bytes: &[u8]| csv(bytes).unwrap_err().remove(0).1;
        let legacy = refusal(b"Code,Name\n1,Caf\xE9\n");
        assert!(
            legacy.text.starts_with("is in an older encoding, probably Western (windows-1252)"),
            "{legacy}"
        );
        assert_eq!(
            (legacy.code, legacy.values),
            (
                "format_legacy",
                vec![("encoding", "windows-1252".to_owned()), ("files", "list.csv".to_owned())]
            )
        );
        let quotes = refusal(b"Code,Name\n1,\"a\"b\n");
        assert!(quotes.code == "quote_inside" && quotes.text.contains("quotes"), "{quotes}");
        let empty = refusal(b"");
        assert!(empty.code == "file_empty" && empty.text.contains("is empty"), "{empty}");
    }

    #[test]
    fn column_names_are_compared_without_case_and_spaces() {
        assert_eq!(plain(" Pro_ID "), "pro id");
        assert_eq!(plain("Price  (Kip):"), "price (kip)");
    }
}
