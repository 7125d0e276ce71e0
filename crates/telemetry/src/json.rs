//! JSON formatter of log lines, one object per line, for `log.format = "json"`.

use std::fmt;

use opentelemetry::trace::TraceContextExt as _;
use serde_json::{Map, Value};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tracing::{
    Event, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    fmt::{FmtContext, FormatEvent, FormatFields, format::Writer},
    registry::LookupSpan,
};

/// JSON log format, one object per line: `timestamp`, `level`, `target`, `message`, the event's fields and the trace id.
///
/// It has a formatter of its own, because the one of `tracing-subscriber` has no trace id.
pub(crate) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut out: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut line = Map::new();
        let now = OffsetDateTime::now_utc().format(&Rfc3339).map_err(|_| fmt::Error)?;
        line.insert("timestamp".to_owned(), now.into());
        line.insert("level".to_owned(), event.metadata().level().as_str().into());
        line.insert("target".to_owned(), event.metadata().target().into());
        // The tracing layer stores the context of the entered span per thread.
        let context = opentelemetry::Context::current();
        let span = context.span();
        if span.span_context().is_valid() {
            line.insert("trace_id".to_owned(), span.span_context().trace_id().to_string().into());
            line.insert("span_id".to_owned(), span.span_context().span_id().to_string().into());
        }
        event.record(&mut Fields(&mut line));
        writeln!(out, "{}", Value::Object(line))
    }
}

struct Fields<'a>(&'a mut Map<String, Value>);

impl Fields<'_> {
    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.set(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        sync::{Arc, Mutex},
    };

    use opentelemetry::trace::TracerProvider as _;
    use opentelemetry_sdk::trace::SdkTracerProvider;
    use tracing_subscriber::{fmt::MakeWriter, layer::SubscriberExt as _};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Lines {
        type Writer = Self;

        fn make_writer(&'a self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn log_line_has_its_trace_id() {
        let lines = Lines::default();
        let tracer = SdkTracerProvider::builder().build().tracer("test");
        let subscriber = tracing_subscriber::registry()
            .with(tracing_opentelemetry::layer().with_tracer(tracer))
            .with(tracing_subscriber::fmt::layer().event_format(JsonLines).with_writer(lines.clone()));
        tracing::subscriber::with_default(subscriber, || {
            tracing::info!(count = 3, "outside");
            tracing::info_span!(target: crate::TRACE, "request")
                .in_scope(|| tracing::warn!("a \"quoted\"\nline"));
        });
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let read: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(read.len(), 2, "{text}");
        assert_eq!((&read[0]["count"], &read[0]["message"]), (&3.into(), &"outside".into()));
        assert!(read[0].get("trace_id").is_none());
        assert_eq!(read[1]["level"], "WARN");
        assert_eq!(read[1]["trace_id"].as_str().map(str::len), Some(32), "{text}");
    }
}
