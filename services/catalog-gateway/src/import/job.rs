//! Imports by the staff: uploaded in parts, checked, previewed, applied. Their rows are in the database, their files in the
//! media folder; the work runs in the process that was called.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::Result;
use heuan_catalog_conversion::MAX_MAPPING_BYTES;
use heuan_catalog_folder::{Diagnostic, Diagnostics};
use heuan_outbound::Fetcher;
use heuan_rpc::Error;
use heuan_runtime::{Shutdown, clock::Clock};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    BranchTables, ImportLock, ImportOutcome, Importer, RetentionLimits, blocking,
    progress::JobProgress,
    recheck::{preview_outdated, preview_replaced},
    upload::Upload,
};
use crate::{
    images::no_space,
    import_state::ImportState,
    staff::{Actor, digest},
    store::{ImportEnd, ImportOptions, Imported, Origin, Store, StoredImport, TableChanges, store_error},
};

/// Largest part of an upload.
pub const MAX_PART_BYTES: usize = 1 << 20;
/// Largest uploaded file.
pub const MAX_FILE_BYTES: i64 = 512 << 20;
const MAX_NAME_CHARS: usize = 200;
/// Interval at which the progress is written, and at which a waiting import looks for the lock.
const TICK: Duration = Duration::from_millis(500);
/// Without a renewal for this long, the process that ran an import has ended.
const ABANDONED_MS: i64 = 60_000;
/// Uploaded files are kept for this long.
const RETENTION_MS: i64 = 24 * 3_600_000;

/// Folders of imports.
#[derive(Clone, Debug)]
pub struct ImportPlace {
    /// Has the lock of imports and backups.
    pub data_dir: PathBuf,
    /// The shop's images. Imports are unavailable without it.
    pub media: PathBuf,
}

/// Reason why no import can be made here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnavailableImport {
    /// The folder with the shop's images is out of reach.
    NoMedia,
    /// The folder may not be written to.
    ReadOnlyMedia,
}

impl UnavailableImport {
    /// Stable name of the reason.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoMedia => "no_media",
            Self::ReadOnlyMedia => "read_only_media",
        }
    }

    /// The reason as a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::NoMedia => {
                "the catalog service does not reach the folder with the shop's images; \
                 mount it there for writing, or use `heuan import`"
            }
            Self::ReadOnlyMedia => {
                "the catalog service may not write to the folder with the shop's images; \
                 mount it there for writing, or use `heuan import`"
            }
        }
    }
}

/// An import as the staff sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub row: StoredImport,
    pub state: ImportState,
    pub tables: Vec<TableChanges>,
}

impl Import {
    /// Token of the preview, which an application of it names; empty unless the import can be applied. It depends on the basis
    /// as well, because an earlier release that checks the import again stores no id of the check.
    pub fn preview(&self) -> String {
        if self.state == ImportState::Ready {
            digest(&(&self.row.preview, &self.row.basis))
        } else {
            String::new()
        }
    }

    /// Whether applying the preview ends the demo.
    pub fn ends_demo(&self) -> bool {
        self.state == ImportState::Ready && self.row.ends_demo == 1
    }
}

/// An error of an uploaded file, or a warning.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportDiagnostic {
    pub file: String,
    pub line: Option<u64>,
    pub column: String,
    pub value: String,
    pub reason: String,
    #[serde(default)]
    pub is_warning: bool,
    /// Stable name of the reason; empty for one that is shown as it is.
    #[serde(default)]
    pub code: String,
    /// Values in the reason, by name.
    #[serde(default)]
    pub values: BTreeMap<String, String>,
}

impl From<&Diagnostic> for ImportDiagnostic {
    fn from(from: &Diagnostic) -> Self {
        Self {
            file: from.file.clone().into_owned(),
            line: from.line,
            column: from.column.clone(),
            value: from.value.clone(),
            reason: from.reason.clone(),
            is_warning: false,
            code: from.code.to_owned(),
            values: from.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        }
    }
}

