//! gRPC handlers of `AddressService`: a customer's address book.

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    address_service_server::{AddressService, AddressServiceServer},
};
use tonic::{Request, Response, Status};

use super::GrpcResult;
use crate::{address::AddressForm, service::AccountService, store::StoredAddress};

pub fn server(service: Arc<AccountService>) -> AddressServiceServer<impl AddressService> {
    AddressServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<AccountService>,
}

#[tonic::async_trait]
impl AddressService for Handler {
    async fn list_addresses(
        &self,
        request: Request<wire::ListAddressesRequest>,
    ) -> GrpcResult<wire::ListAddressesResponse> {
        let addresses = self.service.addresses(request.into_inner().customer_id).await?;
        let addresses = addresses.into_iter().map(wire::SavedAddress::from).collect();
        Ok(Response::new(wire::ListAddressesResponse { addresses }))
    }

    async fn add_address(
        &self,
        request: Request<wire::AddAddressRequest>,
    ) -> GrpcResult<wire::AddAddressResponse> {
        let wire::AddAddressRequest { customer_id, fields } = request.into_inner();
        let fields = fields.unwrap_or_default();
        let (address, is_new) = self.service.add_address(customer_id, &form(&fields)).await?;
        Ok(Response::new(wire::AddAddressResponse { address: Some(address.into()), is_new }))
    }

    async fn update_address(
        &self,
        request: Request<wire::UpdateAddressRequest>,
    ) -> GrpcResult<wire::UpdateAddressResponse> {
        let wire::UpdateAddressRequest { customer_id, address_id, fields } = request.into_inner();
        let fields = fields.unwrap_or_default();
        let address = self.service.update_address(customer_id, &address_id, &form(&fields)).await?;
        Ok(Response::new(wire::UpdateAddressResponse { address: Some(address.into()) }))
    }

    async fn delete_address(
        &self,
        request: Request<wire::DeleteAddressRequest>,
    ) -> Result<Response<wire::DeleteAddressResponse>, Status> {
        let wire::DeleteAddressRequest { customer_id, address_id } = request.into_inner();
        self.service.delete_address(customer_id, &address_id).await?;
        Ok(Response::new(wire::DeleteAddressResponse {}))
    }
}

fn form(fields: &wire::AddressInput) -> AddressForm<'_> {
    AddressForm {
        label: &fields.label,
        receiver: &fields.receiver,
        phone: &fields.phone,
        province: &fields.province,
        district: &fields.district,
        village: &fields.village,
        landmark: &fields.landmark,
        driver_note: &fields.driver_note,
        position: fields.position.as_ref().map(|position| (position.lat, position.lng)),
        is_default: fields.is_default,
    }
}

impl From<StoredAddress> for wire::SavedAddress {
    fn from(from: StoredAddress) -> Self {
        let StoredAddress { address_id, address, is_default, changed_at } = from;
        let position = address.position.map(|position| {
            let (lat, lng) = position.degrees();
            wire::MapPosition { lat, lng }
        });
        Self {
            address_id,
            changed_at_ms: changed_at,
            fields: Some(wire::AddressInput {
                label: address.label,
                receiver: address.receiver,
                phone: address.phone,
                province: address.province,
                district: address.district,
                village: address.village,
                landmark: address.landmark,
                driver_note: address.driver_note,
                position,
                is_default,
            }),
        }
    }
}
