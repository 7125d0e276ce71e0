use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{login::check_redirect, previous, shape::SignedIn, signed_in};
use crate::{
    input::Input,
    problem::{Problem, ProblemBody, Refused, Unknown},
    routes::envelope::Envelope,
    session::{ApiAccess, client_address},
    shop::Shop,
};

/// Who registers. A phone number or an e-mail address is needed.
#[derive(Deserialize, ToSchema)]
pub struct RegisterBody {
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    fname: String,
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    lname: String,
    /// A number of Laos, as people write it.
    #[schema(example = "020 5512 3456")]
    phone: Option<String>,
    email: Option<String>,
    /// 8 to 128 characters, and neither the phone number nor the e-mail address.
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    password: String,
    /// Where the browser goes next: a path of this shop. Checked and otherwise left alone.
    redirect: Option<String>,
}

/// Makes an account, and signs in.
///
/// Every wrong field is in `errors`. A phone number or e-mail address that has an account is 409 with reason `taken`.
#[utoipa::path(
    tag = "account",
    operation_id = "register",
    security(("api_token" = [])),
    request_body = RegisterBody,
    responses(
        (status = 201, description = "Registered and signed in", body = Envelope<SignedIn>),
        (status = 409, description = "The phone number or e-mail address has an account", body = ProblemBody, content_type = "application/problem+json"),
        Unknown,
        Refused,
    ),
)]
#[post("/api/auth/register")]
pub async fn register(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<RegisterBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    let RegisterBody { fname, lname, phone, email, password, redirect } = body.0;
    check_redirect(redirect.as_deref())?;
    let mut client = shop.clients.accounts();
    let asked = proto::RegisterRequest {
        fname,
        lname,
        phone: phone.unwrap_or_default(),
        email: email.unwrap_or_default(),
        password,
        client_address: client_address(&request, &shop),
        previous_token: previous(&request),
    };
    let answer = shop.ask("Register", client.register(asked)).await?;
    signed_in(&request, &shop, StatusCode::CREATED, answer.customer, answer.session)
}

impl fmt::Debug for RegisterBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RegisterBody(..)")
    }
}
