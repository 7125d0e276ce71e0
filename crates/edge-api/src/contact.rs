//! Route `POST /api/v1/contact`: the contact form. The accounts service stores and rate-limits submissions.

use std::fmt;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::accounts::v1 as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::account::previous;
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    input::Input,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::{ApiAccess, client_address},
};

/// A contact message. A phone number or an email address is required.
#[derive(Deserialize, ToSchema)]
pub struct ContactBody {
    /// 1 customer, 2 employee, 3 supplier, 4 organization or agency.
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 4)]
    sender_type: i32,
    /// 1 feedback about service, 2 feedback about the website, 3 product inquiry.
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 3)]
    topic: i32,
    /// 1 to 80 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    name: String,
    /// A phone number of Laos, in any usual format.
    #[schema(example = "020 5512 3456")]
    phone: Option<String>,
    email: Option<String>,
    /// 1 to 2000 characters.
    #[serde(default)]
    #[schema(required = true, max_length = 2000)]
    message: String,
}

/// Confirmation of a message.
#[derive(Serialize, ToSchema)]
pub struct Received {
    /// Reference number of the message.
    contact_id: i64,
}

/// Stores a message for the shop's staff. Every invalid field is in `errors`; too many from one address return 429.
#[utoipa::path(
    tag = "contact",
    operation_id = "submit_message",
    security(("api_token" = [])),
    request_body = ContactBody,
    responses((status = 201, description = "Stored", body = Envelope<Received>), UnauthorizedResponse, ClientErrorResponses),
)]
#[post("/api/v1/contact")]
pub async fn submit(
    _: ApiAccess,
    request: HttpRequest,
    body: Input<ContactBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let ContactBody { sender_type, topic, name, phone, email, message } = body.0;
    let rpc_request = proto::SubmitMessageRequest {
        sender_type,
        topic,
        name,
        phone: phone.unwrap_or_default(),
        email: email.unwrap_or_default(),
        message,
        client_address: client_address(&request, &state),
        token: previous(&request, &state),
    };
    let mut client = state.clients.contact();
    let answer = state.call("SubmitMessage", client.submit_message(rpc_request)).await?;
    respond::private(StatusCode::CREATED, &Envelope::of(Received { contact_id: answer.contact_id }))
}

impl fmt::Debug for ContactBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContactBody(..)")
    }
}
