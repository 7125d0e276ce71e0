//! Credit notes of an order's returns, in the same form as its invoice.

use serde::Deserialize;

use super::invoices::{Invoice, Order, Vat, day, invoice_line, sum};

/// Goods that came back.
#[derive(Deserialize)]
pub struct Return {
    at: String,
    lines: Vec<ReturnedLine>,
    refund: i64,
    /// Absent in exports of earlier versions.
    credit_note: Option<CreditNote>,
}

#[derive(Deserialize)]
struct ReturnedLine {
    pro_id: i64,
    to_stock: i64,
    to_waste: i64,
}

#[derive(Deserialize)]
struct CreditNote {
    number: String,
    goods: i64,
    discount: i64,
    delivery_fee: i64,
    missing_points_value: i64,
    vat: Vec<Vat>,
}

/// A credit note for each return of an order.
pub fn of_order(order: &Order) -> Vec<Invoice> {
    let noted = order.returns.iter().filter_map(|one| Some((one, one.credit_note.as_ref()?)));
    noted.map(|(one, note)| credit_note(order, one, note)).collect()
}

fn credit_note(order: &Order, from: &Return, note: &CreditNote) -> Invoice {
    let lines = from.lines.iter().filter_map(|returned| {
        let sold = order.lines.iter().find(|line| line.pro_id == returned.pro_id)?;
        let units = returned.to_stock + returned.to_waste;
        Some(invoice_line(sold, units, sold.price.saturating_mul(units)))
    });
    let mut sums = vec![sum("ລາຄາສິນຄ້າ / Price of the goods", note.goods)];
    if note.discount > 0 {
        sums.push(sum("ສ່ວນຫຼຸດ ຕາມສັດສ່ວນ / Discount on them", -note.discount));
    }
    if note.delivery_fee > 0 {
        sums.push(sum("ຄ່າສົ່ງ / Delivery fee", note.delivery_fee));
    }
    if note.missing_points_value > 0 {
        sums.push(sum("ຄະແນນທີ່ໃຊ້ໄປແລ້ວ / Points already spent", -note.missing_points_value));
    }
    sums.push(sum("ເງິນທີ່ຄືນ / Refund", from.refund));
    Invoice {
        title: "ໃບຫຼຸດໜີ້ / Credit note",
        number: note.number.clone(),
        date: day(&from.at),
        customer_name: order.customer_name.clone(),
        phone: order.phone.clone(),
        place: String::new(),
        note: String::new(),
        facts_title: "ສຳລັບຄຳສັ່ງຊື້ / For order",
        facts: vec![format!("#{}", order.number), day(&order.created_at)],
        lines: lines.collect(),
        vat: note.vat.iter().map(Into::into).collect(),
        sums,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::invoices::kip, *};

    fn order(returns: &serde_json::Value) -> Order {
        let line = |pro_id: i64, name: &str, price: i64| {
            json!({"pro_id": pro_id, "name_la": "", "name_en": name, "quantity": 3, "unit_la": "ໜ່ວຍ",
                "price": price, "vatrate": 10, "total": 3 * price})
        };
        let order = json!({
            "number": "261121-7K3M9QTX", "created_at": "2026-11-21T23:59:00+07:00", "status": "completed",
            "payment": {"method": "transfer"}, "customer_name": "Noy Keo", "phone": "+8562055512345",
            "delivery": {"method": "pickup", "branch_name_la": "", "branch_name_en": "Pakse", "note": ""},
            "lines": [line(1, "Drill", 100_000), line(2, "Saw", 50_000)],
            "totals": {"subtotal": 450_000, "points_discount": 0, "delivery_fee": 0, "total": 450_000, "vat": [],
                "points_used": 0},
            "returns": returns,
        });
        serde_json::from_value(order).unwrap()
    }

    #[test]
    fn return_has_a_credit_note_with_its_units_vat_and_refund() {
        let returns = json!([
            {"at": "2026-11-25T10:00:00+07:00", "lines": [{"pro_id": 1, "to_stock": 1, "to_waste": 1}], "reason": "",
                "refund": 184_000, "credit_note": {"number": "261121-7K3M9QTX-C2", "goods": 200_000, "discount": 10_000,
                    "delivery_fee": 4_000, "missing_points_value": 10_000,
                    "vat": [{"rate": 10, "net": 176_364, "vat": 17_636, "gross": 194_000}]}},
            {"at": "2026-11-26T10:00:00+07:00", "lines": [], "reason": "", "refund": 0},
        ]);
        let notes = of_order(&order(&returns));
        let [note] = &notes[..] else { panic!("{}", notes.len()) };
        assert_eq!((note.number.as_str(), note.date.as_str()), ("261121-7K3M9QTX-C2", "2026-11-25"));
        assert_eq!(note.facts, ["#261121-7K3M9QTX", "2026-11-21"]);
        let note = serde_json::to_value(note).unwrap();
        let line = json!([{"pro_id": 1, "name": "Drill", "quantity": "2 ໜ່ວຍ", "price": kip(100_000), "vatrate": 10,
            "total": kip(200_000)}]);
        assert_eq!(note["lines"], line);
        assert_eq!(note["vat"][0]["vat"], kip(17_636));
        let sums: Vec<&str> =
            note["sums"].as_array().unwrap().iter().map(|sum| sum["kip"].as_str().unwrap()).collect();
        assert_eq!(sums, [200_000, -10_000, 4_000, -10_000, 184_000].map(kip));
    }

    #[test]
    fn order_without_returns_has_no_credit_note() {
        assert!(of_order(&order(&json!([]))).is_empty());
    }
}
