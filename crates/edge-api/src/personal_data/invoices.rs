//! Invoices and credit notes of a customer's completed orders as HTML documents, in Lao and English.

use std::iter;

use heuan_proto::catalog::v1 as catalog;
use heuan_rpc::{Error, Result};
use minijinja::{AutoEscape, Environment, context};
use serde::{Deserialize, Serialize};

use super::credit_notes::{self, Return};

const NAME: &str = "invoice.html";
const COMPLETED: &str = "completed";

/// A document of the download.
pub struct Document {
    /// Path in the archive.
    pub path: String,
    pub content: String,
}

/// The orders of an export of the orders service.
#[derive(Deserialize)]
struct Export {
    #[serde(default)]
    orders: Vec<Order>,
}

#[derive(Deserialize)]
pub struct Order {
    pub number: String,
    pub created_at: String,
    status: String,
    payment: Payment,
    pub customer_name: String,
    /// The shop at placement; absent in orders of earlier versions.
    seller: Option<Seller>,
    pub phone: String,
    delivery: Delivery,
    pub lines: Vec<Line>,
    #[serde(default)]
    pub returns: Vec<Return>,
    totals: Totals,
    #[serde(default)]
    discount_reason: String,
}

/// The shop as the seller.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default)]
struct Seller {
    name: String,
    legal_name_la: String,
    legal_name_en: String,
    address_la: String,
    address_en: String,
    tax_number: String,
    /// Absent in orders of earlier versions.
    contact: Option<Contact>,
}

/// Contact details of the shop.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default)]
struct Contact {
    hotline: String,
    customer_service: String,
    email: String,
}

#[derive(Deserialize)]
struct Payment {
    method: String,
    #[serde(default)]
    reference: String,
}

#[derive(Deserialize)]
#[serde(tag = "method", rename_all = "snake_case")]
enum Delivery {
    Delivery { province: String, district: String, village: String, note: String },
    Pickup { branch_name_la: String, branch_name_en: String, note: String },
}

#[derive(Deserialize)]
pub struct Line {
    pub pro_id: i64,
    name_la: String,
    name_en: String,
    quantity: i64,
    #[serde(default)]
    unit_la: String,
    pub price: i64,
    vatrate: i64,
    total: i64,
}

#[derive(Deserialize)]
struct Totals {
    subtotal: i64,
    points_discount: i64,
    delivery_fee: i64,
    total: i64,
    vat: Vec<Vat>,
    points_used: i64,
    #[serde(default)]
    discount: i64,
}

#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names of the export")]
pub struct Vat {
    rate: i64,
    net: i64,
    vat: i64,
    gross: i64,
}

/// An invoice or a credit note as the template reads it: all amounts as text.
#[derive(Serialize)]
pub struct Invoice {
    pub title: &'static str,
    pub number: String,
    pub date: String,
    pub customer_name: String,
    pub phone: String,
    pub place: String,
    pub note: String,
    /// Title of the facts beside the customer: the payment, or the credited order.
    pub facts_title: &'static str,
    pub facts: Vec<String>,
    pub lines: Vec<InvoiceLine>,
    pub vat: Vec<InvoiceVat>,
    pub sums: Vec<Sum>,
}

#[derive(Serialize)]
pub struct InvoiceLine {
    pro_id: i64,
    name: String,
    quantity: String,
    price: String,
    vatrate: i64,
    total: String,
}

#[derive(Serialize)]
pub struct InvoiceVat {
    rate: i64,
    net: String,
    vat: String,
    gross: String,
}

#[derive(Serialize)]
pub struct Sum {
    name: String,
    kip: String,
}

