//! gRPC handlers of `ViewedProductsService`: list, add and clear.

use std::sync::Arc;

use heuan_proto::orders::v1::{
    self as wire,
    viewed_products_service_server::{ViewedProductsService, ViewedProductsServiceServer},
};
use tonic::{Request, Response, Status};

use super::customer;
use crate::{services, viewed_products::ViewedProduct};

pub fn server(
    service: Arc<services::ViewedProductsService>,
) -> ViewedProductsServiceServer<impl ViewedProductsService> {
    ViewedProductsServiceServer::new(Handler { service })
}

struct Handler {
    service: Arc<services::ViewedProductsService>,
}

#[tonic::async_trait]
impl ViewedProductsService for Handler {
    async fn list_viewed_products(
        &self,
        request: Request<wire::ListViewedProductsRequest>,
    ) -> Result<Response<wire::ListViewedProductsResponse>, Status> {
        let products = self.service.viewed_products(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::ListViewedProductsResponse { products: all(products) }))
    }

    async fn add_viewed_products(
        &self,
        request: Request<wire::AddViewedProductsRequest>,
    ) -> Result<Response<wire::AddViewedProductsResponse>, Status> {
        let wire::AddViewedProductsRequest { customer_id, pro_ids } = request.into_inner();
        let products = self.service.add_viewed_products(customer(customer_id)?, &pro_ids).await?;
        Ok(Response::new(wire::AddViewedProductsResponse { products: all(products) }))
    }

    async fn clear_viewed_products(
        &self,
        request: Request<wire::ClearViewedProductsRequest>,
    ) -> Result<Response<wire::ClearViewedProductsResponse>, Status> {
        self.service.clear_viewed_products(customer(request.into_inner().customer_id)?).await?;
        Ok(Response::new(wire::ClearViewedProductsResponse {}))
    }
}

fn all(products: Vec<ViewedProduct>) -> Vec<wire::ViewedProduct> {
    let wire =
        |from: ViewedProduct| wire::ViewedProduct { pro_id: from.pro_id, viewed_at_ms: from.viewed_at };
    products.into_iter().map(wire).collect()
}
