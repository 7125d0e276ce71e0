//! Routing of a URL to a page, or a redirect to its canonical URL.

use actix_web::{
    HttpRequest, HttpResponse,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderValue, LOCATION, VARY},
    },
};

use super::{Language, Page};

/// Result of routing.
#[derive(Debug, PartialEq)]
pub enum Destination {
    Page(Language, Page),
    Elsewhere {
        status: StatusCode,
        to: String,
    },
    /// No page: the 404 page in this language.
    Nowhere(Language),
}

pub fn destination(request: &HttpRequest) -> Destination {
    let (path, query) = (request.path(), request.query_string());
    let inner = path.strip_prefix('/').unwrap_or(path);
    let trimmed = inner.strip_suffix('/').unwrap_or(inner);
    if trimmed.is_empty() {
        let status = if inner.is_empty() { StatusCode::FOUND } else { StatusCode::PERMANENT_REDIRECT };
        return elsewhere(status, Language::preferred(request), "", query);
    }
    let (first, rest) = trimmed.split_once('/').unwrap_or((trimmed, ""));
    if let Some(language) = Language::of_code(first) {
        return match Page::parse(rest, query) {
            Some(_) if trimmed != inner => elsewhere(StatusCode::PERMANENT_REDIRECT, language, rest, query),
            Some(page) => Destination::Page(language, page),
            None => Destination::Nowhere(language),
        };
    }
    if let Some(language) = Language::of_code(&first.to_ascii_lowercase())
        && Page::parse(rest, query).is_some()
    {
        return elsewhere(StatusCode::PERMANENT_REDIRECT, language, rest, query);
    }
    if first.len() == 2 && first.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return Destination::Nowhere(Language::La);
    }
    let language = Language::preferred(request);
    match Page::parse(trimmed, query) {
        Some(_) => elsewhere(StatusCode::PERMANENT_REDIRECT, language, trimmed, query),
        None => Destination::Nowhere(language),
    }
}

/// Whether a path names a file in the root and not a page: `/favicon.ico`, `/.well-known/x`. Browsers and scanners request
/// many that do not exist, and would not read a page.
pub fn names_a_file(path: &str) -> bool {
    let mut segments = path.trim_matches('/').split('/');
    let (first, last) =
        (segments.clone().next().unwrap_or_default(), segments.next_back().unwrap_or_default());
    let has_dot = first.starts_with('.') || last.contains('.');
    has_dot && Language::of_code(first).is_none() && Page::parse(path.trim_matches('/'), "").is_none()
}

/// Redirects to `path`, which was routed as a page and cannot lead to another host.
fn elsewhere(status: StatusCode, language: Language, path: &str, query: &str) -> Destination {
    let mut to = format!("/{}", language.code());
    if !path.is_empty() {
        to = format!("{to}/{path}");
    }
    if !query.is_empty() {
        to = format!("{to}?{query}");
    }
    Destination::Elsewhere { status, to }
}

/// Redirects to the group list under its own category, with all other parameters unchanged.
pub fn to_group(request: &HttpRequest, language: Language, cat_id: i64) -> HttpResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("category", &cat_id.to_string());
    let given = form_urlencoded::parse(request.query_string().as_bytes());
    query.extend_pairs(given.filter(|(name, _)| name != "category"));
    to(StatusCode::PERMANENT_REDIRECT, &format!("/{}/shop?{}", language.code(), query.finish()))
}

/// Redirects to a negotiated language. The redirect must not be cached, because it depends on the visitor.
pub fn to(status: StatusCode, address: &str) -> HttpResponse {
    let mut response = HttpResponse::new(status);
    let headers = response.headers_mut();
    if let Ok(address) = HeaderValue::from_str(address) {
        headers.insert(LOCATION, address);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(VARY, HeaderValue::from_static("accept-language, cookie"));
    response
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("/", 302, "/la")]
    #[case("/?utm=1", 302, "/la?utm=1")]
    #[case("/shop", 308, "/la/shop")]
    #[case("/shop/", 308, "/la/shop")]
    #[case("/shop/101002?a=b", 308, "/la/shop/101002?a=b")]
    #[case("/blogs/news", 308, "/la/blogs/news")]
    #[case("/LA/shop", 308, "/la/shop")]
    #[case("/En", 308, "/en")]
    #[case("/EN/shop/?category=1", 308, "/en/shop?category=1")]
    #[case("/en/", 308, "/en")]
    #[case("/en/shop/?category=1", 308, "/en/shop?category=1")]
    fn page_url_is_redirected(#[case] address: &str, #[case] status: u16, #[case] expected: &str) {
        let request = TestRequest::with_uri(address).to_http_request();
        let status = StatusCode::from_u16(status).unwrap();
        let expected = Destination::Elsewhere { status, to: expected.to_owned() };
        assert_eq!(destination(&request), expected);
    }

    #[rstest]
    #[case("/xx", Language::La)]
    #[case("/fr/shop", Language::La)]
    #[case("/en/nowhere", Language::En)]
    #[case("/nowhere", Language::La)]
    #[case("//evil.example", Language::La)]
    #[case("/en//evil.example", Language::En)]
    #[case("/la/..", Language::La)]
    fn unknown_path_has_no_destination(#[case] address: &str, #[case] language: Language) {
        let request = TestRequest::with_uri(address).to_http_request();
        assert_eq!(destination(&request), Destination::Nowhere(language));
    }

    #[rstest]
    #[case("/favicon.ico", true)]
    #[case("/apple-touch-icon.png", true)]
    #[case("/wp/admin.php", true)]
    #[case("/.well-known/change-password", true)]
    #[case("/nowhere", false)]
    #[case("/la/nowhere.html", false)]
    #[case("/by-3.5mm", false)]
    #[case("/", false)]
    fn file_path_is_not_a_page(#[case] path: &str, #[case] expected: bool) {
        assert_eq!(names_a_file(path), expected);
    }

    #[test]
    fn language_prefix_alone_is_the_home_page() {
        let request = TestRequest::with_uri("/th").to_http_request();
        assert_eq!(destination(&request), Destination::Page(Language::Th, Page::Home));
    }
}