/// A new upload.
#[derive(Debug)]
pub struct NewImport {
    pub file_name: String,
    pub bytes: i64,
    pub replace: bool,
    /// Text of a mapping file, for a file that is no catalog folder; empty if there is none.
    pub mapping: String,
}

/// Imports by the staff.
pub struct ImportJobs {
    pub store: Arc<Store>,
    pub branches: Arc<dyn BranchTables>,
    /// `None` where this process has no folders, as in a test of another part.
    pub place: Option<ImportPlace>,
    /// Fetches images that a file names by web address.
    pub images: Option<Fetcher>,
    /// Most imports that are uploaded or checked and not applied yet; 0 means no limit.
    pub max_open: i64,
    pub kept: RetentionLimits,
    pub clock: Clock,
    pub shutdown: Shutdown,
}

/// Result of a step.
struct Report {
    state: ImportState,
    fault_count: u64,
    error: String,
    tables: Vec<TableChanges>,
    diagnostics: Vec<ImportDiagnostic>,
    /// Digest of what the preview was made from.
    basis: String,
    /// Whether applying the preview ends the demo.
    ends_demo: bool,
}

impl Report {
    fn failed(error: impl Into<String>) -> Self {
        Self { error: error.into(), ..Self::of(ImportState::Failed) }
    }

    fn of(state: ImportState) -> Self {
        Self {
            state,
            fault_count: 0,
            error: String::new(),
            tables: Vec::new(),
            diagnostics: Vec::new(),
            basis: String::new(),
            ends_demo: false,
        }
    }
}

impl ImportJobs {
    /// The folders, or the reason why no import can be made here.
    pub fn place(&self) -> Result<&ImportPlace, UnavailableImport> {
        let place = self.place.as_ref().ok_or(UnavailableImport::NoMedia)?;
        if !place.media.is_dir() {
            return Err(UnavailableImport::NoMedia);
        }
        if !is_writable_folder(&place.media) {
            return Err(UnavailableImport::ReadOnlyMedia);
        }
        Ok(place)
    }

    pub(super) fn upload(&self, import_id: &str) -> Result<Upload, Error> {
        let place = self.place().map_err(|reason| Error::conflict("import_unavailable", reason.text()))?;
        Ok(Upload::of(&place.media, import_id))
    }

    pub async fn begin(&self, actor: &Actor, new: NewImport) -> Result<Import, Error> {
        let name = new.file_name.trim();
        let kind = Path::new(name).extension().map(std::ffi::OsStr::to_ascii_lowercase);
        if name.chars().count() > MAX_NAME_CHARS || name.chars().any(char::is_control) {
            return Err(Error::invalid(
                "file_name",
                format!("must be a line of at most {MAX_NAME_CHARS} characters"),
            ));
        }
        if !kind.is_some_and(|kind| {
            ["zip", "csv", "tsv", "txt", "xlsx", "xlsm"].iter().any(|known| kind == *known)
        }) {
            return Err(Error::invalid(
                "file_name",
                "must end in .zip (a catalog folder), .csv or .xlsx (one table, or an export of another shop system)",
            ));
        }
        if new.mapping.len() > MAX_MAPPING_BYTES {
            return Err(Error::invalid(
                "mapping",
                format!("must have at most {} kB", MAX_MAPPING_BYTES >> 10),
            ));
        }
        if !(1..=MAX_FILE_BYTES).contains(&new.bytes) {
            let max_mb = MAX_FILE_BYTES >> 20;
            return Err(Error::invalid("bytes", format!("must be from 1 byte to {max_mb} MB")));
        }
        self.may_begin().await?;
        let row = self.new_row(actor, name, new.bytes, new.replace);
        let upload = self.upload(&row.import_id)?;
        let mapping = new.mapping;
        blocking(move || upload.create(&mapping)).await.map_err(|error| storage(&error))?;
        self.store.insert_import(&row).await.map_err(store_error)?;
        to_import(row)
    }

