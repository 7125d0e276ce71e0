//! Registration, login, logout and profile. The responses are not cacheable.

pub mod dto;
mod log;
mod login;
mod logout;
mod password;
mod profile;
mod register;
mod verify_token;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use heuan_proto::accounts::v1 as proto;
use heuan_rpc::Error;

use dto::Customer;
pub use dto::Nothing;

use super::{Registry, envelope::Envelope};
use crate::{
    app_state::AppState,
    live::SessionsRevoked,
    problem::Problem,
    respond,
    session::{self, SessionCookie, Token},
};

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(verify_token::verify)
        .service(profile::get_one)
        .service(profile::update)
        .service(password::change)
        .service(login::sign_in)
        .service(logout::sign_out)
        .service(register::register)
        .service(log::record);
}

/// The response of login and registration: the customer, and the session cookies.
fn signed_in(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    customer: Option<proto::Customer>,
    granted: Option<proto::Session>,
) -> Result<HttpResponse, Problem> {
    let (Some(customer), Some(granted)) = (customer, granted) else {
        return Err(Error::internal("login response without customer or session").into());
    };
    let token =
        Token::new(&granted.token).ok_or_else(|| Error::internal("session token of invalid length"))?;
    let (customer_id, expires_at_ms) = (customer.customer_id, granted.expires_at_ms);
    let data = dto::SignedIn { customer: Customer::try_from(customer)? };
    // Already ended by the service.
    if let Some(before) = Token::of(request) {
        state.shared.live.sessions_revoked(SessionsRevoked::One(before.id()));
    }
    let mut response = respond::private(status, &Envelope::of(data))?;
    session::set(&mut response, request, state, &SessionCookie { token, customer_id, expires_at_ms });
    Ok(response)
}

/// The browser's previous session, which the service ends.
pub fn previous(request: &HttpRequest) -> Vec<u8> {
    Token::of(request).map(|token| token.to_bytes()).unwrap_or_default()
}
