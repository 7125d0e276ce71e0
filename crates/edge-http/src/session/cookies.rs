//! Cookies of a session: the session token (`HttpOnly`), the customer id for scripts, and the device token that
//! protects against lockout.

use actix_web::{
    HttpRequest, HttpResponse,
    cookie::{Cookie, SameSite, time::Duration},
    http::header,
};
use heuan_runtime::clock::Clock;

use super::Token;
use crate::{app_state::AppState, config::EdgeConfig, middleware, token::Tokens as ApiTokens};

/// Session cookie, which scripts cannot read (`HttpOnly`).
pub const COOKIE: &str = "heuan_session";
/// Session cookie over https. Browsers accept the prefix `__Host-` only from this host itself and over https, so another host
/// of the same domain cannot plant a session.
pub const HTTPS_COOKIE: &str = "__Host-heuan_session";
/// Cookie of a browser that has signed in, over https and over plain http. Failed logins from elsewhere do not lock it out.
const DEVICE_COOKIES: [&str; 2] = ["__Host-heuan_device", "heuan_device"];
/// Cookie with the signature of the device token, over https and over plain http. It is a cookie of its own, because the previous release
/// reads the token alone.
const DEVICE_SIGNATURE_COOKIES: [&str; 2] = ["__Host-heuan_device_signature", "heuan_device_signature"];
/// The maximum of `accounts.known_browser_days`, and the longest time that browsers keep a cookie.
const DEVICE_COOKIE_MAX_AGE: Duration = Duration::days(400);
/// Maximum cookies of the same name that are tried. A browser sends several when they have different paths.
const MAX_CANDIDATES: usize = 3;
/// Cookie with the customer's id for scripts. The edge never reads it.
const READABLE: &str = "cus_id";

/// Content of the session cookies.
pub struct SessionCookie {
    pub token: Token,
    pub customer_id: i64,
    pub expires_at_ms: i64,
}

/// Returns the well-formed session tokens of the request, at most three, without duplicates.
pub fn session_tokens(request: &HttpRequest, config: &EdgeConfig) -> Vec<Token> {
    let name = if is_secure(request, config) { HTTPS_COOKIE } else { COOKIE };
    tokens(request, name)
}

/// Returns the device token of the request.
pub fn device_token(request: &HttpRequest, config: &EdgeConfig) -> Option<Token> {
    tokens(request, device_cookie(is_secure(request, config))).into_iter().next()
}

/// Returns the device token of the request if it has the signature of this shop. A client can invent a token.
pub fn signed_device_token(
    request: &HttpRequest,
    config: &EdgeConfig,
    signatures: &ApiTokens,
) -> Option<Token> {
    let secure = is_secure(request, config);
    let is_signed = |token: &Token| {
        let text = token.to_text();
        let name = of_scheme(DEVICE_SIGNATURE_COOKIES, secure);
        cookie_values(request, name)
            .take(MAX_CANDIDATES)
            .any(|signature| signatures.is_device(&text, signature))
    };
    tokens(request, device_cookie(secure)).into_iter().find(is_signed)
}

fn tokens(request: &HttpRequest, name: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for token in cookie_values(request, name).filter_map(Token::read) {
        if tokens.len() < MAX_CANDIDATES && !tokens.contains(&token) {
            tokens.push(token);
        }
    }
    tokens
}

/// Returns the values of the cookies with this name. Other cookies may have any bytes: another site on the same domain can set
/// a cookie that is not UTF-8, after which `HttpRequest::cookies` reads no cookie at all.
pub fn cookie_values<'a>(request: &'a HttpRequest, name: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = request.headers().get_all(header::COOKIE);
    lines.flat_map(|line| line.as_bytes().split(|byte| *byte == b';')).filter_map(move |pair| {
        let at = pair.iter().position(|byte| *byte == b'=')?;
        let (found, value) = (&pair[..at], &pair[at + 1..]);
        let value = (found.trim_ascii() == name.as_bytes()).then(|| value.trim_ascii())?;
        std::str::from_utf8(value).ok()
    })
}

