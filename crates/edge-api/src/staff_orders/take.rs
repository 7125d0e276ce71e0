//! Routes for orders that the staff take on the phone: a quote with a discount, and the order itself.

use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, http::StatusCode, post, web::Data};
use heuan_proto::{
    accounts::v1::{
        self as accounts, staff_customer_service_client::StaffCustomerServiceClient as CustomersClient,
    },
    orders::v1::{self as proto, staff_order_service_client::StaffOrderServiceClient},
};
use heuan_rpc::{Error, Result};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{StaffOrder, actor};
use crate::{
    api_state::ApiState,
    checkout::Quote,
    order_body::{ConfirmedBody, DeliveryBody, ItemBody, PaymentBody, ReceiverBody, order_items},
};
use heuan_edge_http::{
    envelope::Envelope,
    idempotency,
    problem::{
        ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody, UnauthorizedResponse,
    },
    respond,
    session::{AuditDetail, Staff, StaffInput},
};

/// An order that the staff take for a customer. All fields but `items` are optional for a quote.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffOrderBody {
    /// The customer. A quote without one has no points.
    #[schema(minimum = 1)]
    cus_id: Option<i64>,
    #[serde(default)]
    #[schema(required = true, min_items = 1, max_items = 200)]
    items: Vec<ItemBody>,
    /// A Lao phone number, in any usual format: that of the receiver.
    #[schema(max_length = 40, example = "020 5512 3456")]
    phone: Option<String>,
    delivery: Option<DeliveryBody>,
    receiver: Option<ReceiverBody>,
    payment: Option<PaymentBody>,
    discount: Option<StaffDiscountBody>,
    /// Amounts of the quote that the customer agreed to. Required for an order, which is refused with 409 `price_changed` or
    /// `total_changed` if it costs another amount.
    confirmed: Option<ConfirmedBody>,
}

/// A discount, which the customer sees with its reason.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StaffDiscountBody {
    /// Kip, at most the price of the goods.
    #[schema(minimum = 0)]
    amount: i64,
    /// Required for a discount.
    #[schema(max_length = 200)]
    reason: Option<String>,
}

impl StaffOrderBody {
    /// The customer, the input and the discount.
    fn into_parts(self) -> (i64, proto::OrderInput, proto::StaffDiscount) {
        let discount = self.discount.map_or_else(proto::StaffDiscount::default, |discount| {
            proto::StaffDiscount { amount: discount.amount, reason: discount.reason.unwrap_or_default() }
        });
        let input = proto::OrderInput {
            items: Some(order_items(self.items)),
            buy_now: true,
            phone: self.phone.unwrap_or_default(),
            delivery: Some(self.delivery.unwrap_or_default().into()),
            receiver: self.receiver.map(Into::into),
            payment_method: self.payment.map(PaymentBody::into_method).unwrap_or_default(),
            confirmed: self.confirmed.map(Into::into),
            ..proto::OrderInput::default()
        };
        (self.cus_id.unwrap_or_default(), input, discount)
    }
}

/// Calculates what an order for a customer would cost. A discount above the price of the goods is reduced to it.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "quote_staff_order",
    security(("api_token" = [], "session" = [])),
    request_body = StaffOrderBody,
    responses(
        (status = 200, description = "The quote", body = Envelope<Quote>),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/orders/quote")]
pub async fn quote(
    StaffInput(staff, body): StaffInput<StaffOrderBody>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    if body.cus_id.is_some_and(|id| id <= 0) {
        return Err(Error::invalid("cus_id", "must be a positive whole number").into());
    }
    let (customer_id, input, discount) = body.into_parts();
    let rpc_request = proto::QuoteStaffOrderRequest {
        actor: Some(actor(&staff)),
        customer_id,
        input: Some(input),
        discount: Some(discount),
    };
    let client = state.clients.staff_orders();
    let read = client.read("QuoteStaffOrder", StaffOrderServiceClient::quote_staff_order, rpc_request);
    let quoted = state.with_deadline(read).await?.quote;
    let quoted = quoted.ok_or_else(|| Error::internal("response without quote"))?;
    respond::private(StatusCode::OK, &Envelope::of(Quote::try_from(quoted)?))
}

/// Places an order for a customer, such as one on the phone.
///
/// The order is the customer's: they are notified, and see it in their account. Its log says who took it. Limits on unpaid
/// orders do not apply, the stock does. A repeated request with the same `Idempotency-Key` returns the order as it is now.
#[utoipa::path(
    tag = "staff-orders",
    operation_id = "place_staff_order",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = String, Header, description = "Chosen by the client, one for each order", min_length = 1, max_length = 200)),
    request_body = StaffOrderBody,
    responses(
        (status = 201, description = "The placed order", body = Envelope<StaffOrder>),
        (status = 409, description = "`reason` is `price_changed` or `stock_short` (with the `lines` that differ), `total_changed` (with all `lines`), `blocked` or `erasing` (of the customer)", body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, description = "`reason` is `idempotency_key_reused`: the key was used for another order", body = ProblemBody, content_type = "application/problem+json"),
        UnauthorizedResponse,
        ForbiddenResponse,
        NotFoundResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/orders")]
pub async fn place(
    StaffInput(staff, body): StaffInput<StaffOrderBody>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let key = idempotency::required(&request)?;
    let (customer_id, input, discount) = body.into_parts();
    let amount = discount.amount;
    if customer_id <= 0 {
        return Err(Error::invalid("cus_id", "is needed: the customer of the order").into());
    }
    let customer_name = customer_who_may_order(&state, &staff, customer_id).await?;
    let rpc_request = proto::PlaceStaffOrderRequest {
        actor: Some(actor(&staff)),
        customer_id,
        customer_name,
        input: Some(input),
        discount: Some(discount),
        idempotency_key: key,
    };
    let client = state.clients.staff_orders();
    let placed =
        client.write_with_id("PlaceStaffOrder", StaffOrderServiceClient::place_staff_order, rpc_request);
    let order = state.with_deadline(placed).await?.order;
    let number = order.as_ref().and_then(|order| order.order.as_ref()).map(|order| order.number.as_str());
    request.extensions_mut().insert(AuditDetail(detail(number.unwrap_or_default(), customer_id, amount)));
    respond::private(StatusCode::CREATED, &Envelope::of(StaffOrder::try_from(order)?))
}

/// Name of a customer who is neither blocked nor being erased.
async fn customer_who_may_order(state: &ApiState, staff: &Staff, customer_id: i64) -> Result<String> {
    let client = state.clients.staff_customers();
    let rpc_request = accounts::GetCustomerDetailsRequest { actor_id: staff.0.customer_id, customer_id };
    let read = client.read("GetCustomerDetails", CustomersClient::get_customer_details, rpc_request);
    let details = state.with_deadline(read).await?.details.unwrap_or_default();
    if details.erasure.is_some() {
        return Err(Error::conflict("erasing", "the customer's data is being erased"));
    }
    if details.block.is_some() {
        return Err(Error::conflict("blocked", "the customer is blocked; unblock them first"));
    }
    let customer = details.customer.ok_or_else(|| Error::internal("response without customer"))?;
    Ok(format!("{} {}", customer.fname, customer.lname).trim().to_owned())
}

/// Detail for the audit log. The reason of the discount is in the order's own log, from which an erasure deletes it.
fn detail(number: &str, customer_id: i64, discount: i64) -> String {
    match discount {
        0 => format!("{number} for customer {customer_id}"),
        amount => format!("{number} for customer {customer_id}, discount {amount} kip"),
    }
}
