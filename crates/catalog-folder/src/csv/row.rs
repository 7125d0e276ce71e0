//! Typed access to the fields of one CSV row. A getter trims and checks its field, and reports a fault with line and
//! column.

use super::{Header, Record, Spec};
use crate::MissingNameRows;
use crate::context::Context;
use crate::html::{plain_line, plain_text};
use crate::limits::{MAX_FIELD_BYTES, MAX_NAME_CHARS};
use crate::message::{Reason, shorten};
use crate::visible::visible_text;

/// One row with the right number of UTF-8 fields. Its getters report faults and return a default, because a folder with
/// faults is never imported.
pub(crate) struct Row<'a> {
    pub(super) context: &'a Context<'a>,
    spec: &'static Spec,
    header: &'a Header,
    record: &'a Record,
}

/// Marker error: the row has been reported as a whole.
#[derive(Debug)]
pub(super) struct Unreadable;

impl<'a> Row<'a> {
    pub(super) fn new(
        context: &'a Context<'a>,
        spec: &'static Spec,
        header: &'a Header,
        record: &'a Record,
    ) -> Result<Self, Unreadable> {
        let row = Self { context, spec, header, record };
        // Spreadsheets add empty fields at the end.
        let is_blank = |index: usize| record.field(index).trim_ascii().is_empty();
        if record.len() < header.width || !(header.width..record.len()).all(is_blank) {
            let (fields, columns) = (record.len(), header.width);
            let reason = format!("has {fields} fields, but the header has {columns}");
            let reason = Reason::new("field_count", reason).with("fields", &fields).with("columns", &columns);
            context.sink.report(spec.file, Some(record.line()), "", reason);
            return Err(Unreadable);
        }
        let mut is_readable = true;
        for index in 0..record.len().min(header.width) {
            let field = record.field(index);
            let reason = if record.overlong.contains(&index) {
                let max = MAX_FIELD_BYTES >> 10;
                Reason::new("field_too_long", format!("is longer than {max} kB")).with("max", &max)
            } else if std::str::from_utf8(field).is_err() {
                Reason::new("not_utf8", "is not UTF-8")
            } else if memchr::memchr(0, field).is_some() {
                Reason::new("nul_byte", "has a NUL byte")
            } else {
                continue;
            };
            row.report_at(index, reason);
            is_readable = false;
        }
        if !is_readable {
            return Err(Unreadable);
        }
        Ok(row)
    }

    /// Whether all fields are empty. Spreadsheets append rows of commas only.
    pub(super) fn is_empty(&self) -> bool {
        (0..self.record.len()).all(|index| self.record.field(index).trim_ascii().is_empty())
    }

    pub(crate) fn report(&self, column: &'static str, reason: Reason) {
        let field = (column, self.raw(column));
        self.context.sink.report_field(self.spec.file, Some(self.line_of(column)), field, reason);
    }

    pub(crate) fn warn(&self, column: &'static str, reason: Reason) {
        self.context.sink.warn(self.spec.file, Some(self.line_of(column)), column, reason);
    }

    /// Reports `reason (text)`.
    pub(crate) fn report_quoting(&self, column: &'static str, reason: Reason) {
        self.report(column, reason.quoting(self.raw(column)));
    }

    pub(crate) fn line(&self) -> u64 {
        self.record.line()
    }

    pub(crate) fn has(&self, column: &str) -> bool {
        self.header.has(column)
    }

    /// The trimmed field; empty if the column is absent.
    pub(crate) fn raw(&self, column: &str) -> &'a str {
        let bytes = self.header.place(column).map_or(&[][..], |place| self.record.field(place));
        std::str::from_utf8(bytes).unwrap_or_default().trim()
    }

    /// Single-line text, such as a name, unit or phone number; HTML becomes plain text and is counted. Empty if nothing in it is
    /// visible.
    pub(crate) fn line_text(&self, column: &'static str) -> String {
        let text = self.raw(column);
        let plain = plain_line(text);
        if plain.is_some() {
            self.context.html.borrow_mut().count(self.spec.file, column, self.line_of(column));
        }
        let text = plain.as_deref().unwrap_or(text);
        if text.chars().any(char::is_control) {
            self.report(column, Reason::new("not_one_line", "has a line break or control character"));
        }
        if text.chars().count() > MAX_NAME_CHARS {
            let reason = format!("is longer than {MAX_NAME_CHARS} characters");
            self.report(column, Reason::new("too_long", reason).with("max", &MAX_NAME_CHARS));
        }
        visible_text(text).to_owned()
    }

    /// Multi-line text; HTML becomes plain text and is counted. Empty if nothing in it is visible.
    pub(crate) fn prose(&self, column: &'static str) -> String {
        let text = self.raw(column);
        let plain = plain_text(text);
        if plain.is_some() {
            self.context.html.borrow_mut().count(self.spec.file, column, self.line_of(column));
        }
        let text = plain.as_deref().unwrap_or(text);
        if text.chars().any(|letter| letter.is_control() && !matches!(letter, '\n' | '\t')) {
            self.report(column, Reason::new("control_character", "has a control character"));
        }
        visible_text(text).to_owned()
    }

    /// The Lao and the English name. One of them is required, or must be kept from the existing row `in_shop`, whose id
    /// is given if it exists. A row without name columns changes no name.
    pub(crate) fn names(&self, in_shop: Option<i64>, unnamed: &MissingNameRows) -> (String, String) {
        let (la, en) = self.spec.names;
        let (name_la, name_en) = (self.line_text(la), self.line_text(en));
        let (has_la, has_en) = (self.has(la), self.has(en));
        let is_kept = in_shop.is_some_and(|id| match (has_la, has_en) {
            (false, false) => true,
            (false, true) => !unnamed.la.contains(&id),
            (true, false) => !unnamed.en.contains(&id),
            (true, true) => false,
        });
        if name_la.is_empty() && name_en.is_empty() && !is_kept && !self.header.nameless {
            let column = if has_la || !has_en { la } else { en };
            let id = self.spec.columns[0];
            match (has_la || has_en, self.spec.thing) {
                (false, thing) if !self.raw(id).is_empty() => {
                    let given = shorten(self.raw(id));
                    let reason = format!(
                        "the shop has no {thing} {given}; correct the id, or add a name for a new {thing}"
                    );
                    self.report(id, Reason::new("not_in_shop", reason).with("id", &given));
                }
                _ => {
                    self.report(column, Reason::new("name_needed", "a name is needed, in Lao or in English"));
                }
            }
        }
        (name_la, name_en)
    }

    /// An image path. Its text is checked here and the file later.
    pub(crate) fn image(&self, column: &'static str) -> String {
        let path = self.raw(column);
        if !path.is_empty() {
            self.refer_to_image(column, path);
        }
        path.to_owned()
    }

    pub(super) fn refer_to_image(&self, column: &'static str, path: &str) {
        let line = self.line_of(column);
        self.context.images.add(&self.context.sink, path, self.spec.file, line, column);
    }

    fn report_at(&self, index: usize, reason: Reason) {
        let line = Some(self.record.field_line(index));
        self.context.sink.report(self.spec.file, line, self.header.name(index), reason);
    }

    pub(crate) fn line_of(&self, column: &str) -> u64 {
        self.header.place(column).map_or_else(|| self.record.line(), |place| self.record.field_line(place))
    }
}
