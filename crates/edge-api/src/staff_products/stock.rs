//! Route of stock adjustments: received, damaged, corrected or counted units.

use actix_web::{
    HttpRequest, HttpResponse, post,
    web::{Data, Path},
};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{actor, audit_detail, conflict_with_product, dto::StaffProductDetail, known, product_response};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    input::null_as_default,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    session::{AuditDetail, StaffInput},
};

/// A change of the units on hand.
#[derive(Deserialize, ToSchema)]
pub struct StockBody {
    /// Checked if given.
    version: Option<i64>,
    /// Units on hand that the count is compared with; checked if given. `count` needs it or `version`.
    #[schema(minimum = 0)]
    expected_on_hand: Option<i64>,
    kind: StockKind,
    /// Units received, damaged or corrected (with sign); for `count` the units on hand, reserved ones included.
    #[schema(minimum = -999_999, maximum = 9_999_999)]
    quantity: i64,
    /// Needed for `damage` and `correct`.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 500)]
    reason: String,
}

/// Reason for a change of units.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockKind {
    Receive,
    Count,
    Damage,
    Correct,
}

/// Receives, counts, or takes off units of a product. Units held for open checkouts always remain.
///
/// A repeated request with the same `Idempotency-Key` changes nothing and returns the product as it is now.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "adjust_product_stock",
    security(("api_token" = [], "session" = [])),
    params(
        ("pro_id" = i64, Path, description = "The product", minimum = 1),
        ("Idempotency-Key" = String, Header, description = "Chosen by the client, one for each change", min_length = 1, max_length = 200),
    ),
    request_body = StockBody,
    responses(
        (status = 200, description = "The updated product", body = Envelope<StaffProductDetail>),
        (status = 409, description = "`reason` is `product_changed`, `stock_changed` (other units are on hand than expected), `stock_held` (fewer units would remain than are held) or `stock_not_counted`; `product` is the current product", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another change", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/products/{pro_id:[0-9]+}/stock")]
pub async fn adjust(
    StaffInput(staff, body): StaffInput<StockBody>,
    request: HttpRequest,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = known(&pro_id)?;
    let idempotency_key = idempotency::required(&request)?;
    let StockBody { version, expected_on_hand, kind, quantity, reason } = body;
    if kind == StockKind::Count && version.is_none() && expected_on_hand.is_none() {
        let message = "send the units on hand that you have seen, or `version` when the stock is not counted";
        return Err(Error::invalid("expected_on_hand", message).into());
    }
    let kind = match kind {
        StockKind::Receive => proto::StockAdjustmentKind::Receive,
        StockKind::Count => proto::StockAdjustmentKind::Count,
        StockKind::Damage => proto::StockAdjustmentKind::Damage,
        StockKind::Correct => proto::StockAdjustmentKind::Correct,
    };
    let rpc_request = proto::AdjustStockRequest {
        actor: Some(actor(&staff)),
        pro_id,
        version,
        kind: kind.into(),
        quantity,
        reason,
        idempotency_key,
        expected_on_hand,
    };
    AuditDetail::set(&request, audit_detail::stock(&rpc_request, None));
    let mut client = state.clients.staff_catalog();
    match state.call("AdjustStock", client.adjust_stock(rpc_request.clone())).await {
        Ok(adjusted) => {
            AuditDetail::set(&request, audit_detail::stock(&rpc_request, adjusted.product.as_ref()));
            product_response(&state, &staff, adjusted.product).await
        }
        Err(error) => Err(conflict_with_product(&state, &staff, pro_id, error).await),
    }
}
