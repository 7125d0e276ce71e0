//! Live event stream: server-sent events for chat, notifications, carts and orders, resumed by `Last-Event-ID`.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue},
    web::Data,
};
use heuan_proto::notifications::v1::{
    ListNewNotificationsRequest, notifications_service_client::NotificationsServiceClient,
};

use crate::{api_state::ApiState, staff_outbox::message_role};
use heuan_edge_http::{
    header_names,
    params::Params,
    problem::{ClientErrorResponses, Problem, ProblemBody},
    session::{Area, Session},
};
use heuan_edge_live::{self as live, Cursor, Subscriber};

/// Disables response buffering in nginx and similar proxies.
const X_ACCEL_BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");
const MAX_CURSOR: usize = 64;

/// Server-sent events: messages, likes, typing, notifications, changes of cart and orders. `notification_removed` (`{no_id}`) says that
/// a notification was deleted, because its news were canceled. Staff who may use orders also get
/// `staff_order` (`{order_id, number, version, status, is_new}`) for orders of all customers; `version` is 0 if unknown;
/// `order_presence` (`{number, people}`) when the people who have an order open in the back office change; and `order_picked`
/// (`{order_id}`) when a line of an order is ticked off or is to be picked again.
///
/// The session cookie suffices, because `EventSource` sends no headers. The `id` of an event, sent back as
/// `Last-Event-ID`, resumes the stream. A comment is sent at least every 15 seconds.
///
/// The last event is `bye`: the client must reconnect, which checks its session again. `{"reason": "session"}` means
/// that the session has ended, `{"reason": "streams"}` that the customer has opened too many streams and this was the
/// oldest.
#[utoipa::path(
    tag = "events",
    operation_id = "get_events",
    security(("session" = [])),
    params(
        ("inbox" = Option<bool>, Query, description = "Includes all conversations; ignored for customers"),
        ("last_event_id" = Option<String>, Query, description = "Like the header, for clients that cannot send it"),
        ("Last-Event-ID" = Option<String>, Header, description = "The last received id"),
    ),
    responses(
        (status = 200, description = "The stream", body = String, content_type = "text/event-stream"),
        (status = 401, description = "`reason` is `session`", body = ProblemBody, content_type = "application/problem+json"),
        (status = 403, description = "The role of the member of staff may not use the inbox; `reason` is `role`", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[get("/api/auth/events")]
pub async fn stream(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let session = Session::of(&request, &state).await?;
    let params = Params::of(request.query_string());
    // The parameter is for the staff. For customers it is ignored like any unknown parameter.
    let inbox = session.role.is_staff() && params.flag("inbox")?;
    if inbox && !session.may_use(Area::Inbox) {
        return Err(session.refusal().into());
    }
    let header = request.headers().get(header_names::LAST_EVENT_ID).and_then(|id| id.to_str().ok());
    let seen = match header {
        Some(id) => Some(id),
        None => params.text("last_event_id", MAX_CURSOR)?,
    };
    let who = Subscriber {
        customer_id: session.customer_id,
        session: session.token.id(),
        is_staff: session.is_staff(),
        actor_role: message_role(session.role),
        is_local: session.is_local,
        inbox,
        sees_orders: session.may_use(Area::Orders),
        topics: topics(&state, &session).await,
        member_since_ms: session.customer.created_at_ms,
    };
    let shutdown = state.shared.shutdown.clone();
    let live = state.live.clone();
    let (seen, token) = (seen.and_then(Cursor::read), session.token);
    let body = live::stream(state.app.clone(), live, who, token, seen, shutdown);
    let mut response = HttpResponse::Ok().streaming(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_ACCEL_BUFFERING, HeaderValue::from_static("no"));
    Ok(response)
}

/// The topics followed by the customer; while the notifications service is unavailable, only the topic of all
/// customers.
async fn topics(state: &ApiState, session: &Session) -> Vec<String> {
    let client = state.clients.notifications();
    let (customer_id, staff) = (session.customer_id, session.is_staff());
    let rpc_request = ListNewNotificationsRequest {
        customer_id,
        after_position: -1,
        limit: 1,
        staff,
        actor_role: message_role(session.role).into(),
        ..Default::default()
    };
    let read = client.read("ListNew", NotificationsServiceClient::list_new_notifications, rpc_request);
    state.with_deadline(read).await.map(|found| found.topics).unwrap_or_default()
}
