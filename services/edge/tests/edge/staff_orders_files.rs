//! Orders as a file, and changed details of an order, over HTTP.

use heuan_proto::orders::v1::{ChangeStaffOrderRequest, Delivery, OrderReceiver};
use heuan_rpc::Error;
use heuan_testkit::eventually;
use reqwest::{Method, RequestBuilder};
use rstest::rstest;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    order_fake::{Received, order},
    staff_orders::{actor, clerk},
    staff_orders_fake::staff_order,
    support::{problem, shop},
};

const FILE: &str = "/api/staff/orders.csv";

#[actix_web::test]
async fn file_has_the_orders_of_all_pages_of_the_filtered_list() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let path = format!("{FILE}?view=to_confirm&from=2026-11-21&to=2026-11-21&sort=oldest&limit=1&cursor=x");
    let response = kham.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/csv; charset=utf-8");
    assert_eq!(response.headers()["content-disposition"], "attachment; filename=\"orders.csv\"");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let text = String::from_utf8(response.bytes().await.unwrap().to_vec()).unwrap();
    let row = "261121-7K3M9QTX,2026-11-21T00:00:00+07:00,delivery_failed,2026-11-21T00:00:00+07:00,cod,due,146000,0,12,\
        Noy Keo,+8562055123456,pickup,Headquarters,,,,,9,,292000,transfer,FT2611; =7,0,,,146000,2,3,2026-11-22,,1000,5000,30000,13273";
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert!(lines[0].starts_with("\u{FEFF}number,created_at,status,"), "{}", lines[0]);
    assert!(lines[0].ends_with(",delivery_part,written_off,discount,delivery_fee,vat"), "{}", lines[0]);
    assert_eq!(lines[1..], [row, row]);
    let audit = shop.accounts.stored().audit.clone();
    assert_eq!(audit.last().unwrap().action, "GET /api/staff/orders.csv");
    eventually("the export has ended", async || !shop.accounts.stored().audit_ends.is_empty()).await;
    let detail = shop.accounts.stored().audit_ends[0].detail.clone();
    assert!(detail.starts_with("view=to_confirm from=2026-11-21 to=2026-11-21 sort=oldest"), "{detail}");
    let requests: Vec<_> = shop
        .orders
        .take_received()
        .into_iter()
        .map(|call| match call {
            Received::StaffList(request) => {
                (request.view, request.from_ms, request.sort, request.cursor, request.limit)
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let page = |cursor: &str| {
        ("to_confirm".to_owned(), 1_795_194_000_000, "oldest".to_owned(), cursor.to_owned(), 100)
    };
    assert_eq!(requests, [page(""), page("bmV4dA")]);
}

#[actix_web::test]
async fn longer_list_than_a_file_is_refused_before_it_begins() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.orders.set_staff_total(20_001);
    let body = problem(kham.request(Method::GET, FILE).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("from")));
    assert_eq!(body["reason"], "too_many");
    assert_eq!(shop.orders.take_received().len(), 1);
    let body = problem(kham.request(Method::GET, &format!("{FILE}?from=x")).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("from")));
    assert_eq!(body["reason"], Value::Null);
    shop.orders.fail_next(Error::invalid("status", "is not a word that this list knows"));
    let body = problem(kham.request(Method::GET, &format!("{FILE}?status=lost")).send().await.unwrap()).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("status")));
}

fn changing(browser: &Browser<'_>, body: &Value) -> RequestBuilder {
    browser.request(Method::PATCH, &format!("/api/staff/orders/{}", order().order_id)).json(body)
}

#[actix_web::test]
async fn changed_details_are_passed_on_and_recorded_without_their_values() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let request = json!({"version": 6, "phone": "030 999 8877", "delivery": {"branch_id": 4, "note": "ຫຼັງ 5 ໂມງ"},
            "receiver": {"name": "Kham"}});
    let response = changing(&kham, &request).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["data"]["version"], staff_order().version);
    let expected = ChangeStaffOrderRequest {
        actor: Some(actor(&kham)),
        order_id: order().order_id,
        version: 6,
        phone: Some("030 999 8877".to_owned()),
        delivery: Some(Delivery {
            branch_id: Some(4), note: "ຫຼັງ 5 ໂມງ".to_owned(), ..Delivery::default()
        }),
        receiver: Some(OrderReceiver { name: "Kham".to_owned(), ..OrderReceiver::default() }),
    };
    assert_eq!(shop.orders.take_received(), [Received::StaffChange(expected)]);
    let audit = shop.accounts.stored().audit.clone();
    assert_eq!(audit.last().unwrap().action, "PATCH /api/staff/orders/{order_id}");
    eventually("the end is recorded", async || {
        shop.accounts.stored().audit_ends.last().is_some_and(|end| end.detail == "phone delivery receiver")
    })
    .await;
    shop.orders.fail_next(Error::conflict("order_changed", "the order has changed"));
    let changed = problem(changing(&kham, &request).send().await.unwrap()).await;
    assert_eq!((&changed["status"], &changed["reason"]), (&json!(409), &json!("order_changed")));
    assert_eq!(changed["order"]["version"], staff_order().version);
}

#[rstest]
#[case(json!({"version": "1", "phone": "020 5512 3456"}), "version")]
#[case(json!({"version": 1, "phone": 7}), "phone")]
#[case(json!({"version": 1, "delivery": {"branch_id": "4"}}), "delivery.branch_id")]
#[case(json!({"version": 1, "delivery": {"method": "pickup"}}), "delivery")]
#[actix_web::test]
async fn wrong_detail_is_reported_with_its_field(#[case] request: Value, #[case] field: &str) {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let body = problem(changing(&kham, &request).send().await.unwrap()).await;
    assert_eq!(body["status"], 400, "{body}");
    assert!(body["field"].as_str().unwrap_or_default().starts_with(field), "{body}");
    assert!(shop.orders.take_received().is_empty());
}
