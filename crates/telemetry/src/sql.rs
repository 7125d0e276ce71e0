//! Trace spans of SQL statements, made from the log events of sqlx. They contain the statement with placeholders and
//! no values.

use std::{
    fmt,
    time::{Duration, SystemTime},
};

use opentelemetry::{
    Context, KeyValue,
    trace::{Span as _, SpanKind, TraceContextExt as _, Tracer as _},
};
use opentelemetry_sdk::trace::SdkTracer;
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{Layer, layer};

/// Log target of sqlx for executed statements with their durations.
pub(crate) const TARGET: &str = "sqlx::query";

/// Layer that creates a span of every SQL statement from sqlx's log events.
///
/// The statement has ended when its event arrives, so the span's start is computed from its duration.
pub(crate) struct Statements {
    tracer: SdkTracer,
    /// `sqlite` or `postgresql`.
    system: &'static str,
}

impl Statements {
    pub(crate) fn new(tracer: SdkTracer, system: &'static str) -> Self {
        Self { tracer, system }
    }
}

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: layer::Context<'_, S>) {
        let parent = Context::current();
        if !parent.span().span_context().is_sampled() {
            return;
        }
        let mut statement = Statement::default();
        event.record(&mut statement);
        let end = SystemTime::now();
        let began = end.checked_sub(statement.took).unwrap_or(end);
        let mut span = self
            .tracer
            .span_builder(format!("SQL {}", statement.summary))
            .with_kind(SpanKind::Client)
            .with_start_time(began)
            .with_attributes([
                KeyValue::new("db.system.name", self.system),
                KeyValue::new("db.operation.name", statement.operation()),
                KeyValue::new("db.query.summary", statement.summary),
                KeyValue::new("db.response.returned_rows", statement.rows),
            ])
            .start_with_context(&self.tracer, &parent);
        span.end_with_timestamp(end);
    }
}

#[derive(Default)]
struct Statement {
    /// The beginning of the statement, which contains placeholders and no values.
    summary: String,
    rows: i64,
    took: Duration,
}

impl Statement {
    /// `SELECT`, `INSERT` and the like.
    fn operation(&self) -> String {
        self.summary.split_whitespace().next().unwrap_or_default().to_uppercase()
    }
}

impl Visit for Statement {
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "summary" {
            value.clone_into(&mut self.summary);
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "rows_returned" {
            self.rows = i64::try_from(value).unwrap_or(i64::MAX);
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        if field.name() == "elapsed_secs" {
            self.took = Duration::try_from_secs_f64(value).unwrap_or_default();
        }
    }
}
