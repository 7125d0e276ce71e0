//! Route `GET /api/staff/customers`: search in customers, 50 a page by default, with a cursor.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_edge_http::{
    envelope::filled,
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::Staff,
};
use heuan_proto::accounts::v1::{self as proto, staff_customer_service_client::StaffCustomerServiceClient};
use heuan_rpc::Result;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::{count_orders, dto::CustomerRow};
use crate::api_state::ApiState;

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
const MAX_SEARCH: usize = 200;
const MAX_CURSOR: usize = 20;

/// One page of customers.
#[derive(Serialize, ToSchema)]
pub struct CustomerPage {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<CustomerRow>,
    /// For the next page; null at the end.
    #[schema(required)]
    next_cursor: Option<String>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    /// Id, or parts of name, phone number or email address, in any spelling.
    #[param(max_length = 200)]
    search: Option<String>,
    /// Only customers who are blocked.
    blocked: Option<bool>,
    /// `next_cursor` of the previous page.
    #[param(max_length = 20)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists customers, the newest first.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "list_customers",
    security(("api_token" = [], "session" = [])),
    params(ListQuery),
    responses((status = 200, description = "One page", body = CustomerPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListCustomersRequest {
        actor_id: staff.0.customer_id,
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        blocked_only: params.flag("blocked")?,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.staff_customers();
    let read = client.read("ListCustomers", StaffCustomerServiceClient::list_customers, rpc_request);
    let found = state.with_deadline(read).await?;
    let customers: Vec<(proto::Customer, i64)> = found
        .customers
        .into_iter()
        .filter_map(|row| row.customer.map(|customer| (customer, row.blocked_at_ms)))
        .collect();
    let ids = customers.iter().map(|(customer, _)| customer.customer_id).collect();
    let counts = count_orders(&state, &staff, ids).await;
    let row = |(customer, blocked_at): (proto::Customer, i64)| {
        let count =
            counts.as_ref().map(|counts| counts.get(&customer.customer_id).copied().unwrap_or_default());
        CustomerRow::new(customer, blocked_at, count)
    };
    let page = CustomerPage {
        success: true,
        data: customers.into_iter().map(row).collect::<Result<_>>()?,
        next_cursor: filled(found.next_cursor),
    };
    respond::private(StatusCode::OK, &page)
}
