//! Back office: products of any visibility, their stock and the ledger of their changes.

mod audit_detail;
mod bulk;
mod bulk_dto;
mod change;
mod change_sets;
mod codes;
mod create;
mod dto;
mod duplicate;
mod edit;
mod image;
mod list;
mod locations;
mod stock;
mod undo;

use std::time::Duration;

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    web::{Data, Path},
};
use heuan_proto::{
    catalog::v1::{
        self as proto, ActorRole, CatalogActor, staff_catalog_service_client::StaffCatalogServiceClient,
    },
    orders::v1::{self as orders, staff_order_service_client::StaffOrderServiceClient},
};
use heuan_rpc::{Code, Error, Result};

use change::{ChangePage, ProductChange};
use dto::StaffProductDetail;
pub use list::StaffProductSort;

use super::{Registry, staff_orders};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::{Envelope, filled},
    params::{Params, parse_id},
    problem::{ClientErrorResponses, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Role, Staff},
};

const LIMIT: i32 = 50;
const MAX_LIMIT: i32 = 100;
/// Longer than any cursor.
const MAX_CURSOR: usize = 64;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(list::list)
        .service(create::create)
        .service(bulk::change)
        .service(change_sets::list)
        .service(undo::undo)
        .service(image::upload)
        .service(duplicate::duplicate)
        .service(get_staff_product)
        .service(edit::update)
        .service(stock::adjust)
        .service(list_product_changes)
        .service(locations::locations)
        .service(codes::find);
}

/// Returns a product with all editable fields and the newest 50 entries of its ledger.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "get_staff_product",
    security(("api_token" = [], "session" = [])),
    params(("pro_id" = i64, Path, description = "The product", minimum = 1)),
    responses(
        (status = 200, description = "The product", body = Envelope<StaffProductDetail>),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/products/{pro_id:[0-9]+}")]
pub async fn get_staff_product(
    staff: Staff,
    pro_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let product = fetch(&state, &staff, known(&pro_id)?).await?;
    product_response(&state, &staff, product).await
}

/// Lists the ledger of a product, newest first.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "list_product_changes",
    security(("api_token" = [], "session" = [])),
    params(
        ("pro_id" = i64, Path, description = "The product", minimum = 1),
        ("cursor" = Option<String>, Query, description = "`next_cursor` of the previous page, or `ledger_cursor`", max_length = 64),
        ("limit" = Option<i32>, Query, minimum = 1, maximum = 100),
    ),
    responses(
        (status = 200, description = "One page", body = ChangePage),
        UnauthorizedResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/products/{pro_id:[0-9]+}/changes")]
pub async fn list_product_changes(
    staff: Staff,
    pro_id: Path<String>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListProductChangesRequest {
        actor: Some(actor(&staff)),
        pro_id: known(&pro_id)?,
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.staff_catalog();
    let read =
        client.read("ListProductChanges", StaffCatalogServiceClient::list_product_changes, rpc_request);
    let answer = state.with_deadline(read).await?;
    let data = answer.changes.into_iter().map(ProductChange::try_from).collect::<Result<_>>()?;
    let page = ChangePage { success: true, data, next_cursor: filled(answer.next_cursor) };
    respond::private(StatusCode::OK, &page)
}

async fn fetch(state: &ApiState, staff: &Staff, pro_id: i64) -> Result<Option<proto::StaffProductDetail>> {
    let client = state.clients.staff_catalog();
    let rpc_request = proto::GetStaffProductRequest { actor: Some(actor(staff)), pro_id };
    let read = client.read("GetStaffProduct", StaffCatalogServiceClient::get_staff_product, rpc_request);
    Ok(state.with_deadline(read).await?.product)
}

pub(crate) fn actor(staff: &Staff) -> CatalogActor {
    let role = match staff.0.role {
        Role::Customer => ActorRole::Customer,
        Role::Clerk => ActorRole::Clerk,
        Role::Editor => ActorRole::Editor,
        Role::Manager => ActorRole::Manager,
    };
    CatalogActor { role: role.into(), account_id: staff.0.customer_id, name: staff.0.full_name() }
}

/// The id of a path, which has only digits, so that it cannot be confused with `bulk`.
fn known(pro_id: &str) -> Result<i64> {
    parse_id("pro_id", pro_id)
}

async fn product_response(
    state: &ApiState,
    staff: &Staff,
    product: Option<proto::StaffProductDetail>,
) -> Result<HttpResponse, Problem> {
    respond::private(StatusCode::OK, &Envelope::of(detail(state, staff, product).await?))
}

/// The product, with its sold units that are not handed over yet.
async fn detail(
    state: &ApiState,
    staff: &Staff,
    product: Option<proto::StaffProductDetail>,
) -> Result<StaffProductDetail> {
    let mut detail = StaffProductDetail::try_from(product)?;
    detail.awaiting_handover = count_awaiting_handover(state, staff, detail.pro_id()).await;
    Ok(detail)
}

/// Maximum wait for the orders service: an answer to a saved edit must not wait for it.
const HANDOVER_TIMEOUT: Duration = Duration::from_millis(500);

/// Units of a product that are sold and not handed over yet; `None` while the orders service does not answer, because products
/// can be edited without it.
async fn count_awaiting_handover(state: &ApiState, staff: &Staff, pro_id: i64) -> Option<i64> {
    let client = state.clients.staff_orders();
    let actor = Some(staff_orders::actor(staff));
    let rpc_request = orders::CountAwaitingHandoverRequest { actor, pro_id };
    let read =
        client.read("CountAwaitingHandover", StaffOrderServiceClient::count_awaiting_handover, rpc_request);
    let counted = tokio::time::timeout(HANDOVER_TIMEOUT, state.with_deadline(read)).await.ok()?;
    counted.ok().map(|counted| counted.units)
}

/// The error of a conflict on one product. It has the current product.
async fn conflict_with_product(state: &ApiState, staff: &Staff, pro_id: i64, error: Error) -> Problem {
    let is_conflict = error.code == Code::Conflict;
    let problem = Problem::from(error);
    if !is_conflict {
        return problem;
    }
    let now = match fetch(state, staff, pro_id).await {
        Ok(product) => detail(state, staff, product).await.ok(),
        Err(_) => None,
    };
    match now.and_then(|product| serde_json::to_value(product).ok()) {
        Some(product) => problem.with_member("product", product),
        None => problem,
    }
}
