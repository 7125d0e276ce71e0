//! Request priorities for load shedding: crawlers are shed first, checkout last.

use actix_web::{
    dev::ServiceRequest,
    http::header::{HeaderMap, USER_AGENT},
};
use heuan_rpc::priority::RequestPriority;

use crate::session::BACK_OFFICE;

/// Path prefixes of checkout, which is shed last.
const CHECKOUT: [&str; 5] = [
    "/api/auth/cart",
    "/api/auth/checkout",
    "/api/auth/orders",
    "/api/payments/",
    "/api/auth/wishlist/add-all",
];
/// Substrings of the user agents of crawlers.
const CRAWLERS: [&str; 5] = ["bot", "crawl", "spider", "slurp", "facebookexternalhit"];

/// Returns the priority of a request for load shedding.
///
/// It depends on path and user agent. A client cannot raise its priority by a false user agent, because higher priorities are
/// only given to paths that require a session or a signature.
pub(super) fn of(request: &ServiceRequest) -> RequestPriority {
    let path = request.path();
    let has_secret = ["/api/auth/", BACK_OFFICE, "/api/payments/", "/api/messages/"];
    if has_secret.iter().any(|prefix| path.starts_with(prefix)) {
        let is_checkout = CHECKOUT.iter().any(|prefix| path.starts_with(prefix));
        return if is_checkout { RequestPriority::Checkout } else { RequestPriority::Account };
    }
    if is_crawler(request.headers()) { RequestPriority::Bot } else { RequestPriority::Browse }
}

/// Whether the user agent names a crawler.
pub fn is_crawler(headers: &HeaderMap) -> bool {
    let agent = headers.get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    CRAWLERS.iter().any(|word| contains_ignoring_case(agent.as_bytes(), word.as_bytes()))
}

fn contains_ignoring_case(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/api/auth/orders/7", "Mozilla/5.0", RequestPriority::Checkout)]
    #[case("/api/payments/sandbox/webhook", "bank", RequestPriority::Checkout)]
    #[case("/api/messages/sms/report", "provider bot", RequestPriority::Account)]
    #[case("/api/auth/profile", "Mozilla/5.0", RequestPriority::Account)]
    #[case("/api/staff/orders", "Mozilla/5.0", RequestPriority::Account)]
    #[case("/la/shop", "Mozilla/5.0", RequestPriority::Browse)]
    #[case("/la/shop", "Mozilla/5.0 (compatible; Googlebot/2.1)", RequestPriority::Bot)]
    #[case("/api/auth/cart", "Googlebot", RequestPriority::Checkout)]
    #[case("/la/shop", "", RequestPriority::Browse)]
    fn request_priority_follows_its_path(
        #[case] path: &str,
        #[case] agent: &'static str,
        #[case] class: RequestPriority,
    ) {
        let request = TestRequest::with_uri(path).insert_header((USER_AGENT, agent)).to_srv_request();
        assert_eq!(of(&request), class);
    }
}
