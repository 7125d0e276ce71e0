//! JSON types of a placed order: lines, totals with VAT, delivery, payment, refunds and status history. Amounts are
//! whole kip.

use heuan_proto::orders::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use crate::account::MapPosition;

use super::delivery_day::DeliveryDay;
use super::settlement::{OrderRefund, OrderReturn, ReturnRequest};
use super::states::{DeliveryMethod, OrderStatus, PaymentMethod, PaymentStatus};
use heuan_edge_http::envelope::{LocalText, filled, moment};

#[derive(Serialize, ToSchema)]
#[allow(clippy::struct_field_names, reason = "the name used in the contract")]
pub struct Order {
    order_id: String,
    /// Displayed order number.
    #[schema(example = "261120-7K3M9QTX")]
    number: String,
    status: OrderStatus,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
    lines: Vec<OrderLine>,
    totals: Totals,
    delivery: Delivery,
    #[schema(example = "+8562055123456")]
    phone: String,
    /// Name of the customer when the order was placed; empty for orders of earlier versions.
    #[schema(example = "ນ້ອຍ ວົງສາ")]
    customer_name: String,
    /// The shop when the order was placed, for the invoice; null for orders of earlier versions.
    #[schema(required)]
    seller: Option<OrderSeller>,
    /// Person who receives the goods, and directions for the driver; null if the customer receives them and gave no directions.
    #[schema(required)]
    receiver: Option<OrderReceiver>,
    /// Kip to refund, or refunded, over all refunds. Of a canceled order, what was paid, less the value of points of this
    /// order that were spent. 0 without a refund.
    refund: i64,
    /// Kip received.
    received: i64,
    /// Kip of `refund` that are paid out.
    refunded: i64,
    /// Kip of the total that the shop has written off.
    waived: i64,
    /// Kip of the total that are still to be paid; 0 once the order is paid or has ended.
    unpaid: i64,
    /// Kip received beyond the total that are not due for a refund yet.
    excess: i64,
    /// Kip received that are neither refunded nor due for a refund.
    refundable: i64,
    /// Points that it earns once what is still to be paid is paid: those of what the customer keeps. 0 after it has ended.
    points_earned: i64,
    /// Parts of `refund`, oldest first.
    refunds: Vec<OrderRefund>,
    /// Oldest first.
    returns: Vec<OrderReturn>,
    /// Null unless a return was requested and is not received yet.
    #[schema(required)]
    return_request: Option<ReturnRequest>,
    payment: Payment,
    /// Planned day on which the goods go out or are picked up; null while it is not planned.
    #[schema(required)]
    delivery_day: Option<DeliveryDay>,
    /// Reason for which the staff granted the discount of the totals; null without one.
    #[schema(required)]
    discount_reason: Option<String>,
    /// Oldest first.
    history: Vec<StatusChange>,
    can_cancel: bool,
}

/// The shop as the seller of an order.
#[derive(Serialize, ToSchema)]
pub struct OrderSeller {
    name: String,
    /// Registered name.
    legal_name: LocalText,
    address: LocalText,
    tax_number: String,
    /// Null for orders of earlier versions, and if the shop had none.
    #[schema(required)]
    contact: Option<SellerContact>,
}

/// Telephone numbers and e-mail address of the shop when an order was placed; each may be empty.
#[derive(Serialize, ToSchema)]
pub struct SellerContact {
    hotline: String,
    customer_service: String,
    email: String,
}

#[derive(Serialize, ToSchema)]
pub struct OrderLine {
    #[schema(minimum = 1)]
    pro_id: i64,
    pro_name_la: String,
    pro_name_en: String,
    /// Image path, or empty.
    pro_img_cover: String,
    unit_name_la: String,
    unit_name_en: String,
    quantity: i64,
    /// Kip for one unit, VAT included.
    price: i64,
    /// Whole percent.
    vatrate: i64,
    /// Kip.
    total: i64,
}

