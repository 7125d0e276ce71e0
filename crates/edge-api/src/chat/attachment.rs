//! Route of chat images. The session cookie authorizes it, and a browser revalidates its copy on each use.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName, HeaderValue},
    web::{Data, Path},
};
use heuan_proto::chat::v1::{self as proto, ParticipantRole, chat_service_client::ChatServiceClient};

use heuan_rpc::Error;

use super::actor;
use crate::api_state::ApiState;
use heuan_edge_http::{
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{Area, Session},
};

/// Cache-Control of attachments. An attachment never changes, but access to it does, so browsers cache it and
/// revalidate each time.
const FRESHNESS: HeaderValue = HeaderValue::from_static("private, no-cache");
/// Content-Security-Policy of images. An image that is opened directly must not run or load anything.
const SANDBOX: HeaderValue = HeaderValue::from_static("default-src 'none'; sandbox");
const SAME_ORIGIN: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const MAX_ID: usize = 64;

/// Returns an image of a conversation to its customer and the staff. The session cookie suffices, because `<img>` sends
/// no headers.
#[utoipa::path(
    tag = "chat",
    operation_id = "get_attachment",
    security(("session" = [])),
    params(("attachment_id" = String, Path, description = "As in a message's `url`")),
    responses(
        (status = 200, description = "The image", body = Vec<u8>, content_type = "image/webp"),
        (status = 304, description = "Matches `If-None-Match`, and access is still allowed"),
        (status = 401, description = "`reason` is `session`", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/auth/message/attachment/{attachment_id}")]
pub async fn get_attachment(
    request: HttpRequest,
    attachment_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let session = Session::of(&request, &state).await?;
    let side = if session.may_use(Area::Inbox) { ParticipantRole::Staff } else { ParticipantRole::Customer };
    let attachment_id: String = attachment_id.chars().take(MAX_ID).collect();
    let etag = etag(&attachment_id)?;
    let without_content = respond::has_seen(&request, &etag);
    let reader = Some(actor(&session, side));
    let rpc_request = proto::GetAttachmentRequest { attachment_id, reader, without_content };
    let client = state.clients.chat();
    let found = state
        .with_deadline(client.read("GetAttachment", ChatServiceClient::get_attachment, rpc_request))
        .await?;
    let mut response = image(found.content, FRESHNESS);
    if without_content {
        response = HttpResponse::NotModified().insert_header((CACHE_CONTROL, FRESHNESS)).finish();
    }
    let headers = response.headers_mut();
    headers.insert(ETAG, etag);
    headers.insert(SAME_ORIGIN, HeaderValue::from_static("same-origin"));
    Ok(response)
}

/// The entity tag of an image. It consists of the id, which is never reused for another image.
fn etag(attachment_id: &str) -> Result<HeaderValue, Error> {
    let is_id = attachment_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let none = || Error::not_found("no such image");
    if is_id {
        HeaderValue::from_str(&format!("\"{attachment_id}\"")).map_err(|_| none())
    } else {
        Err(none())
    }
}

/// An image response with content made by this service.
pub fn image(content: Vec<u8>, freshness: HeaderValue) -> HttpResponse {
    let mut response = HttpResponse::Ok().body(content);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("image/webp"));
    headers.insert(CACHE_CONTROL, freshness);
    headers.insert(CONTENT_SECURITY_POLICY, SANDBOX);
    response
}
