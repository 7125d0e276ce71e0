//! Back office: open tasks and figures of the day, composed of several services. A service that does not respond
//! leaves its part out.

mod dto;

use std::collections::HashMap;

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use futures::future::OptionFuture;
use heuan_proto::{
    accounts::v1::{ListContactMessagesRequest, staff_service_client::StaffServiceClient},
    catalog::v1::{
        BatchGetProductsRequest, CatalogImport, ImportState, ListImportsRequest, ListStaffProductsRequest,
        ListStaffProductsResponse, StaffProductFilter, StockFilter,
        catalog_import_service_client::CatalogImportServiceClient,
        catalog_service_client::CatalogServiceClient,
        staff_catalog_service_client::StaffCatalogServiceClient,
    },
    chat::v1::{ListConversationsRequest, ParticipantRole, chat_service_client::ChatServiceClient},
    orders::v1::{
        GetStaffFiguresRequest, GetStaffFiguresResponse, staff_order_service_client::StaffOrderServiceClient,
    },
    search::v1::{ListSearchesWithoutResultRequest, search_service_client::SearchServiceClient},
};
use heuan_rpc::Result;
use heuan_runtime::clock::Clock;
use utoipa::IntoParams;

use dto::{
    MissedSearch, StaffToday, TodayChats, TodayImports, TodayMessages, TodayOrders, TodaySales, TodaySource,
    TodayStock,
};

use super::Registry;
use crate::{api_state::ApiState, chat, staff_orders, staff_products, staff_searches};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    params::Params,
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, UnauthorizedResponse},
    respond,
    session::{Area, Role, Staff},
};

/// Maximum searches without a result that are shown.
const MISSED_SEARCHES: i32 = 10;

/// Number of newest imports that are checked.
const RECENT_IMPORTS: i32 = 100;
const WEEK_MS: i64 = 7 * 24 * 3_600_000;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(today);
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct TodayQuery {
    /// Only waiting orders that are picked up at this branch. Sales and best sellers stay those of the shop.
    #[param(minimum = 1)]
    branch_id: Option<i64>,
}

