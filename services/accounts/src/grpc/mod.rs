//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod contact;
mod convert;

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    accounts_service_server::{AccountsService, AccountsServiceServer},
};
use tonic::{Request, Response, Status, service::Routes};

use crate::service::{AccountService, Event, Login, PasswordChange, Registration};

pub fn routes(service: Arc<AccountService>) -> Routes {
    let contact = contact::server(Arc::clone(&service));
    Routes::new(AccountsServiceServer::new(Handler { service })).add_service(contact)
}

struct Handler {
    service: Arc<AccountService>,
}

type GrpcResult<T> = Result<Response<T>, Status>;

#[tonic::async_trait]
impl AccountsService for Handler {
    async fn register(&self, request: Request<wire::RegisterRequest>) -> GrpcResult<wire::RegisterResponse> {
        let request = request.into_inner();
        let registration = Registration {
            fname: &request.fname,
            lname: &request.lname,
            phone: &request.phone,
            email: &request.email,
            password: &request.password,
            client_address: &request.client_address,
            previous: &request.previous_token,
        };
        let (customer, session) = convert::granted(self.service.register(registration).await?);
        Ok(Response::new(wire::RegisterResponse { customer, session }))
    }

    async fn login(&self, request: Request<wire::LoginRequest>) -> GrpcResult<wire::LoginResponse> {
        let request = request.into_inner();
        let login = Login {
            identifier: &request.identifier,
            password: &request.password,
            client_address: &request.client_address,
            previous: &request.previous_token,
        };
        let (customer, session) = convert::granted(self.service.login(login).await?);
        Ok(Response::new(wire::LoginResponse { customer, session }))
    }

    async fn logout(&self, request: Request<wire::LogoutRequest>) -> GrpcResult<wire::LogoutResponse> {
        self.service.logout(&request.into_inner().token).await?;
        Ok(Response::new(wire::LogoutResponse {}))
    }

    async fn get_session(
        &self,
        request: Request<wire::GetSessionRequest>,
    ) -> GrpcResult<wire::GetSessionResponse> {
        let wire::GetSessionRequest { token, peek } = request.into_inner();
        let seen = self.service.session(&token, peek).await?;
        Ok(Response::new(wire::GetSessionResponse {
            customer: Some(seen.customer.into()),
            expires_at_ms: seen.expires_at,
            renewed: seen.renewed,
        }))
    }

    async fn get_customer(
        &self,
        request: Request<wire::GetCustomerRequest>,
    ) -> GrpcResult<wire::GetCustomerResponse> {
        let customer = self.service.customer(request.into_inner().customer_id).await?;
        Ok(Response::new(wire::GetCustomerResponse { customer: Some(customer.into()) }))
    }

    async fn update_profile(
        &self,
        request: Request<wire::UpdateProfileRequest>,
    ) -> GrpcResult<wire::UpdateProfileResponse> {
        let wire::UpdateProfileRequest { customer_id, fname, lname, phone, email } = request.into_inner();
        let customer = self.service.update_profile(customer_id, (&fname, &lname, &phone, &email)).await?;
        Ok(Response::new(wire::UpdateProfileResponse { customer: Some(customer.into()) }))
    }

    async fn change_password(
        &self,
        request: Request<wire::ChangePasswordRequest>,
    ) -> GrpcResult<wire::ChangePasswordResponse> {
        let request = request.into_inner();
        let change = PasswordChange {
            customer_id: request.customer_id,
            current: &request.current_password,
            new: &request.new_password,
            token: &request.token,
        };
        self.service.change_password(change).await?;
        Ok(Response::new(wire::ChangePasswordResponse {}))
    }

    async fn record_event(
        &self,
        request: Request<wire::RecordEventRequest>,
    ) -> GrpcResult<wire::RecordEventResponse> {
        let request = request.into_inner();
        let event = Event {
            log_type: &request.log_type,
            log_value: &request.log_value,
            client_address: &request.client_address,
            token: &request.token,
        };
        self.service.record(event).await?;
        Ok(Response::new(wire::RecordEventResponse {}))
    }
}
