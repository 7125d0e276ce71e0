//! gRPC handlers of `CatalogImportService`: uploads, checks and applies imports, and streams exports in messages of
//! 1 MiB.

use std::{pin::Pin, sync::Arc};

use futures::{Stream, StreamExt as _};
use heuan_catalog_folder::FolderTable;
use heuan_media::MediaRoot;
use heuan_proto::catalog::v1::{self as wire, catalog_import_service_server::CatalogImportService};
use heuan_rpc::Error;
use heuan_runtime::Shutdown;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tonic::{Request, Response, Status};

use super::{convert::all, staff_convert as convert};
use crate::{
    export::{Exporter, MAX_EXPORTS},
    import::{Import, ImportDiagnostic, ImportJobs, MAX_FILE_BYTES, NewImport},
    import_state::ImportState,
    store::{ChangedRow, RowKind, TableChanges},
};

/// State of the handlers of imports and exports.
#[derive(Clone)]
pub struct ImportHandler {
    jobs: Arc<ImportJobs>,
    exports: Arc<Semaphore>,
}

impl ImportHandler {
    pub fn new(jobs: Arc<ImportJobs>) -> Self {
        Self { jobs, exports: Arc::new(Semaphore::new(MAX_EXPORTS)) }
    }
}

type Parts = Pin<Box<dyn Stream<Item = Result<wire::ExportCatalogResponse, Status>> + Send>>;

#[tonic::async_trait]
impl CatalogImportService for ImportHandler {
    type ExportCatalogStream = Parts;

    async fn begin_import(
        &self,
        request: Request<wire::BeginImportRequest>,
    ) -> Result<Response<wire::BeginImportResponse>, Status> {
        let wire::BeginImportRequest { actor, file_name, bytes, replace, mapping } = request.into_inner();
        let actor = convert::actor(actor)?;
        let import = self.jobs.begin(&actor, NewImport { file_name, bytes, replace, mapping }).await?;
        Ok(Response::new(wire::BeginImportResponse { import: Some(import.into()) }))
    }

    async fn append_import(
        &self,
        request: Request<wire::AppendImportRequest>,
    ) -> Result<Response<wire::AppendImportResponse>, Status> {
        let wire::AppendImportRequest { actor, import_id, offset, part } = request.into_inner();
        convert::actor(actor)?;
        let received = self.jobs.append(&import_id, offset, part).await?;
        Ok(Response::new(wire::AppendImportResponse { received }))
    }