fn device_cookie(secure: bool) -> &'static str {
    of_scheme(DEVICE_COOKIES, secure)
}

fn of_scheme([https, http]: [&'static str; 2], secure: bool) -> &'static str {
    if secure { https } else { http }
}

/// Remembers the browser as a device of the account.
pub fn set_device(response: &mut HttpResponse, request: &HttpRequest, state: &AppState, token: &Token) {
    let secure = is_secure(request, &state.shared.config);
    let signature = state.shared.tokens.sign_device(&token.to_text());
    for (name, value) in
        [(device_cookie(secure), token.to_text()), (of_scheme(DEVICE_SIGNATURE_COOKIES, secure), signature)]
    {
        let mut cookie = build_cookie(name, value, secure, true);
        cookie.set_max_age(DEVICE_COOKIE_MAX_AGE);
        let _ = response.add_cookie(&cookie);
    }
}

/// Returns the cookies of a session, which expire with it.
pub fn of(request: &HttpRequest, config: &EdgeConfig, signed: &SessionCookie) -> [Cookie<'static>; 2] {
    let secure = is_secure(request, config);
    let left_ms = signed.expires_at_ms - Clock::System.now_ms();
    let name = if secure { HTTPS_COOKIE } else { COOKIE };
    [(name, signed.token.to_text(), true), (READABLE, signed.customer_id.to_string(), false)].map(
        |(name, value, http_only)| {
            let mut cookie = build_cookie(name, value, secure, http_only);
            // The age is rounded up, so that a cookie never expires before its session.
            cookie.set_max_age(Duration::seconds(left_ms / 1000 + 1));
            cookie
        },
    )
}

/// Signs the browser in.
pub fn set(response: &mut HttpResponse, request: &HttpRequest, state: &AppState, signed: &SessionCookie) {
    for cookie in of(request, &state.shared.config, signed) {
        // The value has only characters that a header allows.
        let _ = response.add_cookie(&cookie);
    }
}

/// Signs the browser out.
pub fn clear(response: &mut HttpResponse, request: &HttpRequest, state: &AppState) {
    let secure = is_secure(request, &state.shared.config);
    let session = if secure { HTTPS_COOKIE } else { COOKIE };
    for (name, http_only) in [(session, true), (READABLE, false)] {
        let mut cookie = build_cookie(name, String::new(), secure, http_only);
        cookie.make_removal();
        let _ = response.add_cookie(&cookie);
    }
}

fn build_cookie(name: &'static str, value: String, secure: bool, http_only: bool) -> Cookie<'static> {
    Cookie::build(name, value).path("/").same_site(SameSite::Lax).secure(secure).http_only(http_only).finish()
}

/// Whether the cookie gets `Secure`: always, except over http on localhost or when the operator allows it.
fn is_secure(request: &HttpRequest, config: &EdgeConfig) -> bool {
    let origin = middleware::origin(request, &config.trusted_proxies);
    let Some(host) = origin.strip_prefix("http://").filter(|_| !config.is_https()) else { return true };
    !(config.cookies_over_http || is_local(host))
}

fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let loopback = name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback());
    loopback || name == "localhost" || name.ends_with(".localhost")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use heuan_runtime::Settings;
    use rstest::rstest;

    use super::*;

    fn config() -> EdgeConfig {
        Settings::load(crate::config::DEFAULTS, &[]).unwrap().section("edge").unwrap()
    }

    #[rstest]
    #[case::this_machine("localhost:8080", "", false)]
    #[case::this_machine_by_number("127.0.0.1:8080", "", false)]
    #[case::this_machine_by_long_number("[::1]:8080", "", false)]
    #[case::a_phone_in_the_house("192.168.1.5:8080", "", true)]
    #[case::looks_like_this_machine("localhost.example", "", true)]
    #[case::looks_like_a_number("127.0.0.1.example", "", true)]
    #[case::the_proxy_has_tls("localhost", "https", true)]
    #[case::the_proxy_has_none("shop.example", "http", true)]
    fn cookies_are_secure_but_on_this_machine(
        #[case] host: &'static str,
        #[case] forwarded: &'static str,
        #[case] secure: bool,
    ) {
        let mut config = config();
        config.trusted_proxies = vec!["127.0.0.1".to_owned().try_into().unwrap()];
        let request = TestRequest::default()
            .peer_addr(([127, 0, 0, 1], 1).into())
            .insert_header(("host", host))
            .insert_header(("x-forwarded-proto", forwarded))
            .to_http_request();
        assert_eq!(is_secure(&request, &config), secure);
        config.public_url = "https://shop.example".to_owned();
        assert!(is_secure(&request, &config));
    }

    #[test]
    fn cookies_work_over_http_when_configured() {
        let mut config = config();
        config.cookies_over_http = true;
        let request = TestRequest::default().insert_header(("host", "192.168.1.5:8080")).to_http_request();
        assert!(!is_secure(&request, &config));
    }

    #[test]
    fn session_tokens_of_all_cookies_of_the_name_are_read() {
        let text = |byte| Token::new(&[byte; 32]).unwrap().to_text();
        let request = |host: &'static str| {
            let cookies = format!(
                "heuan_session={}; __Host-heuan_session={}; heuan_session=none; heuan_session={}; heuan_session={}",
                text(1),
                text(2),
                text(3),
                text(1),
            );
            TestRequest::default()
                .insert_header(("host", host))
                .insert_header(("cookie", cookies))
                .to_http_request()
        };
        let read =
            |host| session_tokens(&request(host), &config()).iter().map(Token::to_text).collect::<Vec<_>>();
        assert_eq!(read("localhost:8080"), [text(1), text(3)]);
        assert_eq!(read("shop.example"), [text(2)], "over https, the name without the prefix is ignored");
    }

    /// RFC 6265 splits at `;` and the first `=`, whatever the bytes are.
    #[rstest]
    #[case::not_utf8(b"legacy=caf\xe9; heuan_session=", b"; other=\xff\xfe")]
    #[case::the_name_is_not_utf8(b"\xe9=1;heuan_session=", b"")]
    #[case::malformed(b"; ;=; no value; a%ff=%; heuan_session = ", b" ;")]
    #[case::a_value_with_its_name(b"a=heuan_session=1; heuan_session=", b"")]
    #[case::our_own_name_is_not_utf8(b"heuan_session=\xff; heuan_session=", b"; heuan_session")]
    fn session_is_read_beside_any_other_cookie(#[case] before: &[u8], #[case] after: &[u8]) {
        let token = Token::new(&[5; 32]).unwrap().to_text();
        let line = [before, token.as_bytes(), after].concat();
        let request = TestRequest::default()
            .insert_header(("host", "localhost"))
            .insert_header((header::COOKIE, header::HeaderValue::from_bytes(&line).unwrap()))
            .to_http_request();
        let read: Vec<String> = session_tokens(&request, &config()).iter().map(Token::to_text).collect();
        assert_eq!(read, [token]);
    }

    #[test]
    fn cookies_of_several_lines_are_read() {
        let request = TestRequest::default()
            .append_header(("cookie", "a=1; b=2"))
            .append_header(("cookie", "a=3"))
            .to_http_request();
        assert_eq!(cookie_values(&request, "a").collect::<Vec<_>>(), ["1", "3"]);
        assert_eq!(cookie_values(&request, "A").next(), None);
    }

    #[test]
    fn scripts_read_the_id_and_not_the_session() {
        let request = TestRequest::default().insert_header(("host", "shop.example")).to_http_request();
        let signed = SessionCookie {
            token: Token::new(&[7; 32]).unwrap(),
            customer_id: 42,
            expires_at_ms: Clock::System.now_ms() + 30 * 86_400_000,
        };
        let [session, readable] = of(&request, &config(), &signed).map(|cookie| cookie.to_string());
        for part in ["__Host-heuan_session=", "HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=259"] {
            assert!(session.contains(part), "{part} in {session}");
        }
        assert!(readable.starts_with("cus_id=42;") && !readable.contains("HttpOnly"), "{readable}");
    }
}