    /// Whether another import may begin: none is running, and not too many wait.
    pub(super) async fn may_begin(&self) -> Result<(), Error> {
        if self.store.is_import_running().await.map_err(store_error)? {
            return Err(Error::conflict("import_running", "another import is being checked or applied"));
        }
        if self.max_open > 0 && self.store.open_import_count().await.map_err(store_error)? >= self.max_open {
            let message =
                format!("{} imports are not applied yet; apply or discard one first", self.max_open);
            return Err(Error::conflict("open_imports", message));
        }
        Ok(())
    }

    pub(super) fn new_row(&self, actor: &Actor, name: &str, bytes: i64, replace: bool) -> StoredImport {
        StoredImport {
            import_id: Uuid::now_v7().simple().to_string(),
            state: ImportState::Uploading.name().to_owned(),
            file_name: name.to_owned(),
            bytes,
            received: 0,
            replace_all: i64::from(replace),
            actor_id: actor.account_id,
            actor_name: actor.name.clone(),
            created_at: self.clock.now_ms(),
            ended_at: None,
            phase: String::new(),
            done: 0,
            total: 0,
            merged: 0,
            fault_count: 0,
            error: String::new(),
            tables: "[]".to_owned(),
            kept: 0,
            basis: String::new(),
            preview: String::new(),
            outdated: 0,
            ends_demo: 0,
        }
    }

    /// Returns the number of bytes received.
    pub async fn append(&self, import_id: &str, offset: i64, part: Vec<u8>) -> Result<i64, Error> {
        let row = self.row(import_id).await?;
        let end = offset.checked_add(part.len() as i64).filter(|end| offset >= 0 && *end <= row.bytes);
        let Some(end) = end.filter(|_| part.len() <= MAX_PART_BYTES) else {
            return Err(Error::invalid("offset", "the part does not lie within the announced size"));
        };
        if row.state != ImportState::Uploading.name() {
            return Err(wrong_state());
        }
        if offset > row.received {
            let reason = format!("{} bytes were received; continue there", row.received);
            return Err(Error::conflict("wrong_offset", reason));
        }
        let (upload, from) = (self.upload(import_id)?, offset.unsigned_abs());
        blocking(move || upload.write(from, &part)).await.map_err(|error| storage(&error))?;
        self.store.receive_import(import_id, end).await.map_err(store_error)?;
        Ok(end.max(row.received))
    }

    /// Ends the upload and begins the check. A check that finds nothing to change ends the import as applied.
    pub async fn check(self: &Arc<Self>, actor: &Actor, import_id: &str) -> Result<Import, Error> {
        let row = self.row(import_id).await?;
        self.upload(import_id)?;
        if row.state == ImportState::Uploading.name() {
            if row.received < row.bytes {
                let reason = format!("{} of {} bytes were received", row.received, row.bytes);
                return Err(Error::conflict("wrong_offset", reason));
            }
            self.start(row, (ImportState::Uploading, ImportState::Checking), actor).await?;
        } else if row.state == ImportState::Cancelled.name() {
            return Err(wrong_state());
        }
        self.get(import_id).await
    }

    /// Begins to apply a checked import, if `preview` is the token of its present preview, or empty: an edge of the previous release
    /// has none. If the shop has changed since the present preview, it is checked again instead.
    pub async fn apply(
        self: &Arc<Self>,
        actor: &Actor,
        import_id: &str,
        preview: &str,
    ) -> Result<Import, Error> {
        let import = self.get(import_id).await?;
        let upload = self.upload(import_id)?;
        if import.state != ImportState::Ready {
            return Err(wrong_state());
        }
        if !self.is_preview_current(&import.row, &upload).await {
            self.start(import.row, (ImportState::Ready, ImportState::Checking), actor).await?;
            return Err(preview_outdated());
        }
        if !preview.is_empty() && preview != import.preview() {
            return Err(preview_replaced());
        }
        self.start(import.row, (ImportState::Ready, ImportState::Applying), actor).await?;
        self.get(import_id).await
    }

