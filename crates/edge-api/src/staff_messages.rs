//! Messages of the contact form.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    patch,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, filled, moment},
    params::{Params, parse_id},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};
use heuan_proto::accounts::v1::{self as proto, staff_service_client::StaffServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Registry;
use crate::api_state::ApiState;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(update);
}

/// One page of messages.
#[derive(Serialize, ToSchema)]
pub struct ContactMessages {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<ContactMessage>,
    /// `before` of the next page; null on the last.
    #[schema(required)]
    next_before: Option<i64>,
    /// Open messages over all pages.
    open: i64,
}

/// A message of the contact form.
#[derive(Serialize, ToSchema)]
pub struct ContactMessage {
    contact_id: i64,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    at: String,
    /// The sender's account; null for visitors.
    #[schema(required)]
    cus_id: Option<i64>,
    /// 1 customer, 2 employee, 3 supplier, 4 organization or agency.
    sender_type: i32,
    /// 1 feedback about service, 2 feedback about the website, 3 product inquiry.
    topic: i32,
    name: String,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    email: Option<String>,
    message: String,
    /// Time at which it was marked as done; null while it is open.
    #[schema(required, format = DateTime)]
    done_at: Option<String>,
    /// Name of the member of the staff who marked it as done.
    #[schema(required)]
    done_by: Option<String>,
}

/// The state of a message.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DoneBody {
    done: bool,
}

/// Lists messages of the contact form, newest first.
#[utoipa::path(
    tag = "staff-messages",
    operation_id = "list_contact_messages",
    security(("api_token" = [], "session" = [])),
    params(
        ("open" = Option<bool>, Query, description = "Only messages that are not done"),
        ("before" = Option<i64>, Query, description = "`next_before` of the previous page", minimum = 1),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses((status = 200, description = "One page", body = ContactMessages), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/messages")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let limit = params.number("limit", 1..=MAX_LIMIT, LIMIT)?;
    let rpc_request = proto::ListContactMessagesRequest {
        actor_id: staff.0.customer_id,
        open_only: params.flag("open")?,
        before_id: params.id("before")?.unwrap_or_default(),
        limit,
    };
    let client = state.clients.staff();
    let read = client.read("ListContactMessages", StaffServiceClient::list_contact_messages, rpc_request);
    let page = state.with_deadline(read).await?;
    let is_full = i32::try_from(page.messages.len()).is_ok_and(|count| count == limit);
    let last = page.messages.last().map(|message| message.contact_id);
    let messages = ContactMessages {
        success: true,
        // Numbers start at 1.
        next_before: last.filter(|last| is_full && *last > 1),
        data: page.messages.into_iter().map(ContactMessage::try_from).collect::<Result<_>>()?,
        open: page.open,
    };
    respond::private(StatusCode::OK, &messages)
}

/// Marks a message as done, or as open.
#[utoipa::path(
    tag = "staff-messages",
    operation_id = "update_contact_message",
    security(("api_token" = [], "session" = [])),
    params(("contact_id" = i64, Path, description = "The message", minimum = 1)),
    request_body = DoneBody,
    responses((status = 200, description = "The message", body = Envelope<ContactMessage>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[patch("/api/staff/messages/{contact_id}")]
pub async fn update(
    StaffInput(staff, body): StaffInput<DoneBody>,
    request: HttpRequest,
    contact_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    AuditDetail::set(&request, if body.done { "done" } else { "open" }.to_owned());
    let rpc_request = proto::SetContactMessageDoneRequest {
        actor_id: staff.0.customer_id,
        contact_id: parse_id("contact_id", &contact_id)?,
        done: body.done,
    };
    let mut client = state.clients.staff();
    let marked = state.call("SetContactMessageDone", client.set_contact_message_done(rpc_request)).await?;
    let message = marked.message.ok_or_else(|| Error::internal("response without message"))?;
    respond::private(StatusCode::OK, &Envelope::of(ContactMessage::try_from(message)?))
}

impl TryFrom<proto::ContactMessage> for ContactMessage {
    type Error = Error;

    fn try_from(from: proto::ContactMessage) -> Result<Self> {
        let done_at = Some(from.done_at_ms).filter(|at| *at > 0);
        Ok(Self {
            contact_id: from.contact_id,
            at: moment(from.at_ms)?,
            cus_id: Some(from.customer_id).filter(|id| *id > 0),
            sender_type: from.sender_type,
            topic: from.topic,
            name: from.name,
            phone: filled(from.phone),
            email: filled(from.email),
            message: from.message,
            done_at: done_at.map(moment).transpose()?,
            done_by: filled(from.done_by),
        })
    }
}
