//! gRPC handlers of `StaffCatalogService`: products of any visibility, edits, stock adjustments, bulk changes and
//! undo.

use heuan_proto::catalog::v1::{self as wire, staff_catalog_service_server::StaffCatalogService};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

use super::{Handler, convert::all, staff_convert as convert};
use crate::staff::{LedgerEntry, ProductEdit, StaffSort};
use crate::store::{StaffSearch, fault};

/// Most ids of a search.
const MAX_RANKED: usize = 300;
/// Most characters of a searched text.
const MAX_TEXT_CHARS: usize = 200;

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
        if request.ranked_pro_ids.len() > MAX_RANKED {
            return Err(Error::invalid("ranked_pro_ids", format!("at most {MAX_RANKED} at once")).into());
        }
        if request.text.chars().count() > MAX_TEXT_CHARS {
            return Err(Error::invalid("text", format!("is longer than {MAX_TEXT_CHARS} characters")).into());
        }
        let low = self.low_stock;
        let text = request.text.trim().to_owned();
        let page = if text.is_empty() {
            let sort = sort.unwrap_or(StaffSort::Updated);
            self.store.staff_products(&filter, sort, cursor, limit, low).await?
        } else {
            let search = StaffSearch { text, ranked_pro_ids: request.ranked_pro_ids };
            self.store.search_staff_products(&search, &filter, sort, cursor, limit, low).await?
        };
        Ok(Response::new(wire::ListStaffProductsResponse {
            products: all(page.products),
            next_cursor: page.next.map(|next| next.to_string()).unwrap_or_default(),
            total: page.total,
            low_stock: low,
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
        let locations = self.store.locations(&pro_ids).await.map_err(fault)?;
        let locations = locations.into_iter();
        Ok(Response::new(wire::BatchGetProductLocationsResponse {
            locations: locations
                .map(|(pro_id, location)| wire::ProductLocation { pro_id, location })
                .collect(),
        }))
    }

    async fn list_product_changes(
        &self,
        request: Request<wire::ListProductChangesRequest>,
    ) -> Result<Response<wire::ListProductChangesResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let limit = convert::limit(request.limit)?;
        if !self.store.has_product(request.pro_id).await.map_err(fault)? {
            return Err(Error::not_found("no such product").into());
        }
        let (entries, next_cursor) = self.store.ledger(request.pro_id, &request.cursor, limit).await?;
        let changes = entries.into_iter().map(LedgerEntry::into).collect();
        Ok(Response::new(wire::ListProductChangesResponse { changes, next_cursor }))
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
        let (id, now) = (request.pro_id, self.clock.now_ms());
        self.store.adjust_stock(&actor, id, request.version, &adjustment, now).await?;
        Ok(Response::new(wire::AdjustStockResponse { product: Some(self.staff_detail(id).await?) }))
    }

    async fn change_products(
        &self,
        request: Request<wire::ChangeProductsRequest>,
    ) -> Result<Response<wire::ChangeProductsResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let selection = convert::selection(request.selection)?;
        let change = convert::bulk_change(request.change)?;
        let at = (self.clock.now_ms(), self.low_stock);
        let result = self.store.change_products(&actor, &selection, &change, request.dry_run, at).await?;
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
        let undone = self.store.undo_change(&actor, &request.change_id, request.pro_id, now).await?;
        let product = match undone.pro_id {
            Some(pro_id) => Some(self.staff_detail(pro_id).await?),
            None => None,
        };
        Ok(Response::new(wire::UndoChangeResponse {
            change_id: undone.change_id,
            undone: convert::count(undone.undone),
            skipped: all(undone.skipped),
            product,
        }))
    }
}

impl Handler {
    async fn staff_detail(&self, pro_id: i64) -> Result<wire::StaffProductDetail, Error> {
        Ok(self.store.staff_product(pro_id).await?.into())
    }
}