/// `total` is `subtotal - points_discount - discount + delivery_fee`, and the sum of `gross` over `vat`.
#[derive(Serialize, ToSchema)]
pub struct Totals {
    subtotal: i64,
    points_discount: i64,
    /// Discount that the staff granted.
    discount: i64,
    delivery_fee: i64,
    /// Minimum subtotal for free delivery.
    free_delivery_from: i64,
    total: i64,
    /// By rate, lowest first.
    vat: Vec<VatBreakdown>,
    points_used: i64,
    /// By the whole total.
    points_earned: i64,
}

/// Value added tax contained in the total, for one rate.
#[derive(Serialize, ToSchema)]
pub struct VatBreakdown {
    /// Whole percent.
    rate: i64,
    /// `gross / (1 + rate / 100)`, rounded half up.
    net: i64,
    vat: i64,
    gross: i64,
}

/// Destination of an order. Fields not needed by its method are null.
#[derive(Serialize, ToSchema)]
pub struct Delivery {
    method: DeliveryMethod,
    #[schema(required)]
    branch_id: Option<i64>,
    #[schema(required)]
    branch_name_la: Option<String>,
    #[schema(required)]
    branch_name_en: Option<String>,
    #[schema(required)]
    province: Option<String>,
    #[schema(required)]
    district: Option<String>,
    #[schema(required)]
    village: Option<String>,
    #[schema(required)]
    note: Option<String>,
}

/// Texts that were not given are empty.
#[derive(Serialize, ToSchema)]
pub struct OrderReceiver {
    /// Empty if the customer receives the goods.
    name: String,
    landmark: String,
    driver_note: String,
    #[schema(required)]
    position: Option<MapPosition>,
}

impl From<proto::OrderReceiver> for OrderReceiver {
    fn from(from: proto::OrderReceiver) -> Self {
        let proto::OrderReceiver { name, landmark, driver_note, position } = from;
        let position = position.map(|proto::OrderPosition { lat, lng }| MapPosition { lat, lng });
        Self { name, landmark, driver_note, position }
    }
}

#[derive(Serialize, ToSchema)]
pub struct Payment {
    method: PaymentMethod,
    status: PaymentStatus,
    /// Payment reference that the customer states.
    #[schema(example = "2611207K3M9QTX")]
    reference: String,
    /// Payment deadline; null if there is none.
    #[schema(required, format = DateTime)]
    expires_at: Option<String>,
    /// `EMVCo` payload of the QR code; null unless paid by QR.
    #[schema(required)]
    qr_payload: Option<String>,
    #[schema(required)]
    transfer: Option<BankAccount>,
    /// Whether the payment is a test without real money.
    sandbox: bool,
}

/// Bank account for a transfer.
#[derive(Serialize, ToSchema)]
pub struct BankAccount {
    bank: String,
    account: String,
    holder: String,
}

#[derive(Serialize, ToSchema)]
pub struct StatusChange {
    status: OrderStatus,
    #[schema(format = DateTime)]
    at: String,
    /// Delivery method at that time. Staff may change it later, such as after a failed delivery.
    delivery_method: DeliveryMethod,
}

impl TryFrom<Option<proto::Order>> for Order {
    type Error = Error;

