//! In-memory catalog service with scripted changes, for `WatchProducts` only.

use std::{
    collections::BTreeMap,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use futures::{Stream, StreamExt as _, stream};
use heuan_proto::catalog::v1::{
    catalog_service_server::{CatalogService, CatalogServiceServer},
    *,
};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tonic::{Request, Response, Status, service::Routes};

type GrpcResult<T> = Result<Response<T>, Status>;
type Event = Result<WatchProductsResponse, Status>;

/// A catalog service with only `WatchProducts`.
#[derive(Clone, Default)]
pub struct FakeCatalog(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    products: BTreeMap<i64, Product>,
    revision: i64,
    watchers: Vec<UnboundedSender<Event>>,
    requested_revisions: Vec<i64>,
}

impl FakeCatalog {
    pub fn routes(&self) -> Routes {
        Routes::new(CatalogServiceServer::new(self.clone()))
    }

    pub fn put(&self, pro_id: i64, images: &[&str], stock: Option<i64>) {
        let mut images = images.iter().map(|path| (*path).to_owned());
        let product = Product {
            pro_id,
            img_cover: images.next().unwrap_or_default(),
            images: images.collect(),
            price: Some(1000),
            stock,
            ..Product::default()
        };
        self.change(|inner| {
            inner.revision += 1;
            let product = Product { revision: inner.revision, ..product };
            inner.products.insert(pro_id, product.clone());
            WatchProductsResponse { changed: vec![detail(product)], ..WatchProductsResponse::default() }
        });
    }

    pub fn remove(&self, pro_id: i64) {
        self.change(|inner| {
            inner.revision += 1;
            inner.products.remove(&pro_id);
            WatchProductsResponse { removed_pro_ids: vec![pro_id], ..WatchProductsResponse::default() }
        });
    }

    /// Another catalog, which is empty.
    pub fn reset(&self) {
        self.change(|inner| {
            (inner.products, inner.revision) = (BTreeMap::new(), 0);
            WatchProductsResponse { reset: true, ..WatchProductsResponse::default() }
        });
    }

    /// Ends every watch.
    pub fn break_watches(&self) {
        self.lock().watchers.clear();
    }

    /// The revisions from which watches were started.
    pub fn requested_revisions(&self) -> Vec<i64> {
        self.lock().requested_revisions.clone()
    }

    fn change(&self, change: impl FnOnce(&mut Inner) -> WatchProductsResponse) {
        let mut inner = self.lock();
        let event = change(&mut inner);
        let event = WatchProductsResponse { revision: inner.revision, ..event };
        inner.watchers.retain(|watcher| watcher.send(Ok(event.clone())).is_ok());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn detail(product: Product) -> ProductDetail {
    ProductDetail { product: Some(product), ..ProductDetail::default() }
}

macro_rules! only_watched {
    ($($name:ident: $request:ty => $answer:ty),* $(,)?) => {
        #[tonic::async_trait]
        impl CatalogService for FakeCatalog {
            $(async fn $name(&self, _: Request<$request>) -> GrpcResult<$answer> {
                Err(Status::unimplemented("this catalog supports only watches"))
            })*

            type WatchProductsStream = Pin<Box<dyn Stream<Item = Event> + Send>>;

            async fn watch_products(
                &self,
                request: Request<WatchProductsRequest>,
            ) -> GrpcResult<Self::WatchProductsStream> {
                let from = request.into_inner().from_revision;
                let (sender, receiver) = unbounded_channel();
                let mut inner = self.lock();
                inner.requested_revisions.push(from);
                inner.watchers.push(sender);
                let newer = inner.products.values().filter(|product| product.revision > from);
                let list = WatchProductsResponse {
                    revision: inner.revision,
                    changed: newer.cloned().map(detail).collect(),
                    ..WatchProductsResponse::default()
                };
                let listed = WatchProductsResponse { snapshot_complete: true, changed: Vec::new(), ..list.clone() };
                let later_changes = stream::unfold(receiver, |mut receiver| async {
                    Some((receiver.recv().await?, receiver))
                });
                Ok(Response::new(stream::iter([Ok(list), Ok(listed)]).chain(later_changes).boxed()))
            }
        }
    };
}

only_watched! {
    list_categories: ListCategoriesRequest => ListCategoriesResponse,
    list_groups: ListGroupsRequest => ListGroupsResponse,
    list_products: ListProductsRequest => ListProductsResponse,
    get_product_facets: GetProductFacetsRequest => GetProductFacetsResponse,
    batch_get_products: BatchGetProductsRequest => BatchGetProductsResponse,
    get_product: GetProductRequest => GetProductResponse,
    list_related_products: ListRelatedProductsRequest => ListRelatedProductsResponse,
    list_collections: ListCollectionsRequest => ListCollectionsResponse,
    get_collection: GetCollectionRequest => GetCollectionResponse,
    list_promotion_types: ListPromotionTypesRequest => ListPromotionTypesResponse,
    list_promotions: ListPromotionsRequest => ListPromotionsResponse,
}
