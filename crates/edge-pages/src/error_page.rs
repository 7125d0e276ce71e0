//! Static error page of a request that the middleware rejected. It has no scripts, because loading the shell would add to the
//! load that is being shed.

use actix_web::http::StatusCode;

use super::{Language, head::texts::texts};
use heuan_edge_http::escape;

/// Returns the page for `status` in the language of `path`.
pub fn html(path: &str, status: StatusCode) -> String {
    let language = path.split('/').nth(1).and_then(Language::of_code).unwrap_or(Language::La);
    let own = texts(language);
    let (heading, text) = match status {
        StatusCode::TOO_MANY_REQUESTS => (own.unavailable, own.too_many),
        _ => (own.not_found, ""),
    };
    let (heading, text) = (escape::html(heading), escape::html(text));
    format!(
        "<!doctype html>\n<html lang=\"{tag}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{heading}</title>\n\
         <h1>{heading}</h1>\n<p>{text}</p>\n<p><a href=\"/{code}\">{home}</a></p>\n",
        tag = language.tag(),
        code = language.code(),
        home = escape::html(own.home),
    )
}
