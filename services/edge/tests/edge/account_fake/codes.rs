//! Codes and closing of an account.

use heuan_proto::accounts::v1::{code_service_server::CodeService, *};
use heuan_rpc::{Code, Error};
use tonic::{Request, Response};

use super::{FakeAccounts, GrpcResult, LATER, PASSWORD, refused};

#[tonic::async_trait]
impl CodeService for FakeAccounts {
    async fn request_code(&self, request: Request<RequestCodeRequest>) -> GrpcResult<RequestCodeResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if !request.reaches_phone {
            return Err(refused(Code::Conflict, "no_channel"));
        }
        let is_confirmation = request.purpose() == CodePurpose::Confirm;
        let recipient = if is_confirmation { "noy@example.com" } else { "" }.to_owned();
        stored.codes.push(request);
        Ok(Response::new(RequestCodeResponse { expires_at_ms: LATER, resend_at_ms: LATER, recipient }))
    }

    async fn sign_in_by_code(
        &self,
        request: Request<SignInByCodeRequest>,
    ) -> GrpcResult<SignInByCodeResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.code != "012345" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        let known = stored.customers.iter().find(|one| one.phone == request.identifier).cloned();
        let is_verified = known.as_ref().is_none_or(|one| stored.verified.contains(&one.customer_id));
        if !is_verified && request.account_password.is_empty() && !request.starts_new_account {
            return Err(refused(Code::Conflict, "unverified_account"));
        }
        if !is_verified && !request.starts_new_account && request.account_password != PASSWORD {
            return Err(Error::invalid("account_password", "is wrong").into());
        }
        let known = known.filter(|_| is_verified || !request.starts_new_account);
        let is_new = known.is_none();
        let customer = known.unwrap_or_else(|| Customer {
            customer_id: 100 + stored.customers.len() as i64,
            phone: request.identifier,
            role: Role::Customer.into(),
            created_at_ms: 1_795_194_000_000,
            ..Customer::default()
        });
        if is_new {
            stored.customers.push(customer.clone());
        }
        stored.verified.push(customer.customer_id);
        stored.previous.push(request.previous_token.clone());
        let session = stored.open(customer.customer_id, &request.previous_token);
        Ok(Response::new(SignInByCodeResponse {
            customer: Some(customer),
            session: Some(session),
            device_token: vec![9; 32],
            is_new,
            ..Default::default()
        }))
    }

    async fn prove_identifier(
        &self,
        request: Request<ProveIdentifierRequest>,
    ) -> GrpcResult<ProveIdentifierResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.code != "012345" {
            return Err(Error::invalid("code", "is wrong").into());
        }
        stored.verified.push(request.customer_id);
        Ok(Response::new(ProveIdentifierResponse { customer: stored.customer(request.customer_id) }))
    }

    async fn close_account(&self, request: Request<CloseAccountRequest>) -> GrpcResult<CloseAccountResponse> {
        let request = request.into_inner();
        let mut stored = self.answer()?;
        if request.password != PASSWORD && request.code != "012345" {
            return Err(Error::invalid("password", "is not the current password").into());
        }
        stored.sessions.retain(|_, owner| *owner != request.customer_id);
        let begun_at_ms = 1_795_194_000_000;
        let erasure = Some(CustomerErasure { begun_at_ms, confirmed: Vec::new(), by_customer: true });
        Ok(Response::new(CloseAccountResponse { erasure }))
    }

    async fn list_unfinished_erasures(
        &self,
        _: Request<ListUnfinishedErasuresRequest>,
    ) -> GrpcResult<ListUnfinishedErasuresResponse> {
        Ok(Response::new(ListUnfinishedErasuresResponse::default()))
    }
}
