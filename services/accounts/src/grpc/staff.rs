//! gRPC handlers of `StaffService`: staff roles, second factor, audit log, and messages of the contact form.

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    staff_service_server::{StaffService, StaffServiceServer},
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::GrpcResult;
use crate::{
    audit_log::{AuditFilter, NewAuditEntry},
    customer::{Role, StaffMember},
    security::Actor,
    service::{AccountService, EnteredCode, StaffGrant},
};

pub fn server(service: Arc<AccountService>) -> StaffServiceServer<impl StaffService> {
    StaffServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<AccountService>,
}

#[tonic::async_trait]
impl StaffService for Handler {
    async fn list_staff(
        &self,
        request: Request<wire::ListStaffRequest>,
    ) -> GrpcResult<wire::ListStaffResponse> {
        let wire::ListStaffRequest { actor_id, cursor, limit } = request.into_inner();
        let (members, next_cursor) = self.service.staff_for(actor_id, &cursor, limit).await?;
        let home_branch = |member: &StaffMember| Some((member.customer.customer_id, member.home_branch_id?));
        let home_branch_ids = members.iter().filter_map(home_branch).collect();
        let staff = members.into_iter().map(|member| member.customer.into()).collect();
        let next_cursor = next_cursor.unwrap_or_default();
        Ok(Response::new(wire::ListStaffResponse { staff, home_branch_ids, next_cursor }))
    }

    async fn add_staff(&self, request: Request<wire::AddStaffRequest>) -> GrpcResult<wire::AddStaffResponse> {
        let request = request.into_inner();
        let grant = StaffGrant {
            fname: &request.fname,
            lname: &request.lname,
            phone: &request.phone,
            email: &request.email,
            role: role(request.role())?,
        };
        let actor = Actor { account_id: request.actor_id, client_address: &request.client_address };
        let added = self.service.grant_role(actor, grant).await?;
        let (customer, temporary_password) = (Some(added.customer.into()), added.temporary_password);
        Ok(Response::new(wire::AddStaffResponse { customer, temporary_password }))
    }

    async fn set_staff_role(
        &self,
        request: Request<wire::SetStaffRoleRequest>,
    ) -> GrpcResult<wire::SetStaffRoleResponse> {
        let request = request.into_inner();
        let role = role(request.role())?;
        let actor = Actor { account_id: request.actor_id, client_address: &request.client_address };
        let customer = self.service.set_role_by(actor, request.customer_id, role).await?;
        Ok(Response::new(wire::SetStaffRoleResponse { customer: Some(customer.into()) }))
    }

    async fn set_staff_home_branch(
        &self,
        request: Request<wire::SetStaffHomeBranchRequest>,
    ) -> GrpcResult<wire::SetStaffHomeBranchResponse> {
        let wire::SetStaffHomeBranchRequest { actor_id, customer_id, branch_id } = request.into_inner();
        let customer = self.service.set_home_branch_by(actor_id, customer_id, branch_id).await?;
        Ok(Response::new(wire::SetStaffHomeBranchResponse { customer: Some(customer.into()) }))
    }

    async fn begin_second_factor(
        &self,
        request: Request<wire::BeginSecondFactorRequest>,
    ) -> GrpcResult<wire::BeginSecondFactorResponse> {
        let wire::BeginSecondFactorRequest { customer_id, current_password, client_address } =
            request.into_inner();
        let begun = self.service.begin_second_factor(customer_id, &current_password, &client_address);
        let (secret, url) = begun.await?;
        let secret = secret.as_base32().to_owned();
        Ok(Response::new(wire::BeginSecondFactorResponse { secret, url }))
    }

    async fn confirm_second_factor(
        &self,
        request: Request<wire::ConfirmSecondFactorRequest>,
    ) -> GrpcResult<wire::ConfirmSecondFactorResponse> {
        let wire::ConfirmSecondFactorRequest { customer_id, token, code, client_address } =
            request.into_inner();
        let entered =
            EnteredCode { customer_id, token: &token, code: &code, client_address: &client_address };
        let recovery_codes = self.service.confirm_second_factor(entered).await?;
        Ok(Response::new(wire::ConfirmSecondFactorResponse { recovery_codes }))
    }

