//! Download of one's own data, and closing of one's account.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, delete, get, http::StatusCode, web::Data};
use heuan_edge_http::{
    envelope::Envelope,
    input::{Input, null_as_default},
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{self, Session},
};
use heuan_edge_live::SessionsRevoked;
use heuan_proto::{
    accounts::v1 as proto,
    chat::v1 as chat,
    orders::v1::{StaffActor, StaffActorRole},
    privacy::v1::PersonalDataActorRole,
};
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::empty_body::Nothing;
use crate::{
    api_state::ApiState,
    personal_data::{self, Eraser, Exporter},
};

/// The password, or a code of the purpose `confirm`.
#[derive(Deserialize, ToSchema)]
pub struct CloseAccountBody {
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, format = Password)]
    password: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, example = "012345")]
    code: String,
}

/// Returns all data of the signed-in customer as JSON (docs/customer-export.schema.json), also the images of the chat.
#[utoipa::path(
    tag = "account",
    operation_id = "export_own_data",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The data", body = Object, content_type = "application/json"), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/export")]
pub async fn export(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let customer_id = session.customer_id;
    let exporter = own(&session);
    personal_data::export(state, exporter, customer_id, "my-data.json").await
}

/// Returns a zip file with all data of the signed-in customer (`my-data.json`), an invoice for each completed order, and a
/// credit note for each of its returns (`invoices/{number}.html`).
#[utoipa::path(
    tag = "account",
    operation_id = "export_own_archive",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The zip file", body = String, content_type = "application/zip"), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/export.zip")]
pub async fn export_archive(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let customer_id = session.customer_id;
    let exporter = own(&session);
    personal_data::export_archive(state, exporter, customer_id, "my-data.zip").await
}

fn own(session: &Session) -> Exporter {
    let reader = crate::chat::actor(session, chat::ParticipantRole::Customer);
    Exporter { actor_id: session.customer_id, role: PersonalDataActorRole::Customer, reader }
}

/// Closes the account of the signed-in customer and erases the data in all services.
///
/// All sessions end at once; the rest follows in the background. A wrong password returns 400 with field `password`, a wrong code
/// 400 with field `code`. What the law requires of invoices stays without name and address.
#[utoipa::path(
    tag = "account",
    operation_id = "close_account",
    security(("api_token" = [], "session" = [])),
    request_body = CloseAccountBody,
    responses(
        (status = 202, description = "The erasure has begun", body = Envelope<Nothing>),
        (status = 409, description = "`reason` is `open_orders` (`detail` names them) or `is_staff`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/auth/account")]
pub async fn close(
    session: Session,
    request: HttpRequest,
    body: Input<CloseAccountBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = session.customer_id;
    let role = StaffActorRole::Customer.into();
    let (name, client_address) = (session.full_name(), session.client_address.clone());
    let actor = StaffActor { role, account_id: customer_id, name, client_address };
    personal_data::refuse_open_orders(&state, actor, customer_id).await?;
    let CloseAccountBody { password, code } = body.0;
    let client_address = session.client_address;
    let rpc_request = proto::CloseAccountRequest { customer_id, password, code, client_address };
    let mut client = state.clients.codes();
    let closed = state.call("CloseAccount", client.close_account(rpc_request)).await?;
    let erasure = closed.erasure.ok_or_else(|| Error::internal("response without erasure"))?;
    state.live.sessions_revoked(SessionsRevoked::All { customer_id });
    let eraser = Eraser { actor_id: customer_id, role: PersonalDataActorRole::Customer };
    personal_data::spawn_erasure(&state, eraser, customer_id, erasure);
    let mut response = respond::private(StatusCode::ACCEPTED, &Envelope::of(Nothing {}))?;
    session::clear(&mut response, &request, &state);
    Ok(response)
}

impl fmt::Debug for CloseAccountBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CloseAccountBody(..)")
    }
}
