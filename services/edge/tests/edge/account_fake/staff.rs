//! Contact messages, staff and the audit log.

use std::sync::atomic::Ordering;

use heuan_proto::accounts::v1::{
    contact_service_server::ContactService, staff_service_server::StaffService, *,
};
use heuan_proto::rpc::v1::ExistingAccount;
use heuan_rpc::{Code, Error};
use tonic::{Request, Response, Status};

use super::{FakeAccounts, GrpcResult, LATER, refused};

/// Account with more actions than a file has.
const OF_MANY_ACTIONS: i64 = 77;
/// Phone number of an account that no code has confirmed.
const UNCONFIRMED_PHONE: &str = "029";

#[tonic::async_trait]
impl ContactService for FakeAccounts {
    async fn submit_message(
        &self,
        request: Request<SubmitMessageRequest>,
    ) -> GrpcResult<SubmitMessageResponse> {
        let mut stored = self.answer()?;
        stored.messages.push(request.into_inner());
        Ok(Response::new(SubmitMessageResponse { contact_id: stored.messages.len() as i64 }))
    }
}

#[tonic::async_trait]
impl StaffService for FakeAccounts {
    async fn list_staff(&self, request: Request<ListStaffRequest>) -> GrpcResult<ListStaffResponse> {
        let request = request.into_inner();
        let stored = self.answer()?;
        let mut staff = stored.customers.clone();
        staff.retain(|one| one.role() != Role::Customer);
        staff.truncate(request.limit as usize);
        let home_branch_ids = stored.home_branches.clone();
        Ok(Response::new(ListStaffResponse { staff, home_branch_ids, next_cursor: request.cursor }))
    }

