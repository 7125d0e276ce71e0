//! The zip file of a workbook. Its parts are read as streams, within limits that end the reading before memory grows.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};

use heuan_catalog_folder::{ArchiveLimits, Reason, check_archive};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;
use zip::read::ZipFile;

use crate::source::MAX_CELL_BYTES;

/// Limits of the zip file. They apply to all parts together, so that no part is unpacked many times.
const LIMITS: ArchiveLimits = ArchiveLimits { max_entries: 2_000, max_unpacked_bytes: 128 << 20 };
/// Maximum bytes of a tag or of a text without a tag. A cell of Excel has at most 32,767 characters.
const MAX_EVENT_BYTES: u64 = 1 << 20;
/// First bytes of workbooks with a password, and of workbooks from before Excel 2007.
const COMPOUND_FILE: [u8; 4] = [0xD0, 0xCF, 0x11, 0xE0];

/// Fault of a file that is no workbook, or a damaged one.
pub(super) fn unreadable() -> Reason {
    Reason::new("workbook_unreadable", "is no readable Excel workbook; save it as .xlsx once more")
}

fn protected() -> Reason {
    let text = "is protected by a password or of Excel 2003; save it as .xlsx without a password";
    Reason::new("workbook_protected", text)
}

/// Fault of a zip file that is to be a workbook. A merchant who saved a workbook has made no zip file.
fn of_workbook(reason: Reason) -> Reason {
    match reason.code {
        "archive_encrypted" => protected(),
        "archive_incomplete" | "archive_method" | "entry_damaged" | "not_unpacked" => unreadable(),
        _ => reason,
    }
}

/// The parts of a workbook.
pub(super) struct Package {
    zip: ZipArchive<BufReader<File>>,
    /// Entries by path in lower case.
    places: HashMap<String, usize>,
    /// Bytes that may still be unpacked.
    left: u64,
}

impl Package {
    pub(super) fn open(mut file: File) -> Result<Self, Reason> {
        let failed = |error: io::Error| Reason::unreadable(&error);
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut start = Vec::new();
        (&mut file).take(COMPOUND_FILE.len() as u64).read_to_end(&mut start).map_err(failed)?;
        if start == COMPOUND_FILE {
            return Err(protected());
        }
        check_archive(&mut file, &LIMITS).map_err(of_workbook)?;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let zip = ZipArchive::new(BufReader::new(file)).map_err(|_| unreadable())?;
        let mut places = HashMap::new();
        for place in 0..zip.len() {
            if let Some(Ok(name)) = zip.name_for_index(place) {
                places.entry(name.replace('\\', "/").to_lowercase()).or_insert(place);
            }
        }
        Ok(Self { zip, places, left: LIMITS.max_unpacked_bytes })
    }

    /// The part at a path, of at most `max_bytes`; `None` if there is none.
    pub(super) fn part(&mut self, path: &str, max_bytes: u64) -> Result<Option<Part<'_>>, Reason> {
        let path = path.trim_start_matches('/');
        let Some(place) = self.places.get(&path.to_lowercase()) else { return Ok(None) };
        let file = self.zip.by_index(*place).map_err(|_| unreadable())?;
        let guard = Guard {
            file,
            path: path.to_owned(),
            left: &mut self.left,
            of_part: max_bytes,
            max_bytes,
            event: 0,
        };
        let mut xml = Reader::from_reader(BufReader::new(guard));
        let config = xml.config_mut();
        config.check_end_names = false;
        config.expand_empty_elements = true;
        config.allow_dangling_amp = true;
        Ok(Some(Part { xml, buffer: Vec::new() }))
    }
}

/// Counter of the bytes that are read of a part.
struct Guard<'a> {
    file: ZipFile<'a, BufReader<File>>,
    path: String,
    /// Bytes that may still be unpacked of all parts.
    left: &'a mut u64,
    of_part: u64,
    max_bytes: u64,
    /// Bytes read since the last tag or text.
    event: u64,
}

/// Reason why the reading of a part ends.
#[derive(Debug)]
struct Refusal(Reason);

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, out)
    }
}

impl std::error::Error for Refusal {}

