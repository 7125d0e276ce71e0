//! Client and server spans of a call. Without a collector they are not built.
//!
//! Both carry the milliseconds that remain until the deadline.

use std::time::Instant;

use heuan_telemetry::{TRACE, propagation};
use http::HeaderMap;
use tracing::{Span, field::Empty};

use crate::{Code, convert};

/// Returns the client span of a call.
pub(crate) fn client(path: &str, target: &str) -> Span {
    let (service, method) = parts(path);
    tracing::info_span!(
        target: TRACE,
        "call",
        otel.name = path.trim_start_matches('/'),
        otel.kind = "client",
        otel.status_code = Empty,
        rpc.system = "grpc",
        rpc.service = service,
        rpc.method = method,
        server.address = target,
        rpc.response.status_code = Empty,
        deadline_left_ms = Empty,
    )
}

/// Returns the server span of a call, a child of the client span in its headers.
pub(crate) fn server(path: &str, service: &str, headers: &HeaderMap) -> Span {
    let (full_service, method) = parts(path);
    let span = tracing::info_span!(
        target: TRACE,
        "answer",
        otel.name = path.trim_start_matches('/'),
        otel.kind = "server",
        otel.status_code = Empty,
        rpc.system = "grpc",
        rpc.service = full_service,
        rpc.method = method,
        heuan.service = service,
        rpc.response.status_code = Empty,
        deadline_left_ms = Empty,
    );
    propagation::adopt(&span, headers);
    span
}

/// `heuan.catalog.v1.CatalogService` and `ListProducts` of `/heuan.catalog.v1.CatalogService/ListProducts`.
fn parts(path: &str) -> (&str, &str) {
    path.trim_start_matches('/').split_once('/').unwrap_or((path, ""))
}

/// Writes the trace context of `span` into the request headers.
pub(crate) fn inject(span: &Span, headers: &mut HeaderMap) {
    propagation::inject(span, headers);
}

pub(crate) fn left(span: &Span, until: Option<Instant>) {
    if let (false, Some(until)) = (span.is_disabled(), until) {
        let left = until.saturating_duration_since(Instant::now());
        span.record("deadline_left_ms", left.as_secs_f64() * 1000.0);
    }
}

pub(crate) fn end(span: &Span, headers: &HeaderMap) {
    if span.is_disabled() {
        return;
    }
    let code = convert::code_of(headers);
    span.record("rpc.response.status_code", code.map_or("ok", Code::name));
    if code.is_some_and(Code::is_outage) {
        span.record("otel.status_code", "ERROR");
    }
}
