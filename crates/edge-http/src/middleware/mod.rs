//! The middleware of every request, in this order:
//!
//! 1. The request gets an id.
//! 2. It is rejected when its URL or body is too large, a header is ambiguous, or its client exceeds a rate limit. Its body gets
//!    limits of size and time.
//! 3. HEAD becomes GET, so that every GET route handles it; actix sends no body.
//! 4. The handler responds.
//! 5. An error gets its body, and the response its security headers and the cookies of a renewed session. A response to an
//!    unread body closes the connection.
//! 6. The request is counted and logged.
//!
//! There is one middleware instead of six, because each costs an allocation and a future on every request.

mod class;
mod client;
mod cost;
mod headers;
mod limits;
mod repeated;
mod request_body;
mod request_id;
mod uploads;

use std::{
    future::{Ready, ready},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use actix_web::{
    Error, ResponseError as _,
    body::BoxBody,
    dev::{Service, ServiceRequest, ServiceResponse, Transform, forward_ready},
    http::{
        ConnectionType, Method, StatusCode,
        header::{ACCEPT, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE, HeaderValue},
    },
};
use futures::future::LocalBoxFuture;
use heuan_http::Progress;
use heuan_telemetry::{TRACE, propagation};
use metrics::Gauge;
use percent_encoding::percent_decode_str;
use tracing::{Instrument as _, Span};

pub use class::is_crawler;
pub use client::{address, is_local, origin};
pub use heuan_http::{client_key as limit_key, line_key};
pub use limits::RateLimits;
pub use repeated::list as header_list;
use request_body::{Bounds, MinRate, Reading};
use uploads::is_upload;
pub use uploads::{
    IMAGE_SEARCH_MAX_BODY, IMAGE_SEARCH_MAX_IMAGE, IMAGE_SEARCH_PATH, STAFF_IMAGE_MAX_BODY, STAFF_IMAGE_PATH,
};

use crate::{
    app_state::SharedState,
    config::EdgeConfig,
    metrics::{InFlight, RouteMetrics},
    problem::Problem,
    session,
};

/// Middleware factory of one worker.
pub struct EdgeMiddleware {
    shared: Arc<SharedState>,
    limits: Arc<RateLimits>,
    error_page: ErrorPage,
}

/// Renders the page of a rejected navigation from its path and the status of the rejection.
pub type ErrorPage = fn(&str, StatusCode) -> String;

impl EdgeMiddleware {
    pub fn new(shared: Arc<SharedState>, limits: Arc<RateLimits>, error_page: ErrorPage) -> Self {
        Self { shared, limits, error_page }
    }
}

/// Middleware of one worker with its metric handles.
pub struct EdgeMiddlewareService<S> {
    inner: Rc<S>,
    rules: Rc<MiddlewareState>,
}

struct MiddlewareState {
    shared: Arc<SharedState>,
    limits: Arc<RateLimits>,
    error_page: ErrorPage,
    meters: Vec<RouteMetrics>,
    in_flight: Gauge,
}

impl<S> Transform<S, ServiceRequest> for EdgeMiddleware
where
    S: Service<ServiceRequest, Response = ServiceResponse<BoxBody>, Error = Error> + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Transform = EdgeMiddlewareService<S>;
    type InitError = ();
    type Future = Ready<Result<Self::Transform, ()>>;

    fn new_transform(&self, service: S) -> Self::Future {
        let rules = MiddlewareState {
            shared: Arc::clone(&self.shared),
            limits: Arc::clone(&self.limits),
            error_page: self.error_page,
            meters: self.shared.route_table.labels().map(RouteMetrics::new).collect(),
            in_flight: metrics::gauge!("http_server_active_requests"),
        };
        ready(Ok(EdgeMiddlewareService { inner: Rc::new(service), rules: Rc::new(rules) }))
    }
}

