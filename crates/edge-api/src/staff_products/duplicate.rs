//! Route that copies a product under another id. The copy is hidden and has no stock.

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{actor, conflict_with_product, dto::StaffProductDetail, known};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, StaffInput},
};

/// A copy to make of a product.
#[derive(Deserialize, ToSchema)]
pub struct DuplicateBody {
    /// Checked if given.
    version: Option<i64>,
    /// Id of the copy, which no product has yet.
    #[schema(minimum = 1)]
    new_pro_id: i64,
}

/// Copies a product under another id, without its stock, hidden. Repeating the call returns the copy.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "duplicate_product",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    request_body = DuplicateBody,
    responses(
        (status = 201, description = "The copy", body = Envelope<StaffProductDetail>),
        (status = 409, description = "`reason` is `product_changed`; `product` is the current product", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
        // These come after the common responses, whose descriptions they replace.
        (status = 400, description = "`reason` is `taken`: another product has the id", body = ProblemBody, content_type = "application/problem+json"),
    ),
)]
#[post("/api/staff/products/{pro_id:[0-9]+}/duplicate")]
pub async fn duplicate(
    StaffInput(staff, body): StaffInput<DuplicateBody>,
    request: HttpRequest,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = known(&pro_id)?;
    let DuplicateBody { version, new_pro_id } = body;
    AuditDetail::set(&request, format!("as {new_pro_id}"));
    let rpc_request =
        proto::DuplicateProductRequest { actor: Some(actor(&staff)), pro_id, version, new_pro_id };
    let mut client = state.clients.staff_catalog();
    match state.call("DuplicateProduct", client.duplicate_product(rpc_request)).await {
        Ok(made) => {
            let copy = StaffProductDetail::try_from(made.product)?;
            respond::private(StatusCode::CREATED, &Envelope::of(copy))
        }
        Err(error) => Err(conflict_with_product(&state, &staff, pro_id, error).await),
    }
}
