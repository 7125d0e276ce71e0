//! Records of a CSV file, each field with its line, which the errors of an import name.

use std::io::{BufRead, Read};

use memchr::{memchr, memchr2};

use crate::limits::{MAX_FIELD_BYTES, MAX_FIELDS, MAX_LINE_BYTES};
use crate::message::Reason;

/// Splits a file into records, one physical line at a time.
///
/// An invalid line invalidates its record. Reading continues with the next line, so that one error does not hide
/// others.
pub struct Records<R> {
    input: R,
    /// Separator of fields.
    delimiter: u8,
    line: Vec<u8>,
    /// Number of the line in `line`, from 1.
    number: u64,
    bytes: u64,
    record: Record,
    ended: bool,
}

/// The unquoted fields of one record. The buffers are reused for the next record.
#[derive(Default)]
pub struct Record {
    text: Vec<u8>,
    fields: Vec<Field>,
    /// Whether the current position is inside a quoted field.
    quoted: bool,
    /// Indexes of the fields that exceed [`MAX_FIELD_BYTES`]; their text is truncated.
    pub overlong: Vec<usize>,
}

#[derive(Clone, Copy)]
struct Field {
    start: usize,
    end: usize,
    line: u64,
}

/// An unreadable record.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordError {
    pub line: u64,
    /// Number of the field, from 0.
    pub field: usize,
    pub reason: Reason,
    /// Whether reading cannot continue.
    pub fatal: bool,
}

impl Record {
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Line on which the record begins.
    pub fn line(&self) -> u64 {
        self.fields.first().map_or(1, |field| field.line)
    }

    /// Line on which a field begins.
    pub fn field_line(&self, field: usize) -> u64 {
        self.fields.get(field).map_or_else(|| self.line(), |field| field.line)
    }

    pub fn field(&self, field: usize) -> &[u8] {
        self.fields.get(field).map_or(&[], |field| &self.text[field.start..field.end])
    }

    fn clear(&mut self) {
        self.text.clear();
        self.fields.clear();
        self.quoted = false;
        self.overlong.clear();
    }

    fn begin_field(&mut self, line: u64) {
        let at = self.text.len();
        self.fields.push(Field { start: at, end: at, line });
    }

    fn append(&mut self, bytes: &[u8]) {
        let index = self.fields.len() - 1;
        let Some(field) = self.fields.last_mut() else { return };
        if field.end - field.start + bytes.len() > MAX_FIELD_BYTES {
            if self.overlong.last() != Some(&index) {
                self.overlong.push(index);
            }
            return;
        }
        self.text.extend_from_slice(bytes);
        field.end = self.text.len();
    }

    /// Parses one physical line. `Ok(false)` if a quoted field continues on the next line.
    fn take(&mut self, line: &[u8], number: u64, delimiter: u8) -> Result<bool, Reason> {
        let content = line.strip_suffix(b"\n").unwrap_or(line);
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        let mut rest = content;
        if !self.quoted {
            self.begin_field(number);
        }
        loop {
            if self.quoted {
                let Some(quote) = memchr(b'"', rest) else {
                    self.append(rest);
                    self.append(b"\n");
                    return Ok(false);
                };
                self.append(&rest[..quote]);
                rest = &rest[quote + 1..];
                if let Some(after) = rest.strip_prefix(b"\"") {
                    self.append(b"\"");
                    rest = after;
                    continue;
                }
                self.quoted = false;
                match rest.split_first() {
                    None => return Ok(true),
                    Some((next, after)) if *next == delimiter => rest = after,
                    Some(_) => {
                        let reason = "the quotes do not end at a comma; a quote inside is written \"\"";
                        return Err(Reason::new("quote_inside", reason));
                    }
                }
            } else {
                if let Some(after) = rest.strip_prefix(b"\"") {
                    self.quoted = true;
                    rest = after;
                    continue;
                }
                let Some(stop) = memchr2(delimiter, b'"', rest) else {
                    self.append(rest);
                    return Ok(true);
                };
                if rest[stop] == b'"' {
                    let reason = "has a quote, so the whole field must be quoted";
                    return Err(Reason::new("field_not_quoted", reason));
                }
                self.append(&rest[..stop]);
                rest = &rest[stop + 1..];
            }
            if self.fields.len() == MAX_FIELDS {
                return Err(Reason::new("too_many_fields", "has far too many fields"));
            }
            self.begin_field(number);
        }
    }
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(input: R) -> Self {
        Self::separated_by(b',', input)
    }

