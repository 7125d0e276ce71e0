//! Route `GET /api/staff/products`: products of any visibility, by filters or by the shop's search.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data};
use heuan_proto::{
    catalog::v1::{self as proto, staff_catalog_service_client::StaffCatalogServiceClient},
    search::v1::{ListMatchingProductsRequest, staff_search_service_client::StaffSearchServiceClient},
};
use heuan_rpc::{Code, Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    LIMIT, MAX_CURSOR, MAX_LIMIT, actor,
    dto::{StaffProduct, StaffProductPage},
};
use crate::{
    api_state::ApiState,
    search::{SearchText, map_search_error},
    staff_searches,
};
use heuan_edge_http::{
    envelope::filled,
    params::Params,
    problem::{ClientErrorResponses, Problem, UnauthorizedResponse},
    respond,
    session::Staff,
};

/// Requested results of the shop's search: one more than a bulk change accepts, so that an excess is noticed.
const MAX_HITS: i32 = 20_001;

/// Free units of the listed products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StockFilter {
    In,
    /// From one unit to `low_stock`.
    Low,
    /// Counted, without a free unit.
    Out,
    /// Shown, not for sale.
    Uncounted,
}

/// Visibility of the listed products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    Visible,
    /// Scheduled ones included.
    Hidden,
    /// Hidden, and appears by itself.
    Scheduled,
}

/// Sort order of the list.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[allow(dead_code, reason = "describes the values in the OpenAPI document")]
pub enum StaffProductSort {
    Updated,
    Newest,
    PriceAsc,
    PriceDesc,
    StockAsc,
    StockDesc,
}

const STOCKS: [(&str, StockFilter); 4] = [
    ("in", StockFilter::In),
    ("low", StockFilter::Low),
    ("out", StockFilter::Out),
    ("uncounted", StockFilter::Uncounted),
];
const VISIBILITIES: [(&str, Visibility); 3] =
    [("visible", Visibility::Visible), ("hidden", Visibility::Hidden), ("scheduled", Visibility::Scheduled)];
const SORTS: [(&str, proto::StaffProductSort); 6] = [
    ("updated", proto::StaffProductSort::Updated),
    ("newest", proto::StaffProductSort::Newest),
    ("price_asc", proto::StaffProductSort::PriceAsc),
    ("price_desc", proto::StaffProductSort::PriceDesc),
    ("stock_asc", proto::StaffProductSort::StockAsc),
    ("stock_desc", proto::StaffProductSort::StockDesc),
];

impl Visibility {
    /// The conditions `visible` and `scheduled` of a filter.
    pub fn conditions(this: Option<Self>) -> (Option<bool>, bool) {
        match this {
            None => (None, false),
            Some(Self::Scheduled) => (None, true),
            Some(visibility) => (Some(visibility == Self::Visible), false),
        }
    }
}

impl StockFilter {
    pub fn to_proto(self) -> proto::StockFilter {
        match self {
            Self::In => proto::StockFilter::In,
            Self::Low => proto::StockFilter::Low,
            Self::Out => proto::StockFilter::Out,
            Self::Uncounted => proto::StockFilter::Uncounted,
        }
    }
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct StaffProductQuery {
    /// The shop's own search, at most its 20,000 best hits; and at most 20,000 hidden products that have every word in a name,
    /// the brand, the barcode or the SKU. An exact barcode, id or SKU is found first.
    #[param(max_length = 200)]
    search: Option<String>,
    /// `cat_id` of a category.
    #[param(minimum = 1)]
    category: Option<i64>,
    /// `prog_id` of a group.
    #[param(minimum = 1)]
    group: Option<i64>,
    /// Brand name or its slug.
    #[param(max_length = 200)]
    brand: Option<String>,
    stock: Option<StockFilter>,
    /// Default: both.
    visibility: Option<Visibility>,
    /// Default: `updated`; with `search` best match first.
    sort: Option<StaffProductSort>,
    /// `next_cursor` of the previous page.
    #[param(max_length = 64)]
    cursor: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i32>,
}

/// Lists products of any visibility.
#[utoipa::path(
    tag = "staff-products",
    operation_id = "list_staff_products",
    security(("api_token" = [], "session" = [])),
    params(StaffProductQuery),
    responses(
        (status = 200, description = "One page", body = StaffProductPage),
        UnauthorizedResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/products")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let has_search = params.text("search", usize::MAX)?.is_some();
    let search = if has_search { Some(SearchText::read(&params, "search")?) } else { None };
    let stock = params.word("stock", &STOCKS)?.map(StockFilter::to_proto);
    let (visible, scheduled) = Visibility::conditions(params.word("visibility", &VISIBILITIES)?);
    let filter = proto::StaffProductFilter {
        cat_id: params.id("category")?,
        prog_id: params.id("group")?,
        brand: params.text("brand", 200)?.unwrap_or_default().to_owned(),
        stock: stock.unwrap_or_default().into(),
        visible,
        scheduled,
    };
    let mut rpc_request = proto::ListStaffProductsRequest {
        actor: Some(actor(&staff)),
        filter: Some(filter),
        sort: params.word("sort", &SORTS)?.unwrap_or_default().into(),
        cursor: params.text("cursor", MAX_CURSOR)?.unwrap_or_default().to_owned(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
        ..proto::ListStaffProductsRequest::default()
    };
    if let Some(search) = search {
        rpc_request.ranked_pro_ids = hits(&state, &staff, &search).await?;
        search.as_str().clone_into(&mut rpc_request.text);
    }
    let client = state.clients.staff_catalog();
    let read = client.read("ListStaffProducts", StaffCatalogServiceClient::list_staff_products, rpc_request);
    let answer = state.with_deadline(read).await?;
    let page = StaffProductPage {
        success: true,
        data: answer.products.into_iter().map(StaffProduct::try_from).collect::<Result<_>>()?,
        next_cursor: filled(answer.next_cursor),
        total: answer.total,
        low_stock: answer.low_stock,
        truncated: answer.truncated,
    };
    respond::private(StatusCode::OK, &page)
}

/// The ids that the shop's search finds, best first. A text without a searchable term, such as a name of a hidden product
/// in an unknown script, has no hits.
pub(super) async fn hits(state: &ApiState, staff: &Staff, search: &SearchText) -> Result<Vec<i64>, Error> {
    let client = state.clients.staff_searches();
    let rpc_request = ListMatchingProductsRequest {
        actor: Some(staff_searches::actor(staff)),
        text: search.as_str().to_owned(),
        limit: MAX_HITS,
    };
    let read =
        client.read("ListMatchingProducts", StaffSearchServiceClient::list_matching_products, rpc_request);
    match state.with_deadline(read).await {
        Ok(answer) => Ok(answer.pro_ids),
        Err(error) if error.code == Code::InvalidArgument => Ok(Vec::new()),
        Err(error) => Err(map_search_error(error, "search")),
    }
}
