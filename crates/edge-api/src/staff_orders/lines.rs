//! Routes that change the lines and the delivery of an open order: a preview, and the change.

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse, get, http::StatusCode, put, web::Data, web::Path,
};
use heuan_proto::orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    StaffOrder,
    action::{CHANGED, change, with_current_order},
    actor, known, order_response,
};
use crate::{
    api_state::ApiState,
    order::{OrderLine, Totals},
    order_body::{DeliveryBody, ItemBody, order_items},
};
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    params::{Params, parse_count, parse_id},
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{AuditDetail, Staff, StaffInput},
};

/// Maximum lines of a request; more than any order has.
const MAX_LINES: usize = 200;
const MAX_TEXT: usize = 8_000;
const MAX_METHOD: usize = 20;

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct LinesQuery {
    /// Product and units of all lines after the change: `1202001:3,1201001:1`.
    #[param(max_length = 8000, example = "1202001:3")]
    lines: String,
    /// `delivery` or `pickup` after the change. Without it the method stays.
    #[param(max_length = 20, example = "pickup")]
    delivery_method: Option<String>,
}

/// Effects that a change of goods would have. Kip, except for units and points.
#[derive(Serialize, ToSchema)]
pub struct StaffLinesPreview {
    /// Version of the order that the figures are of.
    version: i64,
    lines: Vec<StaffPreviewLine>,
    totals_before: Totals,
    totals: Totals,
    /// Amount that becomes due for a refund.
    refund: i64,
    /// Amount that is then to be paid.
    due: i64,
    /// Redeemed points that are given back, because the goods cost less.
    points_returned: i64,
    /// Earned points that are given, or taken if negative.
    points_earned: i64,
    /// Value of earned points that the customer has spent, which reduces the refund.
    missing_points_value: i64,
}

/// Line of a changed order.
#[derive(Serialize, ToSchema)]
pub struct StaffPreviewLine {
    #[serde(flatten)]
    line: OrderLine,
    /// 0 for a new line.
    quantity_before: i64,
    /// Units that the order can have, with those that it has.
    available: i64,
}

/// Customer's consent to fewer units than ordered.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StaffConsent {
    Phone,
    Chat,
    InPerson,
    /// It is the wish of the customer.
    Requested,
    /// The customer was not asked, or not reached.
    NotAsked,
}

impl StaffConsent {
    fn name(self) -> &'static str {
        self.into()
    }

    /// Parses a consent; `None` for an empty text and for a name of a newer service.
    pub(super) fn read(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// All goods of an open order after the change, and its delivery if that changes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffLinesBody {
    /// The displayed version of the order.
    #[schema(minimum = 1)]
    version: i64,
    /// One for each product.
    #[schema(min_items = 1, max_items = 200)]
    lines: Vec<ItemBody>,
    /// The customer does not see it.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// Customer's consent to fewer units of a line. Required when a line has fewer units, and refused when none has.
    consent: Option<StaffConsent>,
    /// The displayed total. With another one the change is refused.
    #[schema(minimum = 0)]
    expected_total: Option<i64>,
    /// Delivery method with address or branch after the change. Without it they stay.
    delivery: Option<DeliveryBody>,
}

