//! A fake of the catalog's calls for staff that records requests, returns one product and fails on demand.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use heuan_proto::catalog::v1::{staff_catalog_service_server::StaffCatalogService, *};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

/// Time of everything in this fake, 2026-11-21 in Vientiane.
const AT: i64 = 1_795_194_000_000;

/// Location of the goods of every product of this fake.
pub const LOCATION: &str = "A3-12";

/// A received call.
#[derive(Clone, Debug, PartialEq)]
pub enum StaffCall {
    List(ListStaffProductsRequest),
    Get(GetStaffProductRequest),
    Locations(BatchGetProductLocationsRequest),
    Changes(ListProductChangesRequest),
    ChangeSets(ListChangeSetsRequest),
    Codes(FindProductsByCodeRequest),
    Update(Box<UpdateProductRequest>),
    Adjust(AdjustStockRequest),
    Change(ChangeProductsRequest),
    Upload(UploadImageRequest),
    Duplicate(DuplicateProductRequest),
    Create(Box<CreateProductRequest>),
    Undo(UndoChangeRequest),
}

#[derive(Clone, Default)]
pub struct FakeStaffProducts(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    received: Vec<StaffCall>,
    error: Option<Error>,
}

impl FakeStaffProducts {
    /// The calls since the last time.
    pub fn take_received(&self) -> Vec<StaffCall> {
        std::mem::take(&mut self.inner().received)
    }

    /// From now on every change fails with this error, or none does.
    pub fn refuse(&self, error: Option<Error>) {
        self.inner().error = error;
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, call: StaffCall) {
        self.inner().received.push(call);
    }

    fn write(&self, call: StaffCall) -> Result<(), Status> {
        let mut inner = self.inner();
        inner.received.push(call);
        inner.error.clone().map_or(Ok(()), |error| Err(error.into()))
    }
}

fn change() -> ProductChange {
    let field = |field: &str, from: Option<&str>, to: &str| FieldChange {
        field: field.to_owned(),
        from: from.map(str::to_owned),
        to: Some(to.to_owned()),
    };
    ProductChange {
        change_id: "0193a".to_owned(),
        at_ms: AT,
        account_id: 7,
        name: "Kham Phanthavong".to_owned(),
        source: ChangeSource::Edit.into(),
        kind: "edit".to_owned(),
        product_count: 1,
        can_undo: true,
        fields: vec![field("price", None, "58000"), field("visible", Some("0"), "1")],
        ..ProductChange::default()
    }
}

fn product(pro_id: i64) -> StaffProduct {
    StaffProduct {
        pro_id,
        version: 3,
        name_la: "ຊີມັງ".to_owned(),
        name_en: "Cement".to_owned(),
        img_cover: "products/1.png".to_owned(),
        cat_id: 1,
        price: Some(58_000),
        stock: Some(7),
        held: 2,
        visible: true,
        updated_at_ms: AT,
        visible_until_ms: Some(AT),
        location: LOCATION.to_owned(),
        vatrate: 10,
        code: "8850000000017".to_owned(),
        ..StaffProduct::default()
    }
}

fn detail(pro_id: i64) -> StaffProductDetail {
    StaffProductDetail {
        product: Some(product(pro_id)),
        images: vec!["products/2.png".to_owned()],
        vatrate: 10,
        attributes_json: r#"{"weight_kg": 50}"#.to_owned(),
        sold: 4,
        listed_at_ms: AT,
        ledger: vec![change()],
        ledger_cursor: "0193a".to_owned(),
        ..StaffProductDetail::default()
    }
}

#[tonic::async_trait]
impl StaffCatalogService for FakeStaffProducts {
    async fn list_staff_products(
        &self,
        request: Request<ListStaffProductsRequest>,
    ) -> GrpcResult<ListStaffProductsResponse> {
        self.read(StaffCall::List(request.into_inner()));
        Ok(Response::new(ListStaffProductsResponse {
            products: vec![product(1)],
            next_cursor: "7~1".to_owned(),
            total: 9,
            low_stock: 5,
            truncated: true,
        }))
    }

    async fn get_staff_product(
        &self,
        request: Request<GetStaffProductRequest>,
    ) -> GrpcResult<GetStaffProductResponse> {
        let request = request.into_inner();
        let pro_id = request.pro_id;
        self.read(StaffCall::Get(request));
        if pro_id > 25 {
            return Err(Error::not_found("no such product").into());
        }
        Ok(Response::new(GetStaffProductResponse { product: Some(detail(pro_id)) }))
    }

    async fn batch_get_product_locations(
        &self,
        request: Request<BatchGetProductLocationsRequest>,
    ) -> GrpcResult<BatchGetProductLocationsResponse> {
        let request = request.into_inner();
        let known = request.pro_ids.iter().filter(|pro_id| **pro_id <= 25);
        let location = |pro_id: i64| if pro_id == 2 { String::new() } else { LOCATION.to_owned() };
        let locations =
            known.map(|pro_id| ProductLocation { pro_id: *pro_id, location: location(*pro_id) }).collect();
        self.write(StaffCall::Locations(request))?;
        Ok(Response::new(BatchGetProductLocationsResponse { locations }))
    }

