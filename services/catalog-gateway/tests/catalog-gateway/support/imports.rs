//! A shop in which the staff imports, with a media folder and a service for branches.

use std::{
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
    time::Duration,
};

use futures::TryStreamExt as _;
use heuan_catalog_gateway::{
    CatalogGateway, Config, ImportSetup,
    import::{ImportPlace, MAX_PART_BYTES},
};
use heuan_proto::{
    branches::v1::{
        self as branches,
        branch_import_service_server::{BranchImportService, BranchImportServiceServer},
        branches_service_server::{BranchesService, BranchesServiceServer},
    },
    catalog::v1::{self as wire, catalog_import_service_client::CatalogImportServiceClient},
    staffcontent::v1::{ContentActor, ContentActorRole},
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Shutdown, clock::Clock};
use heuan_testkit::{Engine, TestDb, eventually};
use tonic::{Request, Response, Status, service::Routes};

use super::{NOON, Shop, staff::actor};

/// The branches of another service.
#[derive(Clone, Default)]
pub struct FakeBranches(pub Arc<Mutex<Vec<branches::Branch>>>);

#[tonic::async_trait]
impl BranchesService for FakeBranches {
    async fn list_branches(
        &self,
        _: Request<branches::ListBranchesRequest>,
    ) -> Result<Response<branches::ListBranchesResponse>, Status> {
        let branches = self.0.lock().unwrap().clone();
        Ok(Response::new(branches::ListBranchesResponse { branches }))
    }
}

#[tonic::async_trait]
impl BranchImportService for FakeBranches {
    async fn write_branches(
        &self,
        request: Request<branches::WriteBranchesRequest>,
    ) -> Result<Response<branches::WriteBranchesResponse>, Status> {
        let request = request.into_inner();
        check_importer(request.actor.as_ref())?;
        let mut kept = self.0.lock().unwrap();
        let is_named = |b_id: i64| request.branches.iter().any(|branch| branch.b_id == b_id);
        kept.retain(|branch| !request.replace && !is_named(branch.b_id));
        kept.extend(request.branches);
        Ok(Response::new(branches::WriteBranchesResponse {}))
    }

    async fn list_edited_branches(
        &self,
        request: Request<branches::ListEditedBranchesRequest>,
    ) -> Result<Response<branches::ListEditedBranchesResponse>, Status> {
        check_importer(request.into_inner().actor.as_ref())?;
        Ok(Response::new(branches::ListEditedBranchesResponse::default()))
    }
}

/// The check of weather-branches, which the import must pass with its actor.
fn check_importer(actor: Option<&ContentActor>) -> Result<(), Status> {
    match actor.map(ContentActor::role) {
        Some(ContentActorRole::Editor | ContentActorRole::Manager) => Ok(()),
        _ => Err(Status::permission_denied("branches are imported by an editor or a manager")),
    }
}

pub struct ImportShop {
    pub shop: Shop,
    pub branches: FakeBranches,
    pub folders: tempfile::TempDir,
    /// Mapping file of the next uploads.
    pub mapping: String,
}

impl ImportShop {
    pub async fn open(engine: Engine) -> Self {
        let folders = tempfile::tempdir().unwrap();
        fs::create_dir(folders.path().join("media")).unwrap();
        let (db, branches) = (TestDb::new(engine).await, FakeBranches::default());
        let (clock, shutdown) = (Clock::fixed(NOON), Shutdown::new());
        let routes = Routes::new(BranchesServiceServer::new(branches.clone()))
            .add_service(BranchImportServiceServer::new(branches.clone()));
        let setup = ImportSetup {
            place: ImportPlace { data_dir: folders.path().to_owned(), media: folders.path().join("media") },
            branches: Transport::in_process(routes, Duration::from_secs(120)),
        };
        let config = Config {
            poll_ms: 20,
            low_stock: 5,
            image_day_bytes: 0,
            open_imports: 5,
            import_retention_days: 30,
            import_retention_bytes: 1 << 20,
            import_loopback: true,
        };
        let gateway = CatalogGateway::open_with_imports(
            &config,
            &db.location,
            Some(setup),
            clock.clone(),
            shutdown.clone(),
        );
        let gateway = gateway.await.unwrap();
        let transport = Transport::in_process(gateway.routes(), Duration::from_secs(120));
        Self {
            shop: Shop { db, gateway, clock, shutdown, transport },
            branches,
            folders,
            mapping: String::new(),
        }
    }

    pub fn media(&self) -> PathBuf {
        self.folders.path().join("media")
    }

    pub fn imports(&self) -> CatalogImportServiceClient<Transport> {
        CatalogImportServiceClient::new(self.shop.transport.clone())
    }