    async fn check_import(
        &self,
        request: Request<wire::CheckImportRequest>,
    ) -> Result<Response<wire::CheckImportResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let import = self.jobs.check(&actor, &request.import_id).await?;
        Ok(Response::new(wire::CheckImportResponse { import: Some(import.into()) }))
    }

    async fn apply_import(
        &self,
        request: Request<wire::ApplyImportRequest>,
    ) -> Result<Response<wire::ApplyImportResponse>, Status> {
        let request = request.into_inner();
        let actor = convert::actor(request.actor)?;
        let import = self.jobs.apply(&actor, &request.import_id, &request.preview).await?;
        Ok(Response::new(wire::ApplyImportResponse { import: Some(import.into()) }))
    }

    async fn repeat_import(
        &self,
        request: Request<wire::RepeatImportRequest>,
    ) -> Result<Response<wire::RepeatImportResponse>, Status> {
        let wire::RepeatImportRequest { actor, import_id, mapping } = request.into_inner();
        let actor = convert::actor(actor)?;
        let import = self.jobs.repeat(&actor, &import_id, mapping).await?;
        Ok(Response::new(wire::RepeatImportResponse { import: Some(import.into()) }))
    }

    async fn cancel_import(
        &self,
        request: Request<wire::CancelImportRequest>,
    ) -> Result<Response<wire::CancelImportResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let import = self.jobs.cancel(&request.import_id).await?;
        Ok(Response::new(wire::CancelImportResponse { import: Some(import.into()) }))
    }

    async fn get_import(
        &self,
        request: Request<wire::GetImportRequest>,
    ) -> Result<Response<wire::GetImportResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let limit = usize::try_from(request.fault_limit).ok().filter(|limit| (1..=500).contains(limit));
        let limit = limit.ok_or_else(|| Error::invalid("fault_limit", "must be from 1 to 500"))?;
        let offset = usize::try_from(request.fault_offset);
        let offset = offset.map_err(|_| Error::invalid("fault_offset", "must not be negative"))?;
        let import = self.jobs.get(&request.import_id).await?;
        let diagnostics = self.jobs.diagnostics(&request.import_id).await?;
        let stored_faults = i32::try_from(diagnostics.len()).unwrap_or(i32::MAX);
        let faults = diagnostics.into_iter().skip(offset).take(limit).map(Into::into).collect();
        Ok(Response::new(wire::GetImportResponse { import: Some(import.into()), faults, stored_faults }))
    }

    async fn list_imports(
        &self,
        request: Request<wire::ListImportsRequest>,
    ) -> Result<Response<wire::ListImportsResponse>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let (imports, next_cursor) = self.jobs.list(&request.cursor, convert::limit(request.limit)?).await?;
        let mut imports: Vec<wire::CatalogImport> = all(imports);
        for table in imports.iter_mut().flat_map(|import| &mut import.tables) {
            table.rows.clear();
        }
        let unavailable = self.jobs.place().err();
        Ok(Response::new(wire::ListImportsResponse {
            imports,
            next_cursor,
            available: unavailable.is_none(),
            unavailable_reason: unavailable.map_or_else(String::new, |reason| reason.text().to_owned()),
            unavailable_code: unavailable.map_or_else(String::new, |reason| reason.code().to_owned()),
            max_bytes: MAX_FILE_BYTES,
        }))
    }

    async fn export_catalog(
        &self,
        request: Request<wire::ExportCatalogRequest>,
    ) -> Result<Response<Parts>, Status> {
        let request = request.into_inner();
        convert::actor(request.actor)?;
        let permit = Arc::clone(&self.exports).try_acquire_owned();
        let permit = permit.map_err(|_| {
            Error::conflict(
                "export_running",
                "other exports are being made; try again when they are complete",
            )
        })?;
        let exporter = Exporter { catalog: self.jobs.store.clone(), branches: self.jobs.branches.clone() };
        let parts: Bytes = if request.table.is_empty() {
            let media = if request.media { Some(self.media()?) } else { None };
            Box::pin(exporter.archive(media))
        } else {
            let table = FolderTable::from_name(&request.table);
            let names: Vec<&str> = FolderTable::ALL.iter().map(|table| table.name()).collect();
            let table = table
                .ok_or_else(|| Error::invalid("table", format!("must be one of {}", names.join(", "))))?;
            if request.workbook {
                Box::pin(exporter.workbook(table))
            } else {
                Box::pin(exporter.table(table))
            }
        };
        Ok(Response::new(Box::pin(messages(parts, permit, self.jobs.shutdown.clone()))))
    }
}

/// Bytes of one message.
const MESSAGE: usize = 1 << 20;

type Bytes = Pin<Box<dyn Stream<Item = anyhow::Result<Vec<u8>>> + Send>>;

/// The parts of an export as messages. The permit is held until the last message.
fn messages(
    mut parts: Bytes,
    permit: OwnedSemaphorePermit,
    shutdown: Shutdown,
) -> impl Stream<Item = Result<wire::ExportCatalogResponse, Status>> + Send {
    async_stream::try_stream! {
        let _permit = permit;
        loop {
            let part = tokio::select! {
                part = parts.next() => part,
                () = shutdown.requested() => Some(Err(anyhow::anyhow!("the shop is being stopped"))),
            };
            let Some(part) = part else { break };
            let part = part.map_err(|error| Error::internal(format!("{error:#}")))?;
            for part in part.chunks(MESSAGE) {
                yield wire::ExportCatalogResponse { part: part.to_vec() };
            }
        }
    }
}

