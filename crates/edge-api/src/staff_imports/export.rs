//! Route `POST /api/staff/export`: streams the catalog as a zip file, or one table as CSV or Excel workbook.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    post,
    web::{Bytes, Data},
};
use futures::StreamExt as _;
use heuan_proto::catalog::v1 as proto;
use heuan_rpc::Error;
use serde::Deserialize;
use utoipa::ToSchema;

use super::actor;
use crate::api_state::ApiState;
use heuan_edge_http::{
    problem::{ClientErrorResponses, Problem, ProblemBody, UnauthorizedResponse},
    session::{AuditDetail, StaffInput},
};

const WORKBOOK: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Scope and format of an export.
#[derive(Deserialize, ToSchema)]
pub struct ExportBody {
    /// One table; null for a zip file of the whole catalog folder.
    #[serde(default)]
    table: Option<ExportTable>,
    /// Kind of file of one table; null is CSV.
    #[serde(default)]
    format: Option<ExportFormat>,
    /// Whether the zip file contains images and documents; null is true.
    #[serde(default)]
    media: Option<bool>,
}

/// Kind of file of one table.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Csv,
    /// Excel workbook.
    Xlsx,
}

/// A table of the catalog folder.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExportTable {
    Categories,
    Groups,
    Products,
    Branches,
    PromotionTypes,
    Promotions,
}

impl ExportTable {
    fn name(self) -> &'static str {
        match self {
            Self::Categories => "categories",
            Self::Groups => "groups",
            Self::Products => "products",
            Self::Branches => "branches",
            Self::PromotionTypes => "promotion_types",
            Self::Promotions => "promotions",
        }
    }
}

/// Exports the catalog as a file that an import reads. A POST, so that the audit log records it.
#[utoipa::path(
    tag = "staff-imports",
    operation_id = "export_catalog",
    security(("api_token" = [], "session" = [])),
    request_body = ExportBody,
    responses(
        (status = 200, description = "The file, a stream", content(
            (String = "application/zip"),
            (String = "text/csv"),
            (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        )),
        (status = 409, description = "`reason` is `export_running` or `export_unavailable`: the catalog service does not reach the folder with the shop's images", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/export")]
pub async fn export(
    StaffInput(staff, body): StaffInput<ExportBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let table = body.table.map_or("", ExportTable::name);
    let rpc_request = proto::ExportCatalogRequest {
        actor: Some(actor(&staff)),
        table: table.to_owned(),
        media: body.media.unwrap_or(true),
        workbook: body.format == Some(ExportFormat::Xlsx),
    };
    let (file_name, kind) = if table.is_empty() {
        ("catalog.zip".to_owned(), "application/zip")
    } else if rpc_request.workbook {
        (format!("{table}.xlsx"), WORKBOOK)
    } else {
        (format!("{table}.csv"), "text/csv; charset=utf-8")
    };
    request.extensions_mut().insert(AuditDetail(file_name.clone()));
    let mut client = state.clients.exports();
    let parts = state.call("ExportCatalog", client.export_catalog(rpc_request)).await?;
    let parts = parts.map(|part| match part {
        Ok(part) => Ok(Bytes::from(part.part)),
        Err(status) => {
            let error = Error::from(status);
            // The response head is already sent, so the connection is closed to show that the file is
            // incomplete.
            tracing::warn!(%error, "an export ended early");
            Err(std::io::Error::other("the export ended early"))
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"{file_name}\"")))
        .insert_header((CACHE_CONTROL, "no-store"))
        .streaming(parts))
}
