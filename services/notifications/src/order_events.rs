//! Notification texts of orders, from the events of the orders' outbox.

use serde::Deserialize;

use crate::notification::Draft;

/// A delivered event.
#[derive(Clone, Debug)]
#[allow(clippy::struct_field_names, reason = "the value used in the contract")]
pub struct Event {
    pub event_id: String,
    pub kind: String,
    pub customer_id: i64,
    pub order_id: String,
    pub payload: String,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Told {
    number: String,
    status: String,
    total: i64,
    payment_status: String,
    refund: i64,
}

/// The notification of an event; `None` for events that need none and for unknown ones.
pub fn told(event: &Event) -> Option<Draft> {
    let told: Told = serde_json::from_str(&event.payload).unwrap_or_default();
    let number = &told.number;
    let waits = told.status == "awaiting_payment" || told.payment_status == "pending";
    let (total, refund) = (kip(told.total), kip(told.refund));
    let [title, body, title_en, body_en] = match event.kind.as_str() {
        "order.received" if waits && told.status == "awaiting_payment" => [
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
            format!("ຄຳສັ່ງຊື້ {number} ກຳລັງເດີນທາງໄປຫາທ່ານ"),
            "Your order is on its way".to_owned(),
            format!("Order {number} is on its way to you"),
        ],
        "order.delivery_failed" => [
            "ຈັດສົ່ງບໍ່ສຳເລັດ".to_owned(),
            format!("ພວກເຮົາສົ່ງຄຳສັ່ງຊື້ {number} ບໍ່ໄດ້ ພວກເຮົາຈະຕິດຕໍ່ທ່ານ"),
            "We could not deliver your order".to_owned(),
            format!("Order {number} could not be delivered. We will contact you"),
        ],
        "order.ready" => [
            "ສິນຄ້າພ້ອມແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ພ້ອມແລ້ວ"),
            "Your order is ready".to_owned(),
            format!("Order {number} is ready"),
        ],
        "order.completed" => [
            "ສົ່ງມອບສິນຄ້າແລ້ວ".to_owned(),
            format!("ຄຳສັ່ງຊື້ {number} ສຳເລັດແລ້ວ ຂອບໃຈທີ່ຊື້ກັບພວກເຮົາ"),
            "Your order is complete".to_owned(),
            format!("Order {number} has been delivered. Thank you for shopping with us"),
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
        _ => return None,
    };
    let link = format!("/account/orders/{}", event.order_id);
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
        order_number: told.number,
        order_id: event.order_id.clone(),
        order_status: told.status,
        kind: event.kind.clone(),
        ..Draft::default()
    })
}

/// `₭1,234,000`
fn kip(amount: i64) -> String {
    let digits = amount.to_string();
    let mut text = String::from("₭");
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: &str) -> Event {
        Event {
            event_id: format!("o-1.{kind}"),
            kind: kind.to_owned(),
            customer_id: 7,
            order_id: "o-1".to_owned(),
            payload: r#"{"number":"261121-ABCD","status":"placed","total":1234000,"method":"cod","payment_status":"due","refund":500}"#.to_owned(),
        }
    }

    #[test]
    fn every_order_event_has_a_text_in_both_languages() {
        for kind in [
            "received",
            "placed",
            "preparing",
            "ready",
            "delivering",
            "delivery_failed",
            "completed",
            "cancelled",
            "expired",
            "refund_due",
            "refunded",
        ] {
            let draft = told(&event(&format!("order.{kind}"))).unwrap().checked().unwrap();
            for text in [&draft.body, &draft.body_en] {
                assert!(text.contains("261121-ABCD"), "{text}");
            }
            assert_eq!(draft.action_url, "/account/orders/o-1");
        }
        assert!(told(&event("order.received")).unwrap().body.contains("₭1,234,000"));
    }

    #[test]
    fn unknown_event_is_ignored() {
        assert_eq!(told(&event("order.teleported")), None);
        let unreadable = Event { payload: "[".to_owned(), ..event("order.ready") };
        assert!(told(&unreadable).is_some());
    }
}
