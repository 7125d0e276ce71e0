//! JSON types of catalog imports: state, progress, changed tables and rows, and faults with file and line.

use std::collections::BTreeMap;

use heuan_proto::catalog::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use heuan_edge_http::envelope::{filled, moment};

/// State of an import.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CatalogImportState)]
pub enum ImportState {
    Uploading,
    Checking,
    /// The files have faults; nothing was changed.
    Faulty,
    /// Checked without faults; nothing was changed yet.
    Ready,
    Applying,
    /// Also an import that would change nothing, as soon as it is checked.
    Applied,
    /// `error` says what was changed.
    Failed,
    Cancelled,
}

/// An import of a catalog folder or of one table.
#[allow(clippy::struct_excessive_bools, reason = "each is a property by itself")]
#[derive(Serialize, ToSchema)]
pub struct CatalogImport {
    import_id: String,
    state: ImportState,
    file_name: String,
    bytes: i64,
    /// Bytes received.
    received: i64,
    /// Whether everything that the file does not contain is removed.
    replace: bool,
    /// Null for the command line.
    #[schema(required)]
    by: Option<ImportedBy>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(required, format = DateTime)]
    ended_at: Option<String>,
    /// Progress of the check or the import while it runs.
    #[schema(required)]
    progress: Option<ImportProgress>,
    /// Number of all faults.
    fault_count: i64,
    /// Changed tables: of the preview, or of the import.
    tables: Vec<ImportedTable>,
    /// Sentence about a failure, in English.
    #[schema(required)]
    error: Option<String>,
    /// Stable name of the sentence, for its text in another language; null for one that is shown as it is.
    #[schema(required)]
    error_code: Option<String>,
    /// Values in the sentence, by name.
    error_values: BTreeMap<String, String>,
    /// Whether its file is still stored, so that it can be repeated.
    can_repeat: bool,
    /// Whether the shop has changed since a preview, so that the file is being checked again or has a new preview.
    preview_outdated: bool,
    /// Token of the preview, which `apply_import` takes; another one after each check. Null unless the import can be applied.
    #[schema(required)]
    preview: Option<String>,
    /// Whether the shop shows the demo catalog, whose demo ends when `preview` is applied; false without a preview.
    ends_demo: bool,
}

/// The member of the staff who made an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedBy {
    cus_id: i64,
    name: String,
}

/// Stage of a check or an import.
#[derive(Serialize, ToSchema)]
#[schema(as = CatalogImportProgress)]
pub struct ImportProgress {
    /// `waiting`, `unpacking`, `converting`, `fetching`, the name of a file, `images`, `comparing`, `copying` or `writing`.
    phase: String,
    done: i64,
    /// 0 when unknown.
    total: i64,
}

/// Changes of an import in one table.
#[derive(Serialize, ToSchema)]
pub struct ImportedTable {
    /// `categories`, `groups`, `products`, `promotion_types`, `promotions`, `content`, `branches` or `media`.
    table: String,
    added: i64,
    changed: i64,
    removed: i64,
    /// Columns that the file names; no other column is changed.
    columns: Vec<String>,
    /// Columns that the staff, or sales and returns, had changed since the import before.
    edited: Vec<EditedColumn>,
    /// Prices of products that deserve a second look.
    prices: ImportedPrices,
    /// The first changes; empty in lists.
    rows: Vec<ImportedRow>,
}

/// Products whose price ends or falls deep by an import.
#[derive(Serialize, ToSchema)]
pub struct ImportedPrices {
    /// Products that lose their price, so that they are no longer sold. An imported price of 0 is no price.
    removed: i64,
    /// Those of `removed` that shoppers do not see after the import.
    removed_hidden: i64,
    /// Products whose price falls by more than half.
    halved: i64,
    /// Those of `halved` that shoppers do not see after the import.
    halved_hidden: i64,
}

/// A column that the staff, or sales and returns, had changed since the import before.
#[derive(Serialize, ToSchema)]
#[schema(as = ImportEditedColumn)]
pub struct EditedColumn {
    column: String,
    /// Products of the file in which it was edited.
    edited: i64,
    /// Those that get another value.
    overwritten: i64,
}

/// Kind of change of a row.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ImportedRowKind)]
pub enum RowKind {
    Added,
    Changed,
    Removed,
}

/// A new, changed or removed row; of a changed product, one field.
#[derive(Serialize, ToSchema)]
pub struct ImportedRow {
    kind: RowKind,
    id: String,
    name_la: String,
    name_en: String,
    /// Column of the file.
    #[schema(required)]
    field: Option<String>,
    #[schema(required)]
    from: Option<String>,
    #[schema(required)]
    to: Option<String>,
}

/// A fault of an uploaded file, or a warning.
#[derive(Serialize, ToSchema)]
pub struct ImportDiagnostic {
    file: String,
    /// From 1; null when the fault concerns the whole file.
    #[schema(required)]
    line: Option<i64>,
    column: String,
    /// Value of the field, shortened.
    value: String,
    /// Id of the row, or its key in another file, as read; empty if the fault concerns no row or none was read.
    row: String,
    /// Sentence, in English.
    reason: String,
    is_warning: bool,
    /// Stable name of the sentence, for its text in another language; empty for one that is shown as it is.
    code: String,
    /// Values in the sentence, by name. `hint` is advice or a cause, in English; `hint_code` is the stable name of advice that has one.
    values: BTreeMap<String, String>,
}

