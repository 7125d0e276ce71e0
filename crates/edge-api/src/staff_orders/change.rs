//! Route that changes phone number, delivery or receiver of an open order.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, guard::GuardContext, patch, web::Data, web::Path,
};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    StaffOrder,
    action::{CHANGED, change, with_current_order},
    actor, known, order_response,
};
use crate::{api_state::ApiState, order_body::ReceiverBody};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    session::{AuditDetail, StaffInput},
};

/// Details of an open order. Absent ones stay.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffOrderChangeBody {
    /// The displayed version of the order.
    #[schema(minimum = 1)]
    version: i64,
    /// In a usual spelling.
    #[schema(max_length = 40, example = "020 5512 3456")]
    phone: Option<String>,
    delivery: Option<StaffDeliveryChange>,
    /// Person who receives the goods. Replaces all fields of the receiver.
    receiver: Option<ReceiverBody>,
}

/// The place of delivery, whole: an address if the order is delivered, a branch if it is picked up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffDeliveryChange {
    #[schema(minimum = 1)]
    branch_id: Option<i64>,
    #[schema(max_length = 100)]
    province: Option<String>,
    #[schema(max_length = 100)]
    district: Option<String>,
    #[schema(max_length = 100)]
    village: Option<String>,
    /// The customer's note.
    #[schema(max_length = 500)]
    note: Option<String>,
}

/// Whether the last segment of the path is an order, and not another resource of the list.
pub(super) fn names_an_order(request: &GuardContext<'_>) -> bool {
    let path = request.head().uri.path();
    !["/counts", "/quote", "/transfer-matches"].iter().any(|other| path.ends_with(other))
}

/// Changes the phone number, the place of delivery or the receiver of an open order, and notifies the customer. The method of delivery stays,
/// because another would change the total.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "change_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = StaffOrderChangeBody,
    responses(
        (status = 200, description = "The updated order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`), or `action_not_possible`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[patch("/api/staff/orders/{order_id}", guard = "names_an_order")]
pub async fn update(
    input: StaffInput<StaffOrderChangeBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let StaffInput(staff, StaffOrderChangeBody { version, phone, delivery, receiver }) = input;
    let order_id = known(order_id)?;
    request.extensions_mut().insert(AuditDetail(parts(
        phone.is_some(),
        delivery.is_some(),
        receiver.is_some(),
    )));
    let rpc_request = proto::ChangeStaffOrderRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        version,
        phone,
        delivery: delivery.map(Into::into),
        receiver: receiver.map(Into::into),
    };
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("ChangeStaffOrder", StaffOrderServiceClient::change_staff_order, rpc_request);
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

fn parts(phone: bool, delivery: bool, receiver: bool) -> String {
    let parts = [phone.then_some("phone"), delivery.then_some("delivery"), receiver.then_some("receiver")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

impl From<StaffDeliveryChange> for proto::Delivery {
    fn from(from: StaffDeliveryChange) -> Self {
        Self {
            branch_id: from.branch_id,
            province: from.province.unwrap_or_default(),
            district: from.district.unwrap_or_default(),
            village: from.village.unwrap_or_default(),
            note: from.note.unwrap_or_default(),
            ..Self::default()
        }
    }
}