/// An invoice for each completed order in `export`, the export of the orders service, and a credit note for each return of the
/// order.
pub fn of_export(export: &[u8], company: &catalog::Company, shop_name: &str) -> Result<Vec<Document>> {
    let export: Export = serde_json::from_slice(export).map_err(Error::internal)?;
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template(NAME, include_str!("invoice.html")).map_err(Error::internal)?;
    let template = environment.get_template(NAME).map_err(Error::internal)?;
    let text = |text: Option<&catalog::Text>| text.cloned().unwrap_or_default();
    let (legal_name, address) = (text(company.legal_name.as_ref()), text(company.address.as_ref()));
    let present = Seller {
        name: if company.name.is_empty() { shop_name.to_owned() } else { company.name.clone() },
        legal_name_la: legal_name.la,
        legal_name_en: legal_name.en,
        address_la: address.la,
        address_en: address.en,
        tax_number: company.tax_number.clone(),
        contact: None,
    };
    let present_contact = Contact {
        hotline: company.hotline.clone(),
        customer_service: company.customer_service.clone(),
        email: company.email.clone(),
    };
    let completed = export.orders.into_iter().filter(|order| order.status == COMPLETED);
    let mut documents = Vec::new();
    for order in completed {
        let seller = order.seller.clone().unwrap_or_else(|| present.clone());
        let contact = seller.contact.clone().unwrap_or_else(|| present_contact.clone());
        let credit_notes = credit_notes::of_order(&order);
        for order in iter::once(Invoice::from(order)).chain(credit_notes) {
            let path = format!("invoices/{}.html", file_name(&order.number));
            let content = template.render(context! { order, seller, contact }).map_err(Error::internal)?;
            documents.push(Document { path, content });
        }
    }
    Ok(documents)
}

/// A number of an order has letters, digits and hyphens; another character must not become part of a path.
fn file_name(number: &str) -> String {
    number.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

impl From<Order> for Invoice {
    fn from(from: Order) -> Self {
        let totals = from.totals;
        let mut sums = vec![sum("ຄ່າສິນຄ້າ / Subtotal", totals.subtotal)];
        if totals.points_discount > 0 {
            let name = format!("ໃຊ້ຄະແນນ / Points used: {}", totals.points_used);
            sums.push(sum(name, -totals.points_discount));
        }
        if totals.discount > 0 {
            let reason = from.discount_reason;
            let name = "ສ່ວນຫຼຸດ / Discount";
            let name = if reason.is_empty() { name.to_owned() } else { format!("{name}: {reason}") };
            sums.push(sum(name, -totals.discount));
        }
        if totals.delivery_fee > 0 {
            sums.push(sum("ຄ່າຈັດສົ່ງ / Delivery", totals.delivery_fee));
        }
        sums.push(sum("ລວມທັງໝົດ / Total", totals.total));
        let payment = payment_text(&from.payment.method, &from.delivery);
        let (place, note) = match from.delivery {
            Delivery::Delivery { province, district, village, note } => {
                let parts = [village, district, province];
                let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                (parts.join(", "), note)
            }
            Delivery::Pickup { branch_name_la, branch_name_en, note } => {
                (format!("ຮັບທີ່ສາຂາ / Pick-up: {}", both(branch_name_la, branch_name_en)), note)
            }
        };
        let lines = from.lines.iter().map(|line| invoice_line(line, line.quantity, line.total));
        let mut facts = vec![payment.to_owned()];
        if !from.payment.reference.is_empty() {
            facts.push(format!("ລະຫັດອ້າງອີງ / Reference: {}", from.payment.reference));
        }
        Self {
            title: "ໃບເກັບເງິນ / Invoice",
            number: from.number,
            date: day(&from.created_at),
            customer_name: from.customer_name,
            phone: from.phone,
            place,
            note,
            facts_title: "ການຊຳລະ / Payment",
            facts,
            lines: lines.collect(),
            vat: totals.vat.iter().map(InvoiceVat::from).collect(),
            sums,
        }
    }
}

impl From<&Vat> for InvoiceVat {
    fn from(row: &Vat) -> Self {
        Self { rate: row.rate, net: kip(row.net), vat: kip(row.vat), gross: kip(row.gross) }
    }
}

/// `quantity` units of a line, which cost `total`.
pub fn invoice_line(line: &Line, quantity: i64, total: i64) -> InvoiceLine {
    InvoiceLine {
        pro_id: line.pro_id,
        name: both(line.name_la.clone(), line.name_en.clone()),
        quantity: format!("{quantity} {}", line.unit_la).trim_end().to_owned(),
        price: kip(line.price),
        vatrate: line.vatrate,
        total: kip(total),
    }
}

/// The day of a time, in Laos.
pub fn day(time: &str) -> String {
    time.chars().take(10).collect()
}

fn payment_text(method: &str, delivery: &Delivery) -> &'static str {
    match (method, delivery) {
        ("qr", _) => "QR",
        ("transfer", _) => "ໂອນຜ່ານທະນາຄານ / Bank transfer",
        (_, Delivery::Pickup { .. }) => "ຈ່າຍທີ່ສາຂາ / Paid at the branch",
        _ => "ຈ່າຍເງິນສົດປາຍທາງ / Cash on delivery",
    }
}

