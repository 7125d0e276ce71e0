//! Checked imports whose preview is outdated. They are checked again instead of being applied, because an import with
//! `replace` would remove rows that were added since.

use std::{collections::HashSet, sync::Arc};

use anyhow::Result;
use heuan_catalog_folder::Branch;
use heuan_rpc::Error;

use super::{BranchTables, Importer, blocking, images, job::ImportJobs, upload::Upload};
use crate::{
    staff::digest,
    store::{Preview, StoredImport},
};

impl Importer {
    /// Digest of the data that an import concerns besides the tables of the catalog: the branches, and with `replace` the
    /// names of all images.
    pub(super) async fn outside_digest(&self, replace: bool, branches: &[Branch]) -> Result<String> {
        let mut files = Vec::new();
        if replace {
            let media = self.media.clone();
            files = blocking(move || images::others(&media, &HashSet::new())).await?;
            files.sort_unstable();
        }
        Ok(digest(&(branches, files)))
    }
}

/// The branches, if the import concerns them.
pub(super) async fn branches_in_scope(tables: &dyn BranchTables, is_in: bool) -> Result<Vec<Branch>> {
    if is_in { tables.branches().await } else { Ok(Vec::new()) }
}

impl ImportJobs {
    /// Whether the shop still has the data that the preview was made from. True if this data cannot be read; the
    /// application of the import then reports the failure.
    pub(super) async fn is_preview_current(&self, row: &StoredImport, upload: &Upload) -> bool {
        match self.present_basis(upload).await {
            Ok(basis) => basis.is_some_and(|basis| basis == row.basis),
            Err(error) => {
                tracing::warn!(%error, import_id = %row.import_id, "a preview was not compared with the shop");
                true
            }
        }
    }

    /// The present basis of the upload's preview; `None` if an earlier release made the preview.
    async fn present_basis(&self, upload: &Upload) -> Result<Option<String>> {
        let of = upload.clone();
        let Some(scope) = blocking(move || of.scope()).await? else { return Ok(None) };
        let place = self.place().map_err(|reason| anyhow::Error::msg(reason.text()))?;
        let importer = self.importer(place, Arc::default());
        let branches = branches_in_scope(&*self.branches, scope.branches).await?;
        let outside = importer.outside_digest(scope.replace, &branches).await?;
        Ok(Some(self.store.preview_basis(scope, &outside).await?))
    }

    /// Stores the scope of the preview, and returns the digest of its basis.
    pub(super) async fn store_preview(&self, upload: &Upload, preview: Option<Preview>) -> Result<String> {
        let Some(Preview { scope, basis, .. }) = preview else { return Ok(String::new()) };
        let of = upload.clone();
        blocking(move || of.write_scope(&scope)).await?;
        Ok(basis)
    }
}

pub(super) fn preview_replaced() -> Error {
    let message =
        "another preview was made since the one that was shown; nothing was changed, look at the new preview";
    Error::conflict("preview_replaced", message)
}

pub(super) fn preview_outdated() -> Error {
    let message =
        "the shop has changed since the preview; the file is being checked again, look at the new preview";
    Error::conflict("preview_outdated", message)
}
