//! Multipart upload of a chat image with a caption. An image has at most 5 MiB, and its bytes are charged to the
//! upload budget as they arrive.

use actix_multipart::Multipart;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use futures::StreamExt as _;
use heuan_proto::chat::v1::{self as proto, Actor};
use heuan_rpc::{Code, Error};
use utoipa::ToSchema;

use super::{customer, messages::own_id};
use crate::{
    api_state::ApiState,
    upload_budget::{UploadPermit, upload_budget_error},
};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::dto::{Audience, ChatMessage, message};

/// Maximum bytes of an image: 5 MB, as specified.
const MAX_IMAGE: usize = 5_242_880;
/// Maximum bytes of the body: the image and the rest of the form.
pub const MAX_BODY: usize = MAX_IMAGE + 128 * 1024;
/// Maximum bytes of a text field: 4000 characters of Lao.
const MAX_FIELD: usize = 16 * 1024;
const MAX_FIELDS: usize = 10;

/// A form with an image.
#[derive(ToSchema)]
#[allow(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct UploadForm {
    /// PNG, JPEG, WebP or GIF by its content, at most 5,242,880 bytes.
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
    /// The caption.
    #[schema(required = false)]
    message: String,
    #[schema(required = false, pattern = "^[A-Za-z0-9_-]{1,64}$")]
    client_id: String,
    /// Staff only: the version of the conversation that was displayed.
    #[schema(required = false)]
    version: i64,
    /// Staff only.
    #[schema(required = false)]
    take_over: bool,
}

/// Parsed fields of the form.
#[derive(Default)]
pub struct Upload {
    pub image: Vec<u8>,
    pub caption: String,
    pub client_id: Option<String>,
    pub version: Option<i64>,
    pub take_over: bool,
}

/// Sends an image with a caption. The image is encoded again, without the file's metadata.
#[utoipa::path(
    tag = "chat",
    operation_id = "upload_message",
    security(("api_token" = [], "session" = [])),
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, description = "The message", body = Envelope<ChatMessage>),
        (status = 200, description = "The message, sent before", body = Envelope<ChatMessage>),
        (status = 413, description = "`reason` is `too_large`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/message/upload")]
pub async fn send(
    session: Session,
    request: HttpRequest,
    form: Multipart,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let mut permit = state.upload_permit(&request, MAX_BODY)?;
    let upload = read(form, &mut permit).await?;
    let answer = write(&state, upload, session.customer_id, customer(&session)).await?;
    let status = if answer.deduplicated { StatusCode::OK } else { StatusCode::CREATED };
    respond::private(status, &Envelope::of(message(answer.message, Audience::Customer)?))
}

pub async fn write(
    state: &ApiState,
    upload: Upload,
    customer_id: i64,
    author: Actor,
) -> Result<proto::SendMessageResponse, Error> {
    let rpc_request = proto::SendImageRequest {
        customer_id,
        author: Some(author),
        client_id: upload.client_id.unwrap_or_else(own_id),
        text: upload.caption,
        image: upload.image,
        version: upload.version.unwrap_or(0),
        take_over: upload.take_over,
    };
    let mut client = state.clients.chat();
    // The future is boxed, so that this rare call does not enlarge the future of all others.
    let answer = Box::pin(state.call("SendImage", client.send_image(rpc_request))).await?;
    state.live.notify_chat_written();
    Ok(answer)
}

/// Reads a form; a file that is too large is refused before it is complete. `permit` is charged with the received
/// bytes.
pub async fn read(mut form: Multipart, permit: &mut UploadPermit) -> Result<Upload, Problem> {
    let mut upload = Upload::default();
    let mut has_image = false;
    let mut fields = 0;
    while let Some(field) = form.next().await {
        let mut field = field.map_err(|_| not_a_form())?;
        fields += 1;
        if fields > MAX_FIELDS {
            return Err(Error::invalid("image", "too many fields in the form").into());
        }
        let name = field.name().unwrap_or_default().to_owned();
        let max_bytes = if name == "image" { MAX_IMAGE } else { MAX_FIELD };
        let mut bytes = Vec::new();
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(|_| not_a_form())?;
            if bytes.len() + chunk.len() > max_bytes {
                return Err(if name == "image" {
                    too_large()
                } else {
                    Error::invalid(&name, "is too long").into()
                });
            }
            permit.consume(chunk.len()).map_err(|_| upload_budget_error())?;
            bytes.extend_from_slice(&chunk);
        }
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes).map_err(|_| Error::invalid(&name, "must be text in UTF-8"))
        };
        match name.as_str() {
            "image" if has_image => return Err(Error::invalid("image", "is given more than once").into()),
            "image" => (upload.image, has_image) = (bytes, true),
            "message" => upload.caption = text(bytes)?,
            "client_id" => upload.client_id = Some(text(bytes)?).filter(|id| !id.is_empty()),
            "version" => {
                let version = text(bytes)?.parse();
                upload.version =
                    Some(version.map_err(|_| Error::invalid("version", "must be a whole number"))?);
            }
            "take_over" => upload.take_over = flag(&text(bytes)?)?,
            _ => {}
        }
    }
    if has_image { Ok(upload) } else { Err(Error::invalid("image", "is needed").into()) }
}

/// An empty field counts as absent.
fn flag(text: &str) -> Result<bool, Error> {
    match text {
        "true" => Ok(true),
        "false" | "" => Ok(false),
        _ => Err(Error::invalid("take_over", "must be true or false")),
    }
}

fn not_a_form() -> Problem {
    Error::new(Code::InvalidArgument, "send a form, with content-type multipart/form-data").into()
}

fn too_large() -> Problem {
    let mut error = Error::invalid("image", format!("has more than {MAX_IMAGE} bytes"));
    "too_large".clone_into(&mut error.detail.reason);
    error.into()
}
