//! Routes `/api/auth/addresses`: list, add, replace and delete entries of the customer's address book.

use std::fmt;

use actix_web::{
    HttpResponse, delete, get,
    http::StatusCode,
    post, put,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    input::Input,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::Session,
};
use heuan_proto::accounts::v1::{self as proto, address_service_client::AddressServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api_state::ApiState;
use crate::empty_body::Nothing;

/// Hexadecimal digits of an address id.
const ID_DIGITS: usize = 32;

/// Delivery address of an order, and the person who receives the goods.
#[derive(Deserialize, ToSchema)]
pub struct AddressBody {
    /// Name in the book.
    #[schema(max_length = 40, example = "Home")]
    label: Option<String>,
    /// Name of the receiver.
    #[serde(default)]
    #[schema(required = true, max_length = 80)]
    receiver: String,
    /// A phone number of Laos, in any usual format.
    #[serde(default)]
    #[schema(required = true, example = "020 5512 3456")]
    phone: String,
    #[serde(default)]
    #[schema(required = true, max_length = 100)]
    province: String,
    #[serde(default)]
    #[schema(required = true, max_length = 100)]
    district: String,
    #[serde(default)]
    #[schema(required = true, max_length = 100)]
    village: String,
    /// House number or landmark.
    #[schema(max_length = 200)]
    landmark: Option<String>,
    /// Note for the driver: unloading, stairs, width of the gate.
    #[schema(max_length = 300)]
    driver_note: Option<String>,
    /// Position on the map, in Laos.
    position: Option<MapPosition>,
    /// Makes this address the default. Absent or false does not change the default.
    is_default: Option<bool>,
}

/// Position in degrees, WGS 84.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
pub struct MapPosition {
    #[schema(minimum = 13.5, maximum = 23, example = 17.9663)]
    pub lat: f64,
    #[schema(minimum = 99.5, maximum = 108, example = 102.6147)]
    pub lng: f64,
}

/// An address of the book. Texts that were not given are empty.
#[derive(Serialize, ToSchema)]
pub struct SavedAddress {
    #[schema(example = "0197f3c1e2a47d30a1b2c3d4e5f60718")]
    address_id: String,
    label: String,
    receiver: String,
    #[schema(example = "+8562055123456")]
    phone: String,
    province: String,
    district: String,
    village: String,
    landmark: String,
    driver_note: String,
    #[schema(required)]
    position: Option<MapPosition>,
    is_default: bool,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    changed_at: String,
}

/// Lists the address book of the customer: the default address first, then the last changed.
#[utoipa::path(
    tag = "account",
    operation_id = "list_addresses",
    security(("api_token" = [], "session" = [])),
    responses((status = 200, description = "The addresses", body = Envelope<Vec<SavedAddress>>), UnauthorizedResponse, ClientErrorResponses),
)]
#[get("/api/auth/addresses")]
pub async fn list(session: Session, state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let client = state.clients.addresses();
    let rpc_request = proto::ListAddressesRequest { customer_id: session.customer_id };
    let read = client.read("ListAddresses", AddressServiceClient::list_addresses, rpc_request);
    let addresses = state.with_deadline(read).await?.addresses;
    let data = addresses.into_iter().map(SavedAddress::try_from).collect::<Result<Vec<_>>>()?;
    respond::private(StatusCode::OK, &Envelope::of(data))
}