/// Returns what waits for the staff, and for managers the sales. Days begin at midnight in Laos, weeks on Monday.
///
/// Parts of areas that the role may not use are null, and those of services that do not respond, which `unavailable` lists.
#[utoipa::path(
    tag = "staff-today",
    operation_id = "get_staff_today",
    security(("api_token" = [], "session" = [])),
    params(TodayQuery),
    responses(
        (status = 200, description = "The figures", body = Envelope<StaffToday>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/today")]
pub async fn today(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let branch_id = Params::of(request.query_string()).id("branch_id")?.unwrap_or_default();
    let may = |area| staff.0.role.may_use(area);
    let (state, staff) = (state.get_ref(), &staff);
    let (figures, searches, chats, messages, stock, imports) = futures::join!(
        OptionFuture::from(may(Area::Orders).then(|| figures(state, staff, branch_id))),
        OptionFuture::from(may(Area::Searches).then(|| searches(state, staff))),
        OptionFuture::from(may(Area::Inbox).then(|| chats(state, staff))),
        OptionFuture::from(may(Area::Messages).then(|| messages(state, staff))),
        OptionFuture::from(may(Area::Products).then(|| stock(state, staff))),
        OptionFuture::from(may(Area::Imports).then(|| imports(state, staff))),
    );
    let mut unavailable = Vec::new();
    let figures = found(figures, TodaySource::Orders, &mut unavailable);
    let (orders, sales) = match figures {
        None => (None, None),
        // The sales of the shop are for managers.
        Some(figures) if staff.0.role != Role::Manager => (Some(TodayOrders::try_from(&figures)?), None),
        Some(figures) => {
            let ids = figures.best_sellers.iter().map(|product| product.pro_id).collect();
            let stock = found(Some(stock_of(state, ids).await), TodaySource::Catalog, &mut unavailable);
            let orders = TodayOrders::try_from(&figures)?;
            (Some(orders), Some(TodaySales::new(figures, &stock.unwrap_or_default())?))
        }
    };
    let chats = found(chats, TodaySource::Chat, &mut unavailable);
    let messages = found(messages, TodaySource::Messages, &mut unavailable);
    let stock = found(stock, TodaySource::Catalog, &mut unavailable);
    let imports = found(imports, TodaySource::Catalog, &mut unavailable);
    let searches = found(searches, TodaySource::Search, &mut unavailable);
    let at = moment(Clock::System.now_ms())?;
    let today = StaffToday { at, orders, sales, searches, chats, messages, stock, imports, unavailable };
    respond::private(StatusCode::OK, &Envelope::of(today))
}

/// The response of a service. Without one, the source is listed as missing.
fn found<T>(answer: Option<Result<T>>, source: TodaySource, unavailable: &mut Vec<TodaySource>) -> Option<T> {
    match answer? {
        Ok(answer) => Some(answer),
        Err(error) => {
            tracing::warn!(%error, ?source, "figures of the day are incomplete");
            if !unavailable.contains(&source) {
                unavailable.push(source);
            }
            None
        }
    }
}

async fn figures(state: &ApiState, staff: &Staff, branch_id: i64) -> Result<GetStaffFiguresResponse> {
    let client = state.clients.staff_orders();
    let rpc_request = GetStaffFiguresRequest { actor: Some(staff_orders::actor(staff)), branch_id };
    let read = client.read("GetStaffFigures", StaffOrderServiceClient::get_staff_figures, rpc_request);
    state.with_deadline(read).await
}

async fn searches(state: &ApiState, staff: &Staff) -> Result<Vec<MissedSearch>> {
    let client = state.clients.search();
    let rpc_request = ListSearchesWithoutResultRequest {
        limit: MISSED_SEARCHES,
        actor: Some(staff_searches::actor(staff)),
    };
    let read = client.read(
        "ListSearchesWithoutResult",
        SearchServiceClient::list_searches_without_result,
        rpc_request,
    );
    let found = state.with_deadline(read).await?;
    let missed = found.searches.into_iter().map(|it| MissedSearch { text: it.text, visitors: it.visitors });
    Ok(missed.collect())
}

async fn chats(state: &ApiState, staff: &Staff) -> Result<TodayChats> {
    let client = state.clients.chat();
    let staff = Some(chat::actor(&staff.0, ParticipantRole::Staff));
    let rpc_request =
        ListConversationsRequest { page: 1, limit: 1, staff, ..ListConversationsRequest::default() };
    let read = client.read("ListConversations", ChatServiceClient::list_conversations, rpc_request);
    let found = state.with_deadline(read).await?;
    Ok(TodayChats { unread: found.unread_conversations, unanswered: found.unanswered_conversations })
}

async fn messages(state: &ApiState, staff: &Staff) -> Result<TodayMessages> {
    let client = state.clients.staff();
    let rpc_request =
        ListContactMessagesRequest { actor_id: staff.0.customer_id, open_only: true, before_id: 0, limit: 1 };
    let read = client.read("ListContactMessages", StaffServiceClient::list_contact_messages, rpc_request);
    Ok(TodayMessages { open: state.with_deadline(read).await?.open })
}

async fn stock(state: &ApiState, staff: &Staff) -> Result<TodayStock> {
    let (low, out) = futures::try_join!(
        with_stock(state, staff, StockFilter::Low),
        with_stock(state, staff, StockFilter::Out),
    )?;
    Ok(TodayStock { low: low.total, out: out.total, low_stock: low.low_stock })
}

async fn imports(state: &ApiState, staff: &Staff) -> Result<TodayImports> {
    let client = state.clients.imports();
    let rpc_request = ListImportsRequest {
        actor: Some(staff_products::actor(staff)),
        limit: RECENT_IMPORTS,
        ..ListImportsRequest::default()
    };
    let read = client.read("ListImports", CatalogImportServiceClient::list_imports, rpc_request);
    let since = Clock::System.now_ms() - WEEK_MS;
    let recent = state.with_deadline(read).await?.imports;
    let failed = recent.iter().filter(|it| it.created_at >= since && is_open_failure(it, &recent)).count();
    Ok(TodayImports { failed: i64::try_from(failed).unwrap_or_default() })
}

/// Whether an import failed, was not discarded, and no import of the same file was applied since. A discarded import is
/// `cancelled`.
fn is_open_failure(import: &CatalogImport, recent: &[CatalogImport]) -> bool {
    let replaces = |it: &CatalogImport| {
        it.state() == ImportState::Applied
            && it.file_name == import.file_name
            && it.ended_at.unwrap_or(it.created_at) > import.created_at
    };
    matches!(import.state(), ImportState::Failed | ImportState::Faulty) && !recent.iter().any(replaces)
}

async fn with_stock(
    state: &ApiState,
    staff: &Staff,
    stock: StockFilter,
) -> Result<ListStaffProductsResponse> {
    let client = state.clients.staff_catalog();
    let rpc_request = ListStaffProductsRequest {
        actor: Some(staff_products::actor(staff)),
        filter: Some(StaffProductFilter { stock: stock.into(), ..StaffProductFilter::default() }),
        limit: 1,
        ..ListStaffProductsRequest::default()
    };
    let read = client.read("ListStaffProducts", StaffCatalogServiceClient::list_staff_products, rpc_request);
    state.with_deadline(read).await
}

/// Free units of products. Products whose stock is not counted, or that no longer exist, are absent.
async fn stock_of(state: &ApiState, pro_ids: Vec<i64>) -> Result<HashMap<i64, i64>> {
    if pro_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let client = state.clients.catalog();
    let rpc_request = BatchGetProductsRequest { pro_ids };
    let read = client.read("BatchGetProducts", CatalogServiceClient::batch_get_products, rpc_request);
    let products = state.with_deadline(read).await?.products;
    Ok(products.into_iter().filter_map(|product| Some((product.pro_id, product.stock?))).collect())
}
