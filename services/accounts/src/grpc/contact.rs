//! gRPC handler of `ContactService`: submission of the contact form.

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    contact_service_server::{ContactService, ContactServiceServer},
};
use tonic::{Request, Response, Status};

use crate::{
    contact::ContactForm,
    service::{AccountService, ContactSubmission},
};

pub fn server(service: Arc<AccountService>) -> ContactServiceServer<impl ContactService> {
    ContactServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<AccountService>,
}

#[tonic::async_trait]
impl ContactService for Handler {
    async fn submit_message(
        &self,
        request: Request<wire::SubmitMessageRequest>,
    ) -> Result<Response<wire::SubmitMessageResponse>, Status> {
        let request = request.into_inner();
        let form = ContactForm {
            sender_type: request.sender_type,
            topic: request.topic,
            name: &request.name,
            phone: &request.phone,
            email: &request.email,
            message: &request.message,
        };
        let letter =
            ContactSubmission { form, client_address: &request.client_address, token: &request.token };
        let contact_id = self.service.submit(letter).await?;
        Ok(Response::new(wire::SubmitMessageResponse { contact_id }))
    }
}
