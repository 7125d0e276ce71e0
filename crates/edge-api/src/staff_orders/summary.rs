//! JSON types of an order in the lists of the staff.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::OrderAssignee;
use crate::order::{Delivery, DeliveryDay, OrderStatus, PaymentMethod, PaymentStatus};
use heuan_edge_http::envelope::moment;

/// An order as the staff's lists show it.
#[derive(Serialize, ToSchema)]
pub struct StaffOrderSummary {
    order_id: String,
    /// Displayed order number.
    #[schema(example = "261120-7K3M9QTX")]
    number: String,
    /// Increases with every change. A step sends it back.
    version: i64,
    status: OrderStatus,
    #[schema(format = DateTime)]
    status_since: String,
    #[schema(format = DateTime)]
    created_at: String,
    /// Payment deadline; null if there is none.
    #[schema(required, format = DateTime)]
    pay_until: Option<String>,
    cus_id: i64,
    customer_name: String,
    phone: String,
    delivery: Delivery,
    payment: StaffOrderPayment,
    /// The first three.
    lines: Vec<StaffOrderLine>,
    line_count: i64,
    /// Units of all lines.
    count: i64,
    /// Kip.
    total: i64,
    /// Kip to refund, or refunded.
    refund: i64,
    /// Kip of `refund` that are not paid out yet.
    refund_due: i64,
    /// Kip received.
    received: i64,
    /// Kip of the total that are still to be paid; 0 once the order is paid or has ended.
    unpaid: i64,
    /// Kip received beyond the total that are not due for a refund yet.
    excess: i64,
    /// Kip received that are neither refunded nor due for a refund.
    refundable: i64,
    /// Whether a return was requested and is not received yet.
    return_requested: bool,
    /// Points that the customer redeemed with it.
    points_used: i64,
    /// Points that it earns once what is still to be paid is paid: those of what the customer keeps. 0 after it has ended.
    points_earned: i64,
    /// Planned day on which the goods go out or are picked up; null while it is not planned.
    #[schema(required)]
    delivery_day: Option<DeliveryDay>,
    /// The member of the staff who handles it.
    #[schema(required)]
    assignee: Option<OrderAssignee>,
}

#[derive(Serialize, ToSchema)]
pub struct StaffOrderPayment {
    method: PaymentMethod,
    status: PaymentStatus,
}

#[derive(Serialize, ToSchema)]
pub struct StaffOrderLine {
    #[schema(minimum = 1)]
    pro_id: i64,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, or empty.
    pro_img_cover: String,
    quantity: i64,
}

impl TryFrom<proto::StaffOrderSummary> for StaffOrderSummary {
    type Error = Error;

    fn try_from(from: proto::StaffOrderSummary) -> Result<Self> {
        let missing = || Error::internal("order without delivery");
        Ok(Self {
            status: OrderStatus::of(&from.status),
            status_since: moment(from.status_since_ms)?,
            created_at: moment(from.created_at_ms)?,
            pay_until: from.pay_until_ms.map(moment).transpose()?,
            delivery: from.delivery.ok_or_else(missing)?.try_into()?,
            payment: StaffOrderPayment {
                method: PaymentMethod::of(&from.payment_method),
                status: PaymentStatus::of(&from.payment_status),
            },
            lines: from.lines.into_iter().map(StaffOrderLine::from).collect(),
            delivery_day: from.delivery_day.map(DeliveryDay::try_from).transpose()?,
            assignee: from.assignee.map(OrderAssignee::from),
            order_id: from.order_id,
            number: from.number,
            version: from.version,
            cus_id: from.customer_id,
            customer_name: from.customer_name,
            phone: from.phone,
            line_count: from.line_count,
            count: from.count,
            total: from.total,
            refund: from.refund,
            refund_due: from.refund_due,
            received: from.received,
            unpaid: from.unpaid,
            excess: from.excess,
            refundable: from.refundable,
            return_requested: from.return_requested,
            points_used: from.points_used,
            points_earned: from.points_earned,
        })
    }
}

impl From<proto::OrderLine> for StaffOrderLine {
    fn from(line: proto::OrderLine) -> Self {
        Self {
            pro_id: line.pro_id,
            pro_name_la: line.name_la,
            pro_name_en: line.name_en,
            pro_img_cover: line.img_cover,
            quantity: line.quantity,
        }
    }
}
