//! CSV header parsing: assignment of the columns of the file to the columns of the table. Unknown, duplicate and
//! missing columns are faults.

use super::Record;
use crate::Columns;
use crate::diagnostic::DiagnosticSink;
use crate::message::{Reason, nearest, shorten};

/// Specification of a table's columns.
pub(crate) struct Spec {
    pub(crate) file: &'static str,
    /// Name of one row in a sentence.
    pub(crate) thing: &'static str,
    /// All columns; the first one is the id and always required.
    pub(crate) columns: &'static [&'static str],
    /// Required columns besides the id.
    pub(crate) required: &'static [&'static str],
    /// Columns of the Lao and the English name. Each new row needs one of them.
    pub(crate) names: (&'static str, &'static str),
}

/// Index of each column of a [`Spec`] in the file.
pub(crate) struct Header {
    spec: &'static Spec,
    /// File index by specification index.
    places: Vec<Option<usize>>,
    /// Number of fields of every row, without nameless ones at the end.
    pub(crate) width: usize,
    /// Whether neither name column is present and no row exists in the shop. This is reported once, not for
    /// each row.
    pub(crate) nameless: bool,
}

impl Header {
    /// Parses the header record. Returns `None` if a required column is missing.
    pub(crate) fn read(
        record: &Record,
        spec: &'static Spec,
        updates: bool,
        sink: &DiagnosticSink,
    ) -> Option<Self> {
        let line = Some(record.line());
        let mut places = vec![None; spec.columns.len()];
        let is_blank = |index: &usize| record.field(*index).trim_ascii().is_empty();
        let width = (0..record.len()).rev().find(|index| !is_blank(index)).map_or(0, |last| last + 1);
        for index in 0..width {
            let Ok(name) = std::str::from_utf8(record.field(index)).map(str::trim) else {
                let number = index + 1;
                let reason = format!("the name of column {number} is not UTF-8");
                let reason = Reason::new("column_name_unreadable", reason).with("number", &number);
                sink.report(spec.file, line, "", reason);
                continue;
            };
            if name.contains('\0') {
                let number = index + 1;
                let reason = format!("the name of column {number} has a NUL byte; save it as CSV in UTF-8");
                let reason = Reason::new("column_name_unreadable", reason).with("number", &number);
                sink.report(spec.file, line, "", reason);
                continue;
            }
            match spec.columns.iter().position(|column| *column == plain_name(name)) {
                Some(place) if places[place].is_some() => {
                    sink.report(spec.file, line, name, Reason::new("column_twice", "duplicate column"));
                }
                Some(place) => places[place] = Some(index),
                None => sink.report(spec.file, line, shorten(name), unknown(name, index, spec)),
            }
        }
        let header = Self { spec, places, width, nameless: false };
        let mut usable = true;
        for column in spec.columns.iter().take(1).chain(spec.required) {
            if !header.has(column) {
                let reason = Reason::new("column_missing", "the column is missing");
                sink.report(spec.file, line, *column, reason);
                usable = false;
            }
        }
        let (la, en) = spec.names;
        let nameless = !header.has(la) && !header.has(en) && !updates;
        if nameless {
            let reason = format!("the column is missing (this or {en} is needed)");
            sink.report(spec.file, line, la, Reason::new("name_column_missing", reason).with("other", &en));
        }
        usable.then_some(Self { nameless, ..header })
    }

    pub(crate) fn place(&self, column: &str) -> Option<usize> {
        let place = self.spec.columns.iter().position(|known| *known == column)?;
        self.places[place]
    }

    pub(crate) fn has(&self, column: &str) -> bool {
        self.place(column).is_some()
    }

    /// The name of the column at an index in the file; empty beyond the last column.
    pub(crate) fn name(&self, index: usize) -> &'static str {
        let place = self.places.iter().position(|place| *place == Some(index));
        place.map_or("", |place| self.spec.columns[place])
    }

    /// The id of an otherwise unreadable record.
    pub(crate) fn id(&self, record: &Record) -> Option<i64> {
        self.id_text(record).parse().ok()
    }

    /// The trimmed field of the id; empty if it is absent or not UTF-8.
    pub(crate) fn id_text<'r>(&self, record: &'r Record) -> &'r str {
        let place = self.places.first().copied().flatten();
        let id = place.map_or(&[][..], |place| record.field(place));
        std::str::from_utf8(id).unwrap_or_default().trim()
    }

    pub(crate) fn columns(&self) -> Columns {
        Columns(self.spec.columns.iter().copied().filter(|column| self.has(column)).collect())
    }
}

/// `Pro_ID` and `pro id` are `pro_id`.
fn plain_name(name: &str) -> String {
    name.to_lowercase().replace([' ', '-'], "_")
}

fn unknown(name: &str, index: usize, spec: &Spec) -> Reason {
    if name.is_empty() {
        let number = index + 1;
        let reason = format!("column {number} has no name");
        return Reason::new("column_nameless", reason).with("number", &number);
    }
    if let Some(column) = nearest(name, spec.columns.iter().copied()) {
        let reason = format!("unknown column; did you mean {column}?");
        Reason::new("column_misspelled", reason).with("column", &column)
    } else {
        let known = spec.columns.join(", ");
        Reason::new("column_unknown", format!("unknown column; known are {known}")).with("known", &known)
    }
}
