//! Route of the steps of an order, such as `confirm`, `dispatch`, `mark_paid` and `refund_part`: a state machine
//! whose rules are in the orders service.

use actix_web::{HttpRequest, HttpResponse, post, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::Error;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{StaffOrder, actor, audit_detail, fetch, known, order_response};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    session::{AuditDetail, Staff, StaffInput},
};
use heuan_edge_live::StaffOrderChange;

/// Reason of a step on an order that another member of the staff, or the customer, has changed.
pub(super) const CHANGED: &str = "order_changed";

/// A step of the staff on an order.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StaffOrderAction {
    Confirm,
    Prepare,
    Dispatch,
    FailDelivery,
    HandOver,
    MarkPaid,
    MarkRefunded,
    Cancel,
    Undo,
    Assign,
    Unassign,
    Note,
    AcceptDifference,
    RequestReturn,
    ReceiveReturn,
    DeclineReturn,
    RefundPart,
}

impl StaffOrderAction {
    pub(super) fn of(name: &str) -> Result<Self, Error> {
        name.parse().map_err(|_| Error::internal(format!("{name} is no action")))
    }

    fn name(self) -> &'static str {
        self.into()
    }
}

/// Method by which money is received or paid out: `card` at a card terminal.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StaffMoneyMethod {
    Cash,
    Transfer,
    Qr,
    Card,
}

impl StaffMoneyMethod {
    fn name(self) -> &'static str {
        self.into()
    }
}

/// A step of the staff.
#[derive(Deserialize, ToSchema)]
pub struct StaffOrderActionBody {
    action: StaffOrderAction,
    /// The displayed version of the order.
    #[schema(minimum = 1)]
    version: i64,
    /// Required for `fail_delivery`, `cancel`, `request_return`, `receive_return`, `decline_return`, `refund_part`, and for
    /// `accept_difference` that writes off. The customer does not see it.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// Required for `note`. The customer does not see it.
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Kip received, for `mark_paid`: absent is what is not paid yet, another amount makes the order underpaid or overpaid.
    /// Required when nothing is to be paid: what is too much becomes due for a refund.
    /// Kip to refund, for `refund_part`.
    #[schema(minimum = 1)]
    amount: Option<i64>,
    /// Of `request_return` (units in `to_stock`) and `receive_return`; at most one for each product.
    #[schema(max_items = 200)]
    lines: Option<Vec<ReturnLineBody>>,
    /// Whether `receive_return` refunds the delivery fee as well.
    delivery_fee: Option<bool>,
    /// For `mark_paid`, `mark_refunded`, and `hand_over` that receives the price; absent is the usual way of the order's payment
    /// method.
    method: Option<StaffMoneyMethod>,
    /// Such as the number of a bank's transaction; required with `transfer`. The customer does not see it.
    #[schema(max_length = 64)]
    reference: Option<String>,
    /// The payment is another one than that which is recorded with the same bank number. Without it, a payment by `transfer` or
    /// `qr` whose bank number is recorded, for this order or another, is refused with `bank_number_recorded`.
    repeats_reference: Option<bool>,
    /// The branch that receives the goods of `request_return` and `receive_return`; absent is that of the requested return, or of
    /// the pickup.
    #[schema(minimum = 1)]
    branch_id: Option<i64>,
}

/// Units of one product that come back.
#[derive(Deserialize, ToSchema)]
pub struct ReturnLineBody {
    #[schema(minimum = 1)]
    pro_id: i64,
    /// Units that can be sold again.
    #[schema(minimum = 0)]
    to_stock: i64,
    /// Units that cannot.
    #[schema(minimum = 0)]
    to_waste: i64,
    /// The customer does not see it.
    #[schema(max_length = 200)]
    note: Option<String>,
}

