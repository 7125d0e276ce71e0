//! gRPC service that exports and erases the data of a customer, for each service with such data.

use std::{future::Future, sync::Arc};

use heuan_proto::privacy::v1::{
    ErasePersonalDataRequest, ErasePersonalDataResponse, ExportPersonalDataRequest,
    ExportPersonalDataResponse, PersonalAttachment, PersonalDataActorRole,
    personal_data_service_server::{PersonalDataService, PersonalDataServiceServer},
};
use tonic::{Request, Response, Status};

use crate::{Code, Error};

/// Maximum bytes of the export of one service.
pub const MAX_EXPORT_BYTES: usize = 64 * 1024 * 1024;

/// A customer whose data is erased.
#[derive(Clone, Default)]
pub struct ErasedCustomer {
    pub customer_id: i64,
    /// Phone number of the account, by which data without the id are found. Empty if there is none, or if it
    /// may be another person's.
    pub phone: String,
    pub email: String,
    /// Whether the customer closes the account, so that other numbers and addresses in the data may be another person's.
    pub is_by_customer: bool,
}

impl ErasedCustomer {
    /// Phone number and e-mail address, if there are any.
    pub fn identifiers(&self) -> impl Iterator<Item = &str> {
        [&self.phone, &self.email].into_iter().map(String::as_str).filter(|text| !text.is_empty())
    }
}

/// Data of customers in a service.
pub trait PersonalDataStore: Send + Sync + 'static {
    /// All data of the customer as JSON, and the images that belong to it.
    fn export_json(
        &self,
        customer_id: i64,
    ) -> impl Future<Output = Result<(Vec<u8>, Vec<PersonalAttachment>), Error>> + Send;

    /// Erases the data of the customer. It may be repeated.
    fn erase(&self, customer: &ErasedCustomer) -> impl Future<Output = Result<(), Error>> + Send;
}

/// The gRPC service over a service's data.
pub fn personal_data_server<S: PersonalDataStore>(
    data: S,
) -> PersonalDataServiceServer<impl PersonalDataService> {
    PersonalDataServiceServer::new(Handler(Arc::new(data)))
}

struct Handler<S>(Arc<S>);

#[tonic::async_trait]
impl<S: PersonalDataStore> PersonalDataService for Handler<S> {
    async fn export_personal_data(
        &self,
        request: Request<ExportPersonalDataRequest>,
    ) -> Result<Response<ExportPersonalDataResponse>, Status> {
        let request = request.into_inner();
        let customer_id = checked(request.actor_role(), request.customer_id)?;
        let (json, attachments) = self.0.export_json(customer_id).await?;
        Ok(Response::new(ExportPersonalDataResponse { json, attachments }))
    }

    async fn erase_personal_data(
        &self,
        request: Request<ErasePersonalDataRequest>,
    ) -> Result<Response<ErasePersonalDataResponse>, Status> {
        let request = request.into_inner();
        let customer_id = checked(request.actor_role(), request.customer_id)?;
        let ErasePersonalDataRequest { phone, email, by_customer: is_by_customer, .. } = request;
        self.0.erase(&ErasedCustomer { customer_id, phone, email, is_by_customer }).await?;
        Ok(Response::new(ErasePersonalDataResponse {}))
    }
}

fn checked(role: PersonalDataActorRole, customer_id: i64) -> Result<i64, Error> {
    if !matches!(role, PersonalDataActorRole::Manager | PersonalDataActorRole::Customer) {
        let mut error = Error::new(Code::PermissionDenied, "your role does not allow this");
        "role".clone_into(&mut error.detail.reason);
        return Err(error);
    }
    if customer_id > 0 {
        Ok(customer_id)
    } else {
        Err(Error::invalid("customer_id", "must be a positive whole number"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_manager_or_the_customer_reads_and_erases() {
        let denied = checked(PersonalDataActorRole::Unspecified, 7).unwrap_err();
        assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
        assert_eq!(checked(PersonalDataActorRole::Manager, 0).unwrap_err().detail.field, "customer_id");
        assert_eq!(checked(PersonalDataActorRole::Manager, 7).unwrap(), 7);
        assert_eq!(checked(PersonalDataActorRole::Customer, 7).unwrap(), 7);
    }
}
