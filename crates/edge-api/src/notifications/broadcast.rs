//! Route `POST /api/v1/notifications/broadcast`: one notification to all followers of a topic, idempotent by
//! `Idempotency-Key`.

use actix_web::{HttpRequest, HttpResponse, post, web::Data};
use heuan_proto::notifications::v1::{
    self as proto, notifications_service_client::NotificationsServiceClient,
};
use heuan_rpc::Error;

use super::{dto::BroadcastBody, written};
use crate::{api_state::ApiState, staff_outbox::actor_role};
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    problem::{ClientErrorResponses, ForbiddenResponse, Problem, UnauthorizedResponse},
    session::StaffInput,
};
use heuan_edge_live::dto::Notification;

const MAX_KEY: usize = 100;

/// Sends a notification to all followers of a topic, in their lists and by push.
///
/// A repetition with the same `Idempotency-Key` sends nothing again.
#[utoipa::path(
    tag = "notifications",
    operation_id = "broadcast_notification",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Chosen by the client", max_length = 100)),
    request_body = BroadcastBody,
    responses((status = 201, description = "The notification", body = Envelope<Notification>), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[post("/api/v1/notifications/broadcast")]
pub async fn send(
    StaffInput(staff, body): StaffInput<BroadcastBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    for (field, value, only) in
        [("deliveryMethod", &body.delivery_method, "topic"), ("priority", &body.priority, "normal")]
    {
        if value.as_deref().unwrap_or(only) != only {
            return Err(Error::invalid(field, format!("must be {only}")).into());
        }
    }
    let key = idempotency::key(&request)?;
    if key.as_ref().is_some_and(|key| key.len() > MAX_KEY) {
        let message = format!("must have 1 to {MAX_KEY} characters");
        return Err(Error::invalid(idempotency::HEADER, message).into());
    }
    let key = key.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string());
    let rpc_request = proto::BroadcastRequest {
        title: body.title,
        body: body.body,
        image_url: body.image_url,
        action_url: body.action_url,
        website_url: body.website_url,
        mobile_url: body.mobile_url,
        category: body.category,
        topic: body.topic_name,
        event_id: format!("broadcast.{}.{key}", staff.0.customer_id),
        actor_role: actor_role(&staff).into(),
    };
    let client = state.clients.notifications();
    let sent = client.write_with_id("Broadcast", NotificationsServiceClient::broadcast, rpc_request);
    written(state.with_deadline(sent).await?.notification)
}
