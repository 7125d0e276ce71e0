//! Session extractors. Only the session cookie authenticates: neither `cus_id`, nor a header, nor a body.

mod api_access;
mod audit;
mod cookies;
mod role;
mod staff_input;
mod token;

use actix_web::{
    FromRequest, HttpMessage as _, HttpRequest, body::BoxBody, cookie::Cookie, dev::Payload,
    dev::ServiceResponse, web::Data,
};
use futures::{FutureExt as _, future::LocalBoxFuture};
use heuan_proto::accounts::v1::{
    self as proto, SecondFactor, accounts_service_client::AccountsServiceClient,
};
use heuan_rpc::{Code, Error};

pub use api_access::require_api_token;
pub use audit::{AuditDetail, complete as complete_audit};
pub use cookies::{
    COOKIE, HTTPS_COOKIE, SessionCookie, clear, cookie_values, device_token, session_tokens, set, set_device,
    signed_device_token,
};
pub use role::{Area, BACK_OFFICE, Role, is_of_staff};
pub use staff_input::StaffInput;
pub use token::{SessionId, Token};

use crate::{app_state::AppState, header_names, middleware, problem::Problem};

/// Extractor of a signed-in customer. Requires an API token and a session, in this order, and responds with 401 and the reason
/// `api_token` or `session` otherwise.
#[derive(Clone, Debug)]
pub struct Session {
    pub customer_id: i64,
    pub role: Role,
    /// State of the second factor, for staff.
    pub second_factor: SecondFactor,
    /// Whether the shop made the password of this member of staff, who must replace it.
    pub has_temporary_password: bool,
    /// Branch whose orders lists show this member of the staff first.
    pub home_branch_id: Option<i64>,
    pub customer: proto::Customer,
    pub token: Token,
    /// The client address; see [`client_address`].
    pub client_address: String,
    /// Whether the browser is on this machine; see [`is_local`].
    pub is_local: bool,
}

/// Extractor of a member of staff. It has the requirements of [`Session`]. Visitors and other accounts get 404, as for a path
/// that does not exist, even without an API token. Staff whose role may not use the area of the path get 403 and the reason
/// `role`. Requests that change something are recorded in the audit log before they are carried out. If the account needs a
/// second factor and none was entered, only the calls for it are open: 403 and the reason `second_factor`, or
/// `second_factor_setup` if the account has none yet. With a temporary password the reason is `temporary_password`.
#[derive(Clone, Debug)]
pub struct Staff(pub Session);

/// Extractor of a request with an API token, for calls that need no session or create one.
#[derive(Clone, Copy, Debug)]
pub struct ApiAccess;

/// Routes that an open page calls automatically and repeatedly. They do not count as use of the session, which otherwise would
/// never end on a screen that was left on. Other requests of an unused page have the header [`header_names::BACKGROUND`].
const AUTOMATIC_ROUTES: [&str; 2] = ["/api/auth/events", "/api/staff/orders/{order_id}/presence"];

/// Cookies of a session that was renewed during the request.
struct RenewedSession([Cookie<'static>; 2]);

impl Session {
    /// Returns the session of `request` without requiring an API token. This is sufficient for reads, whose responses other
    /// sites cannot see.
    pub async fn of(request: &HttpRequest, state: &AppState) -> Result<Self, Problem> {
        let (peek, is_local) = (is_background(request), is_local(request, state));
        let mut candidates = session_tokens(request, &state.shared.config).into_iter();
        let mut token = candidates.next().ok_or_else(missing)?;
        // If there are several cookies, the one with a valid session is used, because another host of the domain may
        // have set the first one.
        let answer = loop {
            let client = state.clients.accounts();
            let rpc_request = proto::GetSessionRequest { token: token.to_bytes(), peek, is_local };
            let read = client.read("GetSession", AccountsServiceClient::get_session, rpc_request);
            match (state.with_deadline(read).await, candidates.next()) {
                (Err(error), Some(next)) if error.code == Code::Unauthenticated => token = next,
                (answer, _) => break answer?,
            }
        };
        let (second_factor, has_temporary_password) = (answer.second_factor(), answer.has_temporary_password);
        let home_branch_id = answer.home_branch_id;
        let customer = answer.customer.ok_or_else(|| Error::internal("a session without its customer"))?;
        if answer.renewed {
            let (customer_id, expires_at_ms) = (customer.customer_id, answer.expires_at_ms);
            let signed = SessionCookie { token: token.clone(), customer_id, expires_at_ms };
            let cookies = cookies::of(request, &state.shared.config, &signed);
            request.extensions_mut().insert(RenewedSession(cookies));
        }
        let role = customer.role().into();
        let customer_id = customer.customer_id;
        let client_address = client_address(request, state);
        Ok(Self {
            customer_id,
            role,
            second_factor,
            has_temporary_password,
            home_branch_id,
            customer,
            token,
            client_address,
            is_local,
        })
    }
}

impl Session {
    /// Whether the account's role may use an area of the back office.
    pub fn may_use(&self, area: Area) -> bool {
        self.is_staff() && self.role.may_use(area)
    }

    /// Whether the account has a role, a password of its own, and its second factor was entered, if it needs one.
    pub fn is_staff(&self) -> bool {
        self.role.is_staff() && self.missing_proof().is_none()
    }

    /// The reason why the session of staff may not use the back office yet.
    pub fn missing_proof(&self) -> Option<&'static str> {
        if self.has_temporary_password {
            return Some("temporary_password");
        }
        match self.second_factor {
            SecondFactor::Pending => Some("second_factor"),
            SecondFactor::Missing => Some("second_factor_setup"),
            SecondFactor::Unspecified | SecondFactor::NotRequired | SecondFactor::Verified => None,
        }
    }

    /// Error for a member of the staff who may not use an area: a missing proof, or the role.
    pub fn refusal(&self) -> Error {
        self.missing_proof().map_or_else(role_denied, missing_proof_error)
    }

    /// First and family name.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.customer.fname, self.customer.lname).trim().to_owned()
    }
}

