//! gRPC handlers of `CatalogService`: products, categories, collections, promotions, facets and the change stream.

use std::{collections::HashSet, pin::Pin};

use futures::{Stream, future::try_join};
use heuan_proto::catalog::v1::{self as wire, catalog_service_server::CatalogService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{
    Handler,
    convert::{all, filter, sort},
    watch,
};
use crate::catalog::{Paging, Sort};
use crate::collection::contents;
use crate::store::store_error;

/// Maximum number of ids in a batch read.
const MAX_BATCH: usize = 200;

#[tonic::async_trait]
impl CatalogService for Handler {
    async fn list_categories(
        &self,
        _: Request<wire::ListCategoriesRequest>,
    ) -> Result<Response<wire::ListCategoriesResponse>, Status> {
        let categories = self.store.categories().await.map_err(store_error)?;
        Ok(Response::new(wire::ListCategoriesResponse { categories: all(categories.iter().cloned()) }))
    }

    async fn list_groups(
        &self,
        request: Request<wire::ListGroupsRequest>,
    ) -> Result<Response<wire::ListGroupsResponse>, Status> {
        let wanted: HashSet<i64> = request.into_inner().cat_ids.into_iter().collect();
        let groups = self.store.groups().await.map_err(store_error)?;
        let of_wanted = groups.iter().filter(|group| wanted.is_empty() || wanted.contains(&group.cat_id));
        Ok(Response::new(wire::ListGroupsResponse { groups: all(of_wanted.cloned()) }))
    }

    async fn list_products(
        &self,
        request: Request<wire::ListProductsRequest>,
    ) -> Result<Response<wire::ListProductsResponse>, Status> {
        let request = request.into_inner();
        let paging = Paging::new(request.page.into(), request.limit.into())?;
        let filter = filter(request.filter)?;
        let sort = sort(request.sort, Sort::Recommended)?;
        let (products, total) = try_join(
            self.store.products(&filter, sort, paging.offset(), paging.limit),
            self.store.total(&filter),
        )
        .await
        .map_err(store_error)?;
        Ok(Response::new(wire::ListProductsResponse { products: all(products), total }))
    }

    async fn get_product_facets(
        &self,
        request: Request<wire::GetProductFacetsRequest>,
    ) -> Result<Response<wire::GetProductFacetsResponse>, Status> {
        let filter = filter(request.into_inner().filter)?;
        let facets = self.store.facets(&filter).await.map_err(store_error)?;
        Ok(Response::new(wire::GetProductFacetsResponse { facets: Some((*facets).clone().into()) }))
    }

    async fn batch_get_products(
        &self,
        request: Request<wire::BatchGetProductsRequest>,
    ) -> Result<Response<wire::BatchGetProductsResponse>, Status> {
        let ids = request.into_inner().pro_ids;
        check_batch(&ids)?;
        let products = self.store.products_by_id(&ids).await.map_err(store_error)?;
        let only_demo = self.store.is_only_demo().await.map_err(store_error)?;
        Ok(Response::new(wire::BatchGetProductsResponse { products: all(products), only_demo }))
    }

    async fn get_product(
        &self,
        request: Request<wire::GetProductRequest>,
    ) -> Result<Response<wire::GetProductResponse>, Status> {
        let id = request.into_inner().pro_id;
        let product = self.store.product(id).await.map_err(store_error)?.ok_or_else(no_such_product)?;
        let (categories, groups) =
            try_join(self.store.categories(), self.store.groups()).await.map_err(store_error)?;
        let category = categories.iter().find(|category| category.cat_id == product.product.cat_id);
        let group = groups.iter().find(|group| group.prog_id == product.product.prog_id);
        Ok(Response::new(wire::GetProductResponse {
            category: category.cloned().map(Into::into),
            group: group.cloned().map(Into::into),
            product: Some(product.into()),
        }))
    }

    async fn list_related_products(
        &self,
        request: Request<wire::ListRelatedProductsRequest>,
    ) -> Result<Response<wire::ListRelatedProductsResponse>, Status> {
        let request = request.into_inner();
        if !(1..=50).contains(&request.limit) {
            return Err(Error::invalid("limit", "must be from 1 to 50").into());
        }
        let product =
            self.store.product(request.pro_id).await.map_err(store_error)?.ok_or_else(no_such_product)?;
        let related =
            self.store.related(&product.product, request.limit.into()).await.map_err(store_error)?;
        Ok(Response::new(wire::ListRelatedProductsResponse { products: all(related) }))
    }

    async fn list_collections(
        &self,
        _: Request<wire::ListCollectionsRequest>,
    ) -> Result<Response<wire::ListCollectionsResponse>, Status> {
        let collections = self.store.collections().await.map_err(store_error)?;
        let filled = collections.iter().filter(|collection| collection.product_count > 0);
        Ok(Response::new(wire::ListCollectionsResponse { collections: all(filled.cloned()) }))
    }

    async fn get_collection(
        &self,
        request: Request<wire::GetCollectionRequest>,
    ) -> Result<Response<wire::GetCollectionResponse>, Status> {
        let request = request.into_inner();
        let paging = Paging::new(request.page.into(), request.limit.into())?;
        let collections = self.store.collections().await.map_err(store_error)?;
        let collection = collections
            .iter()
            .find(|collection| collection.name == request.name)
            .ok_or_else(|| Error::not_found("no such collection"))?;
        let contents = contents(&collection.name);
        let sort = sort(request.sort, contents.sort)?;
        let products = self.store.products_of(&contents, sort, paging).await.map_err(store_error)?;
        Ok(Response::new(wire::GetCollectionResponse {
            total: collection.product_count,
            collection: Some(collection.clone().into()),
            products: all(products),
        }))
    }

    async fn list_promotion_types(
        &self,
        _: Request<wire::ListPromotionTypesRequest>,
    ) -> Result<Response<wire::ListPromotionTypesResponse>, Status> {
        let types = self.store.promotion_types().await.map_err(store_error)?;
        Ok(Response::new(wire::ListPromotionTypesResponse { types: all(types) }))
    }

    async fn list_promotions(
        &self,
        request: Request<wire::ListPromotionsRequest>,
    ) -> Result<Response<wire::ListPromotionsResponse>, Status> {
        let request = request.into_inner();
        if !(0..=20).contains(&request.products_each) {
            return Err(Error::invalid("products_each", "must be from 0 to 20").into());
        }
        if request.promo_type_id.is_some_and(|id| id <= 0) {
            return Err(Error::invalid("type", "must be a positive number").into());
        }
        let day = if request.day.is_empty() { self.clock.today() } else { request.day };
        let promotions = self
            .store
            .promotions(request.promo_type_id, &day, request.products_each.into())
            .await
            .map_err(store_error)?;
        Ok(Response::new(wire::ListPromotionsResponse { promotions: all(promotions) }))
    }

    type WatchProductsStream =
        Pin<Box<dyn Stream<Item = Result<wire::WatchProductsResponse, Status>> + Send>>;

    async fn watch_products(
        &self,
        request: Request<wire::WatchProductsRequest>,
    ) -> Result<Response<Self::WatchProductsStream>, Status> {
        let from = request.into_inner().from_revision;
        if from < 0 {
            return Err(Error::invalid("from_revision", "must not be negative").into());
        }
        Ok(Response::new(Box::pin(watch::follow(self.store.clone(), from, self.shutdown.clone()))))
    }
}

pub(super) fn check_batch(ids: &[i64]) -> Result<(), Error> {
    if ids.len() > MAX_BATCH {
        return Err(Error::invalid("pro_ids", format!("at most {MAX_BATCH} at once")));
    }
    Ok(())
}

fn no_such_product() -> Error {
    Error::not_found("no such product")
}
