//! gRPC handlers of `StaffCustomerService`: customer list, notes, blocks, reset codes, and export and erasure of data.

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    staff_customer_service_server::{StaffCustomerService, StaffCustomerServiceServer},
};
use heuan_rpc::Error;
use tonic::{Request, Response};

use super::GrpcResult;
use crate::{
    security::Actor,
    service::{AccountService, CustomerDetails, CustomerList, CustomerWithoutPassword},
    store::{Block, CustomerNote, Erasure, ListedCustomer},
};

pub fn server(service: Arc<AccountService>) -> StaffCustomerServiceServer<impl StaffCustomerService> {
    StaffCustomerServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<AccountService>,
}

#[tonic::async_trait]
impl StaffCustomerService for Handler {
    async fn list_customers(
        &self,
        request: Request<wire::ListCustomersRequest>,
    ) -> GrpcResult<wire::ListCustomersResponse> {
        let request = request.into_inner();
        let list = CustomerList {
            search: &request.search,
            blocked_only: request.blocked_only,
            cursor: &request.cursor,
            limit: request.limit,
        };
        let (customers, next_cursor) = self.service.customers_for(request.actor_id, list).await?;
        Ok(Response::new(wire::ListCustomersResponse {
            customers: customers.into_iter().map(Into::into).collect(),
            next_cursor: next_cursor.unwrap_or_default(),
        }))
    }

    async fn get_customer_details(
        &self,
        request: Request<wire::GetCustomerDetailsRequest>,
    ) -> GrpcResult<wire::GetCustomerDetailsResponse> {
        let wire::GetCustomerDetailsRequest { actor_id, customer_id } = request.into_inner();
        let details = self.service.customer_for(actor_id, customer_id).await?;
        Ok(Response::new(wire::GetCustomerDetailsResponse { details: Some(details.into()) }))
    }

    async fn create_customer(
        &self,
        request: Request<wire::CreateCustomerRequest>,
    ) -> GrpcResult<wire::CreateCustomerResponse> {
        let wire::CreateCustomerRequest { actor_id, fname, lname, phone, client_address } =
            request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        let new = CustomerWithoutPassword { fname: &fname, lname: &lname, phone: &phone };
        let customer = self.service.create_customer_by(actor, new).await?;
        Ok(Response::new(wire::CreateCustomerResponse { customer: Some(customer.into()) }))
    }

    async fn add_customer_note(
        &self,
        request: Request<wire::AddCustomerNoteRequest>,
    ) -> GrpcResult<wire::AddCustomerNoteResponse> {
        let wire::AddCustomerNoteRequest { actor_id, customer_id, text } = request.into_inner();
        let note = self.service.add_customer_note(actor_id, customer_id, &text).await?;
        Ok(Response::new(wire::AddCustomerNoteResponse { note: Some(note.into()) }))
    }

    async fn set_customer_block(
        &self,
        request: Request<wire::SetCustomerBlockRequest>,
    ) -> GrpcResult<wire::SetCustomerBlockResponse> {
        let wire::SetCustomerBlockRequest { actor_id, customer_id, blocked, reason, client_address } =
            request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        let reason = blocked.then_some(reason.as_str());
        let block = self.service.set_customer_block(actor, customer_id, reason).await?;
        Ok(Response::new(wire::SetCustomerBlockResponse { block: block.map(Into::into) }))
    }

    async fn end_customer_sessions(
        &self,
        request: Request<wire::EndCustomerSessionsRequest>,
    ) -> GrpcResult<wire::EndCustomerSessionsResponse> {
        let wire::EndCustomerSessionsRequest { actor_id, customer_id, client_address } = request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        self.service.end_customer_sessions(actor, customer_id).await?;
        Ok(Response::new(wire::EndCustomerSessionsResponse {}))
    }

    async fn issue_reset_code(
        &self,
        request: Request<wire::IssueResetCodeRequest>,
    ) -> GrpcResult<wire::IssueResetCodeResponse> {
        let wire::IssueResetCodeRequest { actor_id, customer_id, client_address } = request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        let issued = self.service.issue_reset_code_by(actor, customer_id).await?;
        let (code, expires_at_ms) = (issued.code, issued.expires_at);
        Ok(Response::new(wire::IssueResetCodeResponse { code, expires_at_ms }))
    }

    async fn export_customer(
        &self,
        request: Request<wire::ExportCustomerRequest>,
    ) -> GrpcResult<wire::ExportCustomerResponse> {
        let wire::ExportCustomerRequest { actor_id, customer_id } = request.into_inner();
        let export = self.service.export_by(actor_id, customer_id).await?;
        let json = serde_json::to_vec(&export).map_err(Error::internal)?;
        Ok(Response::new(wire::ExportCustomerResponse { json }))
    }

    async fn begin_customer_erasure(
        &self,
        request: Request<wire::BeginCustomerErasureRequest>,
    ) -> GrpcResult<wire::BeginCustomerErasureResponse> {
        let wire::BeginCustomerErasureRequest { actor_id, customer_id, client_address } =
            request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        let erasure = self.service.begin_erasure_by(actor, customer_id).await?;
        Ok(Response::new(wire::BeginCustomerErasureResponse { erasure: Some(erasure.into()) }))
    }

    async fn confirm_customer_erasure(
        &self,
        request: Request<wire::ConfirmCustomerErasureRequest>,
    ) -> GrpcResult<wire::ConfirmCustomerErasureResponse> {
        let wire::ConfirmCustomerErasureRequest { actor_id, customer_id, service } = request.into_inner();
        self.service.confirm_erasure_by(actor_id, customer_id, &service).await?;
        Ok(Response::new(wire::ConfirmCustomerErasureResponse {}))
    }

    async fn complete_customer_erasure(
        &self,
        request: Request<wire::CompleteCustomerErasureRequest>,
    ) -> GrpcResult<wire::CompleteCustomerErasureResponse> {
        let wire::CompleteCustomerErasureRequest { actor_id, customer_id } = request.into_inner();
        self.service.complete_erasure_by(actor_id, customer_id).await?;
        Ok(Response::new(wire::CompleteCustomerErasureResponse {}))
    }
}

impl From<ListedCustomer> for wire::CustomerSummary {
    fn from(from: ListedCustomer) -> Self {
        Self { customer: Some(from.customer.into()), blocked_at_ms: from.blocked_at.unwrap_or_default() }
    }
}

impl From<CustomerDetails> for wire::CustomerDetails {
    fn from(from: CustomerDetails) -> Self {
        Self {
            customer: Some(from.customer.into()),
            block: from.block.map(Into::into),
            sessions: from.sessions.into_iter().map(Into::into).collect(),
            notes: from.notes.into_iter().map(Into::into).collect(),
            erasure: from.erasure.map(Into::into),
        }
    }
}

impl From<Block> for wire::CustomerBlock {
    fn from(from: Block) -> Self {
        let Block { at, reason, by } = from;
        Self { at_ms: at, reason, by }
    }
}

impl From<CustomerNote> for wire::CustomerNote {
    fn from(from: CustomerNote) -> Self {
        let CustomerNote { note_id, at, actor_name, note } = from;
        Self { note_id, at_ms: at, by: actor_name, text: note }
    }
}

impl From<Erasure> for wire::CustomerErasure {
    fn from(from: Erasure) -> Self {
        let Erasure { begun_at, confirmed, is_by_customer, .. } = from;
        Self { begun_at_ms: begun_at, confirmed, by_customer: is_by_customer }
    }
}