    /// Uploads a file in parts and returns the id of the import.
    pub async fn upload(&self, file_name: &str, bytes: &[u8], replace: bool) -> String {
        let request = wire::BeginImportRequest {
            actor: Some(actor()),
            file_name: file_name.to_owned(),
            bytes: bytes.len() as i64,
            replace,
            mapping: self.mapping.clone(),
        };
        let begun = self.imports().begin_import(request).await.unwrap().into_inner().import.unwrap();
        let mut offset = 0;
        for part in bytes.chunks(MAX_PART_BYTES) {
            let request = wire::AppendImportRequest {
                actor: Some(actor()),
                import_id: begun.import_id.clone(),
                offset,
                part: part.to_vec(),
            };
            offset = self.imports().append_import(request).await.unwrap().into_inner().received;
        }
        begun.import_id
    }

    /// Checks an uploaded import, and waits for the result.
    pub async fn check(&self, import_id: &str) -> wire::GetImportResponse {
        let request = wire::CheckImportRequest { actor: Some(actor()), import_id: import_id.to_owned() };
        self.imports().check_import(request).await.unwrap();
        self.ended(import_id).await
    }

    /// Applies the import with its present preview, and waits for the result.
    pub async fn apply(&self, import_id: &str) -> Result<wire::GetImportResponse, Error> {
        let preview = self.get(import_id).await.import.unwrap().preview;
        self.begin_apply(import_id, &preview).await?;
        Ok(self.ended(import_id).await)
    }

    /// Begins to apply the import if `preview` is its present preview.
    pub async fn begin_apply(&self, import_id: &str, preview: &str) -> Result<(), Error> {
        let (import_id, preview) = (import_id.to_owned(), preview.to_owned());
        let request = wire::ApplyImportRequest { actor: Some(actor()), import_id, preview };
        self.imports().apply_import(request).await?;
        Ok(())
    }

    /// Makes another import of the file, and waits for its check.
    pub async fn repeat(
        &self,
        import_id: &str,
        mapping: Option<&str>,
    ) -> Result<wire::GetImportResponse, Error> {
        let request = wire::RepeatImportRequest {
            actor: Some(actor()),
            import_id: import_id.to_owned(),
            mapping: mapping.map(str::to_owned),
        };
        let begun = self.imports().repeat_import(request).await?.into_inner().import.unwrap();
        Ok(self.ended(&begun.import_id).await)
    }

    /// The import when it is neither checked nor applied any more.
    pub async fn ended(&self, import_id: &str) -> wire::GetImportResponse {
        let mut last = None;
        eventually("the import ends", async || {
            let now = self.get(import_id).await;
            let state = now.import.as_ref().unwrap().state();
            last = Some(now);
            !matches!(state, wire::ImportState::Checking | wire::ImportState::Applying)
        })
        .await;
        last.unwrap()
    }

    pub async fn get(&self, import_id: &str) -> wire::GetImportResponse {
        let request = wire::GetImportRequest {
            actor: Some(actor()),
            import_id: import_id.to_owned(),
            fault_offset: 0,
            fault_limit: 100,
        };
        self.imports().get_import(request).await.unwrap().into_inner()
    }

    /// Uploads, checks and applies a file that has no errors. One that changes nothing ends with its check.
    pub async fn import(&self, file_name: &str, bytes: &[u8], replace: bool) -> wire::CatalogImport {
        let import_id = self.upload(file_name, bytes, replace).await;
        let checked = self.check(&import_id).await;
        let import = checked.import.unwrap();
        if import.state() == wire::ImportState::Applied {
            return import;
        }
        assert_eq!(import.state(), wire::ImportState::Ready, "{:?}", checked.faults);
        let applied = self.apply(&import_id).await.unwrap().import.unwrap();
        assert_eq!(applied.state(), wire::ImportState::Applied, "{}", applied.error);
        applied
    }

    pub async fn export(&self, table: &str) -> Vec<u8> {
        self.export_as(table, false).await
    }

    pub async fn export_as(&self, table: &str, workbook: bool) -> Vec<u8> {
        let request = wire::ExportCatalogRequest {
            actor: Some(actor()),
            table: table.to_owned(),
            media: true,
            workbook,
        };
        let parts = self.imports().export_catalog(request).await.unwrap().into_inner();
        let parts: Vec<_> = parts.map_ok(|part| part.part).try_collect().await.unwrap();
        parts.concat()
    }
}

/// A zip file of a catalog folder.
pub fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    use std::io::Write as _;
    let mut archive = heuan_catalog_folder::ArchiveWriter::new(Vec::new());
    for (name, bytes) in files {
        archive.begin(name).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap()
}
