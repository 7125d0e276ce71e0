//! Route that undoes a change of products. Fields that were changed again since then, or whose former value is gone, stay.

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{actor, audit_detail, detail, dto::StaffProductDetail};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, StaffInput},
};

/// Longer than any id of a change.
const MAX_ID: usize = 64;

/// Part of a change that is undone.
#[derive(Deserialize, ToSchema)]
pub struct UndoBody {
    /// Only what was done to this product; needed for an import.
    #[schema(minimum = 1)]
    pro_id: Option<i64>,
}

/// Effect of an undo.
#[derive(Serialize, ToSchema)]
pub struct UndoResult {
    /// The undo itself, which can be undone.
    change_id: String,
    /// Products that have their former values again.
    undone: i64,
    /// Fields that stay, because they were changed again since or their former value is gone, at most 1,000.
    skipped: Vec<UndoSkipped>,
    /// Number of all fields that stay.
    skipped_count: i64,
    /// Number of those whose former value is gone.
    removed_count: i64,
    /// The product, if the change concerned only one.
    #[schema(required)]
    product: Option<StaffProductDetail>,
}

/// A field that was not restored.
#[derive(Serialize, ToSchema)]
pub struct UndoSkipped {
    pro_id: i64,
    field: String,
    reason: UndoSkipReason,
}

/// Reason why a field was not restored: it was changed again since, or its former group, category or image was removed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UndoSkipReason {
    ChangedSince,
    FormerValueRemoved,
}

impl From<proto::SkippedProduct> for UndoSkipped {
    fn from(from: proto::SkippedProduct) -> Self {
        let reason =
            if from.removed { UndoSkipReason::FormerValueRemoved } else { UndoSkipReason::ChangedSince };
        Self { pro_id: from.pro_id, field: from.reason, reason }
    }
}

/// Restores what a change did, where nothing has changed it since.
///
/// A product returns to its group, in the category that the group is in now.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "undo_product_change",
    security(("api_token" = [], "session" = [])),
    params(("change_id" = String, Path, description = "The change", max_length = 64)),
    request_body = UndoBody,
    responses(
        (status = 200, description = "The effect", body = Envelope<UndoResult>),
        (status = 409, description = "`reason` is `already_undone`, `change_superseded` (all of it was changed again), `former_value_removed` (the group, category or image of before was removed), `not_undoable` (a sale, a return, or a whole import) or `stock_held`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/products/changes/{change_id}/undo")]
pub async fn undo(
    StaffInput(staff, body): StaffInput<UndoBody>,
    request: HttpRequest,
    change_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let pro_id = body.pro_id;
    if pro_id.is_some_and(|id| id <= 0) {
        return Err(Error::invalid("pro_id", "must be a positive number").into());
    }
    let rpc_request = proto::UndoChangeRequest {
        actor: Some(actor(&staff)),
        change_id: known(change_id.into_inner())?,
        pro_id,
    };
    let mut client = state.clients.staff_catalog();
    let answer = state.call("UndoChange", client.undo_change(rpc_request)).await?;
    AuditDetail::set(&request, audit_detail::undone(pro_id, &answer));
    let product = match answer.product {
        Some(product) => Some(detail(&state, &staff, Some(product)).await?),
        None => None,
    };
    let result = UndoResult {
        change_id: answer.change_id,
        undone: answer.undone,
        skipped: answer.skipped.into_iter().map(Into::into).collect(),
        skipped_count: answer.skipped_count,
        removed_count: answer.removed_count,
        product,
    };
    respond::private(StatusCode::OK, &Envelope::of(result))
}

fn known(change_id: String) -> Result<String> {
    let may_be = change_id.len() <= MAX_ID && change_id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if may_be { Ok(change_id) } else { Err(Error::not_found("no such change")) }
}
