//! W3C Trace Context propagation over HTTP headers.

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::propagation::{Extractor, Injector, TextMapPropagator as _};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// Makes `span` a child of the caller's span in `headers`, if there is one. Must be called before the span is entered.
pub fn adopt(span: &Span, headers: &HeaderMap) {
    if !span.is_disabled() && headers.contains_key("traceparent") {
        adopt_from(span, &Headers(headers));
    }
}

/// Like [`adopt`], for headers of another HTTP library: `traceparent` and `tracestate`.
pub fn adopt_parts(span: &Span, traceparent: Option<&str>, tracestate: Option<&str>) {
    if !span.is_disabled() && traceparent.is_some() {
        adopt_from(span, &Parts { traceparent, tracestate });
    }
}

fn adopt_from(span: &Span, headers: &dyn Extractor) {
    // Fails only for a span that was entered or is not recorded.
    let _ = span.set_parent(TraceContextPropagator::new().extract(headers));
}

/// Writes the context of the current span into the headers.
pub fn inject(span: &Span, headers: &mut HeaderMap) {
    if !span.is_disabled() {
        TraceContextPropagator::new().inject_context(&span.context(), &mut HeadersMut(headers));
    }
}

struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.to_str().ok()
    }

    fn keys(&self) -> Vec<&str> {
        self.0.keys().map(HeaderName::as_str).collect()
    }
}

struct Parts<'a> {
    traceparent: Option<&'a str>,
    tracestate: Option<&'a str>,
}

impl Extractor for Parts<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => self.traceparent,
            "tracestate" => self.tracestate,
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent", "tracestate"]
    }
}

struct HeadersMut<'a>(&'a mut HeaderMap);

impl Injector for HeadersMut<'_> {
    fn set(&mut self, key: &str, value: String) {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(key), HeaderValue::try_from(value)) {
            self.0.insert(name, value);
        }
    }
}
