//! A fake of the catalog's imports and exports that records calls and returns one import.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
};

use futures::{Stream, stream};
use heuan_proto::catalog::v1::{catalog_import_service_server::CatalogImportService, *};
use heuan_rpc::Error;
use tonic::{Request, Response, Status};

type GrpcResult<T> = Result<Response<T>, Status>;

#[derive(Clone, Default)]
pub struct FakeImports(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    received: Vec<String>,
    error: Option<Error>,
    /// States and files of the listed imports, newest first; one that is ready if empty.
    files: Vec<(ImportState, String)>,
}

impl FakeImports {
    /// The calls since the last time.
    pub fn take_received(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap().received)
    }

    /// From now on every call fails with this error.
    pub fn refuse(&self, error: Error) {
        self.0.lock().unwrap().error = Some(error);
    }

    /// Lists imports in these states, newest first, each made and ended a second after the next one.
    pub fn set_files(&self, files: &[(ImportState, &str)]) {
        let files = files.iter().map(|(state, file_name)| (*state, (*file_name).to_owned()));
        self.0.lock().unwrap().files = files.collect();
    }

    fn called(&self, call: &str, actor: Option<CatalogActor>) -> Result<(), Status> {
        let mut inner = self.0.lock().unwrap();
        inner.received.push(format!("{call} as {:?}", actor.unwrap_or_default().role()));
        inner.error.clone().map_or(Ok(()), |error| Err(error.into()))
    }
}

/// An import that was checked, with one change.
fn import(import_id: String) -> CatalogImport {
    let row = ImportedRow {
        kind: ImportedRowKind::Changed.into(),
        id: "101".to_owned(),
        name_en: "Cement".to_owned(),
        field: "price".to_owned(),
        from: Some("5".to_owned()),
        to: None,
        ..ImportedRow::default()
    };
    let products = ImportedTable {
        table: "products".to_owned(),
        changed: 1,
        rows: vec![row],
        prices: Some(ImportedPrices { removed: 2, halved: 3, removed_hidden: 1, halved_hidden: 2 }),
        ..ImportedTable::default()
    };
    CatalogImport {
        import_id,
        state: ImportState::Ready.into(),
        file_name: "prices.csv".to_owned(),
        bytes: 9,
        received: 9,
        actor_id: 7,
        actor_name: "Kham Phanthavong".to_owned(),
        created_at: 1_795_194_000_000,
        phase: "writing".to_owned(),
        done: 1,
        total: 2,
        tables: vec![products],
        can_repeat: true,
        preview_outdated: true,
        preview: "second".to_owned(),
        ends_demo: true,
        error: "the shop has a folder".to_owned(),
        error_code: "folder_in_the_way".to_owned(),
        error_values: [("path".to_owned(), "c/1.png".to_owned())].into(),
        ..CatalogImport::default()
    }
}

#[tonic::async_trait]
impl CatalogImportService for FakeImports {
    type ExportCatalogStream = Pin<Box<dyn Stream<Item = Result<ExportCatalogResponse, Status>> + Send>>;

    async fn begin_import(&self, request: Request<BeginImportRequest>) -> GrpcResult<BeginImportResponse> {
        let BeginImportRequest { actor, file_name, bytes, replace, mapping: _ } = request.into_inner();
        self.called(&format!("begin {file_name} {bytes} {replace}"), actor)?;
        Ok(Response::new(BeginImportResponse { import: Some(import("1".to_owned())) }))
    }

    async fn append_import(&self, request: Request<AppendImportRequest>) -> GrpcResult<AppendImportResponse> {
        let AppendImportRequest { actor, import_id, offset, part } = request.into_inner();
        self.called(&format!("append {import_id} {offset} {}", part.len()), actor)?;
        Ok(Response::new(AppendImportResponse { received: offset + part.len() as i64 }))
    }

