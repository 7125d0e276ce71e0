//! Protobuf messages of orders, quotes, totals and returns, and the checkout input parsed from them.

use heuan_proto::orders::v1 as wire;

use crate::{
    checkout::{ConfirmedAmounts, DeliveryInput, Input, Quote, QuoteLine, ReceiverInput},
    money::{Totals, VatBreakdown},
    order::{
        BankAccount, CreditNote, Delivery, DeliveryDay, Order, OrderLine, OrderReceiver, OrderReturn,
        RefundDue, ReturnBranch, ReturnRequest, ReturnedLine, Seller, SellerContact, Status,
    },
};

/// The word of a delivery method.
pub fn method_word(is_pickup: bool) -> String {
    let word = if is_pickup { "pickup" } else { "delivery" };
    word.to_owned()
}

impl From<wire::OrderInput> for Input {
    fn from(from: wire::OrderInput) -> Self {
        let items = |items: wire::OrderItems| {
            items.items.into_iter().map(|item| (item.pro_id, item.quantity)).collect()
        };
        Self {
            items: from.items.map(items),
            buy_now: from.buy_now,
            phone: from.phone,
            delivery: from.delivery.unwrap_or_default().into(),
            receiver: from.receiver.map(Into::into).unwrap_or_default(),
            payment_method: from.payment_method,
            points: from.points,
            cart_version: from.cart_version,
            confirmed: from.confirmed.map(Into::into),
        }
    }
}

impl From<wire::ConfirmedAmounts> for ConfirmedAmounts {
    fn from(from: wire::ConfirmedAmounts) -> Self {
        let wire::ConfirmedAmounts { prices, points_discount, delivery_fee, total } = from;
        let prices = prices.into_iter().map(|it| (it.pro_id, it.price)).collect();
        Self { prices, points_discount, delivery_fee, total }
    }
}

impl From<Quote> for wire::QuoteResponse {
    fn from(from: Quote) -> Self {
        Self {
            lines: from.lines.into_iter().map(Into::into).collect(),
            totals: Some(from.totals.into()),
            points_balance: from.points_balance,
            point_value: 0,
            payment_methods: from.methods.iter().map(|method| method.into_str().to_owned()).collect(),
            changed: from.changed,
            cart_version: from.cart_version.unwrap_or_default(),
        }
    }
}

impl From<QuoteLine> for wire::QuoteLine {
    fn from(from: QuoteLine) -> Self {
        let QuoteLine { line, state, available, price_was } = from;
        Self { line: Some(line.into()), state: wire::LineState::from(state).into(), available, price_was }
    }
}

impl From<OrderLine> for wire::OrderLine {
    fn from(from: OrderLine) -> Self {
        Self {
            pro_id: from.pro_id,
            name_la: from.label.name_la,
            name_en: from.label.name_en,
            img_cover: from.label.img_cover,
            unit_la: from.label.unit_la,
            unit_en: from.label.unit_en,
            quantity: from.quantity,
            price: from.price,
            vatrate: from.vatrate,
            total: from.total,
        }
    }
}

impl From<Totals> for wire::Totals {
    fn from(from: Totals) -> Self {
        Self {
            subtotal: from.subtotal,
            points_discount: from.points_discount,
            delivery_fee: from.delivery_fee,
            free_delivery_from: from.free_delivery_from,
            total: from.total,
            vat: from.vat.into_iter().map(Into::into).collect(),
            points_used: from.points_used,
            points_earned: from.points_earned,
            discount: from.discount,
        }
    }
}

impl From<VatBreakdown> for wire::VatBreakdown {
    fn from(from: VatBreakdown) -> Self {
        let VatBreakdown { rate, net, vat, gross } = from;
        Self { rate, net, vat, gross }
    }
}

impl From<wire::Delivery> for DeliveryInput {
    fn from(from: wire::Delivery) -> Self {
        let wire::Delivery { method, branch_id, province, district, village, note, .. } = from;
        Self { method, branch_id, province, district, village, note }
    }
}

impl From<Delivery> for wire::Delivery {
    fn from(from: Delivery) -> Self {
        match from {
            Delivery::Delivery { province, district, village, note } => {
                Self { method: "delivery".to_owned(), province, district, village, note, ..Self::default() }
            }
            Delivery::Pickup { branch_id, branch_name_la, branch_name_en, note } => Self {
                method: "pickup".to_owned(),
                branch_id: Some(branch_id),
                branch_name_la,
                branch_name_en,
                note,
                ..Self::default()
            },
        }
    }
}

impl From<wire::OrderReceiver> for ReceiverInput {
    fn from(from: wire::OrderReceiver) -> Self {
        let wire::OrderReceiver { name, landmark, driver_note, position } = from;
        let position = position.map(|wire::OrderPosition { lat, lng }| (lat, lng));
        Self { name, landmark, driver_note, position }
    }
}

impl From<OrderReceiver> for wire::OrderReceiver {
    fn from(from: OrderReceiver) -> Self {
        let OrderReceiver { name, landmark, driver_note, position } = from;
        let position = position.map(|position| {
            let (lat, lng) = position.degrees();
            wire::OrderPosition { lat, lng }
        });
        Self { name, landmark, driver_note, position }
    }
}

impl From<BankAccount> for wire::BankAccount {
    fn from(from: BankAccount) -> Self {
        let BankAccount { bank, account, holder } = from;
        Self { bank, account, holder }
    }
}