    async fn verify_second_factor(
        &self,
        request: Request<wire::VerifySecondFactorRequest>,
    ) -> GrpcResult<wire::VerifySecondFactorResponse> {
        let wire::VerifySecondFactorRequest { customer_id, token, code, client_address } =
            request.into_inner();
        let entered =
            EnteredCode { customer_id, token: &token, code: &code, client_address: &client_address };
        self.service.verify_second_factor(entered).await?;
        Ok(Response::new(wire::VerifySecondFactorResponse {}))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<wire::RenewRecoveryCodesRequest>,
    ) -> GrpcResult<wire::RenewRecoveryCodesResponse> {
        let wire::RenewRecoveryCodesRequest { customer_id, token, code, client_address } =
            request.into_inner();
        let entered =
            EnteredCode { customer_id, token: &token, code: &code, client_address: &client_address };
        let recovery_codes = self.service.renew_recovery_codes(entered).await?;
        Ok(Response::new(wire::RenewRecoveryCodesResponse { recovery_codes }))
    }

    async fn reset_second_factor(
        &self,
        request: Request<wire::ResetSecondFactorRequest>,
    ) -> GrpcResult<wire::ResetSecondFactorResponse> {
        let wire::ResetSecondFactorRequest { actor_id, customer_id, client_address } = request.into_inner();
        let actor = Actor { account_id: actor_id, client_address: &client_address };
        self.service.reset_second_factor_by(actor, customer_id).await?;
        Ok(Response::new(wire::ResetSecondFactorResponse {}))
    }

    async fn record_audit(
        &self,
        request: Request<wire::RecordAuditRequest>,
    ) -> GrpcResult<wire::RecordAuditResponse> {
        let request = request.into_inner();
        let role = role(request.role())?.into_str();
        let new = NewAuditEntry {
            actor_id: request.actor_id,
            actor_name: request.actor_name,
            role,
            action: request.action,
            subject: request.subject,
            client_address: request.client_address,
        };
        let entry_id = self.service.record_audit(new).await?;
        Ok(Response::new(wire::RecordAuditResponse { entry_id }))
    }

    async fn complete_audit(
        &self,
        request: Request<wire::CompleteAuditRequest>,
    ) -> GrpcResult<wire::CompleteAuditResponse> {
        let wire::CompleteAuditRequest { entry_id, status, detail } = request.into_inner();
        self.service.complete_audit(&entry_id, status, &detail).await?;
        Ok(Response::new(wire::CompleteAuditResponse {}))
    }

    async fn list_audit(
        &self,
        request: Request<wire::ListAuditRequest>,
    ) -> GrpcResult<wire::ListAuditResponse> {
        let request = request.into_inner();
        let filter = AuditFilter {
            search: request.search,
            by_id: request.by_id,
            from: request.from_ms,
            to: request.to_ms,
            before: request.cursor,
        };
        let (entries, has_more) = self.service.audit_log(request.actor_id, &filter, request.limit).await?;
        let total = if request.has_total { Some(self.service.audit_total(&filter).await?) } else { None };
        let last = entries.last().filter(|_| has_more).map(|entry| entry.entry_id.clone());
        let entries = entries.into_iter().map(wire::AuditEntry::from).collect();
        let next_cursor = last.unwrap_or_default();
        Ok(Response::new(wire::ListAuditResponse { entries, next_cursor, total }))
    }

    async fn list_contact_messages(
        &self,
        request: Request<wire::ListContactMessagesRequest>,
    ) -> GrpcResult<wire::ListContactMessagesResponse> {
        let wire::ListContactMessagesRequest { actor_id, open_only, before_id, limit } = request.into_inner();
        let (messages, open) = self.service.contact_page(actor_id, open_only, before_id, limit).await?;
        let messages = messages.into_iter().map(wire::ContactMessage::from).collect();
        Ok(Response::new(wire::ListContactMessagesResponse { messages, open }))
    }

    async fn set_contact_message_done(
        &self,
        request: Request<wire::SetContactMessageDoneRequest>,
    ) -> Result<Response<wire::SetContactMessageDoneResponse>, Status> {
        let wire::SetContactMessageDoneRequest { actor_id, contact_id, done } = request.into_inner();
        let message = self.service.set_contact_done(actor_id, contact_id, done).await?;
        Ok(Response::new(wire::SetContactMessageDoneResponse { message: Some(message.into()) }))
    }
}

fn role(from: wire::Role) -> Result<Role, Error> {
    Ok(match from {
        wire::Role::Customer => Role::Customer,
        wire::Role::Clerk => Role::Clerk,
        wire::Role::Editor => Role::Editor,
        wire::Role::Manager => Role::Manager,
        wire::Role::Unspecified => return Err(Error::invalid("role", "unknown role")),
    })
}
