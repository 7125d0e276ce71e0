//! Registering, signing in and out, and what a customer keeps of themselves. No answer of these is kept by anybody.

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

/// The documented calls.
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

/// The answer of signing in and of registering: the customer, and the session in its cookies.
fn signed_in(
    request: &HttpRequest,
    state: &AppState,
    status: StatusCode,
    customer: Option<proto::Customer>,
    granted: Option<proto::Session>,
) -> Result<HttpResponse, Problem> {
    let (Some(customer), Some(granted)) = (customer, granted) else {
        return Err(Error::internal("signed in without a customer or a session").into());
    };
    let token =
        Token::new(&granted.token).ok_or_else(|| Error::internal("a session token of strange length"))?;
    let (customer_id, expires_at_ms) = (customer.customer_id, granted.expires_at_ms);
    let data = dto::SignedIn { customer: Customer::try_from(customer)? };
    // Which the service has ended.
    if let Some(before) = Token::of(request) {
        state.shared.live.sessions_revoked(SessionsRevoked::One(before.id()));
    }
    let mut response = respond::private(status, &Envelope::of(data))?;
    session::set(&mut response, request, state, &SessionCookie { token, customer_id, expires_at_ms });
    Ok(response)
}

/// The session a browser had until now, for the service to end.
pub fn previous(request: &HttpRequest) -> Vec<u8> {
    Token::of(request).map(|token| token.to_bytes()).unwrap_or_default()
}
