//! JSON request body of a quote or an order: items, delivery, payment, points and the amounts that the customer
//! confirmed.

use heuan_proto::orders::v1 as proto;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::account::MapPosition;

/// Items, fulfillment and payment of an order. All fields are optional for a quote.
#[derive(Deserialize, ToSchema)]
pub struct OrderBody {
    /// Absent: the cart.
    #[schema(min_items = 1, max_items = 200)]
    items: Option<Vec<ItemBody>>,
    /// Buys only the items; the cart is unchanged.
    #[serde(rename = "buyNow")]
    buy_now: Option<bool>,
    /// A Lao phone number, in any usual format. Required for an order.
    #[schema(max_length = 40, example = "020 5512 3456")]
    phone: Option<String>,
    delivery: Option<DeliveryBody>,
    receiver: Option<ReceiverBody>,
    payment: Option<PaymentBody>,
    /// Club points to redeem.
    #[schema(minimum = 0)]
    points: Option<i64>,
    /// The displayed `version` of the cart; an order is refused if the cart has changed.
    cart_version: Option<i64>,
    /// The amounts on the screen that confirms the order. An order with other amounts is refused with 409
    /// `price_changed` or `total_changed`. Absent: prices shown by any quote of the customer count as confirmed, and the order is
    /// refused if it would cost something else under the delivery fee, free-delivery limit and value of a point of the last quote.
    confirmed: Option<ConfirmedBody>,
}

/// Amounts of a quote that the customer confirmed, kip.
#[derive(Deserialize, ToSchema)]
pub struct ConfirmedBody {
    /// Price of one unit of each line.
    #[schema(max_items = 200)]
    prices: Vec<ConfirmedPriceBody>,
    points_discount: i64,
    delivery_fee: i64,
    total: i64,
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmedPriceBody {
    #[schema(minimum = 1)]
    pro_id: i64,
    price: i64,
}

impl From<ConfirmedBody> for proto::ConfirmedAmounts {
    fn from(body: ConfirmedBody) -> Self {
        let ConfirmedBody { prices, points_discount, delivery_fee, total } = body;
        let price = |ConfirmedPriceBody { pro_id, price }| proto::ConfirmedPrice { pro_id, price };
        Self { prices: prices.into_iter().map(price).collect(), points_discount, delivery_fee, total }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ItemBody {
    #[serde(default)]
    #[schema(required = true, minimum = 1)]
    pro_id: i64,
    #[serde(default)]
    #[schema(required = true, minimum = 1, maximum = 999_999)]
    quantity: i64,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DeliveryBody {
    /// `delivery` (then province, district and village) or `pickup` (then a branch).
    #[schema(example = "delivery")]
    method: Option<String>,
    #[schema(minimum = 1)]
    branch_id: Option<i64>,
    #[schema(max_length = 100)]
    province: Option<String>,
    #[schema(max_length = 100)]
    district: Option<String>,
    #[schema(max_length = 100)]
    village: Option<String>,
    #[schema(max_length = 500)]
    note: Option<String>,
}

/// Person who receives the goods, and directions for the driver. `phone` is the number of the receiver.
#[derive(Deserialize, ToSchema)]
pub struct ReceiverBody {
    /// Name of a receiver who is not the customer.
    #[schema(max_length = 80)]
    name: Option<String>,
    /// House number or landmark.
    #[schema(max_length = 200)]
    landmark: Option<String>,
    /// Note for the driver: unloading, stairs, width of the gate.
    #[schema(max_length = 300)]
    driver_note: Option<String>,
    position: Option<MapPosition>,
}

impl From<ReceiverBody> for proto::OrderReceiver {
    fn from(body: ReceiverBody) -> Self {
        Self {
            name: body.name.unwrap_or_default(),
            landmark: body.landmark.unwrap_or_default(),
            driver_note: body.driver_note.unwrap_or_default(),
            position: body.position.map(|MapPosition { lat, lng }| proto::OrderPosition { lat, lng }),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct PaymentBody {
    /// One of the `payment_methods` of the quote: `cod`, `transfer`, `qr`.
    #[schema(example = "cod")]
    method: Option<String>,
}

impl PaymentBody {
    pub fn into_method(self) -> String {
        self.method.unwrap_or_default()
    }
}

impl From<DeliveryBody> for proto::Delivery {
    fn from(body: DeliveryBody) -> Self {
        Self {
            method: body.method.unwrap_or_default(),
            branch_id: body.branch_id,
            province: body.province.unwrap_or_default(),
            district: body.district.unwrap_or_default(),
            village: body.village.unwrap_or_default(),
            note: body.note.unwrap_or_default(),
            ..Self::default()
        }
    }
}

pub fn order_items(items: Vec<ItemBody>) -> proto::OrderItems {
    let item = |item: ItemBody| proto::OrderItem { pro_id: item.pro_id, quantity: item.quantity };
    proto::OrderItems { items: items.into_iter().map(item).collect() }
}

impl From<OrderBody> for proto::OrderInput {
    fn from(body: OrderBody) -> Self {
        Self {
            items: body.items.map(order_items),
            buy_now: body.buy_now.unwrap_or_default(),
            phone: body.phone.unwrap_or_default(),
            delivery: Some(body.delivery.unwrap_or_default().into()),
            receiver: body.receiver.map(Into::into),
            payment_method: body.payment.map(PaymentBody::into_method).unwrap_or_default(),
            points: body.points.unwrap_or_default(),
            cart_version: body.cart_version,
            confirmed: body.confirmed.map(Into::into),
        }
    }
}
