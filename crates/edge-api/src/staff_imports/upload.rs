//! Chunked upload of an import file in parts of at most 1 MiB. A part may be sent again after a lost response.

use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    post, put,
    web::{Data, Path, Payload},
};
use futures::StreamExt as _;
use heuan_proto::catalog::v1::{self as proto, catalog_import_service_client::CatalogImportServiceClient};
use heuan_rpc::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{actor, dto::CatalogImport, import_response, set_audit_detail};
use crate::{
    api_state::ApiState,
    upload_budget::{UploadPermit, upload_budget_error},
};
use heuan_edge_http::{
    envelope::Envelope,
    input::{null_as_default, require_bytes},
    middleware::IMPORT_PART_MAX_BODY,
    params::Params,
    problem::{ClientErrorResponses, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse},
    respond,
    session::{Staff, StaffInput},
};

/// Maximum bytes of a part of an upload.
pub const MAX_PART_BYTES: usize = IMPORT_PART_MAX_BODY;

/// A file to import.
#[derive(Deserialize, ToSchema)]
pub struct ImportBody {
    /// A name that ends in `.zip`, for a catalog folder, or in `.csv`, `.tsv`, `.txt`, `.xlsx` or `.xlsm`, for one table or an
    /// export of another shop system.
    #[schema(max_length = 200)]
    file_name: String,
    /// Size of the file.
    #[schema(minimum = 1, maximum = 536_870_912)]
    bytes: i64,
    /// Whether everything that the file does not contain is removed.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    replace: bool,
    /// Text of a mapping file of at most 64 kB, which says what the columns of an export or a price list mean; null for the one
    /// that fits.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 65536)]
    mapping: String,
}

/// Options for repeating an import.
#[derive(Deserialize, ToSchema)]
pub struct RepeatBody {
    /// Text of a mapping file of at most 64 kB instead of that of the former import; null for the former one, empty for the one
    /// that fits.
    #[schema(max_length = 65536)]
    mapping: Option<String>,
}

/// Bytes that arrived.
#[derive(Serialize, ToSchema)]
pub struct ReceivedPart {
    /// Offset of the next part.
    received: i64,
}

/// Begins the upload of a file, whose bytes follow in parts.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "begin_import",
    security(("api_token" = [], "session" = [])),
    request_body = ImportBody,
    responses(
        (status = 201, description = "The import", body = Envelope<CatalogImport>),
        (status = 409, description = "`reason` is `import_running`, `open_imports` (too many are not applied yet) or `import_unavailable`: the catalog service does not reach the folder with the shop's images", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/imports")]
pub async fn begin(
    StaffInput(staff, body): StaffInput<ImportBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let ImportBody { file_name, bytes, replace, mapping } = body;
    let rpc_request =
        proto::BeginImportRequest { actor: Some(actor(&staff)), file_name, bytes, replace, mapping };
    let mut client = state.clients.imports();
    let answer = state.call("BeginImport", client.begin_import(rpc_request)).await?;
    set_audit_detail(&request, answer.import.as_ref());
    import_response(StatusCode::CREATED, answer.import)
}

/// Adds a part of the file, at most 1 MiB. A part that was received before may be sent again.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "append_import",
    security(("api_token" = [], "session" = [])),
    params(
        ("import_id" = String, Path, description = "The import"),
        ("offset" = i64, Query, description = "Position of the part in the file", minimum = 0),
    ),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 200, description = "The part is stored", body = Envelope<ReceivedPart>),
        (status = 409, description = "`reason` is `wrong_offset` (bytes before it are missing), `import_state` or `import_unavailable`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/imports/{import_id}/content")]
pub async fn append(
    staff: Staff,
    import_id: Path<String>,
    request: HttpRequest,
    payload: Payload,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    require_bytes(&request)?;
    let offset = Params::of(request.query_string()).position("offset")?;
    let offset =
        offset.ok_or_else(|| Error::invalid("offset", "is missing: the byte position of the part"))?;
    let mut permit = state.staff_upload_permit(&request, MAX_PART_BYTES)?;
    let part = read_part(payload, &mut permit).await?;
    let rpc_request = proto::AppendImportRequest {
        actor: Some(actor(&staff)),
        import_id: import_id.into_inner(),
        offset,
        part,
    };
    let client = state.clients.imports();
    let write = client.write_with_id("AppendImport", CatalogImportServiceClient::append_import, rpc_request);
    let received = state.with_deadline(write).await?.received;
    respond::private(StatusCode::OK, &Envelope::of(ReceivedPart { received }))
}

/// Makes another import of the stored file of an ended one, and begins its check. Its preview shows what it would change now.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "repeat_import",
    security(("api_token" = [], "session" = [])),
    params(("import_id" = String, Path, description = "The former import")),
    request_body = RepeatBody,
    responses(
        (status = 202, description = "The new import, whose check has begun", body = Envelope<CatalogImport>),
        (status = 409, description = "`reason` is `import_file_gone` (the file is no longer stored), `import_running`, `open_imports` or `import_unavailable`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/imports/{import_id}/repeat")]
pub async fn repeat(
    StaffInput(staff, body): StaffInput<RepeatBody>,
    import_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::RepeatImportRequest {
        actor: Some(actor(&staff)),
        import_id: import_id.into_inner(),
        mapping: body.mapping,
    };
    let mut client = state.clients.imports();
    let answer = state.call("RepeatImport", client.repeat_import(rpc_request)).await?;
    import_response(StatusCode::ACCEPTED, answer.import)
}

async fn read_part(mut payload: Payload, permit: &mut UploadPermit) -> Result<Vec<u8>, Problem> {
    let mut part = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk =
            chunk.map_err(|_| Error::new(Code::InvalidArgument, "the part did not arrive complete"))?;
        if part.len() + chunk.len() > MAX_PART_BYTES {
            return Err(Error::invalid("body", format!("a part has at most {MAX_PART_BYTES} bytes")).into());
        }
        permit.consume(chunk.len()).map_err(|_| upload_budget_error())?;
        part.extend_from_slice(&chunk);
    }
    Ok(part)
}
