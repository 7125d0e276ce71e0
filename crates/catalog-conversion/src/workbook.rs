//! Excel workbooks. Cells are read as a stream, because a single cell in the last row and column would otherwise make a table
//! of 17 billion cells.

use std::fs::File;
use std::io::{BufReader, Seek as _, SeekFrom};

use calamine::{DataRef, ExcelDateTime, Reader as _, SheetVisible, Xlsx};
use heuan_catalog_folder::{ArchiveLimits, check_archive};

use crate::source::{Collector, FileFault, MAX_CELL_BYTES, MAX_COLUMNS, Row, Table};

/// Limits of the zip file that a workbook is.
const LIMITS: ArchiveLimits = ArchiveLimits { max_entries: 2_000, max_unpacked_bytes: 128 << 20 };
/// Sheets that are looked at.
const MAX_SHEETS: usize = 20;
/// Whole numbers up to this are exact in a cell.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The sheets of a workbook that are not hidden and not empty, with their names.
pub(crate) fn read_workbook(mut file: File) -> Result<Vec<(String, Table)>, Vec<FileFault>> {
    let fault = |reason: String| vec![(None, reason)];
    let broken = |error: calamine::XlsxError| match error {
        calamine::XlsxError::Password => fault("is protected by a password; save it without one".to_owned()),
        _ => fault("is no readable Excel workbook; save it as .xlsx once more".to_owned()),
    };
    check_archive(&mut file, &LIMITS).map_err(fault)?;
    file.seek(SeekFrom::Start(0)).map_err(|error| fault(format!("cannot be read ({error})")))?;
    let mut workbook: Xlsx<_> = Xlsx::new(BufReader::new(file)).map_err(broken)?;
    let visible = workbook.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible);
    let names: Vec<String> = visible.take(MAX_SHEETS).map(|sheet| sheet.name.clone()).collect();
    let mut sheets = Vec::new();
    let mut faults = Vec::new();
    for name in names {
        // A sheet of a chart has no cells.
        let Ok(mut cells) = workbook.worksheet_cells_reader(&name) else { continue };
        let mut collector = Collector::default();
        let mut row = Row::default();
        while let Some(cell) = cells.next_cell().map_err(broken)? {
            let (line, column) = cell.get_position();
            if u64::from(line) + 1 != row.line {
                let done = std::mem::replace(&mut row, Row { line: u64::from(line) + 1, cells: Vec::new() });
                collector.add(done).map_err(|fault| vec![fault])?;
            }
            let text = text_of(cell.get_value());
            let column = column as usize;
            if text.is_empty() {
                continue;
            }
            if column >= MAX_COLUMNS {
                return Err(vec![(Some(row.line), format!("has more than {MAX_COLUMNS} columns"))]);
            }
            if row.cells.len() <= column {
                row.cells.resize(column + 1, String::new());
            }
            if text.len() <= MAX_CELL_BYTES {
                row.cells[column] = text;
            }
        }
        collector.add(row).map_err(|fault| vec![fault])?;
        match collector.finish() {
            Ok(table) => sheets.push((name, table)),
            Err(of_sheet) => faults = of_sheet,
        }
    }
    match (sheets.is_empty(), faults.is_empty()) {
        (false, _) => Ok(sheets),
        (true, false) => Err(faults),
        (true, true) => Err(fault("has no sheet with cells".to_owned())),
    }
}

/// The value of a cell as it would be typed.
fn text_of(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number_text(*number),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(flag) => if *flag { "TRUE" } else { "FALSE" }.to_owned(),
        DataRef::DateTime(moment) => moment_text(moment),
        DataRef::Error(error) => error.to_string(),
        DataRef::Empty => String::new(),
    }
}

/// A whole number without a point; others in the fewest digits that mean the same number.
fn number_text(number: f64) -> String {
    // Sums in spreadsheets end in digits that are no part of the number.
    let rounded = number.round();
    if (number - rounded).abs() < 1e-6 && rounded.abs() < MAX_EXACT {
        format!("{rounded:.0}")
    } else {
        number.to_string()
    }
}

fn moment_text(moment: &ExcelDateTime) -> String {
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    if moment.is_duration() || (0.0..1.0).contains(&moment.as_f64()) {
        return format!("{hour:02}:{minute:02}:{second:02}");
    }
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use rust_xlsxwriter::{Format, Workbook};

    use super::*;

    fn open(bytes: &[u8]) -> Result<Vec<(String, Table)>, Vec<FileFault>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        read_workbook(file)
    }

    #[test]
    fn cells_are_read_as_typed() {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_name("Empty").unwrap();
        let sheet = workbook.add_worksheet();
        sheet.set_name("Prices").unwrap();
        for (column, name) in ["Code", "Name", "Price", "Day"].into_iter().enumerate() {
            sheet.write(0, column as u16, name).unwrap();
        }
        sheet.write(2, 0, 8_851_234_567_890.0).unwrap();
        sheet.write(2, 1, "ສີຂາວ").unwrap();
        sheet.write(2, 2, 58_000.5).unwrap();
        let day = rust_xlsxwriter::ExcelDateTime::from_ymd(2026, 11, 1).unwrap();
        sheet.write_with_format(2, 3, &day, &Format::new().set_num_format("yyyy-mm-dd")).unwrap();
        let sheets = open(&workbook.save_to_buffer().unwrap()).unwrap();
        assert_eq!((sheets.len(), sheets[0].0.as_str()), (1, "Prices"));
        let row = &sheets[0].1.rows[0];
        assert_eq!(row.line, 3);
        assert_eq!(row.cells, ["8851234567890", "ສີຂາວ", "58000.5", "2026-11-01 00:00:00"]);
    }

    #[test]
    fn cell_in_the_last_row_and_column_is_refused_without_filling_memory() {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write(0, 0, "Code").unwrap();
        sheet.write(1_048_575, 16_383, "x").unwrap();
        let faults = open(&workbook.save_to_buffer().unwrap()).unwrap_err();
        assert_eq!(faults[0], (Some(1_048_576), "has more than 1000 columns".to_owned()));
    }

    #[test]
    fn file_that_is_no_workbook_is_refused() {
        for bytes in
            [&b"PK\x03\x04"[..], b"", b"<html></html>", &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]]
        {
            assert!(open(bytes).is_err());
        }
    }

    #[test]
    fn workbook_that_unpacks_to_far_more_than_its_size_is_refused() {
        use zip::write::SimpleFileOptions;
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        zip.start_file("xl/sharedStrings.xml", options).unwrap();
        for _ in 0..200 {
            zip.write_all(&vec![b' '; 1 << 20]).unwrap();
        }
        let bytes = zip.finish().unwrap().into_inner();
        assert!(bytes.len() < 1 << 20);
        assert!(open(&bytes).unwrap_err()[0].1.contains("unpack"));
    }

    #[test]
    fn sum_of_fractions_is_a_whole_number() {
        assert_eq!(number_text(58_000.000_000_1), "58000");
        assert_eq!(number_text(0.1), "0.1");
        assert_eq!(number_text(-5.0), "-5");
    }
}
