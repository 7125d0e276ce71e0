//! Notification texts of orders, from the events of the orders' outbox.

use serde::Deserialize;

use crate::{
    event::Event, event_variables::EventVariables, notification::Draft, planned_day::PlannedDay,
    staff_push::NEW_ORDERS,
};

/// Kind of the event of a new order.
const RECEIVED: &str = "order.received";
const CANCELLED: &str = "order.cancelled";
const RETURNED: &str = "order.returned";
const RETURN_CORRECTED: &str = "order.return_corrected";
const UNDERPAID: &str = "order.underpaid";
const LINES_CHANGED: &str = "order.lines_changed";
const DELIVERY_CHANGED: &str = "order.delivery_changed";

#[derive(Default, Deserialize)]
#[serde(default)]
struct OrderPayload {
    number: String,
    status: String,
    total: i64,
    payment_status: String,
    refund: i64,
    /// Kip that the event reports; 0 in events of earlier releases.
    amount: i64,
    /// Kip to be paid after goods were added to a paid order.
    due: i64,
    /// Branch of a pickup; 0 otherwise, and in events of earlier releases.
    branch_id: i64,
    /// The planned day of the delivery or pickup, `YYYY-MM-DD`, with `morning` or `afternoon`; empty without one.
    delivery_day: String,
    delivery_part: String,
}

impl OrderPayload {
    fn planned(&self) -> Option<PlannedDay> {
        PlannedDay::read(&self.delivery_day, &self.delivery_part)
    }

    /// Kip that an event of `kind` leaves to be paid.
    fn due_of(&self, kind: &str) -> i64 {
        match kind {
            UNDERPAID => self.amount,
            LINES_CHANGED | DELIVERY_CHANGED if self.payment_status == "underpaid" => self.due,
            _ => 0,
        }
    }

    /// Kip that are refunded because of an event of `kind`.
    fn refund_of(&self, kind: &str) -> i64 {
        match kind {
            UNDERPAID => 0,
            LINES_CHANGED | DELIVERY_CHANGED if self.due_of(kind) > 0 => 0,
            // These events have an amount, or no refund, whatever was refunded before.
            CANCELLED | RETURNED | RETURN_CORRECTED | LINES_CHANGED | DELIVERY_CHANGED => self.amount,
            // The amount of this refund, not the sum of all refunds.
            _ if self.amount > 0 => self.amount,
            _ => self.refund,
        }
    }
}

/// The notification of an event; `None` for events that need none and for unknown ones.
#[allow(clippy::too_many_lines, reason = "a text for each kind of event")]
pub fn customer_draft(event: &Event) -> Option<Draft> {
    let order: OrderPayload = serde_json::from_str(&event.payload).unwrap_or_default();
    let [title, body, title_en, body_en] =
        progress_texts(&order, &event.kind).or_else(|| money_texts(&order, &event.kind))?;
    let link = format!("/account/orders/{}", event.order_id);
    let message_variables = message_variables(&order, &event.kind, &link);
    Some(Draft {
        customer_id: event.customer_id,
        event_id: event.event_id.clone(),
        title,
        body,
        title_en,
        body_en,
        action_url: link.clone(),
        website_url: link,
        category: "order".to_owned(),
        order_number: order.number,
        order_id: event.order_id.clone(),
        order_status: order.status,
        kind: event.kind.clone(),
        message_variables,
        ..Draft::default()
    })
}

/// The push for the staff who want one for each new order: number and total, without anything about the customer; `None` for
/// other events. The order is not named by `order_id`, because the edges report each notification of an order as its change.
pub fn staff_draft(event: &Event) -> Option<Draft> {
    if event.kind != RECEIVED {
        return None;
    }
    let order: OrderPayload = serde_json::from_str(&event.payload).unwrap_or_default();
    let body = format!("{} · {}", order.number, kip(order.total));
    let link = format!("/staff/orders/{}", event.order_id);
    Some(Draft {
        topic: NEW_ORDERS.name.to_owned(),
        event_id: format!("{}.staff", event.event_id),
        title: "ຄຳສັ່ງຊື້ໃໝ່".to_owned(),
        body: body.clone(),
        title_en: "New order".to_owned(),
        body_en: body,
        action_url: link.clone(),
        website_url: link,
        category: "order".to_owned(),
        order_number: order.number,
        branch_id: order.branch_id,
        ..Draft::default()
    })
}

