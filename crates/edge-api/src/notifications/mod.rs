//! Notifications and push subscriptions of customers.

mod broadcast;
mod channels;
mod dto;
mod push;

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, post, put, web::Data};
use heuan_proto::notifications::v1::{
    self as proto, notifications_service_client::NotificationsServiceClient,
};
use heuan_rpc::{Error, Result};

use dto::{MarkBody, Marked, NotificationBody, Notifications};

use super::Registry;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_edge_live::dto::Notification;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
const MAX_PAGE: i32 = 100_000;
const MAX_MARKED: usize = 500;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list)
        .service(mark)
        .service(create)
        .service(broadcast::send)
        .service(channels::get_channels)
        .service(channels::set_channels)
        .service(push::get_key)
        .service(push::subscribe)
        .service(push::subscribe_staff)
        .service(push::unsubscribe);
}

/// Lists notifications: unread first, then newest first.
#[utoipa::path(
    tag = "notifications",
    operation_id = "list_notifications",
    security(("api_token" = [], "session" = [])),
    params(
        ("page" = Option<i32>, Query, minimum = 1, maximum = 100_000),
        ("limit" = Option<i32>, Query, description = "Maximum number; default 50", minimum = 1, maximum = 100),
    ),
    responses((status = 200, description = "One page", body = Notifications), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/notifications/user")]
pub async fn list(
    session: Session,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let (page, limit) =
        (params.number("page", 1..=MAX_PAGE, 1)?, params.number("limit", 1..=MAX_LIMIT, LIMIT)?);
    let rpc_request = proto::ListNotificationsRequest {
        customer_id: session.customer_id,
        member_since_ms: session.customer.created_at_ms,
        page,
        limit,
    };
    let client = state.clients.notifications();
    let read = client.read("ListNotifications", NotificationsServiceClient::list_notifications, rpc_request);
    let found = state.with_deadline(read).await?;
    let data = found.notifications.into_iter().map(Notification::try_from).collect::<Result<_>>()?;
    let (total, unread) = (found.total, found.unread);
    respond::private(StatusCode::OK, &Notifications { success: true, data, total, page, limit, unread })
}

/// Marks notifications as read or unread; those of other customers are ignored.
#[utoipa::path(
    tag = "notifications",
    operation_id = "mark_notifications",
    security(("api_token" = [], "session" = [])),
    request_body = MarkBody,
    responses((status = 200, description = "The number changed, and the number unread", body = Envelope<Marked>), UnauthorizedResponse, ClientErrorResponses),
)]
#[put("/api/auth/notifications/user")]
pub async fn mark(
    session: Session,
    body: Input<MarkBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let MarkBody { id, mut ids, all, is_read } = body.0;
    if id.is_some_and(|id| id <= 0) {
        return Err(Error::invalid("id", "must be a positive whole number").into());
    }
    if ids.len() > MAX_MARKED {
        return Err(Error::invalid("ids", format!("must be at most {MAX_MARKED}")).into());
    }
    ids.extend(id.filter(|id| !ids.contains(id)));
    if !all && ids.is_empty() {
        return Err(Error::invalid("id", format!("name one by id, up to {MAX_MARKED} by ids, or all")).into());
    }
    let rpc_request = proto::MarkNotificationsRequest {
        customer_id: session.customer_id,
        notification_ids: ids,
        all,
        is_read: is_read.unwrap_or(true),
        member_since_ms: session.customer.created_at_ms,
    };
    let client = state.clients.notifications();
    let marked = client.write_with_id(
        "MarkNotifications",
        NotificationsServiceClient::mark_notifications,
        rpc_request,
    );
    let proto::MarkNotificationsResponse { changed, unread } = state.with_deadline(marked).await?;
    respond::private(StatusCode::OK, &Envelope::of(Marked { changed, unread }))
}

/// Creates a notification for oneself; limited per hour, then 429.
#[utoipa::path(
    tag = "notifications",
    operation_id = "create_notification",
    security(("api_token" = [], "session" = [])),
    request_body = NotificationBody,
    responses((status = 201, description = "The notification", body = Envelope<Notification>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/auth/notifications/user")]
pub async fn create(
    session: Session,
    body: Input<NotificationBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let body = body.0;
    let rpc_request = proto::CreateNotificationRequest {
        event_id: format!("user.{}", uuid::Uuid::new_v4().simple()),
        customer_id: session.customer_id,
        title: body.no_title,
        body: body.no_body,
        image_url: body.imageurl,
        action_url: body.no_actionurl,
        website_url: body.no_websiteurl,
        // A notification that a browser creates never gets a category of the shop.
        category: "general".to_owned(),
        order_number: body.ord_number,
        message_id: body.msdtid,
        own: true,
        ..Default::default()
    };
    let client = state.clients.notifications();
    let created = client.write_with_id(
        "CreateNotification",
        NotificationsServiceClient::create_notification,
        rpc_request,
    );
    written(state.with_deadline(created).await.map_err(map_field_names)?.notification)
}

/// Maps field names of the service to the field names of this call.
fn map_field_names(mut error: Error) -> Error {
    let errors = error.detail.errors.iter_mut().map(|error| &mut error.field);
    for field in errors.chain([&mut error.detail.field]) {
        let word = match field.as_str() {
            "title" => "no_title",
            "body" => "no_body",
            "imageUrl" => "imageurl",
            "actionUrl" => "no_actionurl",
            "websiteUrl" => "no_websiteurl",
            _ => continue,
        };
        word.clone_into(field);
    }
    error
}

fn written(notification: Option<proto::Notification>) -> Result<HttpResponse, Problem> {
    let notification = notification.ok_or_else(|| Error::internal("response without notification"))?;
    respond::private(StatusCode::CREATED, &Envelope::of(Notification::try_from(notification)?))
}
