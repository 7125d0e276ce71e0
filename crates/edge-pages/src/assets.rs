//! Files of the frontend's build: hashed files under `/assets`, a few named ones in its root.

use std::{fs::File, io};

use actix_files::{Files, NamedFile};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{
        ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, HeaderValue, VARY,
    },
};
use heuan_rpc::Error;

use super::PageState;
use heuan_edge_http::{encoding::Encoding, middleware, problem::Problem, respond};

/// Cache-Control of files with stable names, such as icons.
const SHORT: HeaderValue = HeaderValue::from_static("public, max-age=3600, stale-while-revalidate=86400");

/// The service worker. It stays in browsers and responds for pages, so it is revalidated each time, and may fetch
/// from this origin.
const WORKER: &str = "sw.js";
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'self'; frame-ancestors 'none'");

/// The hashed files, with their precompressed `.br`, `.zst` and `.gz` variants. The middleware adds `Cache-Control` and
/// `Vary`, which this handler omits from the identity response.
pub fn hashed(state: &PageState) -> Option<Files> {
    let folder = state.shared.config.frontend_dir.join("assets");
    // If the folder is missing, actix-files would log an error at every start of a worker.
    folder.is_dir().then(|| Files::new("/assets", folder).try_compressed().prefer_utf8(true))
}

/// A file of the build's root, by its exact name.
pub fn root_file(request: &HttpRequest, state: &PageState) -> Result<Option<HttpResponse>, Problem> {
    let Some(name) = state.frontend.root_file(request.path()) else { return Ok(None) };
    let accept = middleware::header_list(request.headers(), &ACCEPT_ENCODING);
    let (encoding, file) = match open(state, name, Encoding::negotiate(accept.as_deref())) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Problem::not_found()),
        Err(error) => return Err(Error::internal(error).into()),
    };
    let mut response = file.prefer_utf8(true).into_response(request);
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if encoding != Encoding::Identity {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    if name == WORKER {
        headers.insert(CACHE_CONTROL, respond::PAGE_FRESHNESS);
        headers.insert(CONTENT_SECURITY_POLICY, WORKER_POLICY);
    } else {
        headers.insert(CACHE_CONTROL, SHORT);
    }
    Ok(Some(response))
}

/// The file in the best accepted encoding that exists; images are not precompressed.
fn open(state: &PageState, name: &str, encoding: Encoding) -> io::Result<(Encoding, NamedFile)> {
    let folder = &state.shared.config.frontend_dir;
    if encoding != Encoding::Identity
        && let Ok(packed) = File::open(folder.join([name, encoding.file_end()].concat()))
    {
        // The original name is used, because it determines the content type.
        return Ok((encoding, NamedFile::from_file(packed, name)?));
    }
    Ok((Encoding::Identity, NamedFile::open(folder.join(name))?))
}