    async fn find_products_by_code(
        &self,
        request: Request<FindProductsByCodeRequest>,
    ) -> GrpcResult<FindProductsByCodeResponse> {
        let request = request.into_inner();
        let pro_ids = if request.code == "8850000000017" { vec![2, 1] } else { Vec::new() };
        self.read(StaffCall::Codes(request));
        Ok(Response::new(FindProductsByCodeResponse { pro_ids }))
    }

    async fn list_product_changes(
        &self,
        request: Request<ListProductChangesRequest>,
    ) -> GrpcResult<ListProductChangesResponse> {
        self.read(StaffCall::Changes(request.into_inner()));
        Ok(Response::new(ListProductChangesResponse { changes: vec![change()], next_cursor: String::new() }))
    }

    async fn list_change_sets(
        &self,
        request: Request<ListChangeSetsRequest>,
    ) -> GrpcResult<ListChangeSetsResponse> {
        self.read(StaffCall::ChangeSets(request.into_inner()));
        let whole = ProductChange { fields: Vec::new(), ..change() };
        Ok(Response::new(ListChangeSetsResponse { changes: vec![whole], next_cursor: "0193a".to_owned() }))
    }

    async fn update_product(
        &self,
        request: Request<UpdateProductRequest>,
    ) -> GrpcResult<UpdateProductResponse> {
        let request = request.into_inner();
        let product = Some(detail(request.pro_id));
        self.write(StaffCall::Update(Box::new(request)))?;
        Ok(Response::new(UpdateProductResponse { product }))
    }

    async fn adjust_stock(&self, request: Request<AdjustStockRequest>) -> GrpcResult<AdjustStockResponse> {
        let request = request.into_inner();
        let product = Some(detail(request.pro_id));
        self.write(StaffCall::Adjust(request))?;
        Ok(Response::new(AdjustStockResponse { product }))
    }

    async fn change_products(
        &self,
        request: Request<ChangeProductsRequest>,
    ) -> GrpcResult<ChangeProductsResponse> {
        let request = request.into_inner();
        let change_id = if request.dry_run { String::new() } else { "0193b".to_owned() };
        let preview_id = if request.dry_run { "5f1c".to_owned() } else { String::new() };
        self.write(StaffCall::Change(request))?;
        let changed = ChangedProduct {
            pro_id: 1,
            name_en: "Cement".to_owned(),
            before: Some(58_000),
            after: Some(59_500),
            ..ChangedProduct::default()
        };
        Ok(Response::new(ChangeProductsResponse {
            change_id,
            matched: 1200,
            changed: 1100,
            unchanged: 99,
            products: vec![changed],
            skipped: vec![SkippedProduct { pro_id: 2, reason: "no_price".to_owned(), removed: false }],
            preview_id,
            halved: 1050,
            halved_hidden: 20,
            reductions_ended: 7,
            skipped_counts: vec![SkippedCount { reason: "no_price".to_owned(), count: 1001 }],
        }))
    }

    async fn create_product(
        &self,
        request: Request<CreateProductRequest>,
    ) -> GrpcResult<CreateProductResponse> {
        let request = request.into_inner();
        let product = Some(detail(request.pro_id.unwrap_or(12)));
        self.write(StaffCall::Create(Box::new(request)))?;
        Ok(Response::new(CreateProductResponse { product }))
    }

    async fn duplicate_product(
        &self,
        request: Request<DuplicateProductRequest>,
    ) -> GrpcResult<DuplicateProductResponse> {
        let request = request.into_inner();
        let product = Some(detail(request.new_pro_id));
        self.write(StaffCall::Duplicate(request))?;
        Ok(Response::new(DuplicateProductResponse { product }))
    }

    async fn upload_image(&self, request: Request<UploadImageRequest>) -> GrpcResult<UploadImageResponse> {
        self.write(StaffCall::Upload(request.into_inner()))?;
        let path = "uploads/0a/0a1b.webp".to_owned();
        Ok(Response::new(UploadImageResponse { path, width: 1200, height: 900 }))
    }

    async fn undo_change(&self, request: Request<UndoChangeRequest>) -> GrpcResult<UndoChangeResponse> {
        let request = request.into_inner();
        let product = request.pro_id.map(detail);
        self.write(StaffCall::Undo(request))?;
        Ok(Response::new(UndoChangeResponse {
            change_id: "0193c".to_owned(),
            undone: 1,
            skipped: vec![
                SkippedProduct { pro_id: 2, reason: "price".to_owned(), removed: false },
                SkippedProduct { pro_id: 3, reason: "prog_id".to_owned(), removed: true },
            ],
            product,
            skipped_count: 1500,
            removed_count: 400,
        }))
    }
}
