//! Routes of presence at an order: heartbeats of the staff who have it open, and the end of a visit.

use actix_web::{HttpResponse, delete, http::StatusCode, put, web::Data, web::Path};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{fetch, known};
use crate::{api_state::ApiState, empty_body::Nothing};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Staff, StaffInput},
};
use heuan_edge_live::{OrderVisit, OrderVisitor, VisitState};

/// Length of a UUID with hyphens.
const MAX_TAB: usize = 36;

/// An order that is open in a browser tab.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderPresenceBody {
    /// Random id of the tab: letters, digits and hyphens. A person with two tabs is present until the second is left.
    #[schema(min_length = 1, max_length = 36, pattern = "^[A-Za-z0-9-]+$")]
    tab: String,
    /// Number of calls that the tab has made for the order, this one included. An older call that arrives later is ignored.
    sequence: u32,
    /// Whether a dialog or form that changes the order is open.
    is_editing: bool,
}

/// An order that is left in a browser tab.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderLeaveBody {
    /// The id with which the order was opened.
    #[schema(min_length = 1, max_length = 36, pattern = "^[A-Za-z0-9-]+$")]
    tab: String,
    /// As in the call that opens the order.
    sequence: u32,
}

/// Members of the staff who have an order open.
#[derive(Serialize, ToSchema)]
pub struct OrderPresence {
    /// Order number.
    number: String,
    /// In the order in which they came, with the caller.
    people: Vec<OrderVisitor>,
}

/// Says that a member of the staff has the order open, and returns who has. It ends 45 seconds after the last call, so a tab
/// calls every 20 seconds.
///
/// The staff who may see orders get each change as the event `order_presence` (`{number, people}`) of the event stream.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "open_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = OrderPresenceBody,
    responses(
        (status = 200, description = "The people", body = Envelope<OrderPresence>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/orders/{order_id}/presence")]
pub async fn open(
    StaffInput(staff, body): StaffInput<OrderPresenceBody>,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let OrderPresenceBody { tab, sequence, is_editing } = body;
    let visit_state = if is_editing { VisitState::Editing } else { VisitState::Viewing };
    let visit = visit(&state, &staff, known(order_id)?, (tab, sequence), visit_state).await?;
    let number = visit.number.clone();
    let people = state.live.visit_order(visit);
    respond::private(StatusCode::OK, &Envelope::of(OrderPresence { number, people }))
}

/// Says that a tab has left the order.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "leave_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = OrderLeaveBody,
    responses(
        (status = 200, description = "Left", body = Envelope<Nothing>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/orders/{order_id}/presence")]
pub async fn leave(
    StaffInput(staff, body): StaffInput<OrderLeaveBody>,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let visit = visit(&state, &staff, known(order_id)?, (body.tab, body.sequence), VisitState::Left).await?;
    state.live.visit_order(visit);
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

/// The visit of a tab. The order is fetched to get its number, unless the tab already has it open.
async fn visit(
    state: &ApiState,
    staff: &Staff,
    order_id: String,
    (tab, sequence): (String, u32),
    visit_state: VisitState,
) -> Result<OrderVisit> {
    let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if tab.is_empty() || tab.len() > MAX_TAB || !tab.bytes().all(is_valid) {
        return Err(Error::invalid("tab", format!("must have 1 to {MAX_TAB} letters, digits and hyphens")));
    }
    let session = staff.0.token.id();
    let number = if state.live.has_order_open(&order_id, session, &tab) {
        order_id
    } else {
        let order = fetch(state, staff, order_id).await?.and_then(|found| found.order);
        order.ok_or_else(|| Error::internal("response without order"))?.number
    };
    let (account_id, name) = (staff.0.customer_id, staff.0.full_name());
    Ok(OrderVisit { number, session, tab, sequence, account_id, name, state: visit_state })
}
