//! Faults of an import: file, line, column, value and reason.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;

use crate::layout::FILES;
use crate::limits::MAX_ERRORS_PER_FILE;
use crate::message::{Reason, shorten};

/// A fault in a folder and its position.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// Name of the file in the folder, or of the merchant's file that was converted.
    pub file: Cow<'static, str>,
    /// Line, from 1; in a table the line where the field begins. `None` if the fault concerns the whole file.
    pub line: Option<u64>,
    /// Name of the CSV column, or path inside `content.json` (`menu[2].href`); empty if the fault concerns the whole
    /// line.
    pub column: String,
    /// Value of the field, shortened; empty if the fault concerns no single field.
    pub value: String,
    /// Id of the row of a table as read, or its key in another file; empty if the fault concerns no row or none was read.
    pub row: String,
    /// Message for the merchant, in English.
    pub reason: String,
    /// Stable name of the message, for its text in another language; empty for a message that is shown as it is.
    pub code: &'static str,
    /// Values in the message, by name.
    pub values: Vec<(&'static str, String)>,
}

/// For example `products.csv:17: price: must not be negative (-5)`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.column.is_empty() {
            write!(f, ": {}", self.column)?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// All faults of a folder, ordered by file and line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// The stored faults, at most [`MAX_ERRORS_PER_FILE`] for each file.
    pub errors: Vec<Diagnostic>,
    /// Number of all faults, including those not stored.
    pub total: u64,
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for diagnostic in &self.errors {
            writeln!(f, "{diagnostic}")?;
        }
        let more = self.total.saturating_sub(self.errors.len() as u64);
        if more > 0 {
            writeln!(f, "… and {more} more")?;
        }
        write!(f, "{} {}", self.total, if self.total == 1 { "fault" } else { "faults" })
    }
}

impl std::error::Error for Diagnostics {}

/// Fault sink of the readers. It is single-threaded, because the order is part of the report.
#[derive(Debug, Default)]
pub(crate) struct DiagnosticSink {
    errors: RefCell<DiagnosticList>,
    warnings: RefCell<DiagnosticList>,
    /// Id of the row that the next faults concern, as read; empty outside of rows.
    row: RefCell<String>,
}

#[derive(Debug, Default)]
struct DiagnosticList {
    list: Vec<Diagnostic>,
    /// Number of stored faults by file, in the order of [`FILES`]; the last slot is for the folder itself.
    per_file: [usize; FILES.len() + 1],
    total: u64,
}

impl DiagnosticList {
    fn add(&mut self, diagnostic: Diagnostic) {
        self.total += 1;
        let kept = &mut self.per_file[rank(&diagnostic.file)];
        if *kept < MAX_ERRORS_PER_FILE {
            *kept += 1;
            self.list.push(diagnostic);
        }
    }

    fn sorted(mut self) -> (Vec<Diagnostic>, u64) {
        self.list.sort_by_key(|diagnostic| (rank(&diagnostic.file), diagnostic.line));
        (self.list, self.total)
    }
}

impl DiagnosticSink {
    /// Sets the row that the next faults concern, by its id as read; an empty id ends it.
    pub(crate) fn set_row(&self, id: &str) {
        let mut row = self.row.borrow_mut();
        row.clear();
        row.push_str(id);
    }

    pub(crate) fn row(&self) -> String {
        self.row.borrow().clone()
    }

    pub(crate) fn report(
        &self,
        file: &'static str,
        line: Option<u64>,
        column: impl Into<String>,
        reason: Reason,
    ) {
        self.report_field(file, line, (column, ""), reason);
    }

    /// Reports a fault of one field, with its column and its value.
    pub(crate) fn report_field(
        &self,
        file: &'static str,
        line: Option<u64>,
        (column, value): (impl Into<String>, &str),
        reason: Reason,
    ) {
        let Reason { text: reason, code, values } = reason;
        let (column, value, row) = (column.into(), shorten(value), shorten(&self.row.borrow()));
        let diagnostic = Diagnostic { file: file.into(), line, column, value, row, reason, code, values };
        self.errors.borrow_mut().add(diagnostic);
    }

    /// Counts faults that are not stored.
    pub(crate) fn count(&self, more: u64) {
        self.errors.borrow_mut().total += more;
    }

    pub(crate) fn warn(
        &self,
        file: &'static str,
        line: Option<u64>,
        column: impl Into<String>,
        reason: Reason,
    ) {
        let Reason { text: reason, code, values } = reason;
        let (column, value, row) = (column.into(), String::new(), shorten(&self.row.borrow()));
        let diagnostic = Diagnostic { file: file.into(), line, column, value, row, reason, code, values };
        self.warnings.borrow_mut().add(diagnostic);
    }

    /// Returns the warnings of a folder without faults, or the faults.
    pub(crate) fn finish(self) -> Result<Vec<Diagnostic>, Diagnostics> {
        let (errors, total) = self.errors.into_inner().sorted();
        if total > 0 {
            return Err(Diagnostics { errors, total });
        }
        Ok(self.warnings.into_inner().sorted().0)
    }
}

/// Sort position of a file in the report.
fn rank(file: &str) -> usize {
    FILES.iter().position(|known| *known == file).unwrap_or(FILES.len())
}