    async fn add_staff(&self, request: Request<AddStaffRequest>) -> GrpcResult<AddStaffResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.phone == UNCONFIRMED_PHONE {
            let mut error = Error::conflict("identifier_unverified", "no code has confirmed the number");
            let (name, created_at_ms) = ("Noy Keo".to_owned(), 1_795_194_000_000);
            error.detail.account = Some(ExistingAccount { customer_id: 7, name, created_at_ms });
            return Err(error.into());
        }
        stored.staff_addresses.push(request.client_address);
        let customer = Customer {
            customer_id: 100 + stored.customers.len() as i64,
            role: request.role,
            fname: request.fname,
            lname: request.lname,
            phone: request.phone,
            email: request.email,
            created_at_ms: 1_795_194_000_000,
        };
        stored.customers.push(customer.clone());
        let temporary_password = "one-time-9876".to_owned();
        Ok(Response::new(AddStaffResponse { customer: Some(customer), temporary_password }))
    }

    async fn set_staff_role(
        &self,
        request: Request<SetStaffRoleRequest>,
    ) -> GrpcResult<SetStaffRoleResponse> {
        let request = request.into_inner();
        if request.customer_id == request.actor_id {
            return Err(refused(Code::Conflict, "last_manager"));
        }
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.client_address);
        let one = stored.customers.iter_mut().find(|one| one.customer_id == request.customer_id);
        let one = one.ok_or_else(|| Status::not_found("no such customer"))?;
        one.role = request.role;
        Ok(Response::new(SetStaffRoleResponse { customer: Some(one.clone()) }))
    }

    async fn set_staff_home_branch(
        &self,
        request: Request<SetStaffHomeBranchRequest>,
    ) -> GrpcResult<SetStaffHomeBranchResponse> {
        let SetStaffHomeBranchRequest { customer_id, branch_id, .. } = request.into_inner();
        let mut stored = self.answer()?;
        let customer = stored.customer(customer_id).ok_or_else(|| Status::not_found("no such customer"))?;
        match branch_id {
            Some(branch_id) => stored.home_branches.insert(customer_id, branch_id),
            None => stored.home_branches.remove(&customer_id),
        };
        Ok(Response::new(SetStaffHomeBranchResponse { customer: Some(customer) }))
    }

    async fn begin_second_factor(
        &self,
        _: Request<BeginSecondFactorRequest>,
    ) -> GrpcResult<BeginSecondFactorResponse> {
        let (secret, url) = ("GEZDGNBVGY3TQOJQ".to_owned(), "otpauth://totp/Heuan:020".to_owned());
        Ok(Response::new(BeginSecondFactorResponse { secret, url }))
    }

    async fn confirm_second_factor(
        &self,
        _: Request<ConfirmSecondFactorRequest>,
    ) -> GrpcResult<ConfirmSecondFactorResponse> {
        self.answer()?.second_factor = SecondFactor::Verified.into();
        Ok(Response::new(ConfirmSecondFactorResponse { recovery_codes: vec!["k7mq2-xw9fa".to_owned()] }))
    }

    async fn verify_second_factor(
        &self,
        request: Request<VerifySecondFactorRequest>,
    ) -> GrpcResult<VerifySecondFactorResponse> {
        if request.into_inner().code != "123456" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        self.answer()?.second_factor = SecondFactor::Verified.into();
        Ok(Response::new(VerifySecondFactorResponse {}))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> GrpcResult<RenewRecoveryCodesResponse> {
        if request.into_inner().code != "123456" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        Ok(Response::new(RenewRecoveryCodesResponse { recovery_codes: vec!["3h8vn-0ptrc".to_owned()] }))
    }

    async fn reset_second_factor(
        &self,
        request: Request<ResetSecondFactorRequest>,
    ) -> GrpcResult<ResetSecondFactorResponse> {
        let mut stored = self.answer()?;
        stored.staff_addresses.push(request.into_inner().client_address);
        stored.second_factor = SecondFactor::NotRequired.into();
        Ok(Response::new(ResetSecondFactorResponse {}))
    }

    async fn record_audit(&self, request: Request<RecordAuditRequest>) -> GrpcResult<RecordAuditResponse> {
        if self.0.audit_down.load(Ordering::SeqCst) {
            return Err(Status::unavailable("down"));
        }
        let mut stored = self.answer()?;
        stored.audit.push(request.into_inner());
        Ok(Response::new(RecordAuditResponse { entry_id: format!("{:032x}", stored.audit.len()) }))
    }

    async fn complete_audit(
        &self,
        request: Request<CompleteAuditRequest>,
    ) -> GrpcResult<CompleteAuditResponse> {
        self.answer()?.audit_ends.push(request.into_inner());
        Ok(Response::new(CompleteAuditResponse {}))
    }

    async fn list_audit(&self, request: Request<ListAuditRequest>) -> GrpcResult<ListAuditResponse> {
        let request = request.into_inner();
        let entry = AuditEntry {
            entry_id: "1".repeat(32),
            at_ms: request.from_ms,
            actor_id: 7,
            actor_name: "=Kham".to_owned(),
            role: Role::Clerk.into(),
            action: "POST /api/staff/orders/{order_id}/actions".to_owned(),
            subject: request.search,
            detail: request.to_ms.to_string(),
            client_address: "10.0.0.1".to_owned(),
            status: if request.cursor.is_empty() { 200 } else { 0 },
        };
        let next_cursor = if request.cursor.is_empty() { "2".repeat(32) } else { String::new() };
        let total = request.has_total.then_some(if request.by_id == OF_MANY_ACTIONS { 100_001 } else { 2 });
        Ok(Response::new(ListAuditResponse { entries: vec![entry], next_cursor, total }))
    }

    async fn list_contact_messages(
        &self,
        request: Request<ListContactMessagesRequest>,
    ) -> GrpcResult<ListContactMessagesResponse> {
        let request = request.into_inner();
        let all = self.answer()?.messages.clone();
        let messages = all.iter().enumerate().rev().map(|(index, one)| contact(index as i64 + 1, one));
        let messages = messages.filter(|one| request.before_id == 0 || one.contact_id < request.before_id);
        let messages: Vec<_> = messages.take(request.limit as usize).collect();
        Ok(Response::new(ListContactMessagesResponse { messages, open: all.len() as i64 }))
    }

    async fn set_contact_message_done(
        &self,
        request: Request<SetContactMessageDoneRequest>,
    ) -> GrpcResult<SetContactMessageDoneResponse> {
        let request = request.into_inner();
        let stored = self.answer()?;
        let one = stored.messages.get(request.contact_id as usize - 1);
        let one = one.ok_or_else(|| Status::not_found("no such message"))?;
        let (at, by) = if request.done { (LATER, "Kham".to_owned()) } else { (0, String::new()) };
        let message = ContactMessage { done_at_ms: at, done_by: by, ..contact(request.contact_id, one) };
        Ok(Response::new(SetContactMessageDoneResponse { message: Some(message) }))
    }
}

fn contact(contact_id: i64, from: &SubmitMessageRequest) -> ContactMessage {
    ContactMessage {
        contact_id,
        at_ms: 1_795_194_000_000,
        sender_type: from.sender_type,
        topic: from.topic,
        name: from.name.clone(),
        phone: from.phone.clone(),
        message: from.message.clone(),
        ..ContactMessage::default()
    }
}
