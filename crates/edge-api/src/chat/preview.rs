//! Routes of link previews: title, description and thumbnail of a linked page, fetched by the chat service.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderValue},
    },
    post,
    web::{Data, Path},
};
use heuan_proto::chat::v1::{self as proto, chat_service_client::ChatServiceClient};
use heuan_rpc::{Code, Error};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::attachment;
use crate::api_state::ApiState;
use heuan_edge_http::{
    input::Input,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{ApiAccess, client_line},
};
use heuan_edge_live::dto::LinkPreview;

/// Reasons of the chat service for a page that it does not fetch: an address such as one of a private network or of more than
/// 2,048 bytes, or a client that has used up its fetches.
const NOT_FETCHED: [&str; 3] = ["address", "preview_rate", "preview_quota"];
const FRESHNESS: HeaderValue = HeaderValue::from_static("public, max-age=86400");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

#[derive(Deserialize, ToSchema)]
pub struct LinkBody {
    /// More than 2,048 bytes are not fetched.
    #[serde(default)]
    #[schema(required = true, example = "https://example.com/")]
    url: String,
}

/// A preview, in the envelope and, as specified, beside it.
#[derive(Serialize, ToSchema)]
pub struct Previewed {
    /// Always true; errors have their own shape.
    success: bool,
    data: LinkPreview,
    #[serde(flatten)]
    beside: LinkPreview,
}

/// Returns the preview of a linked page. Only public hosts are fetched.
///
/// The preview of a page without a title, or of an address that is not fetched, has the URL alone. So has that of a client who has
/// used up the fetches of a minute or a day.
#[utoipa::path(
    tag = "chat",
    operation_id = "preview_link",
    security(("api_token" = [])),
    request_body = LinkBody,
    responses((status = 200, description = "The preview", body = Previewed), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/link-preview")]
pub async fn preview_link(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<LinkBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    // The chat service gets a pseudonym, because it stores no client addresses.
    let client = state.shared.tokens.pseudonym(&format!("previewer {}", client_line(&request, &state)));
    let url = body.0.url;
    let rpc_request = proto::GetLinkPreviewRequest { url: url.clone(), client };
    let mut client = state.clients.chat();
    let preview = match state.call("GetLinkPreview", client.get_link_preview(rpc_request)).await {
        Ok(found) => found.preview.ok_or_else(|| Error::internal("response without preview"))?,
        // This is common for links, so the response is not an error, which browsers would print in their
        // console.
        Err(error) if error.code == Code::NotFound || NOT_FETCHED.contains(&error.detail.reason.as_str()) => {
            proto::LinkPreview { url, ..proto::LinkPreview::default() }
        }
        Err(error) => return Err(error.into()),
    };
    let previewed = Previewed { success: true, data: preview.clone().into(), beside: preview.into() };
    respond::private(StatusCode::OK, &previewed)
}

/// Returns the image of a preview, at most 640 pixels wide.
#[utoipa::path(
    tag = "chat",
    operation_id = "get_preview_image",
    params(("image_id" = String, Path, description = "As in a preview's `image`")),
    responses(
        (status = 200, description = "The image", body = Vec<u8>, content_type = "image/webp"),
        (status = 204, description = "The preview has no image"),
        ClientErrorResponses,
    ),
)]
#[get("/api/link-preview/image/{image_id}")]
pub async fn image(image_id: Path<String>, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let image_id = image_id.chars().take(64).collect();
    let rpc_request = proto::GetPreviewImageRequest { image_id };
    let client = state.clients.chat();
    let read = client.read("GetPreviewImage", ChatServiceClient::get_preview_image, rpc_request);
    match state.with_deadline(read).await {
        Ok(found) => Ok(attachment::image(found.content, FRESHNESS)),
        // This is not an error either; the page shows the link without an image.
        Err(error) if error.code == Code::NotFound => {
            Ok(HttpResponse::NoContent().insert_header((CACHE_CONTROL, NO_STORE)).finish())
        }
        Err(error) => Err(error.into()),
    }
}
