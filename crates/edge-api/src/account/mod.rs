//! Registration, login, logout and profile. The responses are not cacheable.

mod addresses;
mod code;
mod code_channels;
pub mod dto;
mod log;
mod login;
mod logout;
mod own_data;
mod password;
mod profile;
mod register;
mod sessions;
mod verify_token;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header::USER_AGENT},
};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::Error;
use serde::Serialize;

pub use addresses::MapPosition;
pub use dto::{Customer, CustomerRole};

use super::Registry;
use crate::{api_state::ApiState, page_language};
use heuan_edge_http::{
    envelope::Envelope,
    problem::Problem,
    respond,
    session::{self, SessionCookie, Token},
};
use heuan_edge_live::SessionsRevoked;

/// Characters of a `User-Agent` that are sent on.
const MAX_USER_AGENT: usize = 500;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(verify_token::verify)
        .service(profile::get_profile)
        .service(profile::update)
        .service(profile::verify)
        .service(password::change)
        .service(code::channels)
        .service(code::request_code)
        .service(code::verify)
        .service(own_data::export)
        .service(own_data::export_archive)
        .service(own_data::close)
        .service(login::sign_in)
        .service(logout::sign_out)
        .service(sessions::list)
        .service(sessions::end)
        .service(sessions::end_others)
        .service(addresses::list)
        .service(addresses::add)
        .service(addresses::update)
        .service(addresses::delete)
        .service(register::register)
        .service(log::record);
}

/// The response of login and registration: the customer, and the session cookies.
fn signed_in(
    request: &HttpRequest,
    state: &ApiState,
    status: StatusCode,
    customer: Option<proto::Customer>,
    (granted, device): (Option<proto::Session>, &[u8]),
) -> Result<HttpResponse, Problem> {
    let customer = customer.ok_or_else(|| Error::internal("login response without customer"))?;
    let customer_id = customer.customer_id;
    let data = dto::SignedIn { customer: Customer::try_from(customer)? };
    with_session(request, state, status, (customer_id, &data), (granted, device))
}

/// A response with the cookies of a new session.
fn with_session<T: Serialize>(
    request: &HttpRequest,
    state: &ApiState,
    status: StatusCode,
    (customer_id, data): (i64, &T),
    (granted, device): (Option<proto::Session>, &[u8]),
) -> Result<HttpResponse, Problem> {
    let granted = granted.ok_or_else(|| Error::internal("login response without session"))?;
    let token =
        Token::new(&granted.token).ok_or_else(|| Error::internal("session token of invalid length"))?;
    let expires_at_ms = granted.expires_at_ms;
    // The service has already ended this session.
    if let Some(before) = session::session_tokens(request, &state.shared.config).first() {
        state.live.sessions_revoked(SessionsRevoked::One(before.id()));
    }
    page_language::record(request, state, customer_id);
    let mut response = respond::private(status, &Envelope::of(data))?;
    session::set(&mut response, request, state, &SessionCookie { token, customer_id, expires_at_ms });
    if let Some(device) = Token::new(device) {
        session::set_device(&mut response, request, state, &device);
    }
    Ok(response)
}

/// The browser's previous session, which the service ends.
pub fn previous(request: &HttpRequest, state: &ApiState) -> Vec<u8> {
    let tokens = session::session_tokens(request, &state.shared.config);
    tokens.first().map(Token::to_bytes).unwrap_or_default()
}

/// The browser's device token, or nothing.
fn device(request: &HttpRequest, state: &ApiState) -> Vec<u8> {
    session::device_token(request, &state.shared.config).map(|token| token.to_bytes()).unwrap_or_default()
}

/// The `User-Agent`, truncated to a length that no browser exceeds.
fn user_agent(request: &HttpRequest) -> String {
    let text = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    text.chars().take(MAX_USER_AGENT).collect()
}