/// The preview that is applied.
#[derive(Deserialize, ToSchema)]
pub struct ApplyBody {
    /// `preview` of the import as it was shown.
    #[schema(max_length = 128)]
    pub preview: String,
}

/// An import with a page of its faults.
#[derive(Serialize, ToSchema)]
pub struct ImportDetail {
    import: CatalogImport,
    faults: Vec<ImportDiagnostic>,
    /// Faults and warnings that can be read; of more than 1,000 faults of one file only the first.
    stored_faults: i32,
}

/// One page of imports.
#[derive(Serialize, ToSchema)]
pub struct ImportPage {
    /// Always true; errors have their own shape.
    pub success: bool,
    pub data: Vec<CatalogImport>,
    #[schema(required)]
    pub next_cursor: Option<String>,
    /// Whether files can be uploaded.
    pub available: bool,
    /// Sentence why not, in English.
    #[schema(required)]
    pub unavailable_reason: Option<String>,
    /// Stable name of the sentence, for its text in another language.
    #[schema(required)]
    pub unavailable_code: Option<String>,
    /// Largest file.
    pub max_bytes: i64,
}

impl TryFrom<proto::CatalogImport> for CatalogImport {
    type Error = Error;

    fn try_from(from: proto::CatalogImport) -> Result<Self> {
        let state = match from.state() {
            proto::ImportState::Uploading => ImportState::Uploading,
            proto::ImportState::Checking => ImportState::Checking,
            proto::ImportState::Faulty => ImportState::Faulty,
            proto::ImportState::Ready => ImportState::Ready,
            proto::ImportState::Applying => ImportState::Applying,
            proto::ImportState::Applied => ImportState::Applied,
            proto::ImportState::Failed => ImportState::Failed,
            proto::ImportState::Cancelled => ImportState::Cancelled,
            proto::ImportState::Unspecified => return Err(Error::internal("an import has no state")),
        };
        let by = (from.actor_id > 0).then_some(ImportedBy { cus_id: from.actor_id, name: from.actor_name });
        let progress = (!from.phase.is_empty()).then_some(ImportProgress {
            phase: from.phase,
            done: from.done,
            total: from.total,
        });
        Ok(Self {
            import_id: from.import_id,
            state,
            file_name: from.file_name,
            bytes: from.bytes,
            received: from.received,
            replace: from.replace,
            by,
            created_at: moment(from.created_at)?,
            ended_at: from.ended_at.map(moment).transpose()?,
            progress,
            fault_count: from.fault_count,
            tables: from.tables.into_iter().map(ImportedTable::try_from).collect::<Result<_>>()?,
            error: filled(from.error),
            error_code: filled(from.error_code),
            error_values: from.error_values.into_iter().collect(),
            can_repeat: from.can_repeat,
            preview_outdated: from.preview_outdated,
            preview: filled(from.preview),
            ends_demo: from.ends_demo,
        })
    }
}

impl TryFrom<proto::ImportedTable> for ImportedTable {
    type Error = Error;

    fn try_from(from: proto::ImportedTable) -> Result<Self> {
        let edited = from.edited.into_iter().map(|it| EditedColumn {
            column: it.column,
            edited: it.edited,
            overwritten: it.overwritten,
        });
        let prices = from.prices.unwrap_or_default();
        Ok(Self {
            prices: ImportedPrices {
                removed: prices.removed,
                removed_hidden: prices.removed_hidden,
                halved: prices.halved,
                halved_hidden: prices.halved_hidden,
            },
            table: from.table,
            added: from.added,
            changed: from.changed,
            removed: from.removed,
            columns: from.columns,
            edited: edited.collect(),
            rows: from.rows.into_iter().map(ImportedRow::try_from).collect::<Result<_>>()?,
        })
    }
}

impl TryFrom<proto::ImportedRow> for ImportedRow {
    type Error = Error;

    fn try_from(row: proto::ImportedRow) -> Result<Self> {
        let kind = match row.kind() {
            proto::ImportedRowKind::Added => RowKind::Added,
            proto::ImportedRowKind::Changed => RowKind::Changed,
            proto::ImportedRowKind::Removed => RowKind::Removed,
            proto::ImportedRowKind::Unspecified => return Err(Error::internal("a changed row has no kind")),
        };
        let proto::ImportedRow { id, name_la, name_en, field, from, to, .. } = row;
        Ok(Self { kind, id, name_la, name_en, field: filled(field), from, to })
    }
}

impl From<proto::ImportDiagnostic> for ImportDiagnostic {
    fn from(from: proto::ImportDiagnostic) -> Self {
        let proto::ImportDiagnostic { file, line, column, value, reason, is_warning, code, values, row } =
            from;
        Self {
            file,
            line: (line > 0).then_some(line),
            column,
            value,
            row,
            reason,
            is_warning,
            code,
            values: values.into_iter().collect(),
        }
    }
}

impl TryFrom<proto::GetImportResponse> for ImportDetail {
    type Error = Error;

    fn try_from(from: proto::GetImportResponse) -> Result<Self> {
        Ok(Self {
            import: CatalogImport::try_from(from.import.unwrap_or_default())?,
            faults: from.faults.into_iter().map(Into::into).collect(),
            stored_faults: from.stored_faults,
        })
    }
}
