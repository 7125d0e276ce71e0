//! Cost class of a request, which selects the limit of its client.

use actix_web::{dev::ServiceRequest, http::Method};
use percent_encoding::percent_decode_str;

use super::{
    limits::Cost,
    uploads::{STAFF_IMAGE_PATH, is_upload},
};
use crate::{config::EdgeConfig, session, token::Tokens};

/// Calls that need a session and are one small write.
const SESSION_PATH_PREFIXES: [&str; 13] = [
    "/api/auth/addresses",
    "/api/auth/cart",
    "/api/auth/wishlist",
    "/api/auth/viewed-products",
    "/api/auth/checkout",
    "/api/auth/logout",
    "/api/auth/orders",
    "/api/auth/message",
    "/api/auth/staff",
    "/api/auth/notifications",
    "/api/auth/push",
    "/api/auth/search-history",
    session::BACK_OFFICE,
];

/// Calls of every browser without a session: its API token, and its own reports. Each is one signature or one small write, and
/// accounts limits the events of an address.
const BROWSER_PATHS: [&str; 3] = ["/api/api-token", "/api/auth/log", "/api/v1/search-click"];

/// Calls with a password or a code, or that send a code.
const SIGN_IN_PATHS: [&str; 6] = [
    "/api/auth/login",
    "/api/auth/register",
    "/api/auth/code",
    "/api/auth/code/verify",
    "/api/auth/password",
    "/api/auth/profile/verify",
];

/// Calls of a provider, which sends one call for each message or payment, from one address.
const PROVIDER_PATH_PREFIXES: [&str; 2] = ["/api/messages/", "/api/payments/"];

pub(super) fn cost(request: &ServiceRequest, config: &EdgeConfig, tokens: &Tokens) -> Cost {
    let starts_with = |prefixes: &[&str], path: &str| prefixes.iter().any(|prefix| path.starts_with(prefix));
    let is_post = request.method() == Method::POST;
    match request.path() {
        "/livez" | "/readyz" => Cost::Free,
        path if path.starts_with("/assets/") => Cost::Free,
        // A person with a second factor uploads a folder of images at once.
        STAFF_IMAGE_PATH => Cost::Normal,
        path if is_upload(path) => Cost::Expensive,
        path if is_customer_export(path) => Cost::Expensive,
        // Many shoppers of a phone network have the same address, so their common calls are not expensive.
        path if starts_with(&SESSION_PATH_PREFIXES, path) || BROWSER_PATHS.contains(&path) => Cost::Normal,
        path if starts_with(&PROVIDER_PATH_PREFIXES, path) => Cost::Normal,
        path if is_post && SIGN_IN_PATHS.contains(&path) => {
            Cost::SignIn { browser: browser(request, config, tokens) }
        }
        _ if is_post => Cost::Expensive,
        _ => Cost::Normal,
    }
}

/// Digest of the device token of a browser that has signed in. A token without the signature of the shop counts for the address, because a
/// client that invents tokens would have a limit for each. So does a session, which only accounts can verify.
fn browser(request: &ServiceRequest, config: &EdgeConfig, tokens: &Tokens) -> Option<u64> {
    session::signed_device_token(request.request(), config, tokens).map(|token| token.digest())
}

/// Whether a path, in any spelling, is an export of all data of a customer.
fn is_customer_export(path: &str) -> bool {
    match &*percent_decode_str(path).decode_utf8_lossy() {
        "/api/auth/export" | "/api/auth/export.zip" => true,
        path => path.starts_with("/api/staff/customers/") && path.ends_with("/export.json"),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use heuan_runtime::Settings;
    use rstest::rstest;

    use super::*;
    use crate::session::Token;

    fn config() -> EdgeConfig {
        Settings::load(crate::config::DEFAULTS, &[]).unwrap().section("edge").unwrap()
    }

    fn tokens() -> Tokens {
        Tokens::new(&[7; 32], &[])
    }

    #[rstest]
    #[case("/api/auth/export", Cost::Expensive)]
    #[case("/api/auth/export.zip", Cost::Expensive)]
    #[case("/api/auth/export.zi%70", Cost::Expensive)]
    #[case("/api/staff/customers/7/export.json", Cost::Expensive)]
    #[case("/api/auth/profile", Cost::Normal)]
    #[case("/api/auth/orders", Cost::Normal)]
    #[case("/api/staff/customers/7", Cost::Normal)]
    #[case("/api/auth/login", Cost::Normal)]
    fn export_of_a_customer_is_expensive_in_every_format(#[case] path: &str, #[case] expected: Cost) {
        let request = TestRequest::get().uri(path).to_srv_request();
        assert_eq!(cost(&request, &config(), &tokens()), expected);
    }

    #[rstest]
    #[case("/api/api-token", Cost::Normal)]
    #[case("/api/v1/search-click", Cost::Normal)]
    #[case("/api/auth/log", Cost::Normal)]
    #[case("/api/auth/logout", Cost::Normal)]
    #[case("/api/auth/addresses", Cost::Normal)]
    #[case("/api/auth/cart/items", Cost::Normal)]
    #[case("/api/payments/sandbox/webhook", Cost::Normal)]
    #[case("/api/auth/login", Cost::SignIn { browser: None })]
    #[case("/api/auth/code/verify", Cost::SignIn { browser: None })]
    #[case("/api/v1/contact", Cost::Expensive)]
    #[case("/api/link-preview", Cost::Expensive)]
    #[case("/api/v1/search-similar-images", Cost::Expensive)]
    // Another spelling of the path reaches the same handler, and gets the stricter limit.
    #[case("/api/auth/logi%6e", Cost::Expensive)]
    fn posts_are_expensive_except_those_that_each_browser_makes(#[case] path: &str, #[case] expected: Cost) {
        let request = TestRequest::post().uri(path).to_srv_request();
        assert_eq!(cost(&request, &config(), &tokens()), expected);
    }

    #[rstest]
    fn sign_in_counts_for_a_signed_device_and_otherwise_for_the_address(
        #[values("/api/auth/login", "/api/auth/code", "/api/auth/password")] path: &str,
    ) {
        let [device, other] = [7, 8].map(|byte| Token::new(&[byte; 32]).unwrap());
        let [signature, foreign] =
            [tokens(), Tokens::new(&[6; 32], &[])].map(|tokens| tokens.sign_device(&device.to_text()));
        let counted_for = |cookies: String| {
            let request = TestRequest::post().uri(path).insert_header(("host", "localhost"));
            match cost(&request.insert_header(("cookie", cookies)).to_srv_request(), &config(), &tokens()) {
                Cost::SignIn { browser } => browser,
                other => panic!("{other:?}"),
            }
        };
        let signed = |token: &Token, signature: &str| {
            format!("heuan_device={}; heuan_device_signature={signature}", token.to_text())
        };
        assert_eq!(counted_for(signed(&device, &signature)), Some(device.digest()));
        for unsigned in [
            signed(&device, &foreign),
            signed(&device, ""),
            signed(&other, &signature),
            format!("heuan_device={}", device.to_text()),
            format!("heuan_session={}", device.to_text()),
            "heuan_device=none; heuan_session=none".to_owned(),
        ] {
            assert_eq!(counted_for(unsigned.clone()), None, "{unsigned}");
        }
    }
}