/// Returns what changed goods or another delivery method would do to the totals, the payment and the points, which changes nothing.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "preview_staff_lines",
    security(("api_token" = [], "session" = [])),
    params(("order_id" = String, Path, description = "Id, number or payment reference of the order"), LinesQuery),
    responses(
        (status = 200, description = "The effects", body = Envelope<StaffLinesPreview>),
        (status = 409, description = "`reason` is `action_not_possible`, `part_refunded` or `settlement_full`", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[get("/api/staff/orders/{order_id}/lines-preview")]
pub async fn preview(
    staff: Staff,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::PreviewStaffLinesRequest {
        actor: Some(actor(&staff)),
        order_id: known(order_id)?,
        lines: items(params.text("lines", MAX_TEXT)?.unwrap_or_default())?,
        delivery_method: params.text("delivery_method", MAX_METHOD)?.unwrap_or_default().to_owned(),
    };
    let client = state.clients.staff_orders();
    let read = client.read("PreviewStaffLines", StaffOrderServiceClient::preview_staff_lines, rpc_request);
    let found = state.with_deadline(read).await?;
    respond::private(StatusCode::OK, &Envelope::of(StaffLinesPreview::try_from(found)?))
}

/// Changes the goods of an open order, its delivery, or both, and notifies the customer. The delivery fee follows; the method stays
/// while the goods are on their way, and those of a failed delivery can be picked up. Lines that stay keep their price, new ones have the present one.
///
/// An amount that was paid and is not needed becomes due for a refund. A missing amount makes a paid order underpaid. A repeated request
/// with the same `Idempotency-Key` changes nothing and returns the order as it is now. After 503 the change may still happen:
/// a repetition tells.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "change_staff_lines",
    security(("api_token" = [], "session" = [])),
    params(
        ("order_id" = String, Path, description = "Id, number or payment reference of the order"),
        ("Idempotency-Key" = String, Header, description = "Chosen by the client, one for each change", min_length = 1, max_length = 200),
    ),
    request_body = StaffLinesBody,
    responses(
        (status = 200, description = "The updated order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `order_changed` (with the current `order`), `stock_short` (with `lines`), `total_changed` (with all `lines`; `price_was` is null for new ones), `part_refunded`, `payment_made`, `settlement_full` or `action_not_possible`", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another change", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[put("/api/staff/orders/{order_id}/lines")]
pub async fn update(
    input: StaffInput<StaffLinesBody>,
    request: HttpRequest,
    order_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let StaffInput(staff, StaffLinesBody { version, lines, reason, consent, expected_total, delivery }) =
        input;
    let order_id = known(order_id)?;
    let key = idempotency::required(&request)?;
    let lines = order_items(lines).items;
    let delivery = delivery.map(proto::Delivery::from);
    request.extensions_mut().insert(AuditDetail(detail(&lines, consent, delivery.as_ref())));
    let rpc_request = proto::ChangeStaffLinesRequest {
        actor: Some(actor(&staff)),
        order_id: order_id.clone(),
        version,
        lines,
        reason: reason.unwrap_or_default(),
        idempotency_key: key,
        expected_total,
        delivery,
        consent: consent.map_or("", StaffConsent::name).to_owned(),
    };
    let client = state.clients.staff_orders();
    let written =
        client.write_with_id("ChangeStaffLines", StaffOrderServiceClient::change_staff_lines, rpc_request);
    match state.with_deadline(written).await {
        Ok(updated) => {
            if let Some(order) = &updated.order {
                state.live.staff_order(change(order));
            }
            order_response(updated.order)
        }
        Err(error) if error.detail.reason == CHANGED => {
            Err(with_current_order(&state, &staff, order_id, error).await)
        }
        Err(error) => Err(error.into()),
    }
}

/// Detail for the audit log: `1202001 × 3, 1201001 × 1`, at most ten lines, `; consent phone`, and `; pickup 3` or
/// `; delivery`.
fn detail(
    lines: &[proto::OrderItem],
    consent: Option<StaffConsent>,
    delivery: Option<&proto::Delivery>,
) -> String {
    let consent = consent.map(|consent| format!("; consent {}", consent.name())).unwrap_or_default();
    let lines = format!("{}{consent}", line_detail(lines));
    let Some(delivery) = delivery else { return lines };
    let method = delivery.method.chars().take(MAX_METHOD).collect::<String>();
    let branch = delivery.branch_id.map(|id| format!(" {id}")).unwrap_or_default();
    format!("{lines}; {method}{branch}")
}

fn line_detail(lines: &[proto::OrderItem]) -> String {
    let shown = lines.iter().take(10).map(|line| format!("{} × {}", line.pro_id, line.quantity));
    let shown = shown.collect::<Vec<_>>().join(", ");
    if lines.len() > 10 { format!("{shown} … ({} lines)", lines.len()) } else { shown }
}

fn items(text: &str) -> Result<Vec<proto::OrderItem>> {
    let wrong = || Error::invalid("lines", "must be product:units, separated by commas");
    let mut items = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (pro_id, quantity) = part.split_once(':').ok_or_else(wrong)?;
        let (pro_id, quantity) = (parse_id("lines", pro_id)?, parse_count("lines", quantity)?);
        items.push(proto::OrderItem { pro_id, quantity });
    }
    if items.len() > MAX_LINES { Err(wrong()) } else { Ok(items) }
}

impl TryFrom<proto::PreviewStaffLinesResponse> for StaffLinesPreview {
    type Error = Error;

    fn try_from(from: proto::PreviewStaffLinesResponse) -> Result<Self> {
        let missing = || Error::internal("preview without lines or totals");
        let line = |line: proto::StaffLine| {
            let (quantity_before, available) = (line.quantity_before, line.available);
            let line = line.line.ok_or_else(missing)?;
            Ok(StaffPreviewLine { line: line.into(), quantity_before, available })
        };
        Ok(Self {
            version: from.version,
            lines: from.lines.into_iter().map(line).collect::<Result<_>>()?,
            totals_before: from.totals_before.ok_or_else(missing)?.into(),
            totals: from.totals.ok_or_else(missing)?.into(),
            refund: from.refund,
            due: from.due,
            points_returned: from.points_returned,
            points_earned: from.points_earned,
            missing_points_value: from.missing_points_value,
        })
    }
}
