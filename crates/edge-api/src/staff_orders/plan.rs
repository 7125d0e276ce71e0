//! Route that plans the day on which an open order goes out or is picked up.

use actix_web::{HttpRequest, HttpResponse, put, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    StaffOrder,
    action::{CHANGED, change, with_current_order},
    actor, known, order_response,
};
use crate::{api_state::ApiState, order::DayPart};
use heuan_edge_http::{
    envelope::Envelope,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    session::{AuditDetail, StaffInput},
};

/// The planned day of an open order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffDeliveryDayBody {
    /// The displayed version of the order.
    #[schema(minimum = 1)]
    version: i64,
    /// Day in Laos: today or later, at most a year ahead. Without it the plan is deleted.
    #[schema(format = Date, example = "2026-11-21")]
    day: Option<String>,
    /// Absent for any time of the day.
    part: Option<DayPart>,
}

/// Plans the day on which an open order goes out or is picked up. The customer sees it in the order.
///
/// A repeated request changes nothing and returns the current order.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "plan_staff_delivery",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order")),
    request_body = StaffDeliveryDayBody,
    responses(
        (status = 200, description = "The updated order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`), or `action_not_possible`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/orders/{order_id}/delivery-day")]
pub async fn update(
    input: StaffInput<StaffDeliveryDayBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let StaffInput(staff, StaffDeliveryDayBody { version, day, part }) = input;
    let order_id = known(order_id)?;
    let part = part.map_or("", DayPart::name);
    AuditDetail::set(&request, detail(day.as_deref(), part));
    let rpc_request = proto::PlanStaffDeliveryRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        version,
        delivery_day: day.map(|day| proto::DeliveryDay { day, part: part.to_owned() }),
    };
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("PlanStaffDelivery", StaffOrderServiceClient::plan_staff_delivery, rpc_request);
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

/// Detail for the audit log: `2026-11-21 morning`, or `none`. Texts longer than a day belong to an invalid request
/// and are left out.
fn detail(day: Option<&str>, part: &str) -> String {
    let Some(day) = day else { return "none".to_owned() };
    let day: String = day.chars().take("2026-11-21".len()).collect();
    format!("{day} {part}").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn audit_log_says_the_day() {
        assert_eq!(detail(Some("2026-11-21"), "morning"), "2026-11-21 morning");
        assert_eq!(detail(Some("2026-11-21"), ""), "2026-11-21");
        assert_eq!(detail(None, ""), "none");
    }
}
