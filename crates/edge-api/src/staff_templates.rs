//! Back office: templates of the messages to customers.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::Staff,
};
use heuan_proto::notifications::v1::{self as proto, message_service_client::MessageServiceClient};
use serde::Serialize;
use utoipa::ToSchema;

use super::Registry;
use crate::{api_state::ApiState, staff_outbox::actor_role};

const MAX_LANGUAGE: usize = 10;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list);
}

/// The messages of one language with sample values.
#[derive(Serialize, ToSchema)]
pub struct MessageTemplates {
    /// By kind.
    templates: Vec<MessageTemplate>,
    /// Of all languages. With any, the notifications service would not start.
    faults: Vec<MessageTemplateError>,
    /// Folder of the operator's templates; null without one.
    #[schema(required)]
    folder: Option<String>,
    /// Whether the folder has changed since the service was started, so that messages do not have these texts yet.
    is_changed: bool,
}

/// A message with sample values. Texts whose template has a fault are null.
#[derive(Serialize, ToSchema)]
pub struct MessageTemplate {
    /// Kind of the event.
    #[schema(example = "order.ready")]
    kind: String,
    /// Value of the sample that differs, so that a condition of the template has its other text: `awaiting_payment`, `pickup`,
    /// `due` (something is to be paid, in place of a refund), `without_amount` (neither), `without_day` or `without_device`. Null for
    /// the usual sample.
    #[schema(required, example = "pickup")]
    variant: Option<String>,
    /// Null, like text and HTML, if the e-mail has a fault.
    #[schema(required)]
    subject: Option<String>,
    #[schema(required)]
    text: Option<String>,
    #[schema(required)]
    html: Option<String>,
    /// Text of an SMS or a WhatsApp message.
    #[schema(required)]
    short_text: Option<String>,
    /// Parts of the SMS.
    #[schema(required)]
    parts: Option<i32>,
    /// Parts that the operator's folder has: `subject`, `text`, `short`, `button` or `email.html`.
    own_parts: Vec<String>,
}

/// Error in the templates with which the notifications service would not start.
#[derive(Serialize, ToSchema)]
pub struct MessageTemplateError {
    /// A template or the path of a file.
    #[schema(example = "en/order.ready/text")]
    template: String,
    message: String,
}

/// Shows all messages to customers with sample values, and the faults of the operator's templates.
#[utoipa::path(
    tag = "staff-outbox",
    operation_id = "list_message_templates",
    security(("api_token" = [], "session" = [])),
    params(("language" = String, Query, description = "`la`, `en`, `th`, `cn` or `vn`.", max_length = 10, example = "la")),
    responses((status = 200, description = "The messages of one language", body = Envelope<MessageTemplates>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/message-templates")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::PreviewMessageTemplatesRequest {
        actor_role: actor_role(&staff).into(),
        language: params.text("language", MAX_LANGUAGE)?.unwrap_or_default().to_owned(),
    };
    let client = state.clients.messages();
    let read =
        client.read("PreviewMessageTemplates", MessageServiceClient::preview_message_templates, rpc_request);
    let found = state.with_deadline(read).await?;
    let errors = found.faults.into_iter();
    let templates = MessageTemplates {
        templates: found.templates.into_iter().map(Into::into).collect(),
        faults: errors
            .map(|error| MessageTemplateError { template: error.template, message: error.message })
            .collect(),
        folder: filled(found.folder),
        is_changed: found.is_changed,
    };
    respond::private(StatusCode::OK, &Envelope::of(templates))
}

impl From<proto::MessageTemplate> for MessageTemplate {
    fn from(from: proto::MessageTemplate) -> Self {
        let short_text = filled(from.short_text);
        Self {
            kind: from.kind,
            variant: filled(from.variant),
            subject: filled(from.subject),
            text: filled(from.text),
            html: filled(from.html),
            parts: short_text.as_ref().map(|_| from.parts),
            short_text,
            own_parts: from.own_parts,
        }
    }
}
