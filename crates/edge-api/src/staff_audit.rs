//! Audit log of staff actions: pages for the back office and the CSV export, which refuses more than 100,000 rows.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_edge_http::{
    envelope::{filled, moment},
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem},
    respond,
    session::{Role, Staff},
};
use heuan_proto::accounts::v1::{self as proto, staff_service_client::StaffServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::Registry;
use crate::{account::CustomerRole, api_state::ApiState, csv::CsvText};

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 200;
const MAX_SEARCH: usize = 200;
const MAX_CURSOR: usize = 64;
/// Rows of one call to the service, and maximum rows of an export.
const EXPORT_PAGE: i32 = 1000;
const MAX_ROWS: i64 = 100_000;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(export);
}

/// One page of the log.
#[derive(Serialize, ToSchema)]
pub struct AuditPage {
    /// Always true; errors have their own shape.
    success: bool,
    data: Vec<AuditEntry>,
    /// Cursor of the next page; null on the last.
    #[schema(required)]
    next_cursor: Option<String>,
}

/// An action of a member of staff.
#[derive(Serialize, ToSchema)]
pub struct AuditEntry {
    entry_id: String,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    at: String,
    cus_id: i64,
    name: String,
    role: CustomerRole,
    /// Method and route.
    #[schema(example = "PATCH /api/staff/people/{cus_id}")]
    action: String,
    /// Values of the route's parameters.
    subject: String,
    /// Description of the action; empty if the action has none.
    detail: String,
    /// An IPv4 address or an IPv6 /64.
    client_address: String,
    /// HTTP status of the response; null if the action did not end.
    #[schema(required)]
    status: Option<i32>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct AuditFilter {
    /// Searches names, actions, subjects and details.
    #[param(max_length = 200)]
    search: Option<String>,
    /// Only actions of this account.
    #[param(minimum = 1)]
    cus_id: Option<i64>,
    /// First day in Laos, such as `2026-11-21`.
    #[param(format = Date)]
    from: Option<String>,
    /// Last day in Laos.
    #[param(format = Date)]
    to: Option<String>,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct AuditPaging {
    /// `next_cursor` of the previous page.
    #[param(max_length = 64)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 200, default = 50)]
    limit: Option<i32>,
}

/// Lists staff actions, newest first.
#[utoipa::path(
    tag = "staff-audit",
    operation_id = "list_audit",
    security(("api_token" = [], "session" = [])),
    params(AuditFilter, AuditPaging),
    responses((status = 200, description = "One page", body = AuditPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/audit")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListAuditRequest {
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
        ..filter(&staff, &params)?
    };
    let page = fetch(&state, rpc_request).await?;
    let page = AuditPage {
        success: true,
        data: page.entries.into_iter().map(AuditEntry::try_from).collect::<Result<_>>()?,
        next_cursor: filled(page.next_cursor),
    };
    respond::private(StatusCode::OK, &page)
}

/// Exports the filtered log as CSV, newest first. A log of more than 100,000 entries is refused; choose fewer days.
#[utoipa::path(
    tag = "staff-audit",
    operation_id = "export_audit",
    security(("api_token" = [], "session" = [])),
    params(AuditFilter),
    responses((status = 200, description = "UTF-8 with a byte-order mark", body = String, content_type = "text/csv"), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/audit.csv")]
pub async fn export(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let filter = filter(&staff, &params)?;
    let mut rpc_request = proto::ListAuditRequest { limit: EXPORT_PAGE, has_total: true, ..filter };
    let header = ["at", "cus_id", "name", "role", "action", "subject", "detail", "client_address", "status"];
    let mut csv = CsvText::new(&header);
    let mut rows = 0;
    loop {
        let page = fetch(&state, rpc_request.clone()).await?;
        rows += page.entries.len() as i64;
        // Entries may be added while the log is read, and an accounts service of the previous release sends no total.
        let total = page.total.unwrap_or_default().max(rows);
        if total > MAX_ROWS {
            let rule = format!(
                "the log has {total} entries or more, and a file at most {MAX_ROWS}; choose fewer days"
            );
            return Err(Problem::from(Error::invalid("from", rule)).with_reason("too_many"));
        }
        rpc_request.has_total = false;
        for entry in page.entries {
            let entry = AuditEntry::try_from(entry)?;
            let (id, status) = (entry.cus_id.to_string(), entry.status.map(|status| status.to_string()));
            csv.push(&[
                &entry.at,
                &id,
                &entry.name,
                entry.role.into(),
                &entry.action,
                &entry.subject,
                &entry.detail,
                &entry.client_address,
                &status.unwrap_or_default(),
            ]);
        }
        if page.next_cursor.is_empty() {
            break;
        }
        rpc_request.cursor = page.next_cursor;
    }
    Ok(csv.into_response("audit.csv"))
}

/// The request to the service with the filters of a query, without a page.
fn filter(staff: &Staff, params: &Params<'_>) -> Result<proto::ListAuditRequest> {
    Ok(proto::ListAuditRequest {
        actor_id: staff.0.customer_id,
        search: params.text("search", MAX_SEARCH)?.unwrap_or_default().to_owned(),
        by_id: params.id("cus_id")?.unwrap_or_default(),
        from_ms: params.day("from")?.unwrap_or_default(),
        to_ms: params.day_end("to")?.unwrap_or_default(),
        ..proto::ListAuditRequest::default()
    })
}

async fn fetch(state: &ApiState, rpc_request: proto::ListAuditRequest) -> Result<proto::ListAuditResponse> {
    let client = state.clients.staff();
    state.with_deadline(client.read("ListAudit", StaffServiceClient::list_audit, rpc_request)).await
}

impl TryFrom<proto::AuditEntry> for AuditEntry {
    type Error = Error;

    fn try_from(entry: proto::AuditEntry) -> Result<Self> {
        Ok(Self {
            at: moment(entry.at_ms)?,
            role: Role::from(entry.role()).into(),
            entry_id: entry.entry_id,
            cus_id: entry.actor_id,
            name: entry.actor_name,
            action: entry.action,
            subject: entry.subject,
            detail: entry.detail,
            client_address: entry.client_address,
            status: Some(entry.status).filter(|status| *status != 0),
        })
    }
}
