//! Log output: text on a terminal, JSON for collectors.
//!
//! A failure is logged once, where it is handled. `RUST_LOG` changes the shown levels and targets.

use std::io::IsTerminal as _;

use tracing::Subscriber;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt as _, filter_fn},
    fmt::{self, FormatFields, format::debug_fn},
    layer::Filter,
    registry::LookupSpan,
};

use crate::{LogFormat, TRACE, json::JsonLines, noise_filter::NoiseFilter};

/// Target of security events.
const SECURITY: &str = "heuan::security";

pub(crate) fn layer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let wanted = EnvFilter::try_from_default_env()
        .unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,actix_server=warn"));
    // Spans of traces go to the collector; in log lines they would be redundant.
    let filter = wanted.and(filter_fn(|data| data.target() != TRACE)).and(NoiseFilter);
    lines(format, filter)
}

/// Lines of security events only.
pub(crate) fn security_layer<S>(format: LogFormat) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    lines(format, filter_fn(|data| data.target() == SECURITY))
}

fn lines<S, F>(format: LogFormat, filter: F) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    F: Filter<S> + Send + Sync + 'static,
{
    let lines = fmt::layer().with_writer(std::io::stderr);
    match format {
        LogFormat::Pretty => lines
            .fmt_fields(readable())
            .compact()
            .with_target(false)
            .with_ansi(std::io::stderr().is_terminal())
            .with_filter(filter)
            .boxed(),
        LogFormat::Json => lines.event_format(JsonLines).with_filter(filter).boxed(),
    }
}

/// Text format: the message, then `name=value`. Fields `http.*` are omitted, because the message contains them.
fn readable() -> impl for<'w> FormatFields<'w> + Send + Sync + 'static {
    debug_fn(|out, field, value| match field.name() {
        "message" => write!(out, "{value:?}"),
        name if name.starts_with("http.") => Ok(()),
        name => write!(out, " {name}={value:?}"),
    })
}