/// Title and text in Lao, then in English, of what happens to the goods.
fn progress_texts(order: &OrderPayload, kind: &str) -> Option<[String; 4]> {
    let number = &order.number;
    let waits = order.status == "awaiting_payment" || order.payment_status == "pending";
    let total = kip(order.total);
    let handed_over = if order.branch_id > 0 { "picked up" } else { "delivered" };
    Some(match kind {
        "order.received" if waits && order.status == "awaiting_payment" => [
            "ໄດ້ຮັບຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ລໍຖ້າການຊຳລະ {total}"),
            "Order received".to_owned(),
            format!("Order {number} is waiting for your payment of {total}"),
        ],
        "order.received" => [
            "ໄດ້ຮັບຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ຂອບໃຈ! ພວກເຮົາກຳລັງກຽມຄຳສັ່ງຊື້ {number} ({total})"),
            "Order received".to_owned(),
            format!("Thank you! We are preparing order {number} ({total})"),
        ],
        "order.placed" => [
            "ໄດ້ຮັບການຊຳລະແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ຊຳລະແລ້ວ ພວກເຮົາກຳລັງກຽມສິນຄ້າ"),
            "Payment received".to_owned(),
            format!("Order {number} is paid. We are preparing your items"),
        ],
        "order.preparing" => [
            "ຢືນຢັນຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ພວກເຮົາກຳລັງກຽມສິນຄ້າຂອງຄຳສັ່ງຊື້ {number}"),
            "Your order is confirmed".to_owned(),
            format!("We are preparing the items of order {number}"),
        ],
        "order.delivering" => [
            "ກຳລັງຈັດສົ່ງສິນຄ້າ".to_owned(),
            with_day(order, "la", &format!("ຄຳສັ່ງຊື້ {number} ກຳລັງເດີນທາງໄປຫາທ່ານ")),
            "Your order is on its way".to_owned(),
            with_day(order, "en", &format!("Order {number} is on its way to you")),
        ],
        "order.delivery_failed" => [
            "ຈັດສົ່ງບໍ່ສຳເລັດ".to_owned(),
            format!("ພວກເຮົາສົ່ງຄຳສັ່ງຊື້ {number} ບໍ່ໄດ້ ພວກເຮົາຈະຕິດຕໍ່ທ່ານ"),
            "We could not deliver your order".to_owned(),
            format!("Order {number} could not be delivered. We will contact you"),
        ],
        "order.ready" => [
            "ສິນຄ້າພ້ອມແລ້ວ".to_owned(),
            with_day(order, "la", &format!("ຄຳສັ່ງຊື້ {number} ພ້ອມແລ້ວ")),
            "Your order is ready".to_owned(),
            with_day(order, "en", &format!("Order {number} is ready")),
        ],
        "order.changed" => [
            "ປ່ຽນຂໍ້ມູນຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ຮ້ານໄດ້ປ່ຽນເບີໂທ ຫຼື ບ່ອນຮັບເຄື່ອງຂອງຄຳສັ່ງຊື້ {number} ກະລຸນາກວດເບິ່ງ"),
            "Your order was changed".to_owned(),
            format!("We changed the phone number or the delivery of order {number}. Please check it"),
        ],
        LINES_CHANGED => lines_changed_texts(order),
        DELIVERY_CHANGED => delivery_changed_texts(order),
        "order.day_changed" => day_changed_texts(order),
        "order.completed" => [
            "ສົ່ງມອບສິນຄ້າແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ສຳເລັດແລ້ວ ຂອບໃຈທີ່ຊື້ກັບພວກເຮົາ"),
            "Your order is complete".to_owned(),
            format!("Order {number} has been {handed_over}. Thank you for shopping with us"),
        ],
        "order.cancelled" if order.amount > 0 => [
            "ຍົກເລີກຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ຖືກຍົກເລີກແລ້ວ ພວກເຮົາຈະຄືນ {}", kip(order.amount)),
            "Your order is cancelled".to_owned(),
            format!("Order {number} has been cancelled. We are refunding {}", kip(order.amount)),
        ],
        "order.cancelled" => [
            "ຍົກເລີກຄຳສັ່ງຊື້ແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ຖືກຍົກເລີກແລ້ວ"),
            "Your order is cancelled".to_owned(),
            format!("Order {number} has been cancelled"),
        ],
        "order.expired" => [
            "ໝົດເວລາຊຳລະ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ບໍ່ໄດ້ຊຳລະທັນເວລາ"),
            "Payment time ran out".to_owned(),
            format!("Order {number} was not paid in time"),
        ],
        _ => return None,
    })
}

/// The text, with the planned day if there is one.
fn with_day(order: &OrderPayload, language: &str, text: &str) -> String {
    let Some(planned) = order.planned() else { return text.to_owned() };
    let day = planned.text(language);
    match (language, order.branch_id > 0) {
        ("la", true) => format!("{text} ມື້ມາຮັບ: {day}"),
        ("la", false) => format!("{text} ມື້ຈັດສົ່ງ: {day}"),
        (_, true) => format!("{text}. Pick-up day: {day}"),
        (_, false) => format!("{text}. Delivery day: {day}"),
    }
}

