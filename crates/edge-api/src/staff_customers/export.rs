//! Route that exports a customer's personal data from all services as one JSON document (data portability).

use actix_web::{
    HttpResponse, get,
    web::{Data, Path},
};
use heuan_edge_http::{
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    session::Staff,
};
use heuan_proto::{chat::v1 as chat, privacy::v1::PersonalDataActorRole};

use crate::{
    api_state::ApiState,
    personal_data::{self, Exporter},
};

/// Returns all data of a customer as JSON (docs/customer-export.schema.json), also the images of the chat. For managers.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "export_customer",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses((status = 200, description = "The data", body = Object, content_type = "application/json"), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers/{cus_id}/export.json")]
pub async fn export(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let customer_id = parse_id("cus_id", &cus_id)?;
    let reader = crate::chat::actor(&staff.0, chat::ParticipantRole::Staff);
    let actor = Exporter { actor_id: staff.0.customer_id, role: PersonalDataActorRole::Manager, reader };
    personal_data::export(state, actor, customer_id, &format!("customer-{customer_id}.json")).await
}