/// Does a step on an order. A repeated request changes nothing and returns the current order.
///
/// The customer is notified of `confirm`, `prepare`, `dispatch`, `fail_delivery` and `hand_over` ten seconds later, until
/// when `undo` reverts the step, unless it moved money.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "update_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = StaffOrderActionBody,
    responses(
        (status = 200, description = "The updated order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`), `action_not_possible`, or `bank_number_recorded` (with the numbers of the `orders` that the transfer paid)", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/orders/{order_id}/actions")]
pub async fn act(
    StaffInput(staff, body): StaffInput<StaffOrderActionBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let StaffOrderActionBody {
        action,
        version,
        reason,
        note,
        amount,
        lines,
        delivery_fee,
        method,
        reference,
        repeats_reference,
        branch_id,
    } = body;
    let rpc_request = proto::UpdateStaffOrderRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        action: action.name().to_owned(),
        version,
        reason: reason.unwrap_or_default(),
        note: note.unwrap_or_default(),
        amount,
        lines: lines.unwrap_or_default().into_iter().map(proto::ReturnLine::from).collect(),
        delivery_fee: delivery_fee.unwrap_or_default(),
        method: method.map_or("", StaffMoneyMethod::name).to_owned(),
        reference: reference.unwrap_or_default(),
        branch_id: branch_id.unwrap_or_default(),
        booking: String::new(),
        repeats_reference: repeats_reference.unwrap_or_default(),
    };
    AuditDetail::set(&request, audit_detail::requested(&rpc_request));
    let step = rpc_request.clone();
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("UpdateStaffOrder", StaffOrderServiceClient::update_staff_order, rpc_request);
    match state.with_deadline(written).await {
        Ok(updated) => {
            AuditDetail::set(&request, audit_detail::done(&step, updated.order.as_ref()));
            if let Some(order) = &updated.order {
                state.live.staff_order(change(order));
            }
            order_response(updated.order)
        }
        Err(error) if error.detail.reason == CHANGED => {
            Err(with_current_order(&state, &staff, order_id, error).await)
        }
        Err(error) => Err(error.into()),
    }
}

impl From<ReturnLineBody> for proto::ReturnLine {
    fn from(from: ReturnLineBody) -> Self {
        let ReturnLineBody { pro_id, to_stock, to_waste, note } = from;
        Self { pro_id, to_stock, to_waste, note: note.unwrap_or_default() }
    }
}

pub(super) fn change(order: &proto::StaffOrder) -> StaffOrderChange {
    let inner = order.order.clone().unwrap_or_default();
    StaffOrderChange {
        order_id: inner.order_id,
        number: inner.number,
        version: order.version,
        status: inner.status,
        is_new: false,
    }
}

/// Adds the current order to a conflict, if it can be read.
pub(super) async fn with_current_order(
    state: &ApiState,
    staff: &Staff,
    order_id: String,
    error: Error,
) -> Problem {
    let problem = Problem::from(error);
    let now = fetch(state, staff, order_id).await.and_then(StaffOrder::try_from).ok();
    match now.and_then(|order| serde_json::to_value(order).ok()) {
        Some(order) => problem.with_member("order", order),
        None => problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_is_sent_and_received_by_the_name_that_it_has_in_json() {
        for name in [
            "confirm",
            "prepare",
            "dispatch",
            "fail_delivery",
            "hand_over",
            "mark_paid",
            "mark_refunded",
            "cancel",
            "undo",
            "assign",
            "unassign",
            "note",
            "accept_difference",
            "request_return",
            "receive_return",
            "decline_return",
            "refund_part",
        ] {
            let action = StaffOrderAction::of(name).unwrap();
            assert_eq!((action.name(), serde_json::json!(action)), (name, name.into()));
        }
        assert!(StaffOrderAction::of("mislay").is_err());
    }

    #[test]
    fn method_of_payment_is_sent_by_the_name_that_it_has_in_json() {
        for name in ["cash", "transfer", "qr", "card"] {
            let method: StaffMoneyMethod = serde_json::from_value(name.into()).unwrap();
            assert_eq!(method.name(), name);
        }
    }
}
