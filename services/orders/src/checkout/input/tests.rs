//! Tests of the validation of checkout input.

use heuan_rpc::Code;

use super::*;

fn fine() -> Input {
    Input {
        items: Some(vec![(1, 2)]),
        phone: "020 5512 3456".to_owned(),
        delivery: DeliveryInput {
            method: "delivery".to_owned(),
            province: " ນະຄອນຫຼວງວຽງຈັນ ".to_owned(),
            district: "ໄຊເສດຖາ".to_owned(),
            village: "ໂພນທັນ".to_owned(),
            ..DeliveryInput::default()
        },
        payment_method: "qr".to_owned(),
        ..Input::default()
    }
}

#[test]
fn valid_input_is_normalized() {
    let terms = fine().for_order(&PaymentMethod::ALL).unwrap();
    assert_eq!((terms.phone.as_str(), terms.method), ("+8562055123456", PaymentMethod::Qr));
    let DeliveryTerms::Delivery { province, .. } = terms.delivery else { panic!("delivered") };
    assert_eq!(province, "ນະຄອນຫຼວງວຽງຈັນ");
}

#[test]
fn discount_needs_a_reason_of_one_line() {
    assert_eq!(discount_reason(5, " Old customer ").unwrap(), "Old customer");
    assert_eq!(discount_reason(0, "not granted").unwrap(), "");
    for (discount, reason, field) in [
        (-1, "x", "discount.amount"),
        (1, " ", "discount.reason"),
        (1, "a\nb", "discount.reason"),
        (1, &"ກ".repeat(201), "discount.reason"),
    ] {
        assert_eq!(discount_reason(discount, reason).unwrap_err().detail.field, field);
    }
}

type Mutation = fn(&mut Input);

#[test]
fn each_invalid_field_is_reported() {
    let cases: [(&str, &str, Mutation); 23] = [
        ("phone", "required", |it| it.phone.clear()),
        ("phone", "invalid", |it| it.phone = "12345".to_owned()),
        ("delivery.method", "required", |it| it.delivery.method.clear()),
        ("delivery.method", "invalid", |it| it.delivery.method = "drone".to_owned()),
        ("delivery.province", "required", |it| it.delivery.province = "  ".to_owned()),
        ("delivery.district", "too_long", |it| it.delivery.district = "ກ".repeat(101)),
        ("delivery.village", "invalid", |it| it.delivery.village = "a\u{1b}[2J".to_owned()),
        ("delivery.note", "too_long", |it| it.delivery.note = "ກ".repeat(501)),
        ("delivery.branch_id", "required", |it| it.delivery.method = "pickup".to_owned()),
        ("receiver.name", "too_long", |it| it.receiver.name = "ກ".repeat(81)),
        ("receiver.landmark", "too_long", |it| it.receiver.landmark = "ກ".repeat(201)),
        ("receiver.driver_note", "invalid", |it| it.receiver.driver_note = "a\0".to_owned()),
        ("receiver.position", "invalid", |it| it.receiver.position = Some((48.8, 2.3))),
        ("payment.method", "required", |it| it.payment_method.clear()),
        ("payment.method", "invalid", |it| it.payment_method = "gold".to_owned()),
        ("points", "invalid", |it| it.points = -1),
        ("items", "required", |it| it.items = Some(vec![])),
        ("items", "required", |it| (it.items, it.buy_now) = (None, true)),
        ("items", "too_long", |it| it.items = Some((1..=201).map(|id| (id, 1)).collect())),
        ("items[1].pro_id", "invalid", |it| it.items = Some(vec![(1, 1), (1, 1)])),
        ("items[0].pro_id", "invalid", |it| it.items = Some(vec![(0, 1)])),
        ("items[0].quantity", "invalid", |it| it.items = Some(vec![(1, 0)])),
        ("items[0].quantity", "invalid", |it| it.items = Some(vec![(1, 1_000_000)])),
    ];
    for (field, reason, spoil) in cases {
        let mut input = fine();
        spoil(&mut input);
        let error = input.for_order(&PaymentMethod::ALL).unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
        assert_eq!(
            (error.detail.errors.len(), error.detail.errors[0].reason.as_str()),
            (1, reason),
            "{field}"
        );
    }
}

#[test]
fn all_invalid_fields_are_reported_together() {
    let error = Input::default().for_order(&PaymentMethod::ALL).unwrap_err();
    let fields: Vec<&str> = error.detail.errors.iter().map(|it| it.field.as_str()).collect();
    assert_eq!(fields, ["phone", "delivery.method", "payment.method"]);
}

#[test]
fn quote_needs_no_address_and_payment() {
    let quoted = Input::default().for_quote(&PaymentMethod::ALL).unwrap();
    assert_eq!(quoted, (ItemSource::Cart { version: None }, true, 0));
    let wrong = Input { payment_method: "qr".to_owned(), ..Input::default() };
    assert_eq!(wrong.for_quote(&[PaymentMethod::Cod]).unwrap_err().detail.field, "payment.method");
}

/// The limits of the items are those that the OpenAPI document states.
#[test]
fn limits_of_an_order_are_those_of_its_quote() {
    let long = |max: usize| "x".repeat(max + 1);
    let prices = vec![(1, 1); MAX_LINES + 1];
    let wrong = Input {
        phone: long(MAX_PHONE),
        delivery: DeliveryInput {
            note: long(MAX_NOTE),
            province: long(MAX_PLACE),
            branch_id: Some(0),
            ..DeliveryInput::default()
        },
        receiver: ReceiverInput { name: long(MAX_NAME), ..ReceiverInput::default() },
        confirmed: Some(ConfirmedAmounts { prices, ..ConfirmedAmounts::default() }),
        ..Input::default()
    };
    let error = wrong.for_quote(&PaymentMethod::ALL).unwrap_err();
    let fields: Vec<&str> = error.detail.errors.iter().map(|it| it.field.as_str()).collect();
    let expected = [
        "phone",
        "delivery.note",
        "delivery.province",
        "delivery.branch_id",
        "receiver.name",
        "confirmed.prices",
    ];
    assert_eq!(fields, expected);
}
