//! Responses from a cached [`Body`]: content encoding, cache headers and 304.

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse,
    body::BoxBody,
    http::{
        StatusCode,
        header::{
            ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, HeaderValue,
            IF_NONE_MATCH, VARY, WARNING,
        },
    },
};
use heuan_cache::{CacheStatus, Cached};
use heuan_rpc::Error;
use serde::Serialize;

use crate::{body::Body, encoding::Encoding, middleware, problem::Problem};

/// Header of responses that are served stale during an outage.
pub const STALE: HeaderName = HeaderName::from_static("x-heuan-stale");

/// Header of search responses while the index lacks changes of the catalog, such as those of an import in progress.
pub const INDEXING: HeaderName = HeaderName::from_static("x-heuan-indexing");

/// Cache-Control of public data: shared caches hold it for one second, so a new price is visible within two, and longer while
/// they revalidate or the edge is down.
pub const API_FRESHNESS: HeaderValue = HeaderValue::from_static(
    "public, max-age=0, s-maxage=1, stale-while-revalidate=30, stale-if-error=86400",
);

/// Cache-Control of pages: browsers store them and revalidate each time.
pub const PAGE_FRESHNESS: HeaderValue = HeaderValue::from_static("no-cache");

/// Responds with the representation that the request accepts.
pub async fn with(request: &HttpRequest, answer: Cached<Arc<Body>>, freshness: HeaderValue) -> HttpResponse {
    let body = answer.value;
    let accept = middleware::header_list(request.headers(), &ACCEPT_ENCODING);
    let (encoding, representation) = body.representation(Encoding::negotiate(accept.as_deref())).await;

    let seen = has_seen(request, &representation.etag);
    let mut response = if seen && body.status == StatusCode::OK {
        HttpResponse::with_body(StatusCode::NOT_MODIFIED, BoxBody::new(()))
    } else {
        HttpResponse::with_body(body.status, BoxBody::new(representation.bytes))
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(body.content_type));
    headers.insert(CACHE_CONTROL, freshness);
    headers.insert(ETAG, representation.etag);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if encoding != Encoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    if body.is_indexing {
        headers.insert(INDEXING, HeaderValue::from_static("1"));
    }
    if answer.status == CacheStatus::Stale {
        headers.insert(STALE, HeaderValue::from_static("1"));
        headers.insert(WARNING, HeaderValue::from_static("110 - \"response is stale\""));
    }
    response
}

/// Responds with data of one customer, which no cache may store.
pub fn private(status: StatusCode, value: &impl Serialize) -> Result<HttpResponse, Problem> {
    let bytes = serde_json::to_vec(value).map_err(Error::internal)?;
    let mut response = HttpResponse::with_body(status, BoxBody::new(bytes));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Whether a line of `If-None-Match` names `etag`.
pub fn has_seen(request: &HttpRequest, etag: &HeaderValue) -> bool {
    request.headers().get_all(IF_NONE_MATCH).any(|seen| matches(seen, etag))
}

/// Whether `If-None-Match` names `etag`. Weak comparison, as RFC 9110 requires.
fn matches(if_none_match: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(seen), Ok(etag)) = (if_none_match.to_str(), etag.to_str()) else { return false };
    seen.split(',').map(str::trim).any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag) == etag)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("\"a\"", true)]
    #[case("W/\"a\"", true)]
    #[case("\"b\", \"a\"", true)]
    #[case("*", true)]
    #[case("\"a-br\"", false)]
    #[case("a", false)]
    fn etags_are_compared(#[case] seen: &str, #[case] expected: bool) {
        let (seen, etag) = (HeaderValue::from_str(seen).unwrap(), HeaderValue::from_static("\"a\""));
        assert_eq!(matches(&seen, &etag), expected);
    }
}