    async fn start(
        self: &Arc<Self>,
        row: StoredImport,
        states: (ImportState, ImportState),
        actor: &Actor,
    ) -> Result<(), Error> {
        self.store.start_import(&row, states, self.clock.now_ms()).await?;
        let (jobs, actor) = (Arc::clone(self), actor.clone());
        self.shutdown.spawn(async move { jobs.run(&row, states.1, &actor).await });
        Ok(())
    }

    /// Runs a step to its end and records the result. If the shop has changed since the preview, the step is another check.
    async fn run(&self, row: &StoredImport, state: ImportState, actor: &Actor) {
        let mut report = self.run_step(row, state, actor).await;
        if report.state == ImportState::Checking {
            if let Err(error) = self.store.restart_check(&row.import_id, self.clock.now_ms()).await {
                tracing::warn!(%error, "the other check of an import was not recorded");
            }
            report = self.run_step(row, ImportState::Checking, actor).await;
        }
        if report.state == ImportState::Failed {
            tracing::warn!(import_id = %row.import_id, error = %report.error, "an import of the staff failed");
        }
        if report.state != ImportState::Ready {
            self.retain(row).await;
        }
        self.end(&row.import_id, &report).await;
    }

    /// Runs a step, and records its progress meanwhile.
    async fn run_step(&self, row: &StoredImport, state: ImportState, actor: &Actor) -> Report {
        let progress = Arc::new(JobProgress::default());
        let mut step = Box::pin(self.step(row, state, actor, &progress));
        // Both are polled together: the step may hold the only write connection, for which the renewal waits.
        let report = tokio::select! {
            report = &mut step => report,
            never = self.renew(&row.import_id, &progress) => match never {},
        };
        drop(step);
        let mut report = report.unwrap_or_else(|error| Report::failed(format!("{error:#}")));
        report.diagnostics.extend(progress.take_warnings());
        report
    }

    /// Records the progress of a running step every half second, which also says that its process lives.
    async fn renew(&self, import_id: &str, progress: &JobProgress) -> Infallible {
        loop {
            tokio::time::sleep(TICK).await;
            let now = progress.position();
            let counts = (now.phase.as_str(), now.done.cast_signed(), now.total.cast_signed());
            if let Err(error) = self.store.touch_import(import_id, counts, self.clock.now_ms()).await {
                tracing::warn!(%error, "the progress of an import was not recorded");
            }
        }
    }

    async fn end(&self, import_id: &str, report: &Report) {
        let json = |value: serde_json::Result<String>| value.unwrap_or_else(|_| "[]".to_owned());
        let (tables, diagnostics) =
            (json(serde_json::to_string(&report.tables)), json(serde_json::to_string(&report.diagnostics)));
        let end = ImportEnd {
            state: report.state,
            fault_count: report.fault_count.cast_signed(),
            error: &report.error,
            tables: &tables,
            diagnostics: &diagnostics,
            basis: &report.basis,
            preview: &Uuid::now_v7().simple().to_string(),
            ends_demo: report.ends_demo,
        };
        if let Err(error) = self.store.end_import(import_id, &end, self.clock.now_ms()).await {
            tracing::error!(%error, import_id, "the result of an import was not recorded");
        }
    }

