//! Route `POST /api/staff/products/bulk`: one change of up to 20,000 products, or its preview.

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Result;

use super::{
    actor, audit_detail,
    bulk_dto::{BulkBody, BulkResult, Changed},
    list::hits,
};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, StaffInput},
};

/// Changes many products in one step that can be undone as a whole, or previews it.
///
/// A change needs an `Idempotency-Key`, a preview does not. A repeated change with the same key changes nothing, and returns
/// the `change_id` and the numbers of the first one, without products.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "change_products",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Chosen by the client, one for each change; needed unless `dry_run`", min_length = 1, max_length = 200)),
    request_body = BulkBody,
    responses(
        (status = 200, description = "The effect", body = Envelope<BulkResult>),
        (status = 409, description = "`reason` is `preview_outdated`: the change would not do what the preview said", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another change", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/products/bulk")]
pub async fn change(
    StaffInput(staff, body): StaffInput<BulkBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let dry_run = body.dry_run;
    let changed = Changed::of(&body.change);
    let search = body.search()?;
    let mut body = body.into_request()?;
    if let Some(search) = search {
        body.ranked_pro_ids = hits(&state, &staff, &search).await?;
        search.as_str().clone_into(&mut body.text);
    }
    let idempotency_key = if dry_run { String::new() } else { idempotency::required(&request)? };
    let rpc_request = proto::ChangeProductsRequest { actor: Some(actor(&staff)), idempotency_key, ..body };
    let detail = audit_detail::bulk(&rpc_request);
    AuditDetail::set(&request, detail.clone());
    let mut client = state.clients.staff_catalog();
    let answer = state.call("ChangeProducts", client.change_products(rpc_request)).await?;
    AuditDetail::set(&request, audit_detail::bulk_done(&detail, &answer));
    respond::private(StatusCode::OK, &Envelope::of(BulkResult::new(answer, changed, dry_run)))
}
