//! CSV as defined by RFC 4180: UTF-8, commas, doubled quotes.
//!
//! The reader is written here because the usual libraries guess: a misplaced quote silently joins rows, which in a
//! price list is worse than an error. It also records the line of every field.

mod header;
mod record;
mod row;
mod typed;

use std::io::BufReader;

pub(crate) use header::{Header, Spec};
pub use record::{Record, RecordError, Records};
pub(crate) use row::Row;
use row::Unreadable;

use crate::context::{Context, Opened};
use crate::file_format::unsupported_format;
use crate::limits::{MAX_CSV_BYTES, MAX_ROWS};
use crate::message::Reason;
use crate::{Columns, Phase, Table};

/// Number of rows between progress reports.
const REPORT_EVERY: u64 = 512;

/// Result of reading a table.
pub(crate) enum TableOutcome {
    Absent,
    /// The table is unusable, which is already reported. References to ids that may be in it are not
    /// reported.
    Unusable,
    Done {
        columns: Columns,
        /// Ids of unreadable rows. Because these rows are already reported, references to them are not.
        unreadable_ids: Vec<i64>,
    },
}

impl TableOutcome {
    pub(crate) fn table<T>(self, rows: Vec<T>) -> Option<Table<T>> {
        match self {
            Self::Done { columns, .. } => Some(Table { rows, columns }),
            Self::Absent | Self::Unusable => None,
        }
    }

    pub(crate) fn truncated_rows(&self) -> &[i64] {
        if let Self::Done { unreadable_ids, .. } = self { unreadable_ids } else { &[] }
    }
}

/// Calls `each` for every well-formed row of a table and reports faults of the others.
///
/// `updates` is true if the shop has some of these ids, so that a file without name columns is valid.
pub(crate) fn for_each_row(
    context: &Context<'_>,
    spec: &'static Spec,
    updates: bool,
    mut each: impl FnMut(&Row<'_>),
) -> TableOutcome {
    let (mut file, bytes) = match context.open(spec.file, MAX_CSV_BYTES) {
        Opened::Absent => return TableOutcome::Absent,
        Opened::Faulty => return TableOutcome::Unusable,
        Opened::Ready { file, bytes } => (file, bytes),
    };
    match unsupported_format(&mut file) {
        Ok(None) => {}
        Ok(Some(format)) => {
            context.formats.borrow_mut().push((format, spec.file));
            return TableOutcome::Unusable;
        }
        Err(error) => {
            context.sink.report(spec.file, None, "", Reason::unreadable(&error));
            return TableOutcome::Unusable;
        }
    }
    let phase = Phase::Table(spec.file);
    context.options.progress.start(phase, bytes);
    let mut records = Records::new(BufReader::with_capacity(1 << 16, file));
    let reading = read_rows(context, spec, updates, &mut records, &mut each);
    context.sink.set_row("");
    context.options.progress.finish(phase);
    reading
}

fn read_rows(
    context: &Context<'_>,
    spec: &'static Spec,
    updates: bool,
    records: &mut Records<BufReader<std::fs::File>>,
    each: &mut dyn FnMut(&Row<'_>),
) -> TableOutcome {
    let sink = &context.sink;
    let header = match records.next() {
        Some(Ok(record)) => Header::read(record, spec, updates, sink),
        Some(Err(broken)) => {
            sink.report(spec.file, Some(broken.line), "", broken.reason);
            None
        }
        None => {
            let reason = "the file is empty; its first line must name the columns";
            sink.report(spec.file, Some(1), "", Reason::new("file_empty", reason));
            None
        }
    };
    let Some(header) = header else { return TableOutcome::Unusable };

    let mut unreadable_ids = Vec::new();
    let (mut rows, mut reported) = (0, 0);
    while let Some(next) = records.next() {
        rows += 1;
        if rows > MAX_ROWS {
            let reason = format!("has more than {MAX_ROWS} rows");
            sink.set_row("");
            sink.report(spec.file, None, "", Reason::new("too_many_rows", reason).with("max", &MAX_ROWS));
            return TableOutcome::Unusable;
        }
        match next {
            Ok(record) => {
                sink.set_row(header.id_text(record));
                match Row::new(context, spec, &header, record) {
                    Ok(row) if row.is_empty() => {}
                    Ok(row) => each(&row),
                    Err(Unreadable) => unreadable_ids.extend(header.id(record)),
                }
            }
            Err(broken) => {
                sink.set_row(header.id_text(records.current()));
                sink.report(spec.file, Some(broken.line), header.name(broken.field), broken.reason);
                if broken.fatal {
                    return TableOutcome::Unusable;
                }
                unreadable_ids.extend(header.id(records.current()));
            }
        }
        if rows % REPORT_EVERY == 0 {
            let done = records.bytes();
            context.options.progress.advance(Phase::Table(spec.file), done - reported);
            reported = done;
        }
    }
    context.options.progress.advance(Phase::Table(spec.file), records.bytes() - reported);
    TableOutcome::Done { columns: header.columns(), unreadable_ids }
}
