//! Texts and links of the notifications of orders.

use rstest::rstest;

use super::*;
use crate::{
    clients::Contact,
    config::ShopNames,
    languages::LANGUAGES,
    message::{Templates, Variables},
};

fn event(kind: &str) -> Event {
    Event {
        event_id: format!("o-1.{kind}"),
        kind: kind.to_owned(),
        customer_id: 7,
        order_id: "o-1".to_owned(),
        payload: r#"{"number":"261121-ABCD","status":"placed","total":1234000,"method":"cod","payment_status":"due","refund":500}"#.to_owned(),
        at: 0,
    }
}

#[test]
fn every_order_event_has_a_text_in_both_languages() {
    for kind in [
        "received",
        "placed",
        "paid",
        "preparing",
        "ready",
        "changed",
        "lines_changed",
        "delivery_changed",
        "day_changed",
        "delivering",
        "delivery_failed",
        "completed",
        "cancelled",
        "expired",
        "refund_due",
        "refunded",
        "underpaid",
        "return_requested",
        "return_declined",
        "returned",
        "return_corrected",
    ] {
        let draft = customer_draft(&event(&format!("order.{kind}"))).unwrap().checked().unwrap();
        for text in [&draft.body, &draft.body_en] {
            assert!(text.contains("261121-ABCD"), "{text}");
        }
        assert_eq!(draft.action_url, "/account/orders/o-1");
    }
    assert!(customer_draft(&event("order.received")).unwrap().body.contains("₭1,234,000.00"));
    // The amount of one refund among others.
    let of_part = Event {
        payload: r#"{"number":"261121-ABCD","refund":500,"amount":200}"#.to_owned(),
        ..event("order.refunded")
    };
    assert!(customer_draft(&of_part).unwrap().body_en.contains("₭200.00"));
    assert!(customer_draft(&event("order.refunded")).unwrap().body_en.contains("₭500.00"));
    // The refund of a cancellation; there is none without a payment.
    let of_paid = Event {
        payload: r#"{"number":"261121-ABCD","refund":500,"amount":300}"#.to_owned(),
        ..event("order.cancelled")
    };
    let [paid, unpaid] = [&of_paid, &event("order.cancelled")].map(|event| customer_draft(event).unwrap());
    assert!(paid.body.contains("₭300.00") && paid.body_en.ends_with("We are refunding ₭300.00"), "{paid:?}");
    assert!(!unpaid.body_en.contains("refund"), "{unpaid:?}");
    let refund = |draft: &Draft| {
        let variables: EventVariables =
            serde_json::from_str(draft.message_variables.as_deref().unwrap()).unwrap();
        variables.refund
    };
    assert_eq!((refund(&paid).as_str(), refund(&unpaid).as_str()), ("₭300.00", ""));
    // A return that was taken back refunds nothing, whatever was refunded before.
    let of_return = |payload: &str| {
        let event = Event { payload: payload.to_owned(), ..event("order.return_corrected") };
        customer_draft(&event).unwrap()
    };
    let taken_back = of_return(r#"{"number":"261121-ABCD","refund":500,"amount":0}"#);
    assert!(taken_back.body_en.ends_with("Nothing is refunded for it"), "{taken_back:?}");
    let corrected = of_return(r#"{"number":"261121-ABCD","refund":500,"amount":200}"#);
    assert!(corrected.body_en.ends_with("We are refunding ₭200.00 for it"), "{corrected:?}");
    assert_eq!((refund(&taken_back).as_str(), refund(&corrected).as_str()), ("", "₭200.00"));
    let of_lines = |payload: &str| {
        let event = Event { payload: payload.to_owned(), ..event("order.lines_changed") };
        customer_draft(&event).unwrap().body_en
    };
    let text = of_lines(r#"{"number":"261121-ABCD","total":900,"payment_status":"underpaid","due":300}"#);
    assert!(text.contains("₭900.00, of which ₭300.00"), "{text}");
    let text = of_lines(r#"{"number":"261121-ABCD","total":900,"payment_status":"refund_due","amount":200}"#);
    assert!(text.contains("₭900.00. We are refunding ₭200.00"), "{text}");
}

/// The texts of a message outside the shop in a language: the text of the e-mail, and the text of the SMS.
fn message(kind: &str, payload: &str, language: &str) -> [String; 2] {
    let event = Event { payload: payload.to_owned(), ..event(kind) };
    let variables = customer_draft(&event).unwrap().message_variables.unwrap();
    let variables: EventVariables = serde_json::from_str(&variables).unwrap();
    let variables = Variables::new(&ShopNames::default(), &variables, &Contact::default(), language);
    let templates = Templates::load(None).unwrap();
    let (_, text, _) = templates.email(kind, language, &variables).unwrap();
    [text, templates.short(kind, language, &variables).unwrap()]
}

/// `text` is the text of the English e-mail. The other languages have the amounts in `has`, and none of the
/// amounts in `lacks`.
#[rstest]
#[case::rest_of_payment(UNDERPAID, r#""amount":300"#, "₭300.00 of order 1 is still to be paid.", &["₭300"], &["₭500"])]
#[case::goods_added(
    LINES_CHANGED,
    r#""payment_status":"underpaid","due":300"#,
    "The new total is ₭900.00, of which ₭300.00 is to be paid.",
    &["₭900", "₭300"],
    &["₭500"],
)]
#[case::goods_removed(
    LINES_CHANGED,
    r#""payment_status":"refund_due","amount":200"#,
    "The new total is ₭900.00. We are refunding ₭200.00.",
    &["₭900", "₭200"],
    &["₭500"],
)]
#[case::goods_replaced(LINES_CHANGED, r#""payment_status":"paid""#, "The new total is ₭900.00.", &["₭900"], &["₭500"])]
#[case::pickup(
    DELIVERY_CHANGED,
    r#""branch_id":3,"payment_status":"refund_due","amount":200"#,
    "You will pick up order 1 at a branch. The new total is ₭900.00. We are refunding ₭200.00.",
    &["₭900", "₭200"],
    &["₭500"],
)]
#[case::delivery(
    DELIVERY_CHANGED,
    r#""payment_status":"underpaid","due":300"#,
    "We will deliver order 1 to you. The new total is ₭900.00, of which ₭300.00 is to be paid.",
    &["₭900", "₭300"],
    &["₭500"],
)]
#[case::returned(RETURNED, r#""amount":200"#, "have arrived. We are refunding ₭200.00.", &["₭200"], &["₭500"])]
fn message_outside_the_shop_names_what_is_to_be_paid_or_refunded(
    #[case] kind: &str,
    #[case] more: &str,
    #[case] text: &str,
    #[case] has: &[&str],
    #[case] lacks: &[&str],
) {
    // Another 500 were refunded before.
    let payload = format!(r#"{{"number":"1","total":900,"refund":500,{more}}}"#);
    for language in LANGUAGES {
        for rendered in message(kind, &payload, language) {
            assert!(has.iter().all(|amount| rendered.contains(amount)), "{language}: {rendered}");
            assert!(!lacks.iter().any(|amount| rendered.contains(amount)), "{language}: {rendered}");
        }
    }
    for rendered in message(kind, &payload, "en") {
        assert!(rendered.contains(text), "{rendered}");
    }
}

#[test]
fn message_of_a_changed_delivery_says_pickup_or_delivery_in_every_language() {
    let [pickup, delivery] = [r#"{"number":"1","branch_id":3}"#, r#"{"number":"1"}"#]
        .map(|payload| LANGUAGES.map(|language| message(DELIVERY_CHANGED, payload, language)));
    for (pickup, delivery) in pickup.iter().zip(&delivery) {
        assert!(pickup[0] != delivery[0] && pickup[1] != delivery[1], "{pickup:?} {delivery:?}");
    }
}

#[rstest]
#[case::pickup(r#"{"number":"1","branch_id":3}"#, "Order 1 has been picked up.", ["delivered", "送达", "được giao"])]
#[case::delivery(r#"{"number":"1"}"#, "Order 1 has been delivered.", ["picked up", "提货", "chi nhánh"])]
fn completed_order_was_picked_up_or_delivered(
    #[case] payload: &str,
    #[case] text: &str,
    #[case] lacks: [&str; 3],
) {
    let event = Event { payload: payload.to_owned(), ..event("order.completed") };
    let bell = customer_draft(&event).unwrap().body_en;
    for rendered in message("order.completed", payload, "en").iter().chain([&bell]) {
        assert!(rendered.contains(text), "{rendered}");
    }
    for language in LANGUAGES {
        for rendered in message("order.completed", payload, language) {
            assert!(!lacks.iter().any(|other| rendered.contains(other)), "{language}: {rendered}");
        }
    }
}

#[test]
fn notification_of_goods_that_are_ready_or_leave_names_the_planned_day() {
    let draft = |kind: &str, payload: &str| {
        customer_draft(&Event { payload: payload.to_owned(), ..event(kind) }).unwrap().checked().unwrap()
    };
    let delivery = r#"{"number":"261121-ABCD","delivery_day":"2026-11-22","delivery_part":"morning"}"#;
    let sent = draft("order.delivering", delivery);
    assert_eq!(
        sent.body_en,
        "Order 261121-ABCD is on its way to you. Delivery day: 22 November 2026, morning"
    );
    assert_eq!(sent.body, "ຄຳສັ່ງຊື້ 261121-ABCD ກຳລັງເດີນທາງໄປຫາທ່ານ ມື້ຈັດສົ່ງ: 22/11/2026, ຕອນເຊົ້າ");
    let pickup = r#"{"number":"261121-ABCD","branch_id":3,"delivery_day":"2026-11-22"}"#;
    let ready = draft("order.ready", pickup);
    assert_eq!(ready.body_en, "Order 261121-ABCD is ready. Pick-up day: 22 November 2026");
    assert_eq!(ready.body, "ຄຳສັ່ງຊື້ 261121-ABCD ພ້ອມແລ້ວ ມື້ມາຮັບ: 22/11/2026");
    // The text is the usual one without a day, and with a day that this release cannot read.
    for payload in [r#"{"number":"1"}"#, r#"{"number":"1","delivery_day":"soon"}"#] {
        assert_eq!(draft("order.ready", payload).body_en, "Order 1 is ready");
    }
    assert!(!draft("order.preparing", delivery).body_en.contains("November"));
}

#[test]
fn notification_of_another_day_names_it_or_says_that_none_applies() {
    let texts = |payload: &str| {
        let event = Event { payload: payload.to_owned(), ..event("order.day_changed") };
        let draft = customer_draft(&event).unwrap().checked().unwrap();
        [draft.body, draft.body_en]
    };
    let delivery = r#"{"number":"1","delivery_day":"2026-11-22","delivery_part":"morning"}"#;
    let expected =
        ["ມື້ຈັດສົ່ງຄຳສັ່ງຊື້ 1: 22/11/2026, ຕອນເຊົ້າ", "We will deliver order 1 on 22 November 2026, morning"];
    assert_eq!(texts(delivery), expected);
    let pickup = r#"{"number":"1","branch_id":3,"delivery_day":"2026-11-22"}"#;
    assert_eq!(texts(pickup), ["ມື້ມາຮັບຄຳສັ່ງຊື້ 1: 22/11/2026", "You can pick up order 1 on 22 November 2026"]);
    let deleted = "The planned day of order 1 no longer applies. We will tell you the new one";
    assert_eq!(texts(r#"{"number":"1"}"#)[1], deleted);
}

#[test]
fn staff_get_number_and_total_of_a_new_order_only() {
    let draft = staff_draft(&event("order.received")).unwrap().checked().unwrap();
    assert_eq!((draft.title_en.as_str(), draft.body.as_str()), ("New order", "261121-ABCD · ₭1,234,000.00"));
    assert_eq!((draft.customer_id, draft.action_url.as_str()), (0, "/staff/orders/o-1"));
    assert!(draft.order_id.is_empty());
    let pickup = Event { payload: r#"{"number":"1","branch_id":3}"#.to_owned(), ..event("order.received") };
    assert_eq!((draft.branch_id, staff_draft(&pickup).unwrap().branch_id), (0, 3));
    assert_eq!(staff_draft(&event("order.placed")), None);
}

#[test]
fn unknown_event_is_ignored() {
    assert_eq!(customer_draft(&event("order.teleported")), None);
    let unreadable = Event { payload: "[".to_owned(), ..event("order.ready") };
    assert!(customer_draft(&unreadable).is_some());
}
