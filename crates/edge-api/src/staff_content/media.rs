//! Route `GET /api/staff/content-media`: browser of the image and document folders, at most 300 files a response.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_media::MediaError;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

/// Files of one response.
const MAX_FILES: usize = 300;
const MAX_FOLDER: usize = 255;
const MAX_SEARCH: usize = 100;

/// Files of a folder of the shop's images and documents.
#[derive(Serialize, ToSchema)]
pub struct MediaFolder {
    /// Folders below it, by name.
    folders: Vec<String>,
    /// Paths below `/media/`, by name: images, and documents that end in `.pdf`; at most 300.
    files: Vec<String>,
    /// Whether there are more; search by a part of the name.
    has_more: bool,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct MediaQuery {
    /// Path of the folder, such as `banners`; the top without it.
    #[param(max_length = 255)]
    folder: Option<String>,
    /// Part of a file's name.
    #[param(max_length = 100)]
    name: Option<String>,
}

/// Lists the shop's images and documents, to choose from.
#[utoipa::path(
    tag = "staff-content",
    operation_id = "list_staff_media",
    security(("api_token" = [], "session" = [])),
    params(MediaQuery),
    responses(
        (status = 200, description = "The folder", body = Envelope<MediaFolder>),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/content-media")]
pub async fn list(_: Staff, request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let folder = params.text("folder", MAX_FOLDER)?.unwrap_or_default().to_owned();
    let name = params.text("name", MAX_SEARCH)?.unwrap_or_default().to_owned();
    let listed = state.media.list(&folder, &name, MAX_FILES).await;
    let listed = listed.map_err(|error| match error {
        MediaError::Storage(_) | MediaError::Busy => Error::unavailable("the images cannot be read now"),
        _ => Error::not_found("no such folder"),
    })?;
    let folder = MediaFolder { folders: listed.folders, files: listed.files, has_more: listed.has_more };
    respond::private(StatusCode::OK, &Envelope::of(folder))
}
