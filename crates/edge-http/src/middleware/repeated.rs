//! Rejection of repeated single-value headers.
//!
//! Two values of such a header may be read differently by a proxy and by this server, so the request gets 400. Other headers when
//! repeated:
//!
//! * `Host`, `Content-Length`, `Transfer-Encoding`: actix-http has already responded with 400.
//! * `X-Forwarded-For`: one list over all lines; see [`super::client::address`].
//! * `X-Forwarded-Proto`: one value when all lines agree; read only from trusted proxies, and ignored from other clients.
//! * `X-Request-Id`: replaced by a new id.
//! * `Accept`, `Accept-Encoding`, `Accept-Language`, `If-None-Match`: lists, which HTTP lets span lines.
//! * `Cookie`: all lines are read.

use std::borrow::Cow;

use actix_web::http::header::{
    AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, IF_MODIFIED_SINCE, IF_RANGE, IF_UNMODIFIED_SINCE,
    ORIGIN, RANGE,
};
use heuan_rpc::Error;

use crate::{header_names, idempotency};

const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The headers of a request that hold one value.
const SINGLE_VALUE_HEADERS: [HeaderName; 12] = [
    AUTHORIZATION,
    CONTENT_TYPE,
    HeaderName::from_static(header_names::API_TOKEN),
    HeaderName::from_static(idempotency::HEADER_NAME),
    HeaderName::from_static(header_names::PAYMENT_SIGNATURE),
    header_names::LAST_EVENT_ID,
    TRACEPARENT,
    ORIGIN,
    RANGE,
    IF_RANGE,
    IF_MODIFIED_SINCE,
    IF_UNMODIFIED_SINCE,
];

/// Refuses a request with two values of a header that may have only one.
pub fn check(headers: &HeaderMap, is_from_proxy: bool) -> Result<(), Error> {
    // This check is the only cost for requests without repeated headers, which are nearly all requests.
    if headers.len() == headers.len_keys() {
        return Ok(());
    }
    let twice = |name: &HeaderName| Error::invalid(name.as_str(), "is given more than once");
    if let Some(name) = SINGLE_VALUE_HEADERS.iter().find(|name| headers.get_all(*name).nth(1).is_some()) {
        return Err(twice(name));
    }
    let mut protocols = headers.get_all(FORWARDED_PROTO);
    let first = protocols.next();
    if is_from_proxy && protocols.any(|protocol| Some(protocol) != first) {
        return Err(twice(&FORWARDED_PROTO));
    }
    Ok(())
}

/// The value of a header that is a list, over all its lines. A line that is not UTF-8 is skipped.
pub fn list<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<Cow<'a, str>> {
    let mut lines = headers.get_all(name).filter_map(|line| line.to_str().ok());
    let first = Cow::Borrowed(lines.next()?);
    Some(lines.fold(first, |all, line| Cow::Owned(format!("{all}, {line}"))))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{ACCEPT, ACCEPT_ENCODING, HeaderValue};

    use super::*;

    fn twice(name: &HeaderName, first: &'static str, second: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.append(name.clone(), HeaderValue::from_static(first));
        headers.append(name.clone(), HeaderValue::from_static(second));
        headers
    }

    #[test]
    fn repeated_single_value_header_is_refused_by_name() {
        for name in &SINGLE_VALUE_HEADERS {
            let error = check(&twice(name, "a", "a"), false).unwrap_err();
            assert_eq!(error.detail.field, name.as_str());
        }
    }

    #[test]
    fn list_headers_and_unused_headers_may_be_repeated() {
        for name in [ACCEPT, ACCEPT_ENCODING, HeaderName::from_static("x-anything")] {
            assert!(check(&twice(&name, "a", "b"), true).is_ok(), "{name}");
        }
    }

    #[test]
    fn proxies_that_disagree_about_the_scheme_are_refused() {
        let disagreeing = twice(&FORWARDED_PROTO, "https", "http");
        assert!(check(&disagreeing, true).is_err());
        assert!(check(&disagreeing, false).is_ok(), "it is not read");
        assert!(check(&twice(&FORWARDED_PROTO, "https", "https"), true).is_ok());
    }

    #[test]
    fn list_header_is_read_over_all_its_lines() {
        let headers = twice(&ACCEPT_ENCODING, "gzip", "br");
        assert_eq!(list(&headers, &ACCEPT_ENCODING).as_deref(), Some("gzip, br"));
        assert_eq!(list(&headers, &ACCEPT), None);
    }
}
