use std::fmt;

use actix_web::{HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use super::shape::Nothing;
use crate::{
    input::Input,
    live::Ended,
    problem::{Problem, Refused, Unknown},
    respond,
    routes::envelope::Envelope,
    session::Session,
    shop::Shop,
};

/// The password and the one that takes its place.
#[derive(Deserialize, ToSchema)]
pub struct PasswordBody {
    #[serde(default)]
    #[schema(required = true, format = Password)]
    current: String,
    #[serde(default)]
    #[schema(required = true, min_length = 8, max_length = 128, format = Password)]
    new: String,
}

/// Changes the password, and signs out everywhere else.
///
/// A wrong present password is 400 with field `current`; too many of them are 429.
#[utoipa::path(
    tag = "account",
    operation_id = "change_password",
    security(("api_token" = [], "session" = [])),
    request_body = PasswordBody,
    responses((status = 200, description = "Changed", body = Envelope<Nothing>), Unknown, Refused),
)]
#[post("/api/auth/password")]
pub async fn change(
    session: Session,
    body: Input<PasswordBody>,
    shop: Data<Shop>,
) -> Result<HttpResponse, Problem> {
    let mut client = shop.clients.accounts();
    let asked = proto::ChangePasswordRequest {
        customer_id: session.customer_id,
        current_password: body.0.current,
        new_password: body.0.new,
        token: session.token.to_bytes(),
    };
    shop.ask("ChangePassword", client.change_password(asked)).await?;
    let (customer_id, but) = (session.customer_id, session.token.name());
    shop.shared.live.ended(Ended::Others { customer_id, but });
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

impl fmt::Debug for PasswordBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordBody(..)")
    }
}
