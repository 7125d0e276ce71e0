//! Route by which a manager takes back the last booking of a kind: a payment, refund, write-off, goodwill or return of the staff, or
//! the hand-over.

use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, post, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    StaffOrder,
    action::{CHANGED, ReturnLineBody, change, with_current_order},
    actor, audit_detail, known, order_response,
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    session::{AuditDetail, StaffInput},
};

/// A kind of booking: `goodwill` is a refund of a part without a return.
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
pub enum StaffOrderBooking {
    Payment,
    Refund,
    WriteOff,
    Goodwill,
    HandOver,
    Return,
}

/// The last booking of a kind, which a manager may take back.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderCorrection {
    booking: StaffOrderBooking,
    /// Kip; 0 if it cannot be corrected now, for a hand-over that received none, and for a return without a refund.
    amount: i64,
    allowed: bool,
    /// `stock_pending`, `refund_made`, `refund_open`, `difference_open`, `goods_returned` or `provider_refunds`; null if it can be
    /// corrected.
    #[schema(required)]
    blocked_reason: Option<String>,
}

/// A correction by a manager.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffOrderCorrectionBody {
    /// The displayed version of the order.
    #[schema(minimum = 1)]
    version: i64,
    booking: StaffOrderBooking,
    /// The displayed amount of the booking; refused with another one.
    #[schema(minimum = 0)]
    amount: Option<i64>,
    /// The customer does not see it.
    #[schema(min_length = 1, max_length = 500)]
    reason: String,
    /// Of `return`: what came back instead, at most one for each product. Without any, nothing came back.
    #[schema(max_items = 200)]
    lines: Option<Vec<ReturnLineBody>>,
    /// Whether the return of `lines` refunds the delivery fee as well.
    delivery_fee: Option<bool>,
}

/// Takes back the last booking of a kind that was made by mistake, for managers. It stays in the books beside a counter-entry; the
/// state of the payment, the points and what is due for a refund follow. A repeated request changes nothing.
///
/// A return is taken back while its refund is not paid out: its units leave the stock again, and its points go the other way. With
/// `lines`, it is recorded again with these units.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "correct_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = StaffOrderCorrectionBody,
    responses(
        (status = 200, description = "The updated order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`), `action_not_possible`, `stock_short` with the `shortages` when units of the return were sold again, or `points_spent` when the customer has spent points that it gave back", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/orders/{order_id}/corrections")]
pub async fn correct(
    StaffInput(staff, body): StaffInput<StaffOrderCorrectionBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let order_id = known(order_id)?;
    let StaffOrderCorrectionBody { version, booking, amount, reason, lines, delivery_fee } = body;
    let rpc_request = proto::UpdateStaffOrderRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        action: "correct".to_owned(),
        booking: booking.name().to_owned(),
        version,
        amount,
        reason,
        lines: lines.unwrap_or_default().into_iter().map(proto::ReturnLine::from).collect(),
        delivery_fee: delivery_fee.unwrap_or_default(),
        ..proto::UpdateStaffOrderRequest::default()
    };
    request.extensions_mut().insert(AuditDetail(audit_detail::corrected(&rpc_request)));
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("UpdateStaffOrder", StaffOrderServiceClient::update_staff_order, rpc_request);
    match state.with_deadline(written).await {
        Ok(updated) => {
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

impl StaffOrderBooking {
    fn name(self) -> &'static str {
        self.into()
    }
}

impl StaffOrderCorrection {
    /// `None` for a kind of a newer service.
    pub(super) fn read(from: proto::OrderCorrection) -> Option<Self> {
        let proto::OrderCorrection { booking, amount, blocked_reason } = from;
        let booking = booking.parse().ok()?;
        let allowed = blocked_reason.is_empty();
        Some(Self { booking, amount, allowed, blocked_reason: filled(blocked_reason) })
    }
}
