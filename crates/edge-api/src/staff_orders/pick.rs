//! Route that ticks off a line of an order while its goods are prepared.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, put, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    action::{CHANGED, with_current_order},
    actor,
    dto::OrderAssignee,
    known,
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, moment},
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{AuditDetail, StaffInput},
};
use heuan_edge_live::OrderPicked;

/// A line that lies ready.
#[derive(Serialize, ToSchema)]
pub struct StaffPickedLine {
    pro_id: i64,
    #[schema(format = DateTime)]
    at: String,
    /// Null for the command line.
    #[schema(required)]
    by: Option<OrderAssignee>,
}

/// All lines of an order that lie ready.
#[derive(Serialize, ToSchema)]
pub struct StaffPickedLines {
    /// By product number.
    picked_lines: Vec<StaffPickedLine>,
}

/// A line that is ticked off, or is to be picked again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffPickBody {
    #[schema(minimum = 1)]
    pro_id: i64,
    /// The displayed units of the line.
    #[schema(minimum = 1)]
    quantity: i64,
    /// False undoes the tick, also that of another person.
    picked: bool,
}

/// Ticks a line off while the goods are prepared, or undoes its tick, and returns the ticks of the order.
///
/// The version of the order stays, so that clerks who pick it together do not refuse each other's steps. A change of the line drops
/// its tick. The staff who may see orders get each tick as the event `order_picked` (`{order_id}`) of the event stream.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "pick_staff_line",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = StaffPickBody,
    responses(
        (status = 200, description = "The ticks", body = Envelope<StaffPickedLines>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`) when the line has other units, or `action_not_possible` when the order is not being prepared", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/orders/{order_id}/picked-lines")]
pub async fn update(
    input: StaffInput<StaffPickBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let StaffInput(staff, StaffPickBody { pro_id, quantity, picked }) = input;
    let order_id = known(order_id)?;
    AuditDetail::set(&request, detail(pro_id, quantity, picked));
    let rpc_request = proto::PickStaffLineRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        pro_id,
        quantity,
        is_picked: picked,
    };
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("PickStaffLine", StaffOrderServiceClient::pick_staff_line, rpc_request);
    match state.with_deadline(written).await {
        Ok(proto::PickStaffLineResponse { order_id, picked_lines }) => {
            state.live.order_picked(OrderPicked { order_id });
            let picked_lines = picked_lines.into_iter().map(StaffPickedLine::try_from);
            let picked_lines = picked_lines.collect::<Result<_>>()?;
            respond::private(StatusCode::OK, &Envelope::of(StaffPickedLines { picked_lines }))
        }
        Err(error) if error.detail.reason == CHANGED => {
            Err(with_current_order(&state, &staff, order_id, error).await)
        }
        Err(error) => Err(error.into()),
    }
}

impl TryFrom<proto::PickedLine> for StaffPickedLine {
    type Error = Error;

    fn try_from(from: proto::PickedLine) -> Result<Self> {
        let proto::PickedLine { pro_id, at_ms, by } = from;
        Ok(Self { pro_id, at: moment(at_ms)?, by: by.map(OrderAssignee::from) })
    }
}

/// Detail for the audit log: `1202001 × 3 picked`.
fn detail(pro_id: i64, quantity: i64, is_picked: bool) -> String {
    format!("{pro_id} × {quantity} {}", if is_picked { "picked" } else { "not picked" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_log_says_the_line_and_whether_it_is_picked() {
        assert_eq!(detail(1_202_001, 3, true), "1202001 × 3 picked");
        assert_eq!(detail(1_202_001, 3, false), "1202001 × 3 not picked");
    }
}