impl ImportHandler {
    fn media(&self) -> Result<MediaRoot, Error> {
        let media = self.jobs.place.as_ref().and_then(|place| MediaRoot::open(&place.media).ok());
        media.ok_or_else(|| {
            Error::conflict(
                "export_unavailable",
                "the catalog service does not reach the folder with the shop's images; export without images, or use `heuan export`",
            )
        })
    }
}

impl From<ImportState> for wire::ImportState {
    fn from(state: ImportState) -> Self {
        match state {
            ImportState::Uploading => Self::Uploading,
            ImportState::Checking => Self::Checking,
            ImportState::Faulty => Self::Faulty,
            ImportState::Ready => Self::Ready,
            ImportState::Applying => Self::Applying,
            ImportState::Applied => Self::Applied,
            ImportState::Failed => Self::Failed,
            ImportState::Cancelled => Self::Cancelled,
        }
    }
}

impl From<Import> for wire::CatalogImport {
    fn from(from: Import) -> Self {
        let (preview, ends_demo) = (from.preview(), from.ends_demo());
        let Import { row, state, tables, error_values } = from;
        Self {
            import_id: row.import_id,
            state: wire::ImportState::from(state).into(),
            file_name: row.file_name,
            bytes: row.bytes,
            received: row.received,
            replace: row.replace_all == 1,
            actor_id: row.actor_id.unwrap_or_default(),
            actor_name: row.actor_name,
            created_at: row.created_at,
            ended_at: row.ended_at,
            phase: row.phase,
            done: row.done,
            total: row.total,
            fault_count: row.fault_count,
            tables: all(tables),
            error: row.error,
            error_code: row.error_code,
            error_values: error_values.into_iter().collect(),
            can_repeat: row.kept == 1,
            preview_outdated: row.outdated == 1,
            preview,
            ends_demo,
        }
    }
}

impl From<TableChanges> for wire::ImportedTable {
    fn from(from: TableChanges) -> Self {
        let prices = wire::ImportedPrices {
            removed: from.prices.removed.cast_signed(),
            halved: from.prices.halved.cast_signed(),
            removed_hidden: from.prices.removed_hidden.cast_signed(),
            halved_hidden: from.prices.halved_hidden.cast_signed(),
        };
        Self {
            prices: Some(prices),
            table: from.table,
            added: from.added.cast_signed(),
            changed: from.changed.cast_signed(),
            removed: from.removed.cast_signed(),
            rows: all(from.rows),
            columns: from.columns,
            edited: from
                .edited
                .into_iter()
                .map(|(column, edited, overwritten)| wire::EditedImportColumn {
                    column,
                    edited: edited.cast_signed(),
                    overwritten: overwritten.cast_signed(),
                })
                .collect(),
        }
    }
}

impl From<ChangedRow> for wire::ImportedRow {
    fn from(from: ChangedRow) -> Self {
        let kind = match from.kind {
            RowKind::Added => wire::ImportedRowKind::Added,
            RowKind::Changed => wire::ImportedRowKind::Changed,
            RowKind::Removed => wire::ImportedRowKind::Removed,
        };
        let ChangedRow { id, name_la, name_en, field, from, to, .. } = from;
        Self { kind: kind.into(), id, name_la, name_en, field, from, to }
    }
}

impl From<ImportDiagnostic> for wire::ImportDiagnostic {
    fn from(from: ImportDiagnostic) -> Self {
        let ImportDiagnostic { file, line, column, value, row, reason, is_warning, code, values } = from;
        Self {
            file,
            line: line.unwrap_or(0).cast_signed(),
            column,
            value,
            reason,
            is_warning,
            code,
            values: values.into_iter().collect(),
            row,
        }
    }
}
