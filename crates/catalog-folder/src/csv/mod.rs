//! CSV as RFC 4180 has it, and no other: UTF-8, commas, doubled quotes.
//!
//! Our own reader, because the usual ones guess on: a quote in the wrong place silently joins rows, which in a
//! price list is worse than a refusal. It also knows the line of every field.

mod header;
mod record;
mod row;
mod typed;

use std::io::BufReader;

pub(crate) use header::{Header, Spec, nearest, quoting, shorten};
pub(crate) use record::{Record, Records};
pub(crate) use row::Row;
use row::Unreadable;
pub(crate) use typed::{is_hour, parse_day};

use crate::context::{Context, Opened};
use crate::limits::{MAX_CSV_BYTES, MAX_ROWS};
use crate::{Columns, Phase, Table};

/// Rows between two reports of progress.
const REPORT_EVERY: u64 = 512;

/// What became of a table.
pub(crate) enum TableOutcome {
    Absent,
    /// Reported; other tables must not complain about ids that may be in it.
    Unusable,
    Done {
        columns: Columns,
        /// Ids of rows that could not be read otherwise: reported already, so what refers to them need not be.
        lost: Vec<i64>,
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
        if let Self::Done { lost, .. } = self { lost } else { &[] }
    }
}

/// Hands every well-formed row of a table to `each` and reports the rest.
///
/// `updates` says that the shop knows some of these ids, so that a file without any name column makes sense.
pub(crate) fn for_each_row(
    context: &Context<'_>,
    spec: &'static Spec,
    updates: bool,
    mut each: impl FnMut(&Row<'_>),
) -> TableOutcome {
    let (file, bytes) = match context.open(spec.file, MAX_CSV_BYTES) {
        Opened::Absent => return TableOutcome::Absent,
        Opened::Faulty => return TableOutcome::Unusable,
        Opened::Ready { file, bytes } => (file, bytes),
    };
    let phase = Phase::Table(spec.file);
    context.options.progress.start(phase, bytes);
    let mut records = Records::new(BufReader::with_capacity(1 << 16, file));
    let reading = read_rows(context, spec, updates, &mut records, &mut each);
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
            sink.fault(spec.file, Some(broken.line), "", broken.reason);
            None
        }
        None => {
            sink.fault(spec.file, Some(1), "", "the file is empty; its first line must name the columns");
            None
        }
    };
    let Some(header) = header else { return TableOutcome::Unusable };

    let mut lost = Vec::new();
    let (mut rows, mut reported) = (0, 0);
    while let Some(next) = records.next() {
        rows += 1;
        if rows > MAX_ROWS {
            sink.fault(spec.file, None, "", format!("has more than {MAX_ROWS} rows"));
            return TableOutcome::Unusable;
        }
        match next {
            Ok(record) => match Row::new(context, spec, &header, record) {
                Ok(row) if row.is_empty() => {}
                Ok(row) => each(&row),
                Err(Unreadable) => lost.extend(header.id(record)),
            },
            Err(broken) => {
                sink.fault(spec.file, Some(broken.line), header.name(broken.field), broken.reason);
                if broken.fatal {
                    return TableOutcome::Unusable;
                }
                lost.extend(header.id(records.current()));
            }
        }
        if rows % REPORT_EVERY == 0 {
            let done = records.bytes();
            context.options.progress.advance(Phase::Table(spec.file), done - reported);
            reported = done;
        }
    }
    context.options.progress.advance(Phase::Table(spec.file), records.bytes() - reported);
    TableOutcome::Done { columns: header.columns(), lost }
}
