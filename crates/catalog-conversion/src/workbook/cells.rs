//! Cells of a sheet as rows of a table.

use std::collections::HashSet;

use heuan_catalog_folder::Reason;
use quick_xml::events::{BytesStart, Event};

use super::formats::Formats;
use super::package::{Part, attribute, unreadable};
use super::strings::Strings;
use crate::mark::{Mark, address_of};
use crate::source::{Collector, FileError, MARK_BYTES, MAX_COLUMNS, Row};

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
    let said = |reason: Reason| (None, reason);
    let mut row = Row::default();
    let mut image_formulas = HashSet::new();
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
            (line, column) = place_of(address).ok_or_else(|| said(unreadable()))?;
        }
        if line != row.line {
            collector.add(std::mem::replace(&mut row, Row { line, ..Row::default() }))?;
            row_bytes = 0;
        }
        let value = cell.content(part, &mut image_formulas).map_err(said)?;
        let (text, mark) = cell.text(&value, shared).map_err(said)?;
        if let Some(mark) = mark.filter(|_| column < MAX_COLUMNS) {
            row_bytes += MARK_BYTES;
            collector.check(row_bytes, row.cells.len())?;
            row.marks.push((column, mark));
        }
        if !text.is_empty() {
            if column >= MAX_COLUMNS {
                let address = address_of(line, column);
                let text = format!("has more than {MAX_COLUMNS} columns (cell {address})");
                let reason = Reason::new("cell_too_far", text).with("max", &MAX_COLUMNS);
                return Err((Some(line), reason.with("cell", &address)));
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
    collector.add(row)?;
    repeat_merged(part, collector)
}

/// Repeats the value of a merged cell in all its rows. What shows it over several rows means it for each of them.
fn repeat_merged(part: &mut Part<'_>, collector: &mut Collector) -> Result<(), FileError> {
    loop {
        match part.next().map_err(|reason| -> FileError { (None, reason) })? {
            Event::Start(tag) if tag.local_name().as_ref() == "mergeCell" => {
                let range = attribute(&tag, "ref").unwrap_or_default();
                let ends = range.split_once(':').and_then(|(from, to)| place_of(from).zip(place_of(to)));
                if let Some(((first, column), (last, _))) =
                    ends.filter(|((_, column), _)| *column < MAX_COLUMNS)
                {
                    collector.repeat_down(column, first, last)?;
                }
            }
            Event::End(tag) if tag.local_name().as_ref() == "mergeCells" => return Ok(()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// The attributes of a cell.
struct Cell {
    address: Option<String>,
    /// `s` for a shared text, `str` for the text of a formula, `b`, `e`, `d`, `inlineStr`; empty or `n` for a number.
    kind: String,
    style: Option<usize>,
    /// Whether it refers to a value of another kind. Without a formula that is an image, which has an error for its text.
    is_rich: bool,
}

impl Cell {
    fn of(tag: &BytesStart<'_>) -> Self {
        Self {
            address: attribute(tag, "r"),
            kind: attribute(tag, "t").unwrap_or_default(),
            style: attribute(tag, "s").and_then(|style| style.parse().ok()),
            is_rich: attribute(tag, "vm").is_some(),
        }
    }

    /// The value as it is in the file. A text that is longer than a cell may be is empty. `image_formulas` has the indexes of
    /// shared formulas with `IMAGE`: of a formula that was filled down, only the first cell has the text.
    fn content(&self, part: &mut Part<'_>, image_formulas: &mut HashSet<String>) -> Result<Content, Reason> {
        let mut content = Content::default();
        let is_inline = matches!(self.kind.as_str(), "inlineStr" | "is");
        loop {
            let (name, shared_index) = match part.next()? {
                Event::Start(tag) => (tag.local_name().as_ref().to_owned(), attribute(&tag, "si")),
                Event::End(_) => return Ok(content),
                Event::Eof => return Err(unreadable()),
                _ => continue,
            };
            let text = part.text(name == "is")?;
            match name.as_str() {
                "f" => {
                    content.has_formula = true;
                    if text.is_some_and(|formula| formula.contains("IMAGE(")) {
                        content.is_image = true;
                        image_formulas.extend(shared_index);
                    } else if let Some(index) = shared_index {
                        content.is_image |= image_formulas.contains(&index);
                    }
                }
                "v" if is_inline => {}
                "is" | "v" => {
                    content.is_overlong = text.is_none();
                    content.value = text.unwrap_or_default();
                }
                _ => {}
            }
        }
    }

    /// The value as it would be typed, and a mark where that does not say all.
    fn text(&self, content: &Content, shared: &Shared<'_>) -> Result<(String, Option<Mark>), Reason> {
        let value = content.value.as_str();
        if value.is_empty() {
            // The text of a formula may be empty.
            let has_no_result = content.has_formula && !content.is_image && self.kind != "str";
            let mark = has_no_result.then_some(Mark::NoResult);
            return Ok((String::new(), if content.is_overlong { Some(Mark::Overlong) } else { mark }));
        }
        let text = match self.kind.as_str() {
            "s" => {
                let place = value.trim().parse::<usize>().map_err(|_| unreadable())?;
                let text = shared.strings.get(place).ok_or_else(unreadable)?;
                let mark = shared.strings.is_overlong(place).then_some(Mark::Overlong);
                return Ok((text.to_owned(), mark));
            }
            "e" if !self.is_rich || content.has_formula && !content.is_image => {
                return Ok((String::new(), Some(Mark::of_error(value))));
            }
            "b" => if matches!(value.trim(), "1" | "true") { "TRUE" } else { "FALSE" }.to_owned(),
            "" | "n" => match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => {
                    let text = shared.formats.text(number, self.style);
                    let mark = Mark::of_number(&text);
                    return Ok((text, mark));
                }
                _ => value.to_owned(),
            },
            _ => value.to_owned(),
        };
        Ok((text, None))
    }
}

/// The value of a cell as it is in the file.
#[derive(Default)]
struct Content {
    value: String,
    has_formula: bool,
    /// Whether the formula is Excel's `IMAGE`, whose result is an image beside an error as its text.
    is_image: bool,
    is_overlong: bool,
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
