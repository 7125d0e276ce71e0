//! Steps of an import: its check and its application, run to their end in this process.

use std::{convert::Infallible, path::Path, sync::Arc, time::Duration};

use anyhow::Result;
use heuan_catalog_folder::Diagnostics;
use heuan_rpc::Error;
use uuid::Uuid;

use super::{
    Import, ImportDiagnostic, ImportJobs, ImportLock, ImportOutcome, Importer, blocking,
    failure::ImportFailure,
    job::wrong_state,
    progress::JobProgress,
    recheck::{preview_outdated, preview_replaced},
    upload::Upload,
};
use crate::{
    import_state::ImportState,
    staff::Actor,
    store::{ImportEnd, ImportOptions, Imported, Origin, StoredImport, TableChanges},
};

/// Interval at which the progress is written, and at which a waiting import looks for the lock.
const TICK: Duration = Duration::from_millis(500);

/// Result of a step.
pub(super) struct Report {
    state: ImportState,
    fault_count: u64,
    failure: Option<ImportFailure>,
    tables: Vec<TableChanges>,
    diagnostics: Vec<ImportDiagnostic>,
    /// Digest of the data that the preview was made from.
    basis: String,
    /// Whether applying the preview ends the demo.
    ends_demo: bool,
}

impl Report {
    pub(super) fn failed(failure: ImportFailure) -> Self {
        Self { failure: Some(failure), ..Self::of(ImportState::Failed) }
    }

    fn of(state: ImportState) -> Self {
        Self {
            state,
            fault_count: 0,
            failure: None,
            tables: Vec::new(),
            diagnostics: Vec::new(),
            basis: String::new(),
            ends_demo: false,
        }
    }
}

impl ImportJobs {
    /// Ends the upload and begins the check. If the check finds nothing to change, the import ends as
    /// applied.
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

    /// Begins to apply a checked import, if `preview` is the token of its present preview. It may be empty, because an edge of
    /// the previous release has no token. If the shop has changed since the present preview, it is checked again instead.
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
        if let Some(failure) = &report.failure {
            tracing::warn!(import_id = %row.import_id, error = %failure.text(), "an import of the staff failed");
        }
        if report.state != ImportState::Ready {
            self.retain(row).await;
        }
        self.end(&row.import_id, &report).await;
    }

    /// Runs a step, and records its progress.
    async fn run_step(&self, row: &StoredImport, state: ImportState, actor: &Actor) -> Report {
        let progress = Arc::new(JobProgress::default());
        let mut step = Box::pin(self.step(row, state, actor, &progress));
        // The step and the renewal are polled together, because the step may hold the only write connection,
        // for which the renewal waits.
        let report = tokio::select! {
            report = &mut step => report,
            never = self.renew(&row.import_id, &progress) => match never {},
        };
        drop(step);
        let mut report = report.unwrap_or_else(|error| Report::failed(ImportFailure::of(error)));
        report.diagnostics.extend(progress.take_warnings());
        report
    }

    /// Records the progress of a running step every half second, which also shows that its process is alive.
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

    pub(super) async fn end(&self, import_id: &str, report: &Report) {
        let json = |value: serde_json::Result<String>| value.unwrap_or_else(|_| "[]".to_owned());
        let (tables, diagnostics) =
            (json(serde_json::to_string(&report.tables)), json(serde_json::to_string(&report.diagnostics)));
        let failure = report.failure.as_ref();
        let values = failure.map(ImportFailure::values).unwrap_or_default();
        let end = ImportEnd {
            state: report.state,
            fault_count: report.fault_count.cast_signed(),
            error: &failure.map(ImportFailure::text).unwrap_or_default(),
            error_code: failure.map(ImportFailure::code).unwrap_or_default(),
            error_values: &serde_json::to_string(&values).unwrap_or_else(|_| "{}".to_owned()),
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
        let place = self.place().map_err(ImportFailure::Unavailable)?;
        progress.begin("waiting", 0);
        let Some(_lock) = self.lock(&place.data_dir).await? else {
            return Ok(Report::failed(ImportFailure::ShopStopped));
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
            ImportOutcome::Stopped => Report::failed(ImportFailure::ShopStopped),
        })
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

fn rejected_report(diagnostics: &Diagnostics) -> Report {
    Report {
        fault_count: diagnostics.total,
        diagnostics: diagnostics.errors.iter().map(ImportDiagnostic::from).collect(),
        ..Report::of(ImportState::Faulty)
    }
}