    fn try_from(order: Option<proto::Order>) -> Result<Self> {
        let missing = || Error::internal("response without order");
        let order = order.ok_or_else(missing)?;
        let method = order.delivery.as_ref().map(|delivery| delivery.method.clone()).unwrap_or_default();
        let change = |change: proto::StatusChange| {
            // An earlier release of the service does not send it.
            let then = if change.delivery_method.is_empty() { &method } else { &change.delivery_method };
            Ok(StatusChange {
                status: OrderStatus::of(&change.status),
                at: moment(change.at_ms)?,
                delivery_method: DeliveryMethod::of(then)?,
            })
        };
        Ok(Self {
            status: OrderStatus::of(&order.status),
            created_at: moment(order.created_at_ms)?,
            lines: order.lines.into_iter().map(OrderLine::from).collect(),
            totals: order.totals.ok_or_else(missing)?.into(),
            delivery: order.delivery.ok_or_else(missing)?.try_into()?,
            payment: order.payment.ok_or_else(missing)?.try_into()?,
            history: order.history.into_iter().map(change).collect::<Result<_>>()?,
            order_id: order.order_id,
            number: order.number,
            phone: order.phone,
            customer_name: order.customer_name,
            seller: order.seller.map(OrderSeller::from),
            receiver: order.receiver.map(OrderReceiver::from),
            refund: order.refund,
            received: order.received,
            refunded: order.refunded,
            waived: order.waived,
            unpaid: order.unpaid,
            excess: order.excess,
            refundable: order.refundable,
            points_earned: order.points_earned,
            refunds: order.refunds.into_iter().map(OrderRefund::try_from).collect::<Result<_>>()?,
            returns: order.returns.into_iter().map(OrderReturn::try_from).collect::<Result<_>>()?,
            return_request: order.return_request.map(ReturnRequest::try_from).transpose()?,
            can_cancel: order.can_cancel,
            delivery_day: order.delivery_day.map(DeliveryDay::try_from).transpose()?,
            discount_reason: filled(order.discount_reason),
        })
    }
}

impl From<proto::OrderSeller> for OrderSeller {
    fn from(from: proto::OrderSeller) -> Self {
        Self {
            name: from.name,
            legal_name: LocalText { la: from.legal_name_la, en: from.legal_name_en },
            address: LocalText { la: from.address_la, en: from.address_en },
            tax_number: from.tax_number,
            contact: from.contact.map(SellerContact::from),
        }
    }
}

impl From<proto::SellerContact> for SellerContact {
    fn from(from: proto::SellerContact) -> Self {
        Self { hotline: from.hotline, customer_service: from.customer_service, email: from.email }
    }
}

impl From<proto::OrderLine> for OrderLine {
    fn from(line: proto::OrderLine) -> Self {
        Self {
            pro_id: line.pro_id,
            pro_name_la: line.name_la,
            pro_name_en: line.name_en,
            pro_img_cover: line.img_cover,
            unit_name_la: line.unit_la,
            unit_name_en: line.unit_en,
            quantity: line.quantity,
            price: line.price,
            vatrate: line.vatrate,
            total: line.total,
        }
    }
}

impl From<proto::VatBreakdown> for VatBreakdown {
    fn from(part: proto::VatBreakdown) -> Self {
        let proto::VatBreakdown { rate, net, vat, gross } = part;
        Self { rate, net, vat, gross }
    }
}

impl From<proto::Totals> for Totals {
    fn from(totals: proto::Totals) -> Self {
        Self {
            subtotal: totals.subtotal,
            points_discount: totals.points_discount,
            discount: totals.discount,
            delivery_fee: totals.delivery_fee,
            free_delivery_from: totals.free_delivery_from,
            total: totals.total,
            vat: totals.vat.into_iter().map(VatBreakdown::from).collect(),
            points_used: totals.points_used,
            points_earned: totals.points_earned,
        }
    }
}

impl TryFrom<proto::Delivery> for Delivery {
    type Error = Error;

    fn try_from(delivery: proto::Delivery) -> Result<Self> {
        Ok(Self {
            method: DeliveryMethod::of(&delivery.method)?,
            branch_id: delivery.branch_id,
            branch_name_la: filled(delivery.branch_name_la),
            branch_name_en: filled(delivery.branch_name_en),
            province: filled(delivery.province),
            district: filled(delivery.district),
            village: filled(delivery.village),
            note: filled(delivery.note),
        })
    }
}

impl TryFrom<proto::Payment> for Payment {
    type Error = Error;

    fn try_from(payment: proto::Payment) -> Result<Self> {
        let account =
            |it: proto::BankAccount| BankAccount { bank: it.bank, account: it.account, holder: it.holder };
        Ok(Self {
            method: PaymentMethod::of(&payment.method),
            status: PaymentStatus::of(&payment.status),
            reference: payment.reference,
            expires_at: payment.expires_at_ms.map(moment).transpose()?,
            qr_payload: filled(payment.qr_payload),
            transfer: payment.transfer.map(account),
            sandbox: payment.sandbox,
        })
    }
}
