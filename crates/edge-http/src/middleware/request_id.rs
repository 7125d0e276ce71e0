//! Request ids: the header `x-request-id` of a proxy, or a new id.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicU64, Ordering},
};

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

pub const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Maximum length of an id that is accepted from a proxy.
const MAX_LEN: usize = 64;

/// Returns the id of a request, for its response and the logs.
///
/// The id of a proxy is used if it is sent once, so that both logs match. Otherwise the id is a random prefix of the process and a
/// counter, which is unique and cheaper than randomness per request.
pub fn of(headers: &HeaderMap) -> HeaderValue {
    let mut values = headers.get_all(HEADER);
    match (values.next(), values.next()) {
        (Some(value), None) if is_valid(value.as_bytes()) => value.clone(),
        _ => fresh(),
    }
}

fn is_valid(id: &[u8]) -> bool {
    (8..=MAX_LEN).contains(&id.len())
        && id.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn fresh() -> HeaderValue {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    static START: std::sync::LazyLock<u64> =
        std::sync::LazyLock::new(|| uuid::Uuid::now_v7().as_u64_pair().1);
    let mut text = String::with_capacity(25);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    // Writing to a string cannot fail.
    let _ = write!(text, "{:016x}-{number:x}", *START);
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("unnamed-request"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_ids_are_unique_and_a_proxy_s_id_is_kept() {
        let mut headers = HeaderMap::new();
        assert_ne!(of(&headers), of(&headers));
        headers.insert(HEADER, HeaderValue::from_static("trace-0123456789"));
        assert_eq!(of(&headers), "trace-0123456789");
    }

    #[test]
    fn repeated_request_id_is_replaced() {
        let mut headers = HeaderMap::new();
        for id in ["trace-0123456789", "trace-9876543210"] {
            headers.append(HEADER, HeaderValue::from_static(id));
        }
        assert!(!of(&headers).as_bytes().starts_with(b"trace"));
    }

    #[test]
    fn malformed_request_id_is_replaced() {
        let mut headers = HeaderMap::new();
        for strange in ["short", "two words here", "<script>alert(1)</script>", &"x".repeat(65)] {
            headers.insert(HEADER, HeaderValue::from_str(strange).unwrap());
            assert_ne!(of(&headers), strange);
        }
    }
}