impl<S> Service<ServiceRequest> for EdgeMiddlewareService<S>
where
    S: Service<ServiceRequest, Response = ServiceResponse<BoxBody>, Error = Error> + 'static,
{
    type Response = ServiceResponse<BoxBody>;
    type Error = Error;
    type Future = LocalBoxFuture<'static, Result<Self::Response, Self::Error>>;

    forward_ready!(inner);

    fn call(&self, mut request: ServiceRequest) -> Self::Future {
        let (inner, rules) = (Rc::clone(&self.inner), Rc::clone(&self.rules));
        let visit = RequestRecord::start(&rules, &request);
        if let Some(connection) = request.request().conn_data::<Progress>() {
            connection.request_began();
        }
        let bounds = bounds(request.path(), &rules.shared.config);
        let body = Reading::bound(&mut request, bounds);
        Box::pin(async move {
            let _in_flight = InFlight::begin(&rules.in_flight);
            let (class, span) = (class::of(&request), visit.span(&rules, &request));
            let mut response = if let Some(problem) = rules.refuse(&request) {
                let problem = problem_for_route(request.path(), problem);
                let page =
                    wants_page(&request).then(|| (rules.error_page)(request.path(), problem.status_code()));
                let response = request.into_response(problem.render(visit.id()));
                match page {
                    Some(page) => with_page(response, page),
                    None => response,
                }
            } else {
                if request.method() == Method::HEAD {
                    request.head_mut().method = Method::GET;
                }
                heuan_rpc::priority::scope(class, inner.call(request)).instrument(span.clone()).await?
            };
            if let Some(problem) = body.as_ref().and_then(Reading::problem) {
                let problem = problem_for_route(response.request().path(), problem);
                response = response.into_response(problem.render(visit.id()));
            } else if let Some(error) = response.response().error() {
                let problem = Problem::of(error);
                if problem.is_overload() {
                    metrics::counter!("http_server_shed_total", "class" => class.name()).increment(1);
                }
                let problem = problem_for_route(response.request().path(), problem);
                response = response.into_response(problem.render(visit.id()));
            }
            if response.status() == StatusCode::RANGE_NOT_SATISFIABLE {
                response = range_not_satisfiable(response, visit.id());
            }
            if !span.is_disabled() {
                span.record("http.response.status_code", response.status().as_u16());
                if response.status().is_server_error() {
                    span.record("otel.status_code", "ERROR");
                }
            }
            session::renew(&mut response);
            session::complete_audit(&response);
            // The record ends inside the span, so that the log line has the trace id.
            span.in_scope(|| visit.finish(&rules, &mut response));
            let body_read = body.is_none_or(|body| body.is_complete());
            if !body_read || rules.closes_connection() {
                response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
            }
            if let Some(connection) = response.request().conn_data::<Progress>() {
                connection.request_ended(body_read);
            }
            Ok(response)
        })
    }
}

impl MiddlewareState {
    /// Whether this response closes its connection: because this replica shuts down, or because connections are near their
    /// limit.
    fn closes_connection(&self) -> bool {
        self.shared.shutdown.is_triggered() || self.shared.connections.is_crowded()
    }

    fn refuse(&self, request: &ServiceRequest) -> Option<Problem> {
        let config = &self.shared.config;
        if request
            .uri()
            .path_and_query()
            .is_some_and(|address| address.as_str().len() > config.limits.uri_bytes)
        {
            let is_search = SEARCH_PATHS.contains(&request.path());
            return Some(if is_search { search_too_long() } else { Problem::address_too_long() });
        }
        let length =
            request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > largest_body(request.path(), config)) {
            return Some(Problem::body_too_large());
        }
        let is_from_proxy = client::is_from_proxy(request.head(), &config.trusted_proxies);
        if let Err(error) = repeated::check(request.headers(), is_from_proxy) {
            return Some(error.into());
        }
        let client = limit_key(client::address(request.head(), &config.trusted_proxies));
        self.limits
            .check(client, cost::cost(request, config, &self.shared.tokens))
            .err()
            .map(Problem::too_many_requests)
    }
}

/// Whether the request is a navigation of a browser, which accepts HTML.
fn wants_page(request: &ServiceRequest) -> bool {
    let accept = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let is_read = request.method() == Method::GET || request.method() == Method::HEAD;
    is_read && accept.contains("text/html") && !request.path().starts_with("/api/")
}

fn with_page(response: ServiceResponse, page: String) -> ServiceResponse {
    let mut response = response.map_body(|_, _| BoxBody::new(page));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    response
}

