//! `/{language}/site.webmanifest`.

use std::sync::Arc;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::HeaderValue,
    web::{Data, Path},
};
use heuan_cache::{CacheStatus, Cached};
use heuan_rpc::Error;

use crate::{Language, PageState, manifest};
use heuan_edge_http::{body::Body, problem::Problem, respond};

/// Cache-Control as for icons, because the manifest changes with the shop's name.
const FRESHNESS: HeaderValue = HeaderValue::from_static("public, max-age=3600, stale-while-revalidate=86400");

#[get("/{language}/site.webmanifest")]
pub async fn get_manifest(
    request: HttpRequest,
    language: Path<String>,
    state: Data<PageState>,
) -> Result<HttpResponse, Problem> {
    let language = Language::of_code(&language).ok_or_else(Problem::not_found)?;
    let value = manifest::of(language, language.shop_name(&state.shared.config));
    let bytes = serde_json::to_vec(&value).map_err(Error::internal)?;
    let body = Arc::new(Body::new("application/manifest+json", bytes));
    Ok(respond::with(&request, Cached { value: body, status: CacheStatus::Miss }, FRESHNESS).await)
}
