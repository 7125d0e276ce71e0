use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;

use super::shape::Nothing;
use crate::{
    live::Ended,
    problem::{Problem, Refused, Unknown},
    respond,
    routes::envelope::Envelope,
    session::{self, ApiAccess, Token},
    shop::Shop,
};

/// Ends the session here and in the browser. Without one there is nothing to end, which is no error.
#[utoipa::path(
    tag = "account",
    operation_id = "logout",
    security(("api_token" = [])),
    responses((status = 200, description = "Signed out", body = Envelope<Nothing>), Unknown, Refused),
)]
#[post("/api/auth/logout")]
pub async fn sign_out(_: ApiAccess, request: HttpRequest, shop: Data<Shop>) -> Result<HttpResponse, Problem> {
    if let Some(token) = Token::of(&request) {
        let mut client = shop.clients.accounts();
        let asked = proto::LogoutRequest { token: token.to_bytes() };
        shop.ask("Logout", client.logout(asked)).await?;
        shop.shared.live.ended(Ended::Session(token.name()));
    }
    let mut response = respond::private(StatusCode::OK, &Envelope::of(Nothing {}))?;
    session::clear(&mut response, &request, &shop);
    Ok(response)
}