impl Read for Guard<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(into)?;
        let bytes = read as u64;
        let refused = |reason: Reason| Err(io::Error::other(Refusal(reason)));
        if bytes > self.of_part {
            let (path, mega) = (&self.path, self.max_bytes >> 20);
            let text =
                format!("has more than {mega} MB in {path}; save only the sheet with the products as .xlsx");
            return refused(Reason::new("part_too_large", text).with("max", &mega).with("path", path));
        }
        if bytes > *self.left {
            let mega = LIMITS.max_unpacked_bytes >> 20;
            let text = format!("has more than {mega} MB when unpacked; split it into several files");
            return refused(Reason::new("unpacks_too_large", text).with("max", &mega));
        }
        self.of_part -= bytes;
        *self.left -= bytes;
        self.event += bytes;
        if self.event > MAX_EVENT_BYTES {
            let (path, mega) = (&self.path, MAX_EVENT_BYTES >> 20);
            let text =
                format!("has a text of more than {mega} MB in {path}; a cell has at most 32,767 characters");
            return refused(Reason::new("text_too_long", text).with("max", &mega).with("path", path));
        }
        Ok(read)
    }
}

/// A part as a stream of tags and texts. An element without content is a beginning and an end.
pub(super) struct Part<'a> {
    xml: Reader<BufReader<Guard<'a>>>,
    buffer: Vec<u8>,
}

impl Part<'_> {
    pub(super) fn next(&mut self) -> Result<Event<'_>, Reason> {
        self.buffer.clear();
        self.xml.get_mut().get_mut().event = 0;
        self.xml.read_event_into(&mut self.buffer).map_err(|error| said(&error))
    }

    /// The text up to the end of the element that has just begun; `None` if it is longer than a cell may be. With
    /// `only_runs`, the texts in `t` elements, without the pronunciation that Japanese cells have.
    pub(super) fn text(&mut self, only_runs: bool) -> Result<Option<String>, Reason> {
        let mut text = CellText::default();
        let (mut depth, mut runs, mut spoken) = (0_usize, 0_usize, 0_usize);
        loop {
            let is_wanted = !only_runs || (runs > 0 && spoken == 0);
            match self.next()? {
                Event::Start(tag) => {
                    depth += 1;
                    match tag.local_name().as_ref() {
                        "t" => runs += 1,
                        "rPh" => spoken += 1,
                        _ => {}
                    }
                }
                Event::End(_) if depth == 0 => return Ok(text.finish()),
                Event::End(tag) => {
                    depth -= 1;
                    match tag.local_name().as_ref() {
                        "t" => runs = runs.saturating_sub(1),
                        "rPh" => spoken = spoken.saturating_sub(1),
                        _ => {}
                    }
                }
                Event::Text(part) if is_wanted => text.push(&part.xml10_content()),
                Event::CData(part) if is_wanted => text.push(&part.xml10_content()),
                Event::GeneralRef(name) if is_wanted => {
                    let letter = name.resolve_char_ref().ok().flatten().or_else(|| predefined(&name));
                    if let Some(letter) = letter {
                        text.push(letter.encode_utf8(&mut [0; 4]));
                    }
                }
                Event::Eof => return Err(unreadable()),
                _ => {}
            }
        }
    }
}

fn predefined(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => None,
    }
}

fn said(error: &quick_xml::Error) -> Reason {
    let refusal = match error {
        quick_xml::Error::Io(error) => error.get_ref().and_then(|inner| inner.downcast_ref::<Refusal>()),
        _ => None,
    };
    refusal.map_or_else(unreadable, |refusal| refusal.0.clone())
}

/// Text of a cell, which is not collected beyond the limit.
#[derive(Default)]
struct CellText {
    text: String,
    is_overlong: bool,
}

impl CellText {
    fn push(&mut self, part: &str) {
        self.is_overlong |= self.text.len() + part.len() > MAX_CELL_BYTES;
        if self.is_overlong {
            self.text = String::new();
        } else {
            self.text.push_str(part);
        }
    }

    fn finish(self) -> Option<String> {
        (!self.is_overlong).then(|| unescaped(self.text))
    }
}

/// Excel writes control characters as `_x000D_`, and an underscore before such letters as `_x005F_`.
fn unescaped(text: String) -> String {
    if !text.contains("_x") {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        plain.push_str(before);
        let code = escape.get(2..6).filter(|_| escape[6..].starts_with('_'));
        let letter = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        if let Some(letter) = letter {
            plain.push(letter);
            rest = &escape[7..];
        } else {
            plain.push_str("_x");
            rest = &escape[2..];
        }
    }
    plain.push_str(rest);
    plain
}

/// An attribute of a tag by its name without prefix.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    // The check for repeated attributes is off, because its time grows with the square of their number.
    let mut attributes = tag.attributes();
    let found = attributes.with_checks(false).flatten().find(|it| it.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_control_characters_are_read() {
        assert_eq!(
            unescaped("a_x000D_b_x005F_x000D_ _x_ _xZZZZ_ ສ_x".to_owned()),
            "a\rb_x000D_ _x_ _xZZZZ_ ສ_x"
        );
    }
}