    async fn step(
        &self,
        row: &StoredImport,
        state: ImportState,
        actor: &Actor,
        progress: &Arc<JobProgress>,
    ) -> Result<Report> {
        use super::ImportProgress as _;
        let place = self.place().map_err(|reason| anyhow::Error::msg(reason.text()))?;
        progress.begin("waiting", 0);
        let Some(_lock) = self.lock(&place.data_dir).await? else {
            return Ok(Report::failed("the shop was stopped; nothing was changed"));
        };
        let upload = Upload::of(&place.media, &row.import_id);
        let is_check = state == ImportState::Checking;
        let options = ImportOptions {
            actor: Some(actor.clone()),
            job: Some(row.import_id.clone()),
            dry_run: is_check,
            expected_basis: (!is_check).then(|| row.basis.clone()),
            ..ImportOptions::new(Origin::Merchant, row.replace_all == 1, self.clock.now_ms())
        };
        let mut importer = self.importer(place, progress.clone());
        if is_check {
            progress.begin("unpacking", 0);
            if let Err(diagnostics) = prepare(&importer, &upload, &row.file_name).await? {
                return Ok(rejected_report(&diagnostics));
            }
        }
        let of = upload.clone();
        importer.source = blocking(move || of.source()).await?.map(Arc::new);
        let outcome = importer.run(&upload.folder(), &options, !is_check).await?;
        Ok(match outcome {
            ImportOutcome::Imported(imported) if imported.is_outdated => Report::of(ImportState::Checking),
            ImportOutcome::Imported(imported) => {
                let Imported { tables, preview, .. } = *imported;
                // A check that finds nothing to change leaves nothing to apply.
                let is_ready = is_check && !tables.is_empty();
                let state = if is_ready { ImportState::Ready } else { ImportState::Applied };
                let preview = preview.filter(|_| is_ready);
                let ends_demo = preview.as_ref().is_some_and(|preview| preview.ends_demo);
                let basis = self.store_preview(&upload, preview).await?;
                Report { tables, basis, ends_demo, ..Report::of(state) }
            }
            ImportOutcome::Faulty(diagnostics) => rejected_report(&diagnostics),
            ImportOutcome::Stopped => Report::failed("the shop was stopped; nothing was changed"),
        })
    }

    pub(super) fn importer(&self, place: &ImportPlace, progress: Arc<JobProgress>) -> Importer {
        Importer {
            catalog: self.store.clone(),
            branches: self.branches.clone(),
            media: place.media.clone(),
            progress,
            shutdown: self.shutdown.clone(),
            images: self.images.clone(),
            source: None,
        }
    }

    /// Waits for another import or a backup to end; `None` at the shutdown.
    async fn lock(&self, data_dir: &Path) -> Result<Option<ImportLock>> {
        loop {
            if let Some(lock) = ImportLock::try_take(data_dir)? {
                return Ok(Some(lock));
            }
            tokio::select! {
                () = tokio::time::sleep(TICK) => {}
                () = self.shutdown.requested() => return Ok(None),
            }
        }
    }

    pub async fn cancel(&self, import_id: &str) -> Result<Import, Error> {
        let row = self.row(import_id).await?;
        if !self.store.cancel_import(import_id, self.clock.now_ms()).await.map_err(store_error)? {
            let is_cancelled = row.state == ImportState::Cancelled.name();
            return if is_cancelled { to_import(row) } else { Err(wrong_state()) };
        }
        if let Ok(upload) = self.upload(import_id) {
            blocking(move || upload.remove()).await.map_err(|error| storage(&error))?;
        }
        self.get(import_id).await
    }

    pub async fn get(&self, import_id: &str) -> Result<Import, Error> {
        to_import(self.row(import_id).await?)
    }

    /// Stored errors and warnings.
    pub async fn diagnostics(&self, import_id: &str) -> Result<Vec<ImportDiagnostic>, Error> {
        let diagnostics = self.store.import_diagnostics(import_id).await.map_err(store_error)?;
        serde_json::from_str(&diagnostics).map_err(Error::internal)
    }