    async fn check_import(&self, request: Request<CheckImportRequest>) -> GrpcResult<CheckImportResponse> {
        let CheckImportRequest { actor, import_id } = request.into_inner();
        self.called(&format!("check {import_id}"), actor)?;
        Ok(Response::new(CheckImportResponse { import: Some(import(import_id)) }))
    }

    async fn apply_import(&self, request: Request<ApplyImportRequest>) -> GrpcResult<ApplyImportResponse> {
        let ApplyImportRequest { actor, import_id, preview } = request.into_inner();
        self.called(&format!("apply {import_id} {preview}"), actor)?;
        Ok(Response::new(ApplyImportResponse { import: Some(import(import_id)) }))
    }

    async fn repeat_import(&self, request: Request<RepeatImportRequest>) -> GrpcResult<RepeatImportResponse> {
        let RepeatImportRequest { actor, import_id, mapping } = request.into_inner();
        self.called(&format!("repeat {import_id} {mapping:?}"), actor)?;
        Ok(Response::new(RepeatImportResponse { import: Some(import("2".to_owned())) }))
    }

    async fn cancel_import(&self, request: Request<CancelImportRequest>) -> GrpcResult<CancelImportResponse> {
        let CancelImportRequest { actor, import_id } = request.into_inner();
        self.called(&format!("cancel {import_id}"), actor)?;
        Ok(Response::new(CancelImportResponse { import: Some(import(import_id)) }))
    }

    async fn get_import(&self, request: Request<GetImportRequest>) -> GrpcResult<GetImportResponse> {
        let GetImportRequest { actor, import_id, fault_offset, fault_limit } = request.into_inner();
        self.called(&format!("get {import_id} {fault_offset} {fault_limit}"), actor)?;
        let fault = ImportDiagnostic {
            file: "products.csv".to_owned(),
            line: 118,
            column: "price".to_owned(),
            value: "58.000".to_owned(),
            reason: "must be a whole number".to_owned(),
            is_warning: false,
            code: "too_high".to_owned(),
            values: [("max".to_owned(), "9".to_owned())].into(),
            row: "101".to_owned(),
        };
        let whole_file = ImportDiagnostic { file: "zip".to_owned(), ..ImportDiagnostic::default() };
        Ok(Response::new(GetImportResponse {
            import: Some(import(import_id)),
            faults: vec![fault, whole_file],
            stored_faults: 2,
        }))
    }

    async fn list_imports(&self, request: Request<ListImportsRequest>) -> GrpcResult<ListImportsResponse> {
        let ListImportsRequest { actor, cursor, limit } = request.into_inner();
        self.called(&format!("list {cursor} {limit}"), actor)?;
        let files = self.0.lock().unwrap().files.clone();
        let imports = if files.is_empty() {
            vec![import("1".to_owned())]
        } else {
            let now = heuan_runtime::clock::Clock::System.now_ms();
            let of = |(index, (state, file_name)): (usize, (ImportState, String))| {
                let created_at = now - index as i64 * 1000;
                CatalogImport {
                    state: state.into(),
                    file_name,
                    created_at,
                    ended_at: Some(created_at),
                    ..import("1".to_owned())
                }
            };
            files.into_iter().enumerate().map(of).collect()
        };
        Ok(Response::new(ListImportsResponse {
            imports,
            next_cursor: "0193a".to_owned(),
            available: false,
            unavailable_reason: "no folder".to_owned(),
            unavailable_code: "no_media".to_owned(),
            max_bytes: 512,
        }))
    }

    async fn export_catalog(
        &self,
        request: Request<ExportCatalogRequest>,
    ) -> GrpcResult<Self::ExportCatalogStream> {
        let ExportCatalogRequest { actor, table, media, workbook: _ } = request.into_inner();
        self.called(&format!("export {table} {media}"), actor)?;
        let parts = ["one,", "two"].map(|part| Ok(ExportCatalogResponse { part: part.into() }));
        Ok(Response::new(Box::pin(stream::iter(parts))))
    }
}
