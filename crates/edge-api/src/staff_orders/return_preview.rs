//! Route that previews a return: the refund, points and stock that it would move. Nothing is changed.

use actix_web::{HttpRequest, HttpResponse, get, http::StatusCode, web::Data, web::Path};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::{actor, known};
use crate::api_state::ApiState;
use heuan_edge_http::{
    envelope::Envelope,
    params::{Params, parse_count, parse_id},
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::Staff,
};

/// Maximum lines of a request; more than any order has.
const MAX_LINES: usize = 200;
const MAX_TEXT: usize = 8_000;

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct PreviewQuery {
    /// Product, units for the stock and units for waste: `1202001:1:1,1201001:0:1`.
    #[param(max_length = 8000, example = "1202001:1:1")]
    lines: String,
    /// Whether the delivery fee is refunded as well.
    delivery_fee: Option<bool>,
    /// Whether the lines replace those of the last return, for managers.
    corrects_last: Option<bool>,
}

/// Effects that a return would have. Kip, except for units and points.
#[derive(Serialize, ToSchema)]
pub struct StaffReturnPreview {
    /// Version of the order that the figures are of.
    version: i64,
    /// Price of the units.
    goods: i64,
    /// Part of the points discount, and of what was written off, that belongs to the units.
    discount: i64,
    delivery_fee: i64,
    /// Value of earned points that the customer has spent.
    missing_points_value: i64,
    /// Refund that becomes due: `goods - discount + delivery_fee - missing_points_value`, at most what is paid and not refunded.
    refund: i64,
    points_returned: i64,
    points_revoked: i64,
    /// The customer's points before the return.
    points_balance: i64,
    units_to_stock: i64,
    units_to_waste: i64,
}

/// Returns what a return of these goods would do, which changes nothing.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "preview_staff_return",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order"), PreviewQuery),
    responses(
        (status = 200, description = "The effects", body = Envelope<StaffReturnPreview>),
        (status = 409, description = "`reason` is `action_not_possible`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/orders/{order_id}/return-preview")]
pub async fn preview(
    staff: Staff,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::PreviewStaffReturnRequest {
        actor: Some(actor(&staff)),
        order_id: known(order_id)?,
        lines: lines(params.text("lines", MAX_TEXT)?.unwrap_or_default())?,
        delivery_fee: params.flag("delivery_fee")?,
        corrects_last: params.flag("corrects_last")?,
    };
    let client = state.clients.staff_orders();
    let read = client.read("PreviewStaffReturn", StaffOrderServiceClient::preview_staff_return, rpc_request);
    let found = state.with_deadline(read).await?;
    let preview = StaffReturnPreview {
        version: found.version,
        goods: found.goods,
        discount: found.discount,
        delivery_fee: found.delivery_fee,
        missing_points_value: found.missing_points_value,
        refund: found.refund,
        points_returned: found.points_returned,
        points_revoked: found.points_revoked,
        points_balance: found.points_balance,
        units_to_stock: found.units_to_stock,
        units_to_waste: found.units_to_waste,
    };
    respond::private(StatusCode::OK, &Envelope::of(preview))
}

fn lines(text: &str) -> Result<Vec<proto::ReturnLine>> {
    let wrong = || Error::invalid("lines", "must be product:to_stock:to_waste, separated by commas");
    let mut lines = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let mut numbers = part.splitn(3, ':');
        let mut next = || numbers.next().ok_or_else(wrong);
        let pro_id = parse_id("lines", next()?)?;
        let (to_stock, to_waste) = (next()?, next()?);
        lines.push(proto::ReturnLine {
            pro_id,
            to_stock: parse_count("lines", to_stock)?,
            to_waste: parse_count("lines", to_waste)?,
            note: String::new(),
        });
    }
    if lines.len() > MAX_LINES { Err(wrong()) } else { Ok(lines) }
}