    /// A page of imports, newest first, and the cursor of the next one.
    pub async fn list(&self, cursor: &str, limit: usize) -> Result<(Vec<Import>, String), Error> {
        if !cursor.is_empty() && !is_id(cursor) {
            return Err(Error::invalid("cursor", "is not one of this list"));
        }
        let mut rows = self.store.import_rows(cursor, limit as i64 + 1).await.map_err(store_error)?;
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_more).map(|row| row.import_id.clone()).unwrap_or_default();
        Ok((rows.into_iter().map(to_import).collect::<Result<_, _>>()?, next))
    }

    pub(super) async fn row(&self, import_id: &str) -> Result<StoredImport, Error> {
        let row = if is_id(import_id) {
            self.store.import_row(import_id).await.map_err(store_error)?
        } else {
            None
        };
        row.ok_or_else(|| Error::not_found("no such import"))
    }

    /// Ends imports whose process has ended, discards those that were not applied within a day, and removes files that were
    /// stored long enough.
    pub async fn delete_expired(&self) -> Result<(), Error> {
        let now = self.clock.now_ms();
        let rows = self
            .store
            .abandoned_imports(now - RETENTION_MS, now - ABANDONED_MS)
            .await
            .map_err(store_error)?;
        for row in rows {
            let was_running =
                row.state == ImportState::Checking.name() || row.state == ImportState::Applying.name();
            if was_running {
                let error = if row.merged == 1 {
                    "the process ended; products are imported, branches and images may be missing: import the file again"
                } else {
                    "the process ended; nothing was changed: import the file again"
                };
                self.end(&row.import_id, &Report::failed(error)).await;
            } else {
                self.store.cancel_import(&row.import_id, now).await.map_err(store_error)?;
            }
            if was_running {
                self.retain(&row).await;
            } else if let Ok(upload) = self.upload(&row.import_id) {
                blocking(move || upload.remove()).await.map_err(|error| storage(&error))?;
            }
        }
        self.prune().await
    }
}

/// Makes the catalog folder of an upload.
async fn prepare(importer: &Importer, upload: &Upload, file_name: &str) -> Result<Result<(), Diagnostics>> {
    let (of, name) = (upload.clone(), file_name.to_owned());
    let foreign = match blocking(move || of.unpack(&name)).await? {
        Ok(Some(foreign)) => foreign,
        Ok(None) => return Ok(Ok(())),
        Err(diagnostics) => return Ok(Err(diagnostics)),
    };
    match importer.convert(foreign, &upload.converted()).await? {
        Ok(source) => {
            let of = upload.clone();
            blocking(move || of.install(source.as_ref())).await?;
            Ok(Ok(()))
        }
        Err(diagnostics) => Ok(Err(diagnostics)),
    }
}

/// Whether this process may write to the folder; a read-only mount keeps the permissions of its folders.
fn is_writable_folder(folder: &Path) -> bool {
    let probe = folder.join(format!(".writable-{}", std::process::id()));
    // A full disk is no missing right: the write that meets it says so.
    let is_writable = match fs::File::create(&probe) {
        Ok(_) => true,
        Err(error) => matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded),
    };
    let _ = fs::remove_file(probe);
    is_writable
}

fn is_id(import_id: &str) -> bool {
    import_id.len() == 32 && import_id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn to_import(row: StoredImport) -> Result<Import, Error> {
    let state = ImportState::from_name(&row.state);
    let state =
        state.ok_or_else(|| Error::internal(format!("import {} has state {}", row.import_id, row.state)))?;
    let tables = serde_json::from_str(&row.tables).map_err(Error::internal)?;
    Ok(Import { row, state, tables })
}

fn rejected_report(diagnostics: &Diagnostics) -> Report {
    Report {
        fault_count: diagnostics.total,
        diagnostics: diagnostics.errors.iter().map(ImportDiagnostic::from).collect(),
        ..Report::of(ImportState::Faulty)
    }
}

fn wrong_state() -> Error {
    Error::conflict("import_state", "the import is not in the state for this; look at it again")
}

pub(super) fn storage(error: &anyhow::Error) -> Error {
    let no_space = error.chain().find_map(|cause| no_space(cause.downcast_ref()?));
    no_space.unwrap_or_else(|| Error::internal(format!("{error:#}")))
}