/// Title and text in Lao, then in English, of a change of the goods.
fn lines_changed_texts(order: &OrderPayload) -> [String; 4] {
    let (number, total) = (&order.number, kip(order.total));
    let (title, title_en) = ("ປ່ຽນສິນຄ້າໃນຄຳສັ່ງຊື້ແລ້ວ".to_owned(), "The items of your order changed".to_owned());
    let text = format!("ສິນຄ້າຂອງຄຳສັ່ງຊື້ {number} ປ່ຽນແລ້ວ ລວມໃໝ່ {total}");
    let text_en = format!("The items of order {number} were changed. The new total is {total}");
    with_difference(order, [title, text, title_en, text_en])
}

/// Title and text in Lao, then in English, of a change of the delivery, with the effect of its fee.
fn delivery_changed_texts(order: &OrderPayload) -> [String; 4] {
    let (number, total) = (&order.number, kip(order.total));
    let texts = if order.branch_id > 0 {
        [
            "ປ່ຽນເປັນມາຮັບເອງແລ້ວ".to_owned(),
            format!("ທ່ານຈະມາຮັບຄຳສັ່ງຊື້ {number} ທີ່ສາຂາ ລວມໃໝ່ {total}"),
            "Your order is now for pick-up".to_owned(),
            format!("You will pick up order {number} at a branch. The new total is {total}"),
        ]
    } else {
        [
            "ປ່ຽນເປັນຈັດສົ່ງແລ້ວ".to_owned(),
            format!("ພວກເຮົາຈະຈັດສົ່ງຄຳສັ່ງຊື້ {number} ໃຫ້ທ່ານ ລວມໃໝ່ {total}"),
            "Your order will be delivered".to_owned(),
            format!("We will deliver order {number} to you. The new total is {total}"),
        ]
    };
    with_difference(order, texts)
}

/// Title and text in Lao, then in English, of a change of the planned day.
fn day_changed_texts(order: &OrderPayload) -> [String; 4] {
    let number = &order.number;
    let [text, text_en] =
        match order.planned().map(|planned| ["la", "en"].map(|language| planned.text(language))) {
            None => [
                format!("ມື້ທີ່ກຳນົດໄວ້ຂອງຄຳສັ່ງຊື້ {number} ຖືກຍົກເລີກ ພວກເຮົາຈະແຈ້ງມື້ໃໝ່ໃຫ້ທ່ານ"),
                format!("The planned day of order {number} no longer applies. We will tell you the new one"),
            ],
            Some([day, day_en]) if order.branch_id > 0 => {
                [format!("ມື້ມາຮັບຄຳສັ່ງຊື້ {number}: {day}"), format!("You can pick up order {number} on {day_en}")]
            }
            Some([day, day_en]) => {
                [format!("ມື້ຈັດສົ່ງຄຳສັ່ງຊື້ {number}: {day}"), format!("We will deliver order {number} on {day_en}")]
            }
        };
    ["ມື້ຂອງຄຳສັ່ງຊື້ຂອງທ່ານ".to_owned(), text, "The day of your order".to_owned(), text_en]
}

/// The texts of a change with the amount to be paid or refunded because of it.
fn with_difference(order: &OrderPayload, [title, text, title_en, text_en]: [String; 4]) -> [String; 4] {
    // Both kinds of changes have the same amount due.
    let due = order.due_of(LINES_CHANGED);
    if due > 0 {
        let due = kip(due);
        [
            title,
            format!("{text} ຍັງຕ້ອງຈ່າຍ {due}"),
            title_en,
            format!("{text_en}, of which {due} is to be paid"),
        ]
    } else if order.amount > 0 {
        let amount = kip(order.amount);
        [
            title,
            format!("{text} ພວກເຮົາຈະຄືນ {amount}"),
            title_en,
            format!("{text_en}. We are refunding {amount}"),
        ]
    } else {
        [title, text, title_en, text_en]
    }
}

