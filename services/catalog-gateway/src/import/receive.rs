//! Uploads of imports: their limits, their rows and their parts.

use std::path::Path;

use heuan_catalog_conversion::MAX_MAPPING_BYTES;
use heuan_rpc::Error;
use uuid::Uuid;

use super::{
    Import, ImportJobs, blocking,
    job::{storage, wrong_state},
    listing::to_import,
    upload::Upload,
};
use crate::{
    import_state::ImportState,
    staff::Actor,
    store::{StoredImport, store_error},
};

/// Maximum bytes of a part of an upload.
pub const MAX_PART_BYTES: usize = 1 << 20;
/// Maximum bytes of an uploaded file.
pub const MAX_FILE_BYTES: i64 = 512 << 20;
const MAX_NAME_CHARS: usize = 200;

/// A new upload.
#[derive(Debug)]
pub struct NewImport {
    pub file_name: String,
    pub bytes: i64,
    pub replace: bool,
    /// Text of a mapping file, for a file that is not a catalog folder; empty if there is none.
    pub mapping: String,
}

impl ImportJobs {
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
        let mapping = new.mapping;
        self.insert(&row, move |upload| upload.create(&mapping)).await?;
        to_import(row)
    }

    /// Stores the row of an import and then its files, because the cleanup of abandoned imports finds files by their row. If the files
    /// cannot be written, such as on a full disk, they are removed and the import is discarded.
    pub(super) async fn insert<T: Send + 'static>(
        &self,
        row: &StoredImport,
        write: impl FnOnce(&Upload) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let upload = self.upload(&row.import_id)?;
        self.store.insert_import(row).await.map_err(store_error)?;
        let written = {
            let upload = upload.clone();
            blocking(move || write(&upload)).await
        };
        if written.is_err() {
            if let Err(error) = blocking(move || upload.remove()).await {
                tracing::warn!(%error, "files of an import were not removed; the cleanup of abandoned imports removes them");
            } else if let Err(error) = self.store.cancel_import(&row.import_id, self.clock.now_ms()).await {
                tracing::warn!(%error, "an import without files was not discarded; the cleanup of abandoned imports does it");
            }
        }
        written.map_err(|error| storage(&error))
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
            error_code: String::new(),
            error_values: "{}".to_owned(),
            tables: "[]".to_owned(),
            kept: 0,
            basis: String::new(),
            preview: String::new(),
            outdated: 0,
            ends_demo: 0,
        }
    }

    /// Appends a part, and returns the number of received bytes.
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
}
