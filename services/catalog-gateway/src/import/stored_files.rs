//! Uploaded files of ended imports: stored for some days and up to a number of bytes, so that an import can be repeated.

use std::sync::Arc;

use heuan_catalog_conversion::MAX_MAPPING_BYTES;
use heuan_rpc::Error;

use super::{Import, ImportJobs, blocking, job::storage};
use crate::{
    staff::Actor,
    store::{StoredImport, store_error},
};

const DAY_MS: i64 = 24 * 3_600_000;

/// Limits on the stored files of ended imports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetentionLimits {
    /// Days for which files are stored; 0 stores nothing.
    pub days: i64,
    pub bytes: i64,
}

impl ImportJobs {
    /// Creates another import with the file of an ended one, and begins its check. `mapping` replaces the mapping of the
    /// file; `None` uses the old one again.
    pub async fn repeat(
        self: &Arc<Self>,
        actor: &Actor,
        import_id: &str,
        mapping: Option<String>,
    ) -> Result<Import, Error> {
        let former = self.row(import_id).await?;
        let from = self.upload(import_id)?;
        if mapping.as_ref().is_some_and(|text| text.len() > MAX_MAPPING_BYTES) {
            return Err(Error::invalid(
                "mapping",
                format!("must have at most {} kB", MAX_MAPPING_BYTES >> 10),
            ));
        }
        if former.kept == 0 {
            return Err(file_gone());
        }
        self.may_begin().await?;
        let row = StoredImport {
            received: former.bytes,
            ..self.new_row(actor, &former.file_name, former.bytes, former.replace_all == 1)
        };
        if !self.insert(&row, move |to| to.copy_of(&from, mapping.as_deref())).await? {
            self.store.cancel_import(&row.import_id, self.clock.now_ms()).await.map_err(store_error)?;
            return Err(file_gone());
        }
        self.check(actor, &row.import_id).await
    }

    /// Stores the uploaded file of an import that ends, and removes everything that was derived from it.
    pub(super) async fn retain(&self, row: &StoredImport) {
        let Ok(upload) = self.upload(&row.import_id) else { return };
        let is_kept = self.kept.days > 0 && row.bytes <= self.kept.bytes;
        let kept =
            blocking(move || if is_kept { upload.retain_file() } else { upload.remove().map(|()| false) });
        let kept = kept.await.unwrap_or_else(|error| {
            tracing::warn!(%error, "files of an import were not removed");
            false
        });
        if let Err(error) = self.store.set_import_retained(&row.import_id, kept).await {
            tracing::warn!(%error, "the stored file of an import was not recorded");
        }
    }

    /// Removes the files of imports that ended long ago, and the oldest files beyond the limit of bytes.
    pub(super) async fn prune(&self) -> Result<(), Error> {
        let since = self.clock.now_ms() - self.kept.days.saturating_mul(DAY_MS);
        let mut bytes = 0_i64;
        for (import_id, size, created_at) in self.store.retained_imports().await.map_err(store_error)? {
            bytes = bytes.saturating_add(size);
            if created_at >= since && bytes <= self.kept.bytes {
                continue;
            }
            let Ok(upload) = self.upload(&import_id) else { return Ok(()) };
            blocking(move || upload.remove()).await.map_err(|error| storage(&error))?;
            self.store.set_import_retained(&import_id, false).await.map_err(store_error)?;
        }
        Ok(())
    }
}

fn file_gone() -> Error {
    Error::conflict("import_file_gone", "the file of this import is no longer stored; upload it again")
}
