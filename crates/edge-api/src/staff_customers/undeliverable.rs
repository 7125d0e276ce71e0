//! Routes of undeliverable addresses of a customer (bounces): list them, and delete the mark of one.

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    params::parse_id,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::Staff,
};
use heuan_proto::notifications::v1::{self as proto, message_service_client::MessageServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::set_audit_detail;
use crate::{
    api_state::ApiState,
    empty_body::Nothing,
    staff_outbox::{MessageChannel, actor_role, channel},
};

/// An address to which messages are not delivered. They go by another channel until the customer proves the address by a
/// code, or the staff delete the mark.
#[derive(Serialize, ToSchema)]
pub struct UndeliverableAddress {
    channel: MessageChannel,
    recipient: String,
    /// Report of the server or the provider.
    detail: String,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    marked_at: String,
}

impl TryFrom<proto::UndeliverableAddress> for UndeliverableAddress {
    type Error = Error;

    fn try_from(from: proto::UndeliverableAddress) -> Result<Self> {
        Ok(Self {
            channel: channel(&from.channel)?,
            recipient: from.recipient,
            detail: from.detail,
            marked_at: moment(from.marked_at_ms)?,
        })
    }
}

/// Lists a customer's addresses to which messages are not delivered.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "list_undeliverable_addresses",
    security(("api_token" = [], "session" = [])),
    params(("cus_id" = i64, Path, description = "The customer", minimum = 1)),
    responses((status = 200, description = "The addresses", body = Envelope<Vec<UndeliverableAddress>>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/customers/{cus_id}/undeliverable")]
pub async fn list(
    staff: Staff,
    cus_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::ListUndeliverableAddressesRequest {
        actor_role: actor_role(&staff).into(),
        customer_id: parse_id("cus_id", &cus_id)?,
    };
    let client = state.clients.messages();
    let read = client.read(
        "ListUndeliverableAddresses",
        MessageServiceClient::list_undeliverable_addresses,
        rpc_request,
    );
    let addresses = state.with_deadline(read).await?.addresses;
    let addresses = addresses.into_iter().map(UndeliverableAddress::try_from);
    respond::private(StatusCode::OK, &Envelope::of(addresses.collect::<Result<Vec<_>>>()?))
}

/// Deletes the mark of an address, so that messages go there again.
#[utoipa::path(
    tag = "staff-customers",
    operation_id = "clear_undeliverable_address",
    security(("api_token" = [], "session" = [])),
    params(
        ("cus_id" = i64, Path, description = "The customer", minimum = 1),
        ("channel" = String, Path, description = "`email`, `sms` or `whatsapp`", max_length = 40),
    ),
    responses((status = 200, description = "Deleted", body = Envelope<Nothing>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[delete("/api/staff/customers/{cus_id}/undeliverable/{channel}")]
pub async fn clear(
    staff: Staff,
    request: HttpRequest,
    path: Path<(String, String)>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let (cus_id, channel) = path.into_inner();
    let rpc_request = proto::ClearUndeliverableAddressRequest {
        actor_role: actor_role(&staff).into(),
        customer_id: parse_id("cus_id", &cus_id)?,
        channel: channel.clone(),
    };
    let mut client = state.clients.messages();
    let cleared = client.clear_undeliverable_address(rpc_request);
    state.call("ClearUndeliverableAddress", cleared).await?;
    set_audit_detail(&request, channel);
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}
