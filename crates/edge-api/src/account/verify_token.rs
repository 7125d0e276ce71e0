//! Route `GET /api/v1/verify-token`: the customer of the session cookie, or 401.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::api_state::ApiState;
use heuan_edge_http::{
    problem::{ClientErrorResponses, Problem, ProblemBody},
    respond,
    session::Session,
};

/// The signed-in customer, in the specified shape.
#[derive(Serialize, ToSchema)]
pub struct Verified {
    /// Always true.
    success: bool,
    payload: VerifiedCustomer,
}

#[derive(Serialize, ToSchema)]
pub struct VerifiedCustomer {
    fname: String,
    lname: String,
    email: String,
    phone: String,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; never read")]
struct VerifyQuery {
    /// Any text, to bypass intermediate caches. The response is never cacheable.
    nocache: Option<String>,
}

/// Returns the signed-in customer, or 401. Needs no API token.
#[utoipa::path(
    tag = "account",
    operation_id = "verify_token",
    security(("session" = [])),
    params(VerifyQuery),
    responses(
        (status = 200, description = "The customer", body = Verified),
        (status = 401, description = "Not signed in; `reason` is `session`", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[get("/api/v1/verify-token")]
pub async fn verify(request: HttpRequest, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let customer = Session::of(&request, &state).await?.customer;
    let payload = VerifiedCustomer {
        fname: customer.fname,
        lname: customer.lname,
        email: customer.email,
        phone: customer.phone,
    };
    respond::private(StatusCode::OK, &Verified { success: true, payload })
}
