//! gRPC handlers of `OrderService`: quotes, orders of a customer, payment webhooks and the sandbox.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    order_service_server::{OrderService, OrderServiceServer},
};
use heuan_rpc::Error;
use prost::Message as _;
use tonic::{Request, Response, Status};

use super::{convert::summary, customer};
use crate::{
    checkout::Input,
    payment::BankAction,
    services::{self, CheckoutService, PlaceRequest},
};

pub fn server(
    service: Arc<services::OrderService>,
    checkout: Arc<CheckoutService>,
) -> OrderServiceServer<impl OrderService> {
    OrderServiceServer::new(Handler { service, checkout })
}

struct Handler {
    service: Arc<services::OrderService>,
    checkout: Arc<CheckoutService>,
}

#[tonic::async_trait]
impl OrderService for Handler {
    async fn quote(
        &self,
        request: Request<wire::QuoteRequest>,
    ) -> Result<Response<wire::QuoteResponse>, Status> {
        let wire::QuoteRequest { customer_id, input, idempotency_key: key } = request.into_inner();
        let input = Input::from(input.unwrap_or_default());
        let quote = self.checkout.quote(customer(customer_id)?, input, &key).await?;
        let point_value = self.checkout.point_value();
        Ok(Response::new(wire::QuoteResponse { point_value, ..quote.into() }))
    }

    async fn place_order(
        &self,
        request: Request<wire::PlaceOrderRequest>,
    ) -> Result<Response<wire::PlaceOrderResponse>, Status> {
        let wire::PlaceOrderRequest {
            customer_id,
            input,
            idempotency_key: key,
            client_address,
            customer_name,
        } = request.into_inner();
        let input = input.unwrap_or_default();
        let encoded = input.encode_to_vec();
        let request = PlaceRequest {
            customer_id: customer(customer_id)?,
            customer_name: &customer_name,
            key: &key,
            encoded: &encoded,
            client_address: &client_address,
            staff: None,
        };
        let order = self.service.place_order(request, input.into()).await?;
        Ok(Response::new(wire::PlaceOrderResponse { order: Some(order.into()) }))
    }

    async fn get_order(
        &self,
        request: Request<wire::GetOrderRequest>,
    ) -> Result<Response<wire::GetOrderResponse>, Status> {
        let wire::GetOrderRequest { customer_id, order_id } = request.into_inner();
        let order = self.service.order(customer(customer_id)?, &order_id).await?;
        Ok(Response::new(wire::GetOrderResponse { order: Some(order.into()) }))
    }

    async fn list_orders(
        &self,
        request: Request<wire::ListOrdersRequest>,
    ) -> Result<Response<wire::ListOrdersResponse>, Status> {
        let wire::ListOrdersRequest { customer_id, page, limit } = request.into_inner();
        let (orders, total) = self.service.orders(customer(customer_id)?, page.into(), limit.into()).await?;
        Ok(Response::new(wire::ListOrdersResponse {
            orders: orders.into_iter().map(summary).collect(),
            total,
        }))
    }

    async fn cancel_order(
        &self,
        request: Request<wire::CancelOrderRequest>,
    ) -> Result<Response<wire::CancelOrderResponse>, Status> {
        let wire::CancelOrderRequest { customer_id, order_id } = request.into_inner();
        let order = self.service.cancel_order(customer(customer_id)?, &order_id).await?;
        Ok(Response::new(wire::CancelOrderResponse { order: Some(order.into()) }))
    }

    async fn confirm_payment(
        &self,
        request: Request<wire::ConfirmPaymentRequest>,
    ) -> Result<Response<wire::ConfirmPaymentResponse>, Status> {
        let wire::ConfirmPaymentRequest { provider, signature, body } = request.into_inner();
        self.service.confirm(&provider, &signature, &body).await?;
        Ok(Response::new(wire::ConfirmPaymentResponse {}))
    }

    async fn poll_payment(
        &self,
        request: Request<wire::PollPaymentRequest>,
    ) -> Result<Response<wire::PollPaymentResponse>, Status> {
        let wire::PollPaymentRequest { customer_id, order_id } = request.into_inner();
        let order = self.service.order(customer(customer_id)?, &order_id).await?;
        Ok(Response::new(wire::PollPaymentResponse { order: Some(order.into()) }))
    }

    async fn simulate_payment(
        &self,
        request: Request<wire::SimulatePaymentRequest>,
    ) -> Result<Response<wire::SimulatePaymentResponse>, Status> {
        let request = request.into_inner();
        let act = match request.action() {
            wire::SandboxAction::Pay => BankAction::Pay,
            wire::SandboxAction::PayLate => BankAction::PayLate,
            wire::SandboxAction::PayTwice => BankAction::PayTwice,
            wire::SandboxAction::DropWebhook => BankAction::Lose,
            wire::SandboxAction::Decline => BankAction::Decline,
            wire::SandboxAction::Unspecified => {
                return Err(Error::invalid("action", "unknown action").into());
            }
        };
        self.service.simulate_payment(&request.reference, act).await?;
        Ok(Response::new(wire::SimulatePaymentResponse {}))
    }
}