/// Title and text in Lao, then in English, of payments, refunds and returns.
fn money_texts(order: &OrderPayload, kind: &str) -> Option<[String; 4]> {
    let number = &order.number;
    let amount = kip(order.amount);
    let refund = if order.amount > 0 { amount.clone() } else { kip(order.refund) };
    Some(match kind {
        "order.refund_due" => [
            "ກຳລັງຄືນເງິນ".to_owned(),
            format!("ພວກເຮົາຈະຄືນ {refund} ສຳລັບຄຳສັ່ງຊື້ {number}"),
            "A refund is on its way".to_owned(),
            format!("We are refunding {refund} for order {number}"),
        ],
        "order.refunded" => [
            "ຄືນເງິນແລ້ວ".to_owned(),
            format!("ຄືນ {refund} ສຳລັບຄຳສັ່ງຊື້ {number} ແລ້ວ"),
            "Refund paid".to_owned(),
            format!("{refund} for order {number} has been refunded"),
        ],
        UNDERPAID => [
            "ຍັງຈ່າຍບໍ່ຄົບ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ຍັງຂາດ {amount} ກະລຸນາຊຳລະສ່ວນທີ່ເຫຼືອ"),
            "A part is still to be paid".to_owned(),
            format!("{amount} of order {number} is still to be paid. Please pay the rest"),
        ],
        "order.paid" => [
            "ຊຳລະຄົບແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ຊຳລະຄົບແລ້ວ ບໍ່ມີຫຍັງຕ້ອງຈ່າຍອີກ"),
            "Your order is paid".to_owned(),
            format!("Order {number} is paid. Nothing more is to be paid"),
        ],
        "order.return_requested" => [
            "ຮັບຄຳຂໍສົ່ງຄືນແລ້ວ".to_owned(),
            format!("ພວກເຮົາຮັບຄຳຂໍສົ່ງຄືນສິນຄ້າຂອງຄຳສັ່ງຊື້ {number} ແລ້ວ"),
            "Return requested".to_owned(),
            format!("We have noted that you want to return items of order {number}"),
        ],
        "order.return_declined" => [
            "ສົ່ງຄືນບໍ່ໄດ້".to_owned(),
            format!("ການສົ່ງຄືນຂອງຄຳສັ່ງຊື້ {number} ຖືກປິດແລ້ວ ສອບຖາມພວກເຮົາໄດ້ທຸກເວລາ"),
            "Return closed".to_owned(),
            format!("The return of order {number} was closed. Ask us if you have questions"),
        ],
        RETURN_CORRECTED if order.amount > 0 => [
            "ແກ້ໄຂການສົ່ງຄືນແລ້ວ".to_owned(),
            format!("ພວກເຮົາໄດ້ແກ້ໄຂການສົ່ງຄືນຂອງຄຳສັ່ງຊື້ {number} ແລ້ວ ພວກເຮົາຈະຄືນ {amount}"),
            "Your return was corrected".to_owned(),
            format!("We have corrected the return of order {number}. We are refunding {amount} for it"),
        ],
        RETURN_CORRECTED => [
            "ແກ້ໄຂການສົ່ງຄືນແລ້ວ".to_owned(),
            format!("ພວກເຮົາໄດ້ແກ້ໄຂການສົ່ງຄືນຂອງຄຳສັ່ງຊື້ {number} ແລ້ວ ບໍ່ມີເງິນຄືນສຳລັບການສົ່ງຄືນນີ້"),
            "Your return was corrected".to_owned(),
            format!("We have corrected the return of order {number}. Nothing is refunded for it"),
        ],
        RETURNED if order.amount > 0 => [
            "ໄດ້ຮັບເຄື່ອງສົ່ງຄືນແລ້ວ".to_owned(),
            format!("ໄດ້ຮັບສິນຄ້າສົ່ງຄືນຂອງຄຳສັ່ງຊື້ {number} ແລ້ວ ພວກເຮົາຈະຄືນ {amount}"),
            "We have your return".to_owned(),
            format!("The returned items of order {number} have arrived. We are refunding {amount}"),
        ],
        RETURNED => [
            "ໄດ້ຮັບເຄື່ອງສົ່ງຄືນແລ້ວ".to_owned(),
            format!("ໄດ້ຮັບສິນຄ້າສົ່ງຄືນຂອງຄຳສັ່ງຊື້ {number} ແລ້ວ"),
            "We have your return".to_owned(),
            format!("The returned items of order {number} have arrived"),
        ],
        _ => return None,
    })
}

/// JSON for the templates of messages outside the shop.
fn message_variables(order: &OrderPayload, kind: &str, path: &str) -> Option<String> {
    let text_of = |amount: i64| if amount > 0 { kip(amount) } else { String::new() };
    let variables = EventVariables {
        number: order.number.clone(),
        total: kip(order.total),
        refund: text_of(order.refund_of(kind)),
        due: text_of(order.due_of(kind)),
        pickup: order.branch_id > 0,
        awaiting_payment: order.status == "awaiting_payment",
        path: path.to_owned(),
        planned: order.planned(),
        ..EventVariables::default()
    };
    serde_json::to_string(&variables).ok()
}

/// `₭1,234,000.00`, as in the storefront.
fn kip(amount: i64) -> String {
    let digits = amount.to_string();
    let mut text = String::from("₭");
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text.push_str(".00");
    text
}

#[cfg(test)]
mod tests;
