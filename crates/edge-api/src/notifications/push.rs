//! Routes of Web Push: the public VAPID key, and subscriptions of browsers.

use actix_web::{HttpResponse, delete, get, http::StatusCode, put, web::Data};
use heuan_proto::notifications::v1::{
    self as proto, notifications_service_client::NotificationsServiceClient,
};

use super::dto::{PushKey, StaffSubscriptionBody, SubscriptionBody, UnsubscribeBody};
use crate::{api_state::ApiState, empty_body::Nothing, staff_outbox::message_role};
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Session, StaffInput},
};

/// Maximum expiry in milliseconds; later than any that a browser sets.
const LATEST_MS: f64 = 1e14;

/// Returns the key for push subscriptions.
#[utoipa::path(
    tag = "notifications",
    operation_id = "get_push_key",
    responses((status = 200, description = "The key", body = Envelope<PushKey>), ClientErrorResponses),
)]
#[get("/api/v1/push/key")]
pub async fn get_key(state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.notifications();
    let rpc_request = proto::GetPushKeyRequest {};
    let read = client.read("GetPushKey", NotificationsServiceClient::get_push_key, rpc_request);
    let key = state.with_deadline(read).await?.public_key;
    respond::private(StatusCode::OK, &Envelope::of(PushKey { key }))
}

/// Stores this browser's push subscription. A browser belongs to one customer at a time, and the subscription ends with the
/// session.
///
/// Staff topics return 403 for other customers.
#[utoipa::path(
    tag = "notifications",
    operation_id = "save_push_subscription",
    security(("api_token" = [], "session" = [])),
    request_body = SubscriptionBody,
    responses((status = 200, description = "Stored", body = Envelope<Nothing>), UnauthorizedResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[put("/api/auth/push/subscription")]
pub async fn subscribe(
    session: Session,
    body: Input<SubscriptionBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    save(&state, &session, body.0, StaffChoice::default()).await
}

/// Chooses whether this browser of the staff gets a push for each new order of the shop, and for chats that wait and messages of
/// the contact form. It also gets the customer notifications of the account. The choice ends with the session or the role.
///
/// The browser follows no topics afterwards, as after the call for customers without `topics`.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "save_staff_push_subscription",
    security(("api_token" = [], "session" = [])),
    request_body = StaffSubscriptionBody,
    responses(
        (status = 200, description = "Stored", body = Envelope<Nothing>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/push/subscription")]
pub async fn subscribe_staff(
    StaffInput(staff, body): StaffInput<StaffSubscriptionBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let StaffSubscriptionBody {
        endpoint,
        keys,
        language,
        expiration_time,
        new_orders,
        customer_messages,
        only_home_branch,
    } = body;
    let branch_id = staff.0.home_branch_id.filter(|_| only_home_branch).unwrap_or_default();
    let subscription = SubscriptionBody { endpoint, keys, language, expiration_time, topics: Vec::new() };
    let choice = StaffChoice {
        new_orders: Some(new_orders),
        customer_messages: Some(customer_messages),
        new_orders_branch_id: Some(branch_id),
    };
    save(&state, &staff.0, subscription, choice).await
}

/// Pushes to the staff that a browser receives. `None` keeps the choice of the session.
#[derive(Clone, Copy, Default)]
struct StaffChoice {
    new_orders: Option<bool>,
    customer_messages: Option<bool>,
    /// 0 for the orders of all branches.
    new_orders_branch_id: Option<i64>,
}

async fn save(
    state: &ApiState,
    session: &Session,
    body: SubscriptionBody,
    choice: StaffChoice,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::SavePushSubscriptionRequest {
        customer_id: session.customer_id,
        endpoint: body.endpoint,
        p256dh: body.keys.p256dh,
        auth: body.keys.auth,
        language: body.language,
        topics: body.topics,
        expires_at_ms: body.expiration_time.map_or(0, |at| at.clamp(0.0, LATEST_MS) as i64),
        staff: session.is_staff(),
        session_id: session.token.id().to_text(),
        new_orders: choice.new_orders,
        customer_messages: choice.customer_messages,
        new_orders_branch_id: choice.new_orders_branch_id,
        actor_role: message_role(session.role).into(),
    };
    let mut client = state.clients.notifications();
    state.call("SavePushSubscription", client.save_push_subscription(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// Deletes this browser's push subscription, or those of all the customer's browsers.
#[utoipa::path(
    tag = "notifications",
    operation_id = "delete_push_subscription",
    security(("api_token" = [], "session" = [])),
    request_body = UnsubscribeBody,
    responses((status = 200, description = "Deleted", body = Envelope<Nothing>), UnauthorizedResponse, ClientErrorResponses),
)]
#[delete("/api/auth/push/subscription")]
pub async fn unsubscribe(
    session: Session,
    body: Input<UnsubscribeBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::DeletePushSubscriptionRequest {
        customer_id: session.customer_id,
        endpoint: body.0.endpoint.unwrap_or_default(),
    };
    let mut client = state.clients.notifications();
    state.call("DeletePushSubscription", client.delete_push_subscription(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