/// Replaces the empty 416 response of actix-files by a problem.
fn range_not_satisfiable(response: ServiceResponse, id: &str) -> ServiceResponse {
    let length = response.headers().get(CONTENT_RANGE).cloned();
    let mut response = response.into_response(Problem::no_such_range().render(id));
    if let Some(length) = length {
        response.headers_mut().insert(CONTENT_RANGE, length);
    }
    response
}

/// Adds the members that all errors of the route have.
fn problem_for_route(path: &str, problem: Problem) -> Problem {
    let is_too_large = problem.status_code() == StatusCode::PAYLOAD_TOO_LARGE;
    let problem = if is_too_large && is_upload(path) { problem.with_reason("too_large") } else { problem };
    if path == IMAGE_SEARCH_PATH { problem.with_error() } else { problem }
}

fn bounds(path: &str, config: &EdgeConfig) -> Bounds {
    let limits = &config.limits;
    let is_upload = is_upload(path) || is_import_part(path);
    let (total, stall) = if is_upload {
        (limits.upload_ms, limits.upload_idle_timeout_ms)
    } else {
        (limits.body_ms, limits.body_ms)
    };
    let (total, stall) = (Duration::from_millis(total), Duration::from_millis(stall));
    let min_rate = (is_upload && limits.upload_min_kb_s > 0).then(|| MinRate {
        bytes: limits.upload_min_kb_s * 1024,
        grace: Duration::from_millis(limits.upload_grace_ms),
    });
    Bounds { bytes: largest_body(path, config), total, stall, min_rate }
}

/// Path of products in the back office, with larger bodies: a bulk change names up to 20,000 products, and an
/// edit has both descriptions.
const STAFF_PRODUCTS: &str = "/api/staff/products";
const STAFF_PRODUCTS_MAX_BODY: usize = 512 * 1024;

/// Path of content in the back office, with larger bodies: a page in two languages.
const STAFF_CONTENT: &str = "/api/staff/content";
const STAFF_CONTENT_MAX_BODY: usize = 1024 * 1024;

/// Path that begins or repeats an import, with a mapping file of at most 64 kB. JSON escapes its line breaks and
/// quotes.
const STAFF_IMPORTS: &str = "/api/staff/imports";
const STAFF_IMPORTS_MAX_BODY: usize = 256 * 1024;

/// Maximum body of a part of a file that the staff import.
pub const IMPORT_PART_MAX_BODY: usize = 1024 * 1024;

fn is_import_part(path: &str) -> bool {
    path.starts_with("/api/staff/imports/") && path.ends_with("/content")
}

fn has_mapping(path: &str) -> bool {
    path == STAFF_IMPORTS || (path.starts_with("/api/staff/imports/") && path.ends_with("/repeat"))
}

fn largest_body(path: &str, config: &EdgeConfig) -> usize {
    match path {
        IMAGE_SEARCH_PATH => IMAGE_SEARCH_MAX_BODY,
        STAFF_IMAGE_PATH => STAFF_IMAGE_MAX_BODY,
        path if path.starts_with(STAFF_PRODUCTS) => STAFF_PRODUCTS_MAX_BODY.max(config.limits.body_kb * 1024),
        path if path.starts_with(STAFF_CONTENT) => STAFF_CONTENT_MAX_BODY.max(config.limits.body_kb * 1024),
        path if has_mapping(path) => STAFF_IMPORTS_MAX_BODY.max(config.limits.body_kb * 1024),
        path if is_import_part(path) => IMPORT_PART_MAX_BODY,
        path if is_upload(path) => config.limits.upload_kb * 1024,
        _ => config.limits.body_kb * 1024,
    }
}

/// The largest JSON body of any path.
pub fn largest_json_body(config: &EdgeConfig) -> usize {
    let of_staff = STAFF_PRODUCTS_MAX_BODY.max(STAFF_CONTENT_MAX_BODY).max(STAFF_IMPORTS_MAX_BODY);
    of_staff.max(config.limits.body_kb * 1024)
}

/// The error of a URL that is too long because of its search text.
fn search_too_long() -> Problem {
    Problem::from(heuan_rpc::Error::invalid("search", "is longer than 200 characters"))
        .with_reason("search_text")
}

/// Paths of calls with a search text. It is not logged, and a text that is too long has its own error.
pub const SEARCH_PATHS: [&str; 2] = ["/api/v1/search-product", "/api/v1/keywork"];

