//! gRPC handlers of `StaffCustomerService`: order counts, open orders, club points and their corrections.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    staff_customer_service_server::{StaffCustomerService, StaffCustomerServiceServer},
};
use tonic::{Request, Response, Status};

use super::{
    customer,
    staff::{manager, staff},
};
use crate::{
    services,
    staff::{Correction, Ledger, StaffEntry},
};

pub fn server(
    service: Arc<services::StaffCustomerService>,
) -> StaffCustomerServiceServer<impl StaffCustomerService> {
    StaffCustomerServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<services::StaffCustomerService>,
}

#[tonic::async_trait]
impl StaffCustomerService for Handler {
    async fn count_customer_orders(
        &self,
        request: Request<wire::CountCustomerOrdersRequest>,
    ) -> Result<Response<wire::CountCustomerOrdersResponse>, Status> {
        let wire::CountCustomerOrdersRequest { actor, customer_ids } = request.into_inner();
        staff(actor)?;
        let orders = self.service.count_orders_of(&customer_ids).await?;
        Ok(Response::new(wire::CountCustomerOrdersResponse { orders }))
    }

    async fn list_open_orders(
        &self,
        request: Request<wire::ListOpenOrdersRequest>,
    ) -> Result<Response<wire::ListOpenOrdersResponse>, Status> {
        let wire::ListOpenOrdersRequest { actor, customer_id } = request.into_inner();
        let is_own = actor.as_ref().is_some_and(|actor| {
            actor.role() == wire::StaffActorRole::Customer && actor.account_id == customer_id
        });
        if !is_own {
            staff(actor)?;
        }
        let open = self.service.open_orders(customer(customer_id)?).await?;
        let numbers = open.into_iter().map(|order| order.number).collect();
        Ok(Response::new(wire::ListOpenOrdersResponse { numbers }))
    }

    async fn get_customer_points(
        &self,
        request: Request<wire::GetCustomerPointsRequest>,
    ) -> Result<Response<wire::GetCustomerPointsResponse>, Status> {
        let wire::GetCustomerPointsRequest { actor, customer_id, cursor } = request.into_inner();
        staff(actor)?;
        let ledger = self.service.points_for_staff(customer(customer_id)?, &cursor).await?;
        let Ledger { balance, entries, next_cursor } = ledger;
        let entries = entries.into_iter().map(Into::into).collect();
        Ok(Response::new(wire::GetCustomerPointsResponse { balance, entries, next_cursor }))
    }

    async fn correct_points(
        &self,
        request: Request<wire::CorrectPointsRequest>,
    ) -> Result<Response<wire::CorrectPointsResponse>, Status> {
        let wire::CorrectPointsRequest { actor, customer_id, points, reason, correction_id } =
            request.into_inner();
        let actor = manager(actor)?;
        let customer_id = customer(customer_id)?;
        let correction = Correction { id: correction_id, customer_id, points, reason };
        let (balance, entry) = self.service.correct_points(&actor, correction).await?;
        Ok(Response::new(wire::CorrectPointsResponse { balance, entry: Some(entry.into()) }))
    }
}

impl From<StaffEntry> for wire::StaffPointsEntry {
    fn from(from: StaffEntry) -> Self {
        let StaffEntry { entry, reason, by, .. } = from;
        Self { entry: Some(entry.into()), reason, by }
    }
}
