//! gRPC handler of `PointsService`: balance, ledger and terms of club points.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    points_service_server::{PointsService, PointsServiceServer},
};
use tonic::{Request, Response, Status};

use super::customer;
use crate::{points::Entry, services};

pub fn server(service: Arc<services::PointsService>) -> PointsServiceServer<impl PointsService> {
    PointsServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<services::PointsService>,
}

#[tonic::async_trait]
impl PointsService for Handler {
    async fn get_points(
        &self,
        request: Request<wire::GetPointsRequest>,
    ) -> Result<Response<wire::GetPointsResponse>, Status> {
        let (balance, entries) = self.service.points(customer(request.into_inner().customer_id)?).await?;
        let terms = self.service.terms();
        Ok(Response::new(wire::GetPointsResponse {
            balance,
            kip_per_point: terms.kip_per_point,
            point_value: terms.point_value,
            entries: entries.into_iter().map(Into::into).collect(),
        }))
    }
}

impl From<Entry> for wire::PointsEntry {
    fn from(from: Entry) -> Self {
        let Entry { at, kind, points, order_id } = from;
        Self { at_ms: at, kind: kind.into_str().to_owned(), points, order_id }
    }
}
