use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    contact_service_server::{ContactService, ContactServiceServer},
};
use tonic::{Request, Response, Status};

use crate::{
    contact::Form,
    desk::{Desk, Letter},
};

pub fn server(desk: Arc<Desk>) -> ContactServiceServer<impl ContactService> {
    ContactServiceServer::new(Handler { desk })
}

struct Handler {
    desk: Arc<Desk>,
}

#[tonic::async_trait]
impl ContactService for Handler {
    async fn submit_message(
        &self,
        request: Request<wire::SubmitMessageRequest>,
    ) -> Result<Response<wire::SubmitMessageResponse>, Status> {
        let request = request.into_inner();
        let form = Form {
            sender_type: request.sender_type,
            topic: request.topic,
            name: &request.name,
            phone: &request.phone,
            email: &request.email,
            message: &request.message,
        };
        let letter = Letter { form, client_address: &request.client_address, token: &request.token };
        let contact_id = self.desk.submit(letter).await?;
        Ok(Response::new(wire::SubmitMessageResponse { contact_id }))
    }
}
