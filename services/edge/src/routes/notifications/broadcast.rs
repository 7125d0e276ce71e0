use actix_web::{HttpRequest, HttpResponse, post, web::Data};
use heuan_proto::notifications::v1::{
    self as proto, notifications_service_client::NotificationsServiceClient,
};
use heuan_rpc::Error;

use super::{
    shape::{BroadcastBody, Notification},
    written,
};
use crate::{
    idempotency,
    input::Input,
    problem::{NotStaff, Problem, Refused, Unknown},
    routes::envelope::Envelope,
    session::Staff,
    shop::Shop,
};

const MAX_KEY: usize = 100;

/// Tells everybody who follows a topic, in their lists and by push.
///
/// Sent again with the same `Idempotency-Key` it tells nobody twice.
#[utoipa::path(
    tag = "notifications",
    operation_id = "broadcast_notification",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Of the client's own choice", max_length = 100)),
    request_body = BroadcastBody,
    responses((status = 201, description = "The notification", body = Envelope<Notification>), Unknown, NotStaff, Refused),
)]
#[post("/api/v1/notifications/broadcast")]
pub async fn send(
    staff: Staff,
    request: HttpRequest,
    body: Input<BroadcastBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    for (field, value, only) in
        [("deliveryMethod", &body.delivery_method, "topic"), ("priority", &body.priority, "normal")]
    {
        if value != only {
            return Err(Error::invalid(field, format!("must be {only}")).into());
        }
    }
    let key = idempotency::key(&request)?;
    if key.as_ref().is_some_and(|key| key.len() > MAX_KEY) {
        let message = format!("must have 1 to {MAX_KEY} characters");
        return Err(Error::invalid(idempotency::HEADER, message).into());
    }
    let key = key.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string());
    let asked = proto::BroadcastRequest {
        title: body.title,
        body: body.body,
        image_url: body.image_url,
        action_url: body.action_url,
        website_url: body.website_url,
        mobile_url: body.mobile_url,
        category: body.category,
        topic: body.topic_name,
        event_id: format!("broadcast.{}.{key}", staff.0.customer_id),
    };
    let client = shop.clients.notifications();
    let sent = client.write_with_id("Broadcast", NotificationsServiceClient::broadcast, asked);
    written(shop.in_time(sent).await?.notification)
}
