//! Imports by the staff: uploaded in parts, checked, previewed, applied. Their rows are in the database, their files in the
//! media folder; the work runs in the process that was called.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::Arc,
};

use heuan_outbound::Fetcher;
use heuan_rpc::Error;
use heuan_runtime::{Shutdown, clock::Clock};

use super::{
    BranchTables, Import, Importer, RetentionLimits, blocking, failure::ImportFailure, progress::JobProgress,
    run::Report, upload::Upload,
};
use crate::{
    images::no_space,
    import_state::ImportState,
    store::{Store, store_error},
};

/// Time without a renewal after which the process of an import counts as ended.
const ABANDONED_MS: i64 = 60_000;
/// Uploaded files are kept for this long.
const RETENTION_MS: i64 = 24 * 3_600_000;

/// Folders of imports.
#[derive(Clone, Debug)]
pub struct ImportPlace {
    /// Folder with the lock of imports and backups.
    pub data_dir: PathBuf,
    /// The shop's images. Imports are unavailable without it.
    pub media: PathBuf,
}

/// Reason why no import can be made here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnavailableImport {
    /// The folder with the shop's images is not reachable.
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

/// Imports by the staff.
pub struct ImportJobs {
    pub store: Arc<Store>,
    pub branches: Arc<dyn BranchTables>,
    /// `None` where this process has no folders, as in a test of another part.
    pub place: Option<ImportPlace>,
    /// Fetches images that a file names by web address.
    pub images: Option<Fetcher>,
    /// Maximum imports that are uploaded or checked and not applied yet; 0 means no limit.
    pub max_open: i64,
    pub kept: RetentionLimits,
    pub clock: Clock,
    pub shutdown: Shutdown,
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

    /// Discards an import that neither runs nor was applied, with its files. Repeating it removes files that were not removed.
    pub async fn cancel(&self, import_id: &str) -> Result<Import, Error> {
        let row = self.row(import_id).await?;
        let is_cancelled =
            self.store.cancel_import(import_id, self.clock.now_ms()).await.map_err(store_error)?;
        if !is_cancelled && row.state != ImportState::Cancelled.name() {
            return Err(wrong_state());
        }
        if let Ok(upload) = self.upload(import_id) {
            blocking(move || upload.remove()).await.map_err(|error| storage(&error))?;
        }
        self.get(import_id).await
    }

    /// Ends imports whose process has ended, discards those that were not applied within a day, and removes files whose
    /// retention has ended.
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
                let failure = if row.merged == 1 {
                    ImportFailure::ProcessEndedMerged
                } else {
                    ImportFailure::ProcessEnded
                };
                // A failed import may be discarded at once, so its file is stored before.
                self.retain(&row).await;
                self.end(&row.import_id, &Report::failed(failure)).await;
                continue;
            }
            self.store.cancel_import(&row.import_id, now).await.map_err(store_error)?;
            if let Ok(upload) = self.upload(&row.import_id) {
                blocking(move || upload.remove()).await.map_err(|error| storage(&error))?;
            }
        }
        self.prune().await
    }
}

/// Whether this process may write to the folder; a read-only mount keeps the permissions of its folders.
fn is_writable_folder(folder: &Path) -> bool {
    let probe = folder.join(format!(".writable-{}", std::process::id()));
    // A full disk is not a missing permission. The write that fails because of it reports it.
    let is_writable = match fs::File::create(&probe) {
        Ok(_) => true,
        Err(error) => matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded),
    };
    let _ = fs::remove_file(probe);
    is_writable
}

pub(super) fn wrong_state() -> Error {
    Error::conflict("import_state", "the import is not in the state for this; look at it again")
}

pub(super) fn storage(error: &anyhow::Error) -> Error {
    let no_space = error.chain().find_map(|cause| no_space(cause.downcast_ref()?));
    no_space.unwrap_or_else(|| Error::internal(format!("{error:#}")))
}
