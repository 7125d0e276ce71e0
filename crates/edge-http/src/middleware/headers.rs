//! Security headers of every response (Content-Security-Policy, HSTS, Permissions-Policy), and cache headers of
//! hashed files.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, VARY, X_CONTENT_TYPE_OPTIONS,
};

/// Cache-Control of files under `/assets`. Their names contain a hash of the content, so a changed file has
/// another name.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Content-Security-Policy of all responses except pages: no scripts, no loads, no frames.
const DENY_ALL_CSP: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// Sets the security headers of every response. A policy that the handler set stays.
pub fn secure(headers: &mut HeaderMap, is_https: bool) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert(CROSS_ORIGIN_OPENER_POLICY, HeaderValue::from_static("same-origin"));
    // The camera is allowed for image search.
    headers.insert(
        PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(self), geolocation=(self), microphone=(), payment=()"),
    );
    if !headers.contains_key(CONTENT_SECURITY_POLICY) {
        headers.insert(CONTENT_SECURITY_POLICY, DENY_ALL_CSP);
    }
    if is_https {
        headers.insert(
            STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
}

/// Sets the cache headers that actix-files omits: hashed files never change and vary by encoding.
pub fn immutable(headers: &mut HeaderMap) {
    headers.insert(CACHE_CONTROL, IMMUTABLE);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
}