fn both(la: String, en: String) -> String {
    match (la.is_empty(), en.is_empty()) {
        (true, _) => en,
        (_, true) => la,
        _ if la == en => la,
        _ => format!("{la} / {en}"),
    }
}

pub fn sum(name: impl Into<String>, amount: i64) -> Sum {
    Sum { name: name.into(), kip: kip(amount) }
}

/// Kip with thousands separators and two decimals, as in the storefront: `₭1,690,000.00`.
pub fn kip(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let mut text = String::from(if amount < 0 { "−₭" } else { "₭" });
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
mod tests {
    use serde_json::json;

    use super::*;

    fn order(status: &str, number: &str) -> serde_json::Value {
        json!({
            "order_id": "o1", "number": number, "created_at": "2026-11-21T23:59:00+07:00", "status": status,
            "payment": {"method": "transfer", "status": "paid", "reference": "R1", "pay_until": null},
            "customer_name": "Noy <b>", "phone": "+8562055512345",
            "delivery": {"method": "delivery", "province": "ເຊກອງ", "district": "ລະມາມ", "village": "Lavi", "note": "Gate"},
            "lines": [{"pro_id": 401_008, "name_la": "ສະຫວ່ານ", "name_en": "Drill", "quantity": 2, "unit_la": "ໜ່ວຍ",
                "unit_en": "piece", "price": 845_000, "vatrate": 10, "total": 1_690_000}],
            "totals": {"subtotal": 1_690_000, "points_discount": 5000, "delivery_fee": 30_000, "free_delivery_from": 0,
                "total": 1_715_000, "vat": [{"rate": 10, "net": 1_559_091, "vat": 155_909, "gross": 1_715_000}],
                "points_used": 5, "points_earned": 8},
        })
    }

    fn company() -> catalog::Company {
        let text = |la: &str, en: &str| Some(catalog::Text { la: la.to_owned(), en: en.to_owned() });
        catalog::Company {
            name: "Heuan".to_owned(),
            legal_name: text("ບໍລິສັດ ເຮືອນ", "Heuan Sole Co."),
            address: text("ວຽງຈັນ", "Vientiane"),
            hotline: "021 123 456".to_owned(),
            customer_service: "021 123 457".to_owned(),
            email: "shop@example.com".to_owned(),
            tax_number: "TAX-7".to_owned(),
            ..Default::default()
        }
    }

    #[test]
    fn completed_order_has_an_invoice_with_seller_buyer_lines_and_taxes() {
        let export = json!({"orders": [order("completed", "261121-7K3M9QTX"), order("cancelled", "N-2")]});
        let documents = of_export(export.to_string().as_bytes(), &company(), "Shop").unwrap();
        let [Document { path, content }] = &documents[..] else { panic!("{}", documents.len()) };
        assert_eq!(path, "invoices/261121-7K3M9QTX.html");
        for part in [
            "ບໍລິສັດ ເຮືອນ",
            "Heuan Sole Co.",
            "TAX-7",
            "021 123 456",
            "021 123 457",
            "#261121-7K3M9QTX",
            "2026-11-21",
            "Noy &lt;b&gt;",
            "+8562055512345",
            "Lavi, ລະມາມ, ເຊກອງ",
            "Bank transfer",
            "R1",
            "ສະຫວ່ານ &#x2f; Drill 401008",
            "2 ໜ່ວຍ",
            "₭845,000.00",
            "₭1,559,091.00",
            "₭155,909.00",
            "Subtotal",
            "Points used: 5",
            "−₭5,000.00",
            "₭30,000.00",
            "₭1,715,000.00",
        ] {
            assert!(content.contains(part), "{part}: {content}");
        }
    }

    #[test]
    fn returned_order_has_its_credit_note_beside_the_invoice() {
        let mut returned = order("completed", "261121-7K3M9QTX");
        returned["seller"] = json!({"name": "Old", "tax_number": "TAX-1"});
        returned["returns"] = json!([{"at": "2026-11-25T10:00:00+07:00", "refund": 845_000, "reason": "",
            "lines": [{"pro_id": 401_008, "to_stock": 1, "to_waste": 0, "note": ""}],
            "credit_note": {"number": "261121-7K3M9QTX-C1", "goods": 845_000, "discount": 0, "delivery_fee": 0,
                "missing_points_value": 0, "vat": [{"rate": 10, "net": 768_182, "vat": 76_818, "gross": 845_000}]}}]);
        let export = json!({"orders": [returned, order("completed", "N-2")]});
        let documents = of_export(export.to_string().as_bytes(), &company(), "Shop").unwrap();
        let paths: Vec<&str> = documents.iter().map(|document| document.path.as_str()).collect();
        let number = "261121-7K3M9QTX";
        assert_eq!(
            paths,
            [
                format!("invoices/{number}.html"),
                format!("invoices/{number}-C1.html"),
                "invoices/N-2.html".to_owned()
            ]
        );
        for part in
            ["Credit note", "TAX-1", "#261121-7K3M9QTX-C1", "2026-11-25", "For order", "1 ໜ່ວຍ", "₭76,818.00"]
        {
            assert!(documents[1].content.contains(part), "{part}: {}", documents[1].content);
        }
        assert!(!documents[1].content.contains("Bank transfer"), "{}", documents[1].content);
    }

    #[test]
    fn invoice_has_the_seller_of_its_order_and_not_the_present_one() {
        let mut former = order("completed", "N-1");
        former["seller"] =
            json!({"name": "Old", "legal_name_la": "ບໍລິສັດ ເກົ່າ", "address_en": "Pakse", "tax_number": "TAX-1"});
        let export = json!({"orders": [former]});
        let documents = of_export(export.to_string().as_bytes(), &company(), "Shop").unwrap();
        let content = &documents[0].content;
        for part in ["ບໍລິສັດ ເກົ່າ", "Pakse", "TAX-1", "021 123 456"] {
            assert!(content.contains(part), "{part}: {content}");
        }
        for part in ["ບໍລິສັດ ເຮືອນ", "Heuan Sole Co.", "TAX-7"] {
            assert!(!content.contains(part), "{part}: {content}");
        }
    }

    #[test]
    fn invoice_has_the_contact_of_its_order_and_not_the_present_one() {
        let mut former = order("completed", "N-1");
        former["seller"] =
            json!({"name": "Old", "contact": {"hotline": "020 1", "email": "old@example.com"}});
        let export = json!({"orders": [former]});
        let documents = of_export(export.to_string().as_bytes(), &company(), "Shop").unwrap();
        let content = &documents[0].content;
        assert!(content.contains("<p>020 1</p>") && content.contains("old@example.com"), "{content}");
        for part in ["021 123 456", "021 123 457", "shop@example.com"] {
            assert!(!content.contains(part), "{part}: {content}");
        }
    }

    #[test]
    fn number_cannot_leave_the_folder() {
        let export = json!({"orders": [order("completed", "../../x")]});
        let documents = of_export(export.to_string().as_bytes(), &company(), "Shop").unwrap();
        assert_eq!(documents[0].path, "invoices/------x.html");
        assert!(of_export(b"{\"of\": 7}", &company(), "Shop").unwrap().is_empty());
    }
}
