//! Route `GET /api/staff/people`: members of staff, 50 a page by default, with a cursor.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_edge_http::{
    envelope::filled,
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::Staff,
};
use heuan_proto::accounts::v1::{self as proto, staff_service_client::StaffServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::dto::StaffMember;
use crate::api_state::ApiState;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
const MAX_CURSOR: usize = 20;

/// One page of the members of staff.
#[derive(Serialize, ToSchema)]
pub struct StaffMemberPage {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<StaffMember>,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    /// `next_cursor` of the previous page.
    #[param(max_length = 20)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists the members of staff with their home branches, ordered by id.
#[utoipa::path(
    tag = "staff-people",
    operation_id = "list_staff",
    security(("api_token" = [], "session" = [])),
    params(ListQuery),
    responses((status = 200, description = "One page", body = StaffMemberPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/people")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListStaffRequest {
        actor_id: staff.0.customer_id,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.staff();
    let read = client.read("ListStaff", StaffServiceClient::list_staff, rpc_request);
    let proto::ListStaffResponse { staff: people, home_branch_ids, next_cursor } =
        state.with_deadline(read).await?;
    let member = |person: proto::Customer| {
        let home_branch_id = home_branch_ids.get(&person.customer_id).copied();
        StaffMember::new(person, home_branch_id)
    };
    let page = StaffMemberPage {
        success: true,
        data: people.into_iter().map(member).collect::<Result<_>>()?,
        next_cursor: filled(next_cursor),
    };
    respond::private(StatusCode::OK, &page)
}
