//! Product images, resized to the requested width, and documents unchanged.

use std::io;

use actix_files::NamedFile;
use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderValue},
    },
    web::{Data, Path},
};
use heuan_media::{MediaError, Variant, WIDTHS, is_document};
use heuan_rpc::{Code, Error};

use crate::api_state::ApiState;
use heuan_edge_http::{params::Params, problem::Problem, respond};

const FRESHNESS: HeaderValue = HeaderValue::from_static("public, max-age=3600, stale-while-revalidate=86400");
/// Content-Security-Policy of images. An image that is opened directly must not run or load anything.
const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");

/// Returns an image, at one of the offered widths or unchanged, or a document.
#[get("/media/{path:.+}")]
pub async fn image(
    request: HttpRequest,
    path: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    if is_document(&path) {
        return document(&request, &path, &state).await;
    }
    let width = width(&Params::of(request.query_string()))?;
    let variant = state.media.get(&path, width).await.map_err(to_error)?;
    let etag = HeaderValue::from_str(&variant.etag).map_err(Error::internal)?;

    let seen = respond::has_seen(&request, &etag);
    let mut response = if seen {
        HttpResponse::new(StatusCode::NOT_MODIFIED)
    } else {
        open(&variant).map_err(Error::internal)?.into_response(&request)
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(variant.content_type));
    headers.insert(CACHE_CONTROL, FRESHNESS);
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    headers.insert(ETAG, etag);
    Ok(response)
}

/// Serves a document as a download, so that uploaded files never run as a page of the shop.
async fn document(request: &HttpRequest, path: &str, state: &ApiState) -> Result<HttpResponse, Problem> {
    let file = state.media.document(path).await.map_err(to_error)?;
    // actix-files sends types that browsers do not display as attachments with their file name.
    let mut response = NamedFile::open(file).map_err(Error::internal)?.into_response(request);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(CACHE_CONTROL, FRESHNESS);
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    Ok(response)
}

/// Opens the file of a variant. The file's own `ETag` and date are omitted, because the variant's `ETag`
/// identifies its original.
fn open(variant: &Variant) -> io::Result<NamedFile> {
    Ok(NamedFile::open(&variant.file)?.use_etag(false).use_last_modified(false).disable_content_disposition())
}

fn width(params: &Params<'_>) -> Result<Option<u32>, Error> {
    let words = WIDTHS.map(|width| (width.to_string(), width));
    let words: Vec<(&str, u32)> = words.iter().map(|(word, width)| (word.as_str(), *width)).collect();
    params.word("w", &words)
}

fn to_error(error: MediaError) -> Error {
    match error {
        MediaError::NotFound | MediaError::BadPath(_) => Error::not_found("no such file"),
        MediaError::BadWidth(_) => Error::invalid("w", error.to_string()),
        MediaError::Busy => Error::new(Code::Unavailable, error.to_string()),
        // The import has checked the image, so the file was changed since then.
        MediaError::TooManyBytes { .. }
        | MediaError::TooManyPixels { .. }
        | MediaError::TooMuchMemory { .. }
        | MediaError::NotAnImage
        | MediaError::NotADocument
        | MediaError::Unreadable(_) => Error::not_found("the file is unreadable"),
        MediaError::Storage(_) => Error::internal(error),
    }
}
