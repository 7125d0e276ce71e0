//! gRPC handlers: conversion between protobuf messages and domain types, without business rules.

mod addresses;
mod codes;
mod contact;
mod convert;
mod customers;
mod staff;

use std::sync::Arc;

use heuan_proto::accounts::v1::{
    self as wire,
    accounts_service_server::{AccountsService, AccountsServiceServer},
};
use heuan_rpc::retention_server;
use tonic::{Request, Response, Status, service::Routes};

use crate::service::{
    AccountService, Client, Event, Login, NewPassword, PasswordChange, ProfileUpdate, Registration,
};

pub fn routes(service: Arc<AccountService>) -> Routes {
    let retention = retention_server(&service.retention_days());
    let addresses = addresses::server(Arc::clone(&service));
    let codes = codes::server(Arc::clone(&service));
    let contact = contact::server(Arc::clone(&service));
    let staff = staff::server(Arc::clone(&service));
    let customers = customers::server(Arc::clone(&service));
    Routes::new(AccountsServiceServer::new(Handler { service }))
        .add_service(addresses)
        .add_service(codes)
        .add_service(contact)
        .add_service(staff)
        .add_service(customers)
        .add_service(retention)
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
            client: Client {
                address: &request.client_address,
                user_agent: &request.user_agent,
                previous_token: &request.previous_token,
                device_token: &request.device_token,
            },
        };
        let (customer, session, device_token) = convert::issued(self.service.register(registration).await?);
        Ok(Response::new(wire::RegisterResponse { customer, session, device_token }))
    }

    async fn login(&self, request: Request<wire::LoginRequest>) -> GrpcResult<wire::LoginResponse> {
        let request = request.into_inner();
        let login = Login {
            identifier: &request.identifier,
            password: &request.password,
            client: Client {
                address: &request.client_address,
                user_agent: &request.user_agent,
                previous_token: &request.previous_token,
                device_token: &request.device_token,
            },
            is_local: request.is_local,
        };
        let issued = self.service.login(login).await?;
        let new_device = issued.new_device.clone();
        let (customer, session, device_token) = convert::issued(issued);
        Ok(Response::new(wire::LoginResponse { customer, session, device_token, new_device }))
    }

    async fn logout(&self, request: Request<wire::LogoutRequest>) -> GrpcResult<wire::LogoutResponse> {
        let wire::LogoutRequest { token, client_address } = request.into_inner();
        self.service.logout(&token, &client_address).await?;
        Ok(Response::new(wire::LogoutResponse {}))
    }

    async fn list_sessions(
        &self,
        request: Request<wire::ListSessionsRequest>,
    ) -> GrpcResult<wire::ListSessionsResponse> {
        let wire::ListSessionsRequest { customer_id, token } = request.into_inner();
        let sessions = self.service.sessions(customer_id, &token).await?;
        let sessions = sessions.into_iter().map(wire::SessionSummary::from).collect();
        Ok(Response::new(wire::ListSessionsResponse { sessions }))
    }

    async fn end_session(
        &self,
        request: Request<wire::EndSessionRequest>,
    ) -> GrpcResult<wire::EndSessionResponse> {
        let wire::EndSessionRequest { customer_id, session_id, client_address } = request.into_inner();
        self.service.end_session(customer_id, &session_id, &client_address).await?;
        Ok(Response::new(wire::EndSessionResponse {}))
    }

    async fn end_all_sessions(
        &self,
        request: Request<wire::EndAllSessionsRequest>,
    ) -> GrpcResult<wire::EndAllSessionsResponse> {
        let wire::EndAllSessionsRequest { customer_id, client_address, kept_token, device_token } =
            request.into_inner();
        let kept = (&kept_token[..], &device_token[..]);
        self.service.end_all_sessions(customer_id, kept, &client_address).await?;
        Ok(Response::new(wire::EndAllSessionsResponse {}))
    }

    async fn list_ended_sessions(
        &self,
        request: Request<wire::ListEndedSessionsRequest>,
    ) -> GrpcResult<wire::ListEndedSessionsResponse> {
        let ended_session_ids = self.service.ended_sessions(request.into_inner().session_ids).await?;
        Ok(Response::new(wire::ListEndedSessionsResponse { ended_session_ids }))
    }

    async fn get_session(
        &self,
        request: Request<wire::GetSessionRequest>,
    ) -> GrpcResult<wire::GetSessionResponse> {
        let wire::GetSessionRequest { token, peek, is_local } = request.into_inner();
        let seen = self.service.session(&token, peek, is_local).await?;
        Ok(Response::new(wire::GetSessionResponse {
            customer: Some(seen.customer.into()),
            expires_at_ms: seen.expires_at,
            renewed: seen.renewed,
            second_factor: wire::SecondFactor::from(seen.second_factor).into(),
            has_temporary_password: seen.has_temporary_password,
            home_branch_id: seen.home_branch_id,
        }))
    }

    async fn get_customer(
        &self,
        request: Request<wire::GetCustomerRequest>,
    ) -> GrpcResult<wire::GetCustomerResponse> {
        let customer = self.service.customer(request.into_inner().customer_id).await?;
        Ok(Response::new(wire::GetCustomerResponse { customer: Some(customer.into()) }))
    }

    async fn get_contact(
        &self,
        request: Request<wire::GetContactRequest>,
    ) -> GrpcResult<wire::GetContactResponse> {
        let contact = self.service.contact(request.into_inner().customer_id).await?;
        Ok(Response::new(wire::GetContactResponse {
            customer: Some(contact.customer.into()),
            phone_verified_at_ms: contact.phone_verified_at,
            email_verified_at_ms: contact.email_verified_at,
            is_closed: contact.is_closed,
        }))
    }

    async fn update_profile(
        &self,
        request: Request<wire::UpdateProfileRequest>,
    ) -> GrpcResult<wire::UpdateProfileResponse> {
        let request = request.into_inner();
        let update = ProfileUpdate {
            customer_id: request.customer_id,
            fname: &request.fname,
            lname: &request.lname,
            phone: &request.phone,
            email: &request.email,
            current_password: &request.current_password,
            token: &request.token,
            device_token: &request.device_token,
            client_address: &request.client_address,
            phone_code: &request.phone_code,
            email_code: &request.email_code,
            current_code: &request.current_code,
            verify_phone: request.verify_phone,
            verify_email: request.verify_email,
        };
        let updated = self.service.update_profile(update).await?;
        Ok(Response::new(wire::UpdateProfileResponse {
            customer: Some(updated.customer.into()),
            sessions_ended: updated.sessions_ended,
        }))
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
            device_token: &request.device_token,
            client_address: &request.client_address,
        };
        self.service.change_password(change).await?;
        Ok(Response::new(wire::ChangePasswordResponse {}))
    }

    async fn reset_password(
        &self,
        request: Request<wire::ResetPasswordRequest>,
    ) -> GrpcResult<wire::ResetPasswordResponse> {
        let request = request.into_inner();
        let from = NewPassword {
            identifier: &request.identifier,
            code: &request.code,
            password: &request.new_password,
            client_address: &request.client_address,
            device_token: &request.device_token,
        };
        let customer_id = self.service.reset_password(from).await?;
        Ok(Response::new(wire::ResetPasswordResponse { customer_id }))
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
