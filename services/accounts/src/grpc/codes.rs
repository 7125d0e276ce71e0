//! gRPC handlers of `CodeService`: one-time codes, sign-in by a code, and closing of an account.

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire, CodePurpose,
    code_service_server::{CodeService, CodeServiceServer},
};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::convert;
use crate::{
    one_time_code::SentCodePurpose,
    service::{
        AccountClosing, AccountService, Client, CodeLogin, IdentifierProof, Reachability, SentCodeRequest,
    },
};

pub fn server(service: Arc<AccountService>) -> CodeServiceServer<impl CodeService> {
    CodeServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<AccountService>,
}

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl CodeService for Handler {
    async fn request_code(
        &self,
        request: Request<wire::RequestCodeRequest>,
    ) -> GrpcResult<wire::RequestCodeResponse> {
        let request = request.into_inner();
        let purpose = match request.purpose() {
            CodePurpose::SignIn => SentCodePurpose::SignIn,
            CodePurpose::Reset => SentCodePurpose::ResetPassword,
            CodePurpose::Verify => SentCodePurpose::Verify,
            CodePurpose::Confirm => SentCodePurpose::Confirm,
            CodePurpose::Unspecified => return Err(Error::invalid("purpose", "is needed").into()),
        };
        let made = self
            .service
            .request_code(SentCodeRequest {
                purpose,
                identifier: &request.identifier,
                customer_id: request.customer_id,
                client_address: &request.client_address,
                device_token: &request.device_token,
                reach: Reachability { phone: request.reaches_phone, email: request.reaches_email },
                language: &request.language,
            })
            .await?;
        Ok(Response::new(wire::RequestCodeResponse {
            expires_at_ms: made.expires_at,
            resend_at_ms: made.resend_at,
            recipient: made.recipient,
        }))
    }

    async fn sign_in_by_code(
        &self,
        request: Request<wire::SignInByCodeRequest>,
    ) -> GrpcResult<wire::SignInByCodeResponse> {
        let request = request.into_inner();
        let login = CodeLogin {
            identifier: &request.identifier,
            code: &request.code,
            account_password: &request.account_password,
            starts_new_account: request.starts_new_account,
            client: Client {
                address: &request.client_address,
                user_agent: &request.user_agent,
                previous_token: &request.previous_token,
                device_token: &request.device_token,
            },
        };
        let issued = self.service.sign_in_by_code(login).await?;
        let new_device = issued.session.new_device.clone();
        let (customer, session, device_token) = convert::issued(issued.session);
        Ok(Response::new(wire::SignInByCodeResponse {
            customer,
            session,
            device_token,
            new_device,
            is_new: issued.is_new,
        }))
    }

    async fn prove_identifier(
        &self,
        request: Request<wire::ProveIdentifierRequest>,
    ) -> GrpcResult<wire::ProveIdentifierResponse> {
        let request = request.into_inner();
        let proof = IdentifierProof {
            customer_id: request.customer_id,
            identifier: &request.identifier,
            code: &request.code,
            client_address: &request.client_address,
        };
        let customer = self.service.prove_identifier(proof).await?;
        Ok(Response::new(wire::ProveIdentifierResponse { customer: Some(customer.into()) }))
    }

    async fn close_account(
        &self,
        request: Request<wire::CloseAccountRequest>,
    ) -> GrpcResult<wire::CloseAccountResponse> {
        let request = request.into_inner();
        let closing = AccountClosing {
            customer_id: request.customer_id,
            password: &request.password,
            code: &request.code,
            client_address: &request.client_address,
        };
        let erasure = self.service.close_account(closing).await?;
        Ok(Response::new(wire::CloseAccountResponse { erasure: Some(erasure.into()) }))
    }

    async fn list_unfinished_erasures(
        &self,
        _: Request<wire::ListUnfinishedErasuresRequest>,
    ) -> GrpcResult<wire::ListUnfinishedErasuresResponse> {
        let erasures = self.service.unfinished_erasures().await?;
        let erasures = erasures.into_iter().map(|erasure| wire::UnfinishedErasure {
            customer_id: erasure.customer_id,
            erasure: Some(erasure.into()),
        });
        Ok(Response::new(wire::ListUnfinishedErasuresResponse { erasures: erasures.collect() }))
    }
}
