use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, VARY, X_CONTENT_TYPE_OPTIONS,
};

use crate::routes::assets::IMMUTABLE;

/// For everything that is no page: it may run and load nothing, nor stand in a frame.
const NOTHING: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// What every answer carries. A handler that has set a policy of its own keeps it.
pub fn secure(headers: &mut HeaderMap, is_https: bool) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert(OPENER, HeaderValue::from_static("same-origin"));
    // The camera is for searching by picture.
    headers.insert(
        PERMISSIONS,
        HeaderValue::from_static("camera=(self), geolocation=(self), microphone=(), payment=()"),
    );
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, NOTHING);
    }
    if is_https {
        headers.insert(
            STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
}

/// What actix-files leaves out: hashed files never change, and the plain one varies as its packed twins do.
pub fn immutable(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, IMMUTABLE);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
}