/// The error of a call for staff to staff whose role does not suffice.
fn role_denied() -> Error {
    let mut error = Error::new(Code::PermissionDenied, "your role does not allow this");
    "role".clone_into(&mut error.detail.reason);
    error
}

fn missing_proof_error(reason: &'static str) -> Error {
    let message = match reason {
        "temporary_password" => "replace the temporary password first",
        _ => "enter the code of your authenticator app first",
    };
    let mut error = Error::new(Code::PermissionDenied, message);
    reason.clone_into(&mut error.detail.reason);
    error
}

/// The member of the staff of `request`, of any role. Others get 404, because they must not learn which paths exist. An
/// expired API token is reported only to staff.
async fn of_staff(request: &HttpRequest, state: &AppState) -> Result<Session, Problem> {
    let session = Session::of(request, state).await.map_err(hidden)?;
    if !session.role.is_staff() {
        return Err(Problem::not_found());
    }
    require_api_token(request, state)?;
    Ok(session)
}

/// Replaces a refusal by 404.
fn hidden(problem: Problem) -> Problem {
    let is_refusal = matches!(problem.code(), Code::Unauthenticated | Code::PermissionDenied);
    if is_refusal { Problem::not_found() } else { problem }
}

/// Refuses a request to a path below those of the staff that does not exist, or does not support the method, unless the
/// caller is staff. The session is looked up as for an existing path, so that neither the response nor its time distinguishes
/// them.
pub async fn hide_staff_address(request: &HttpRequest, state: &AppState) -> Result<(), Problem> {
    if is_of_staff(request.path()) { of_staff(request, state).await.map(drop) } else { Ok(()) }
}

/// Whether `request` was sent by its page and not for the user. The session is then looked up and not extended, so the header
/// gives a client no advantage.
fn is_background(request: &HttpRequest) -> bool {
    request.headers().contains_key(header_names::BACKGROUND)
        || request.match_pattern().is_some_and(|route| AUTOMATIC_ROUTES.contains(&route.as_str()))
}

fn missing() -> Error {
    let mut error = Error::new(Code::Unauthenticated, "sign in first");
    "session".clone_into(&mut error.detail.reason);
    error
}

impl FromRequest for Session {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let state = app_state(&request)?;
            require_api_token(&request, state)?;
            Self::of(&request, state).await
        }
        .boxed_local()
    }
}

impl FromRequest for Staff {
    type Error = Problem;
    type Future = LocalBoxFuture<'static, Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let session = of_staff(&request, app_state(&request)?).await?;
            let route = request.match_pattern().unwrap_or_default();
            if !session.role.may_call(request.path(), &route) {
                return Err(role_denied().into());
            }
            if let Some(reason) = session.missing_proof().filter(|_| !role::needs_no_proof(request.path())) {
                return Err(missing_proof_error(reason).into());
            }
            audit::record(&request, app_state(&request)?, &session).await?;
            Ok(Self(session))
        }
        .boxed_local()
    }
}

impl FromRequest for ApiAccess {
    type Error = Problem;
    type Future = std::future::Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let checked = app_state(request).and_then(|state| require_api_token(request, state));
        std::future::ready(checked.map(|()| Self))
    }
}

fn app_state(request: &HttpRequest) -> Result<&AppState, Problem> {
    let state = request.app_data::<Data<AppState>>();
    Ok(state.ok_or_else(|| Error::internal("AppState is not registered"))?)
}

/// Returns the client as limits count it: an IPv4 address or an IPv6 /64.
pub fn client_address(request: &HttpRequest, state: &AppState) -> String {
    middleware::limit_key(middleware::address(request.head(), &state.shared.config.trusted_proxies))
        .to_string()
}

/// Returns the line of the client, for resources that one line must not use up, and for counts of visitors: an IPv4 address or
/// an IPv6 /48.
pub fn client_line(request: &HttpRequest, state: &AppState) -> String {
    middleware::line_key(middleware::address(request.head(), &state.shared.config.trusted_proxies))
        .to_string()
}

/// Whether the browser is on this machine, where the demo needs no second factor.
pub fn is_local(request: &HttpRequest, state: &AppState) -> bool {
    middleware::is_local(request.head(), &state.shared.config.trusted_proxies)
}

/// Adds the cookies of a renewed session to the response. Called by the middleware.
pub fn renew(response: &mut ServiceResponse<BoxBody>) {
    let renewed = response.request().extensions_mut().remove::<RenewedSession>();
    for cookie in renewed.iter().flat_map(|renewed| &renewed.0) {
        // The value has only characters that a header allows.
        let _ = response.response_mut().add_cookie(cookie);
    }
}
