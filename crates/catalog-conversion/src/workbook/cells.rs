//! Cells of a sheet as rows of a table.

use quick_xml::events::{BytesStart, Event};

use super::formats::Formats;
use super::package::{Part, UNREADABLE, attribute};
use super::strings::Strings;
use crate::source::{Collector, FileError, MAX_COLUMNS, Row};

/// The last row of Excel.
const LAST_ROW: u64 = 1_048_576;
/// Maximum letters of a column in an address such as `XFD1048576`.
const MAX_LETTERS: usize = 3;

/// Shared texts and formats to which the cells of a sheet refer.
pub(super) struct Shared<'a> {
    pub(super) strings: &'a Strings,
    pub(super) formats: &'a Formats,
}

/// Adds the rows of a sheet to `collector`.
pub(super) fn read_cells(
    part: &mut Part<'_>,
    shared: &Shared<'_>,
    collector: &mut Collector,
) -> Result<(), FileError> {
    let said = |reason: String| (None, reason);
    let mut row = Row::default();
    let (mut line, mut column, mut row_bytes) = (0, 0, 0);
    loop {
        let cell = match part.next().map_err(said)? {
            Event::Start(tag) if tag.local_name().as_ref() == "row" => {
                line = attribute(&tag, "r").and_then(|line| line.parse().ok()).unwrap_or(line + 1);
                column = 0;
                None
            }
            Event::Start(tag) if tag.local_name().as_ref() == "c" => Some(Cell::of(&tag)),
            Event::End(tag) if tag.local_name().as_ref() == "sheetData" => break,
            Event::Eof => break,
            _ => None,
        };
        let Some(cell) = cell else { continue };
        if let Some(address) = &cell.address {
            (line, column) = place_of(address).ok_or_else(|| said(UNREADABLE.to_owned()))?;
        }
        if line != row.line {
            collector.add(std::mem::replace(&mut row, Row { line, cells: Vec::new() }))?;
            row_bytes = 0;
        }
        let (value, has_formula) = cell.content(part).map_err(said)?;
        let text = cell.text(value.as_deref(), shared).map_err(said)?;
        if has_formula && text.is_empty() && cell.kind != "str" {
            collector.report(line, no_result(&address_of(line, column)));
        }
        if !text.is_empty() {
            if column >= MAX_COLUMNS {
                let address = address_of(line, column);
                return Err((Some(line), format!("has more than {MAX_COLUMNS} columns (cell {address})")));
            }
            row_bytes += text.len();
            collector.check(row_bytes, column + 1)?;
            if row.cells.len() <= column {
                row.cells.resize(column + 1, String::new());
            }
            row.cells[column] = text;
        }
        column += 1;
    }
    collector.add(row)
}

fn no_result(address: &str) -> String {
    format!(
        "cell {address} has a formula without its result; open the workbook in Excel and save it, or fill in the value itself"
    )
}

/// The attributes of a cell.
struct Cell {
    address: Option<String>,
    /// `s` for a shared text, `str` for the text of a formula, `b`, `e`, `d`, `inlineStr`; empty or `n` for a number.
    kind: String,
    style: Option<usize>,
}

impl Cell {
    fn of(tag: &BytesStart<'_>) -> Self {
        Self {
            address: attribute(tag, "r"),
            kind: attribute(tag, "t").unwrap_or_default(),
            style: attribute(tag, "s").and_then(|style| style.parse().ok()),
        }
    }

    /// The value as it is in the file, and whether there is a formula. A text that is longer than a cell may be is
    /// absent.
    fn content(&self, part: &mut Part<'_>) -> Result<(Option<String>, bool), String> {
        let (mut value, mut has_formula) = (None, false);
        let is_inline = matches!(self.kind.as_str(), "inlineStr" | "is");
        loop {
            let name = match part.next()? {
                Event::Start(tag) => tag.local_name().as_ref().to_owned(),
                Event::End(_) => return Ok((value, has_formula)),
                Event::Eof => return Err(UNREADABLE.to_owned()),
                _ => continue,
            };
            let text = part.text(name == "is")?;
            match name.as_str() {
                "is" => value = text,
                "v" if !is_inline => value = text,
                "f" => has_formula = true,
                _ => {}
            }
        }
    }

    /// The value as it would be typed.
    fn text(&self, value: Option<&str>, shared: &Shared<'_>) -> Result<String, String> {
        let Some(value) = value.filter(|value| !value.is_empty()) else { return Ok(String::new()) };
        match self.kind.as_str() {
            "s" => {
                let text = value.trim().parse().ok().and_then(|place| shared.strings.get(place));
                text.map(ToOwned::to_owned).ok_or_else(|| UNREADABLE.to_owned())
            }
            "b" => Ok(if matches!(value.trim(), "1" | "true") { "TRUE" } else { "FALSE" }.to_owned()),
            "" | "n" => Ok(match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => shared.formats.text(number, self.style),
                _ => value.to_owned(),
            }),
            _ => Ok(value.to_owned()),
        }
    }
}

/// Line from 1 and column from 0 of an address such as `B7`.
fn place_of(address: &str) -> Option<(u64, usize)> {
    let split = address.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, digits) = address.split_at(split);
    let is_column =
        (1..=MAX_LETTERS).contains(&letters.len()) && letters.bytes().all(|it| it.is_ascii_alphabetic());
    let line = digits.parse().ok().filter(|line| (1..=LAST_ROW).contains(line))?;
    let number = |sum: usize, letter: u8| sum * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1;
    is_column.then(|| (line, letters.bytes().fold(0, number) - 1))
}

fn address_of(line: u64, column: usize) -> String {
    let (mut letters, mut left) = (String::new(), column + 1);
    while left > 0 {
        letters.insert(0, char::from(b'A' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    format!("{letters}{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address_is_read_and_written() {
        for (address, place) in
            [("A1", (1, 0)), ("Z9", (9, 25)), ("AA10", (10, 26)), ("XFD1048576", (LAST_ROW, 16_383))]
        {
            assert_eq!(place_of(address), Some(place), "{address}");
            assert_eq!(address_of(place.0, place.1), address);
        }
        for address in ["", "A", "1", "A0", "ABCD1", "A1048577", "ກ1", "A1:B2"] {
            assert_eq!(place_of(address), None, "{address}");
        }
    }
}