/// Adds an address to the book, which has at most 20.
///
/// An address that is equal to one of the book returns that one with 200, so the call may be repeated.
#[utoipa::path(
    tag = "account",
    operation_id = "add_address",
    security(("api_token" = [], "session" = [])),
    request_body = AddressBody,
    responses(
        (status = 201, description = "Added", body = Envelope<SavedAddress>),
        (status = 200, description = "The book has this address", body = Envelope<SavedAddress>),
        (status = 409, description = "`reason` is `address_limit`: the book is full", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/auth/addresses")]
pub async fn add(
    session: Session,
    body: Input<AddressBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request =
        proto::AddAddressRequest { customer_id: session.customer_id, fields: Some(body.0.into()) };
    let client = state.clients.addresses();
    let added = client.write_with_id("AddAddress", AddressServiceClient::add_address, rpc_request);
    let answer = state.with_deadline(added).await?;
    let status = if answer.is_new { StatusCode::CREATED } else { StatusCode::OK };
    respond::private(status, &Envelope::of(saved(answer.address)?))
}

/// Replaces all fields of an address. Orders that were placed keep their own copy.
#[utoipa::path(
    tag = "account",
    operation_id = "update_address",
    security(("api_token" = [], "session" = [])),
    params(("address_id" = String, Path, description = "As listed")),
    request_body = AddressBody,
    responses(
        (status = 200, description = "The changed address", body = Envelope<SavedAddress>),
        (status = 409, description = "`reason` is `address_exists`: the book has an equal address", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/auth/addresses/{address_id}")]
pub async fn update(
    session: Session,
    address_id: Path<String>,
    body: Input<AddressBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::UpdateAddressRequest {
        customer_id: session.customer_id,
        address_id: id(address_id)?,
        fields: Some(body.0.into()),
    };
    let client = state.clients.addresses();
    let updated = client.write_with_id("UpdateAddress", AddressServiceClient::update_address, rpc_request);
    let answer = state.with_deadline(updated).await?;
    respond::private(StatusCode::OK, &Envelope::of(saved(answer.address)?))
}

/// Deletes an address. If it was the default, the last changed of the others becomes it.
#[utoipa::path(
    tag = "account",
    operation_id = "delete_address",
    security(("api_token" = [], "session" = [])),
    params(("address_id" = String, Path, description = "As listed")),
    responses((status = 200, description = "Deleted", body = Envelope<Nothing>), UnauthorizedResponse, NotFoundResponse, ClientErrorResponses),
)]
#[delete("/api/auth/addresses/{address_id}")]
pub async fn delete(
    session: Session,
    address_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let mut client = state.clients.addresses();
    let rpc_request =
        proto::DeleteAddressRequest { customer_id: session.customer_id, address_id: id(address_id)? };
    state.call("DeleteAddress", client.delete_address(rpc_request)).await?;
    respond::private(StatusCode::OK, &Envelope::of(Nothing {}))
}

fn id(text: Path<String>) -> Result<String> {
    let is_id = text.len() == ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_id { Ok(text.into_inner()) } else { Err(Error::not_found("no such address")) }
}

fn saved(address: Option<proto::SavedAddress>) -> Result<SavedAddress> {
    address.ok_or_else(|| Error::internal("response without address"))?.try_into()
}

impl From<AddressBody> for proto::AddressInput {
    fn from(body: AddressBody) -> Self {
        Self {
            label: body.label.unwrap_or_default(),
            receiver: body.receiver,
            phone: body.phone,
            province: body.province,
            district: body.district,
            village: body.village,
            landmark: body.landmark.unwrap_or_default(),
            driver_note: body.driver_note.unwrap_or_default(),
            position: body.position.map(|MapPosition { lat, lng }| proto::MapPosition { lat, lng }),
            is_default: body.is_default.unwrap_or_default(),
        }
    }
}

impl TryFrom<proto::SavedAddress> for SavedAddress {
    type Error = Error;

    fn try_from(from: proto::SavedAddress) -> Result<Self> {
        let fields = from.fields.ok_or_else(|| Error::internal("address without fields"))?;
        Ok(Self {
            address_id: from.address_id,
            label: fields.label,
            receiver: fields.receiver,
            phone: fields.phone,
            province: fields.province,
            district: fields.district,
            village: fields.village,
            landmark: fields.landmark,
            driver_note: fields.driver_note,
            position: fields.position.map(|proto::MapPosition { lat, lng }| MapPosition { lat, lng }),
            is_default: fields.is_default,
            changed_at: moment(from.changed_at_ms)?,
        })
    }
}

impl fmt::Debug for AddressBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AddressBody(..)")
    }
}
