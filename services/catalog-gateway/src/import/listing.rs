//! Imports as the staff see them: a single import with its errors and the token of its preview, and the list.

use std::collections::BTreeMap;

use heuan_catalog_folder::Diagnostic;
use heuan_rpc::Error;
use serde::{Deserialize, Serialize};

use super::ImportJobs;
use crate::{
    import_state::ImportState,
    staff::digest,
    store::{StoredImport, TableChanges, store_error},
};

/// An import as the staff see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    pub row: StoredImport,
    pub state: ImportState,
    pub tables: Vec<TableChanges>,
    /// Values in the sentence about a failure, by name.
    pub error_values: BTreeMap<String, String>,
}

impl Import {
    /// Token of the preview, which a request to apply it must name; empty unless the import can be applied. The token also
    /// depends on the basis, because an earlier release that checks the import again stores no id of the check.
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
    /// Id of the row, or its key in another file, as read; empty if the error concerns no row or none was read.
    #[serde(default)]
    pub row: String,
    pub reason: String,
    #[serde(default)]
    pub is_warning: bool,
    /// Stable name of the reason; empty for a reason that is shown as it is.
    #[serde(default)]
    pub code: String,
    /// Values in the reason, by name. `hint` is advice or a cause, in English; `hint_code` is the stable name of advice that
    /// has one.
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
            row: from.row.clone(),
            reason: from.reason.clone(),
            is_warning: false,
            code: from.code.to_owned(),
            values: from.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        }
    }
}

impl ImportJobs {
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
}

fn is_id(import_id: &str) -> bool {
    import_id.len() == 32 && import_id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn to_import(row: StoredImport) -> Result<Import, Error> {
    let state = ImportState::from_name(&row.state);
    let state =
        state.ok_or_else(|| Error::internal(format!("import {} has state {}", row.import_id, row.state)))?;
    let tables = serde_json::from_str(&row.tables).map_err(Error::internal)?;
    let error_values = serde_json::from_str(&row.error_values).map_err(Error::internal)?;
    Ok(Import { row, state, tables, error_values })
}
