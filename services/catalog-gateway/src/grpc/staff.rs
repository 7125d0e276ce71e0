//! gRPC handlers of `StaffCatalogService`: products of any visibility, edits, stock adjustments, bulk changes and
//! undo.

use heuan_proto::catalog::v1::{self as wire, staff_catalog_service_server::StaffCatalogService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{
    Handler,
    convert::all,
    staff_convert::{self as convert, MAX_TEXT_CHARS},
};
use crate::staff::{LedgerEntry, ProductEdit, RequestKey, StaffSort, StockRequest};
use crate::store::{BulkMode, UndoRequest, store_error};

#[tonic::async_trait]
impl StaffCatalogService for Handler {
    async fn list_staff_products(
        &self,
        request: Request<wire::ListStaffProductsRequest>,
    ) -> Result<Response<wire::ListStaffProductsResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let limit = convert::limit(request.limit)?;
        let filter = convert::filter(request.filter)?;
        let sort = convert::sort(request.sort)?;
        let cursor = crate::staff::ListCursor::parse(&request.cursor)?;
        let search = convert::search(&request.text, request.ranked_pro_ids)?;
        let low = self.low_stock;
        let page = if let Some(search) = search {
            self.store.search_staff_products(&search, &filter, sort, cursor, limit, low).await?
        } else {
            let sort = sort.unwrap_or(StaffSort::Updated);
            self.store.staff_products(&filter, sort, cursor, limit, low).await?
        };
        Ok(Response::new(wire::ListStaffProductsResponse {
            products: all(page.products),
            next_cursor: page.next.map(|next| next.to_string()).unwrap_or_default(),
            total: page.total,
            low_stock: low,
            truncated: page.truncated,
        }))
    }

    async fn get_staff_product(
        &self,
        request: Request<wire::GetStaffProductRequest>,
    ) -> Result<Response<wire::GetStaffProductResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let product = self.staff_detail(request.pro_id).await?;
        Ok(Response::new(wire::GetStaffProductResponse { product: Some(product) }))
    }

    async fn batch_get_product_locations(
        &self,
        request: Request<wire::BatchGetProductLocationsRequest>,
    ) -> Result<Response<wire::BatchGetProductLocationsResponse>, Status> {
        let request = request.into_inner();
        convert::staff_actor(request.actor)?;
        let pro_ids = convert::located(request.pro_ids)?;
        let locations = self.store.locations(&pro_ids).await.map_err(store_error)?;
        let locations = locations.into_iter();
        Ok(Response::new(wire::BatchGetProductLocationsResponse {
            locations: locations
                .map(|(pro_id, location)| wire::ProductLocation { pro_id, location })
                .collect(),
        }))
    }

    async fn find_products_by_code(
        &self,
        request: Request<wire::FindProductsByCodeRequest>,
    ) -> Result<Response<wire::FindProductsByCodeResponse>, Status> {
        let request = request.into_inner();
        convert::staff_actor(request.actor)?;
        if request.code.trim().is_empty() || request.code.chars().count() > MAX_TEXT_CHARS {
            return Err(Error::invalid("code", format!("must be 1 to {MAX_TEXT_CHARS} characters")).into());
        }
        let pro_ids = self.store.products_of_code(&request.code).await.map_err(store_error)?;
        Ok(Response::new(wire::FindProductsByCodeResponse { pro_ids }))
    }

    async fn list_product_changes(
        &self,
        request: Request<wire::ListProductChangesRequest>,
    ) -> Result<Response<wire::ListProductChangesResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let limit = convert::limit(request.limit)?;
        if !self.store.has_product(request.pro_id).await.map_err(store_error)? {
            return Err(Error::not_found("no such product").into());
        }
        let (entries, next_cursor) = self.store.ledger(request.pro_id, &request.cursor, limit).await?;
        let changes = entries.into_iter().map(LedgerEntry::into).collect();
        Ok(Response::new(wire::ListProductChangesResponse { changes, next_cursor }))
    }

    async fn list_change_sets(
        &self,
        request: Request<wire::ListChangeSetsRequest>,
    ) -> Result<Response<wire::ListChangeSetsResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let limit = convert::limit(request.limit)?;
        let kind = convert::change_kind(&request.kind)?;
        let (entries, next_cursor) = self.store.change_sets(kind, &request.cursor, limit).await?;
        let changes = entries.into_iter().map(LedgerEntry::into).collect();
        Ok(Response::new(wire::ListChangeSetsResponse { changes, next_cursor }))
    }

    async fn update_product(
        &self,
        request: Request<wire::UpdateProductRequest>,
    ) -> Result<Response<wire::UpdateProductResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let wanted = request.edit.unwrap_or_default();
        let uploaded = self.images.uploaded(convert::images(&wanted));
        let edit = ProductEdit { uploaded, ..convert::edit(wanted)? };
        let (id, now) = (request.pro_id, self.clock.now_ms());
        self.store.edit_product(&actor, id, request.version, &edit, now).await?;
        Ok(Response::new(wire::UpdateProductResponse { product: Some(self.staff_detail(id).await?) }))
    }

    async fn create_product(
        &self,
        request: Request<wire::CreateProductRequest>,
    ) -> Result<Response<wire::CreateProductResponse>, Status> {
        let wire::CreateProductRequest { actor, pro_id, edit, idempotency_key } = request.into_inner();
        let actor = convert::actor(actor)?;
        let wanted = edit.unwrap_or_default();
        let uploaded = self.images.uploaded(convert::images(&wanted));
        let edit = ProductEdit { uploaded, ..convert::edit(wanted)? };
        let key = RequestKey::new(idempotency_key, &(pro_id, &edit.values))?;
        let now = self.clock.now_ms();
        let pro_id = self.store.create_product(&actor, pro_id, &edit, key.as_ref(), now).await?;
        Ok(Response::new(wire::CreateProductResponse { product: Some(self.staff_detail(pro_id).await?) }))
    }

    async fn duplicate_product(
        &self,
        request: Request<wire::DuplicateProductRequest>,
    ) -> Result<Response<wire::DuplicateProductResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let wire::DuplicateProductRequest { pro_id, version, new_pro_id, .. } = request;
        self.store.duplicate_product(&actor, pro_id, version, new_pro_id, self.clock.now_ms()).await?;
        let product = Some(self.staff_detail(new_pro_id).await?);
        Ok(Response::new(wire::DuplicateProductResponse { product }))
    }

    async fn adjust_stock(
        &self,
        request: Request<wire::AdjustStockRequest>,
    ) -> Result<Response<wire::AdjustStockResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor.clone())?;
        let adjustment = convert::adjustment(&request)?;
        let wire::AdjustStockRequest { pro_id: id, version, expected_on_hand, idempotency_key, .. } = request;
        let key = RequestKey::new(idempotency_key, &(id, &adjustment))?;
        let request = StockRequest { pro_id: id, version, expected_on_hand, adjustment: &adjustment, key };
        self.store.adjust_stock(&actor, &request, self.clock.now_ms()).await?;
        Ok(Response::new(wire::AdjustStockResponse { product: Some(self.staff_detail(id).await?) }))
    }

    async fn change_products(
        &self,
        request: Request<wire::ChangeProductsRequest>,
    ) -> Result<Response<wire::ChangeProductsResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let search = convert::search(&request.text, request.ranked_pro_ids)?;
        let selection = convert::selection(request.selection, search.is_some(), request.all)?;
        let change = convert::bulk_change(request.change)?;
        let at = (self.clock.now_ms(), self.low_stock);
        let mode = if request.dry_run {
            BulkMode::Preview
        } else {
            // The results of the search may differ when the request is repeated.
            let text = search.as_ref().map(|search| &search.text);
            let key = RequestKey::new(request.idempotency_key, &(&selection, text, &change))?;
            BulkMode::Apply { preview_id: Some(request.preview_id).filter(|id| !id.is_empty()), key }
        };
        let selection = match search {
            Some(search) => self.store.searched(&search, &selection, self.low_stock).await?,
            None => selection,
        };
        let result = self.store.change_products(&actor, &selection, &change, &mode, at).await?;
        Ok(Response::new(result.into()))
    }

    async fn upload_image(
        &self,
        request: Request<wire::UploadImageRequest>,
    ) -> Result<Response<wire::UploadImageResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let stored = self.images.store(&actor, request.image, self.clock.now_ms()).await?;
        Ok(Response::new(wire::UploadImageResponse {
            path: stored.path,
            width: i32::try_from(stored.width).unwrap_or(i32::MAX),
            height: i32::try_from(stored.height).unwrap_or(i32::MAX),
        }))
    }

    async fn undo_change(
        &self,
        request: Request<wire::UndoChangeRequest>,
    ) -> Result<Response<wire::UndoChangeResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let now = self.clock.now_ms();
        let undo =
            UndoRequest { change_id: &request.change_id, pro_id: request.pro_id, media: self.images.media() };
        let undone = self.store.undo_change(&actor, undo, now).await?;
        let product = match undone.pro_id {
            Some(pro_id) => Some(self.staff_detail(pro_id).await?),
            None => None,
        };
        Ok(Response::new(wire::UndoChangeResponse {
            change_id: undone.change_id,
            undone: convert::count(undone.undone),
            skipped: all(undone.skipped),
            product,
            skipped_count: convert::count(undone.skipped_count),
            removed_count: convert::count(undone.removed_count),
        }))
    }
}

impl Handler {
    async fn staff_detail(&self, pro_id: i64) -> Result<wire::StaffProductDetail, Error> {
        Ok(self.store.staff_product(pro_id).await?.into())
    }
}
