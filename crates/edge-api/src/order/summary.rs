//! JSON type of an order in a list, with the fields that need no further query.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::states::{OrderStatus, PaymentMethod, PaymentStatus};
use heuan_edge_http::envelope::moment;

/// An order as lists show it.
#[derive(Serialize, ToSchema)]
pub struct OrderSummary {
    order_id: String,
    /// Displayed order number.
    number: String,
    status: OrderStatus,
    #[schema(format = DateTime)]
    created_at: String,
    /// Kip.
    total: i64,
    /// Units of all lines.
    count: i64,
    line_count: i64,
    /// Name of the first line's product.
    pro_name_la: String,
    pro_name_en: String,
    pro_img_cover: String,
    payment_method: PaymentMethod,
    payment_status: PaymentStatus,
}

impl TryFrom<proto::OrderSummary> for OrderSummary {
    type Error = Error;

    fn try_from(order: proto::OrderSummary) -> Result<Self> {
        Ok(Self {
            status: OrderStatus::of(&order.status),
            created_at: moment(order.created_at_ms)?,
            payment_method: PaymentMethod::of(&order.payment_method),
            payment_status: PaymentStatus::of(&order.payment_status),
            order_id: order.order_id,
            number: order.number,
            total: order.total,
            count: order.count,
            line_count: order.line_count,
            pro_name_la: order.name_la,
            pro_name_en: order.name_en,
            pro_img_cover: order.img_cover,
        })
    }
}