/// Whether the URL contains a search text, even if its path is misspelled or redirected.
fn has_search_text(path: &str, query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, _)| name == "search" || name == "q")
        || SEARCH_PATHS.contains(&&*percent_decode_str(path).decode_utf8_lossy())
}

/// The method as OpenTelemetry names it. Methods that HTTP does not define are `_OTHER`, so that clients cannot
/// create labels.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        Method::TRACE => "TRACE",
        Method::CONNECT => "CONNECT",
        _ => "_OTHER",
    }
}

/// Data of one request for its metrics and log line.
struct RequestRecord {
    id: HeaderValue,
    began: Instant,
    method: Method,
    /// URL for the access log; empty when it is off.
    address: String,
    route: usize,
    label: &'static str,
}

impl RequestRecord {
    fn start(rules: &MiddlewareState, request: &ServiceRequest) -> Self {
        let (route, label) = rules.shared.route_table.label(request.path());
        let address = if rules.shared.config.access_log {
            let address = request.uri().path_and_query().map_or(request.path(), |address| address.as_str());
            let address = if has_search_text(request.path(), request.query_string()) {
                request.path()
            } else {
                address
            };
            // Bounds the log line of a URL that is rejected for its length.
            address.chars().take(500).collect()
        } else {
            String::new()
        };
        let id = request_id::of(request.headers());
        Self { id, began: Instant::now(), method: request.method().clone(), address, route, label }
    }

    fn id(&self) -> &str {
        self.id.to_str().unwrap_or_default()
    }

    /// Returns the server span: a root, or a child of a trusted caller's span. It costs nothing without a
    /// collector.
    fn span(&self, rules: &MiddlewareState, request: &ServiceRequest) -> Span {
        let span = tracing::info_span!(
            target: TRACE,
            "request",
            otel.name = %format_args!("{} {}", method_label(&self.method), self.label),
            otel.kind = "server",
            http.request.method = method_label(&self.method),
            http.route = self.label,
            http.response.status_code = tracing::field::Empty,
            otel.status_code = tracing::field::Empty,
            request_id = self.id(),
        );
        if !rules.shared.config.trust_traceparent {
            return span;
        }
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
        propagation::adopt_parts(&span, header("traceparent"), header("tracestate"));
        span
    }

    fn finish(self, rules: &MiddlewareState, response: &mut ServiceResponse) {
        let config = &rules.shared.config;
        let status = response.status();
        let headers = response.headers_mut();
        if self.label == "/assets/" && (status.is_success() || status == StatusCode::NOT_MODIFIED) {
            headers::immutable(headers);
        }
        headers::secure(headers, config.is_https());

        let took = self.began.elapsed();
        if let Some(meters) = rules.meters.get(self.route) {
            meters.count(self.method == Method::GET, status.as_u16(), took);
        }
        if config.access_log {
            self.log(status.as_u16(), took.as_secs_f64() * 1000.0);
        }
        headers.insert(request_id::HEADER, self.id);
    }

    /// Writes the access log line, with the same data as fields.
    fn log(&self, status: u16, ms: f64) {
        let (method, address, id) = (self.method.as_str(), &*self.address, self.id());
        let is_file = self.label == "/assets/" || self.label == "/media/";
        macro_rules! line {
            ($level:ident) => {
                tracing::$level!(
                    id,
                    http.request.method = method,
                    http.target = address,
                    http.response.status_code = status,
                    http.ms = ms,
                    "{status} {method} {address} {ms:.1} ms"
                )
            };
        }
        if is_file && status < 400 {
            line!(debug);
        } else {
            line!(info);
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/la/shop", "search=x", true)]
    #[case("/la/shop/", "q=x", true)]
    #[case("/la/sho%70", "se%61rch=x", true)]
    #[case("/shop", "category=1&search=x", true)]
    #[case("/api/v1/search-produc%74", "text=x", true)]
    #[case("/api/v1/keywork", "", true)]
    #[case("/la/shop", "category=1", false)]
    #[case("/api/v1/product", "page=2", false)]
    fn search_text_is_detected_however_the_path_is_spelled(
        #[case] path: &str,
        #[case] query: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(has_search_text(path, query), expected);
    }
}
