//! Login by password over HTTP. The accounts service limits the rate of attempts.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{device, dto::SignedIn, previous, signed_in, user_agent};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, ProblemBody},
    session::{ApiAccess, client_address, is_local},
};

/// Longer than any path of the storefront.
const MAX_REDIRECT: usize = 2000;

/// Login credentials.
#[derive(Deserialize, ToSchema)]
pub struct LoginBody {
    /// Phone number or email address.
    #[serde(default)]
    #[schema(required = true, example = "020 5512 3456")]
    identifier: String,
    #[serde(default)]
    #[schema(required = true, format = Password)]
    password: String,
    /// Path of this shop to which the browser goes next. Validated and otherwise unused.
    #[schema(example = "/la/checkout")]
    redirect: Option<String>,
}

/// Signs in, and sets the session cookie.
///
/// A wrong password and an unknown account return the same error: 401 with reason `credentials`. Too many failed logins
/// of one account from one address return 429, and so do attempts that follow too fast on many failed logins of the account
/// from elsewhere; a browser that has signed in to the account before (cookie `heuan_device`) is not affected by those.
#[utoipa::path(
    tag = "account",
    operation_id = "login",
    security(("api_token" = [])),
    request_body = LoginBody,
    responses(
        (status = 200, description = "Signed in", body = Envelope<SignedIn>),
        (status = 401, description = "`reason` is `api_token` or `credentials`", body = ProblemBody, content_type = "application/problem+json"),
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/login")]
pub async fn sign_in(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<LoginBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let LoginBody { identifier, password, redirect } = body.0;
    check_redirect(redirect.as_deref())?;
    let mut client = state.clients.accounts();
    let rpc_request = proto::LoginRequest {
        identifier,
        password,
        client_address: client_address(&request, &state),
        previous_token: previous(&request, &state),
        user_agent: user_agent(&request),
        device_token: device(&request, &state),
        is_local: is_local(&request, &state),
    };
    let answer = state.call("Login", client.login(rpc_request)).await?;
    signed_in(&request, &state, StatusCode::OK, answer.customer, (answer.session, &answer.device_token))
}

/// Refuses redirects to other sites. Browsers treat `\` as `/` and skip control characters.
pub fn check_redirect(redirect: Option<&str>) -> Result<()> {
    let Some(path) = redirect.filter(|path| !path.is_empty()) else { return Ok(()) };
    let is_local = path.starts_with('/') && !path.starts_with("//");
    if is_local && path.len() <= MAX_REDIRECT && !path.contains(|c: char| c == '\\' || c.is_control()) {
        return Ok(());
    }
    Err(Error::invalid("redirect", "must be a path of this shop, such as /la/checkout"))
}

impl fmt::Debug for LoginBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LoginBody(..)")
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", true)]
    #[case("/", true)]
    #[case("/la/checkout?buyNow=true#pay", true)]
    #[case("/ລາວ", true)]
    #[case("la/checkout", false)]
    #[case("//evil.example", false)]
    #[case("/\\evil.example", false)]
    #[case("/\t/evil.example", false)]
    #[case("https://evil.example", false)]
    #[case("javascript:alert(1)", false)]
    fn login_redirect_stays_in_the_shop(#[case] path: &str, #[case] stays: bool) {
        assert_eq!(check_redirect(Some(path)).is_ok(), stays);
    }
}
