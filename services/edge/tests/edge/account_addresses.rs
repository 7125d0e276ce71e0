//! The address book of the signed-in customer, the end of other sessions, and the notice of a new device.

use heuan_proto::accounts::v1::{address_service_server::AddressService, *};
use heuan_rpc::Error;
use reqwest::Method;
use serde_json::{Value, json};
use tonic::{Request, Response, Status};

use crate::{
    account_browser::Browser,
    account_fake::FakeAccounts,
    support::{problem, shop},
};

type GrpcResult<T> = Result<Response<T>, Status>;

/// Without the limits and the default of the real one.
#[tonic::async_trait]
impl AddressService for FakeAccounts {
    async fn list_addresses(
        &self,
        request: Request<ListAddressesRequest>,
    ) -> GrpcResult<ListAddressesResponse> {
        let customer_id = request.into_inner().customer_id;
        let stored = self.stored();
        let own = stored.addresses_of.iter().filter(|(owner, _)| *owner == customer_id);
        Ok(Response::new(ListAddressesResponse {
            addresses: own.map(|(_, address)| address.clone()).collect(),
        }))
    }

    async fn add_address(&self, request: Request<AddAddressRequest>) -> GrpcResult<AddAddressResponse> {
        let AddAddressRequest { customer_id, fields } = request.into_inner();
        let fields = fields.unwrap();
        if fields.receiver.is_empty() {
            return Err(Error::invalid("receiver", "is needed").into());
        }
        let mut stored = self.stored();
        let known = stored
            .addresses_of
            .iter()
            .find(|(owner, address)| *owner == customer_id && address.fields.as_ref() == Some(&fields));
        if let Some((_, known)) = known {
            let address = Some(known.clone());
            return Ok(Response::new(AddAddressResponse { address, is_new: false }));
        }
        let address_id = format!("{:032x}", stored.addresses_of.len() + 1);
        let address = SavedAddress { address_id, fields: Some(fields), changed_at_ms: 0 };
        stored.addresses_of.push((customer_id, address.clone()));
        Ok(Response::new(AddAddressResponse { address: Some(address), is_new: true }))
    }

    async fn update_address(
        &self,
        request: Request<UpdateAddressRequest>,
    ) -> GrpcResult<UpdateAddressResponse> {
        let UpdateAddressRequest { customer_id, address_id, fields } = request.into_inner();
        let mut stored = self.stored();
        let own = stored
            .addresses_of
            .iter_mut()
            .find(|(owner, address)| *owner == customer_id && address.address_id == address_id);
        let (_, address) = own.ok_or_else(|| Status::not_found("no such address"))?;
        address.fields = fields;
        Ok(Response::new(UpdateAddressResponse { address: Some(address.clone()) }))
    }

    async fn delete_address(
        &self,
        request: Request<DeleteAddressRequest>,
    ) -> GrpcResult<DeleteAddressResponse> {
        let DeleteAddressRequest { customer_id, address_id } = request.into_inner();
        let mut stored = self.stored();
        let before = stored.addresses_of.len();
        stored
            .addresses_of
            .retain(|(owner, address)| *owner != customer_id || address.address_id != address_id);
        if stored.addresses_of.len() == before {
            return Err(Status::not_found("no such address"));
        }
        Ok(Response::new(DeleteAddressResponse {}))
    }
}

const BOOK: &str = "/api/auth/addresses";

fn home() -> Value {
    json!({
        "label": "Home", "receiver": "Noy Keo", "phone": "020 5512 3456", "province": "ນະຄອນຫຼວງວຽງຈັນ",
        "district": "ໄຊທານີ", "village": "ດົງໂດກ", "position": {"lat": 18.0, "lng": 102.6}, "is_default": true,
    })
}

async fn data(response: reqwest::Response) -> Value {
    response.json::<Value>().await.unwrap()["data"].clone()
}

#[actix_web::test]
async fn address_book_belongs_to_the_session() {
    let shop = shop().await;
    let mut noy = Browser::registered(&shop, "020").await;
    let mut mali = Browser::registered(&shop, "030").await;
    let response = noy.send(Method::POST, BOOK, home()).await;
    assert_eq!(
        (response.status().as_u16(), &response.headers()["cache-control"]),
        (201, &"no-store".parse().unwrap())
    );
    let added = data(response).await;
    assert_eq!((&added["label"], &added["driver_note"]), (&json!("Home"), &json!("")));
    assert_eq!(added["position"], json!({"lat": 18.0, "lng": 102.6}));
    assert_eq!(noy.send(Method::POST, BOOK, home()).await.status(), 200, "repeated");
    let refused = problem(noy.send(Method::POST, BOOK, json!({})).await).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("receiver")));
    let refused = problem(noy.send(Method::POST, BOOK, json!({"position": {"lat": "x"}})).await).await;
    assert_eq!((&refused["status"], &refused["field"]), (&json!(400), &json!("position.lat")));

    let one = format!("{BOOK}/{}", added["address_id"].as_str().unwrap());
    for path in [one.as_str(), "/api/auth/addresses/1", "/api/auth/addresses/..%2F1"] {
        assert_eq!(mali.send(Method::PUT, path, home()).await.status(), 404, "{path}");
        assert_eq!(mali.send(Method::DELETE, path, json!({})).await.status(), 404, "{path}");
    }
    assert_eq!(data(mali.get(BOOK).await).await, json!([]));

    let mut moved = home();
    moved["village"] = json!("ໂພນທັນ");
    assert_eq!(noy.send(Method::PUT, &one, moved).await.status(), 200);
    assert_eq!(data(noy.get(BOOK).await).await[0]["village"], "ໂພນທັນ");
    assert_eq!(noy.send(Method::DELETE, &one, json!({})).await.status(), 200);
    assert_eq!(data(noy.get(BOOK).await).await, json!([]));
}

#[actix_web::test]
async fn other_sessions_are_ended_and_the_own_stays() {
    let shop = shop().await;
    let mut here = Browser::registered(&shop, "020").await;
    let mut elsewhere = Browser::new(&shop).await;
    elsewhere.login("020").await;
    let response = here.send(Method::DELETE, "/api/auth/sessions", json!({})).await;
    assert_eq!(response.status(), 200);
    assert_eq!((here.phone().await.as_deref(), elsewhere.phone().await), (Some("020"), None));
}