impl From<Order> for wire::Order {
    fn from(from: Order) -> Self {
        let (unpaid, excess, refundable) = (from.to_pay(), from.to_refund(), from.refundable());
        let points_earned = from.points_earned();
        let change = |(status, at_ms): &(Status, i64)| wire::StatusChange {
            status: status.into_str().to_owned(),
            at_ms: *at_ms,
            delivery_method: method_word(from.was_pickup(*at_ms)),
        };
        let history = from.history.iter().map(change).collect();
        let returns = from.settlement.valid_returns();
        let returns = returns.map(|(place, one)| order_return(&from, place, one)).collect();
        let paying = from.body.paying;
        let payment = wire::Payment {
            method: from.method.into_str().to_owned(),
            status: from.state.money.into_str().to_owned(),
            reference: from.reference,
            expires_at_ms: from.pay_until,
            qr_payload: paying.qr_payload,
            transfer: paying.account.map(Into::into),
            sandbox: paying.sandbox,
        };
        let settlement = from.settlement;
        Self {
            received: settlement.received(),
            refunded: settlement.refunded(),
            waived: settlement.waived,
            unpaid,
            excess,
            refundable,
            points_earned,
            returns,
            refunds: settlement.dues.into_iter().filter(is_shown).map(Into::into).collect(),
            return_request: settlement.request.map(Into::into),
            order_id: from.order_id,
            number: from.number,
            status: from.state.status.into_str().to_owned(),
            created_at_ms: from.created_at,
            lines: from.body.lines.into_iter().map(Into::into).collect(),
            totals: Some(from.body.totals.into()),
            delivery: Some(from.body.delivery.into()),
            phone: from.body.phone,
            customer_name: from.body.customer_name,
            seller: (!from.body.seller.is_empty()).then(|| from.body.seller.into()),
            receiver: (!from.body.receiver.is_empty()).then(|| from.body.receiver.into()),
            discount_reason: from.body.discount_reason,
            delivery_day: from.delivery_day.map(Into::into),
            refund: from.refund,
            payment: Some(payment),
            history,
            can_cancel: from.state.can_cancel(),
        }
    }
}

impl From<DeliveryDay> for wire::DeliveryDay {
    fn from(from: DeliveryDay) -> Self {
        let DeliveryDay { day, part } = from;
        Self { day: day.to_string(), part: part.map_or("", |part| part.into_str()).to_owned() }
    }
}

impl From<Seller> for wire::OrderSeller {
    fn from(from: Seller) -> Self {
        let Seller { name, legal_name_la, legal_name_en, address_la, address_en, tax_number, contact } = from;
        let contact = contact.map(Into::into);
        Self { name, legal_name_la, legal_name_en, address_la, address_en, tax_number, contact }
    }
}

impl From<SellerContact> for wire::SellerContact {
    fn from(from: SellerContact) -> Self {
        let SellerContact { hotline, customer_service, email } = from;
        Self { hotline, customer_service, email }
    }
}

/// Without the reason and the notes, which only the staff see.
fn order_return(order: &Order, place: usize, from: &OrderReturn) -> wire::OrderReturn {
    wire::OrderReturn {
        at_ms: from.at,
        lines: from.lines.iter().cloned().map(Into::into).collect(),
        refund: from.refund,
        delivery_fee: from.delivery_fee,
        points_returned: from.points_returned,
        points_revoked: from.points_revoked,
        reason: String::new(),
        branch: from.branch.clone().map(Into::into),
        credit_note: Some(order.credit_note(place, from).into()),
    }
}

impl From<CreditNote> for wire::CreditNote {
    fn from(from: CreditNote) -> Self {
        let CreditNote { number, goods, discount, delivery_fee, missing_points_value, vat } = from;
        let vat = vat.into_iter().map(Into::into).collect();
        Self { number, goods, discount, delivery_fee, missing_points_value, vat }
    }
}

impl From<ReturnBranch> for wire::ReturnBranch {
    fn from(from: ReturnBranch) -> Self {
        let ReturnBranch { branch_id, name_la, name_en } = from;
        Self { branch_id, name_la, name_en }
    }
}

impl From<ReturnedLine> for wire::ReturnLine {
    fn from(from: ReturnedLine) -> Self {
        let ReturnedLine { pro_id, to_stock, to_waste, .. } = from;
        Self { pro_id, to_stock, to_waste, note: String::new() }
    }
}

impl From<ReturnRequest> for wire::ReturnRequest {
    fn from(from: ReturnRequest) -> Self {
        let lines = from.lines.into_iter().map(Into::into).collect();
        Self { at_ms: from.at, lines, reason: String::new(), branch: from.branch.map(Into::into) }
    }
}

impl From<RefundDue> for wire::OrderRefund {
    fn from(from: RefundDue) -> Self {
        let RefundDue { at, amount, cause, missing_value } = from;
        Self { at_ms: at, amount, cause: cause.into_str().to_owned(), missing_points_value: missing_value }
    }
}

/// Whether a refund is due, or would be due without spent points.
const fn is_shown(due: &RefundDue) -> bool {
    due.amount > 0 || due.missing_value > 0
}

pub fn summary(order: Order) -> wire::OrderSummary {
    let count = order.units();
    let line_count = order.body.lines.len() as i64;
    let first = order.body.lines.into_iter().next().map(|line| line.label).unwrap_or_default();
    wire::OrderSummary {
        order_id: order.order_id,
        number: order.number,
        status: order.state.status.into_str().to_owned(),
        created_at_ms: order.created_at,
        total: order.body.totals.total,
        count,
        line_count,
        name_la: first.name_la,
        name_en: first.name_en,
        img_cover: first.img_cover,
        payment_method: order.method.into_str().to_owned(),
        payment_status: order.state.money.into_str().to_owned(),
    }
}
