//! Back office: import of a catalog folder or of one table, in steps, and export of the catalog.

mod dto;
mod export;
mod upload;

use actix_web::{
    HttpRequest, HttpResponse, delete, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_proto::catalog::v1::{self as proto, catalog_import_service_client::CatalogImportServiceClient};
use heuan_rpc::{Error, Result};

use dto::{ApplyBody, CatalogImport, ImportDetail, ImportPage};
pub use upload::MAX_PART_BYTES;

use super::{Registry, staff_products::actor};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};

const LIMIT: i32 = 20;
const MAX_LIMIT: i32 = 100;
const FAULTS: i32 = 100;
const MAX_FAULTS: i32 = 500;
/// Maximum offset in the stored errors, of which each file has at most 1,000, and warnings.
const MAX_FAULT_OFFSET: i32 = 100_000;
/// Longer than any cursor.
const MAX_CURSOR: usize = 64;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list_imports)
        .service(upload::begin)
        .service(upload::append)
        .service(check_import)
        .service(apply_import)
        .service(upload::repeat)
        .service(get_import)
        .service(cancel_import)
        .service(export::export);
}

/// Lists imports, newest first, those of the command line included, and says whether imports can be uploaded.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "list_imports",
    security(("api_token" = [], "session" = [])),
    params(
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page", max_length = 64),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, description = "One page", body = ImportPage),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/imports")]
pub async fn list_imports(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListImportsRequest {
        actor: Some(actor(&staff)),
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.imports();
    let read = client.read("ListImports", CatalogImportServiceClient::list_imports, rpc_request);
    let answer = state.with_deadline(read).await?;
    let page = ImportPage {
        success: true,
        data: answer.imports.into_iter().map(CatalogImport::try_from).collect::<Result<_>>()?,
        next_cursor: filled(answer.next_cursor),
        available: answer.available,
        unavailable_reason: filled(answer.unavailable_reason),
        unavailable_code: filled(answer.unavailable_code),
        max_bytes: answer.max_bytes,
    };
    respond::private(StatusCode::OK, &page)
}

/// Returns an import with its progress, its changes by table, and a page of its faults.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "get_import",
    security(("api_token" = [], "session" = [])),
    params(
        ("import_id" = String, Path, description = "The import"),
        ("fault_offset" = Option<i32>, Query, description = "Faults to leave out", minimum = 0, maximum = 100_000),
        ("fault_limit" = Option<i32>, Query, minimum = 1, maximum = 500),
    ),
    responses(
        (status = 200, description = "The import", body = Envelope<ImportDetail>),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/imports/{import_id}")]
pub async fn get_import(
    staff: Staff,
    import_id: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::GetImportRequest {
        actor: Some(actor(&staff)),
        import_id: import_id.into_inner(),
        fault_offset: params.number("fault_offset", 0..=MAX_FAULT_OFFSET, 0)?,
        fault_limit: params.number("fault_limit", 1..=MAX_FAULTS, FAULTS)?,
    };
    let client = state.clients.imports();
    let read = client.read("GetImport", CatalogImportServiceClient::get_import, rpc_request);
    let answer = state.with_deadline(read).await?;
    respond::private(StatusCode::OK, &Envelope::of(ImportDetail::try_from(answer)?))
}

/// Ends the upload and begins the check. It continues after the response; `get_import` shows its progress and result.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "check_import",
    security(("api_token" = [], "session" = [])),
    params(("import_id" = String, Path, description = "The import")),
    responses(
        (status = 202, description = "The check has begun", body = Envelope<CatalogImport>),
        (status = 409, description = "`reason` is `import_running`, `import_state`, `wrong_offset` (bytes are missing) or `import_unavailable`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/imports/{import_id}/check")]
pub async fn check_import(
    staff: Staff,
    request: HttpRequest,
    import_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request =
        proto::CheckImportRequest { actor: Some(actor(&staff)), import_id: import_id.into_inner() };
    let mut client = state.clients.imports();
    let answer = state.call("CheckImport", client.check_import(rpc_request)).await?;
    set_audit_detail(&request, answer.import.as_ref());
    import_response(StatusCode::ACCEPTED, answer.import)
}

/// Applies a checked import, all or nothing, if the preview in the body is its present one. It continues after the response; `get_import` shows its progress and result.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "apply_import",
    security(("api_token" = [], "session" = [])),
    params(("import_id" = String, Path, description = "The import")),
    request_body = ApplyBody,
    responses(
        (status = 202, description = "The import has begun", body = Envelope<CatalogImport>),
        (status = 409, description = "`reason` is `preview_outdated` (the shop has changed since the preview; nothing was changed, and the file is being checked again), `preview_replaced` (another preview was made since the given one; nothing was changed, and `get_import` returns the new one), `import_running`, `import_state` or `import_unavailable`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/imports/{import_id}/apply")]
pub async fn apply_import(
    StaffInput(staff, body): StaffInput<ApplyBody>,
    request: HttpRequest,
    import_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    // The catalog applies any preview for an edge of the previous release, which names no preview.
    if body.preview.is_empty() {
        return Err(Error::invalid("preview", "must be the `preview` of the import as it was shown").into());
    }
    let rpc_request = proto::ApplyImportRequest {
        actor: Some(actor(&staff)),
        import_id: import_id.into_inner(),
        preview: body.preview,
    };
    let mut client = state.clients.imports();
    let answer = state.call("ApplyImport", client.apply_import(rpc_request)).await?;
    set_audit_detail(&request, answer.import.as_ref());
    import_response(StatusCode::ACCEPTED, answer.import)
}

/// Discards an import that was not applied, also a faulty or a failed one, with its files.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "cancel_import",
    security(("api_token" = [], "session" = [])),
    params(("import_id" = String, Path, description = "The import")),
    responses(
        (status = 200, description = "The discarded import", body = Envelope<CatalogImport>),
        (status = 409, description = "`reason` is `import_state`: it is being checked or applied, or was applied", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[delete("/api/staff/imports/{import_id}")]
pub async fn cancel_import(
    staff: Staff,
    request: HttpRequest,
    import_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request =
        proto::CancelImportRequest { actor: Some(actor(&staff)), import_id: import_id.into_inner() };
    let mut client = state.clients.imports();
    let answer = state.call("CancelImport", client.cancel_import(rpc_request)).await?;
    set_audit_detail(&request, answer.import.as_ref());
    import_response(StatusCode::OK, answer.import)
}

/// Sets the detail of the audit log: the imported file, and the number of rows of each table that are added,
/// changed and removed, such as `prices.csv: products +0 ~12 −0`.
fn set_audit_detail(request: &HttpRequest, import: Option<&proto::CatalogImport>) {
    let Some(import) = import else { return };
    let tables = import.tables.iter();
    let tables = tables.map(|it| format!("{} +{} ~{} −{}", it.table, it.added, it.changed, it.removed));
    let tables = tables.collect::<Vec<_>>().join(", ");
    let replaced = if import.replace { ", replaces the rest" } else { "" };
    let detail = match tables.as_str() {
        "" => format!("{}{replaced}", import.file_name),
        tables => format!("{}: {tables}{replaced}", import.file_name),
    };
    AuditDetail::set(request, detail);
}

fn import_response(
    status: StatusCode,
    import: Option<proto::CatalogImport>,
) -> Result<HttpResponse, Problem> {
    respond::private(status, &Envelope::of(CatalogImport::try_from(import.unwrap_or_default())?))
}