    /// Creates a reader for fields with another separator.
    pub fn separated_by(delimiter: u8, input: R) -> Self {
        Self {
            input,
            delimiter,
            line: Vec::new(),
            number: 0,
            bytes: 0,
            record: Record::default(),
            ended: false,
        }
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The current record. Of an invalid record, the fields before the error and part of the faulty one.
    pub(crate) fn current(&self) -> &Record {
        &self.record
    }

    /// The next record, which borrows the buffers of this one; empty lines are skipped. `None` at the end of the file.
    #[allow(clippy::should_implement_trait, reason = "the record borrows the reader")]
    pub fn next(&mut self) -> Option<Result<&Record, RecordError>> {
        self.record.clear();
        loop {
            match self.next_line() {
                Ok(true) => {}
                Ok(false) if self.record.quoted => {
                    let reason = "the quote that begins this field is never closed";
                    return Some(Err(self.broken(Reason::new("quote_not_closed", reason), true)));
                }
                Ok(false) => return None,
                Err(broken) => return Some(Err(broken)),
            }
            let blank = self.line.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
            if blank && !self.record.quoted {
                continue;
            }
            match self.record.take(&self.line, self.number, self.delimiter) {
                Ok(true) => return Some(Ok(&self.record)),
                Ok(false) => {}
                Err(reason) => return Some(Err(self.broken(reason, false))),
            }
        }
    }

    /// Reads one line into `self.line`; `Ok(false)` at the end.
    fn next_line(&mut self) -> Result<bool, RecordError> {
        if self.ended {
            return Ok(false);
        }
        self.line.clear();
        self.number += 1;
        let mut limited = (&mut self.input).take(MAX_LINE_BYTES);
        match limited.read_until(b'\n', &mut self.line) {
            Ok(read) => self.bytes += read as u64,
            Err(error) => {
                let reason = Reason::new("unreadable", "cannot be read further").because(&error);
                return Err(self.stop(reason));
            }
        }
        if self.number == 1 && self.line.starts_with(b"\xEF\xBB\xBF") {
            self.line.drain(..3);
        }
        if self.line.len() as u64 >= MAX_LINE_BYTES {
            return Err(self.stop(Reason::new("line_too_long", "the line is far too long")));
        }
        // The first line may be only a byte-order mark.
        Ok(!self.line.is_empty() || (self.number == 1 && self.bytes > 0))
    }

    fn stop(&mut self, reason: Reason) -> RecordError {
        self.ended = true;
        RecordError { line: self.number, field: usize::MAX, reason, fatal: true }
    }

    fn broken(&self, reason: Reason, fatal: bool) -> RecordError {
        let field = self.record.len().saturating_sub(1);
        RecordError { line: self.record.field_line(field), field, reason, fatal }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats each record as `[a][b]`, or as `!line:field` for an invalid one.
    fn read(text: &str) -> Vec<String> {
        let mut records = Records::new(text.as_bytes());
        let mut all = Vec::new();
        while let Some(next) = records.next() {
            all.push(match next {
                Ok(record) => {
                    let field = |index| format!("[{}]", String::from_utf8_lossy(record.field(index)));
                    (0..record.len()).map(field).collect::<Vec<_>>().concat()
                }
                Err(broken) => format!("!{}:{}", broken.line, broken.field),
            });
        }
        all
    }

    #[test]
    fn rfc_4180_syntax_is_read() {
        assert_eq!(read("a,b\r\n1,\"x, \"\"y\"\"\"\n"), ["[a][b]", "[1][x, \"y\"]"]);
        assert_eq!(read("\u{feff}a,\n\n,"), ["[a][]", "[][]"]);
        assert_eq!(read("\"two\r\nlines\",\"\"\n"), ["[two\nlines][]"]);
        assert_eq!(read("").len() + read("\u{feff}").len(), 0);
    }

    #[test]
    fn bad_line_is_reported_and_the_next_is_read() {
        assert_eq!(read("1,a\"b\n2,c\n"), ["!1:1", "[2][c]"]);
        assert_eq!(read("1,\"a\"b\n2,c\n"), ["!1:1", "[2][c]"]);
        assert_eq!(read("1,\n2,\"c\n3\n"), ["[1][]", "!2:1"]);
    }

    #[test]
    fn each_field_has_its_line() {
        let mut records = Records::new("\n\"a\nb\",c\n".as_bytes());
        let record = records.next().unwrap().unwrap();
        assert_eq!((record.line(), record.field_line(0), record.field_line(1)), (2, 2, 3));
    }
}
