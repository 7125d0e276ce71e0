//! Orders that the lines of a bank statement may pay, over HTTP.

use heuan_proto::orders::v1::MatchTransfersRequest;
use heuan_rpc::Error;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    order_fake::Received,
    staff_orders::{actor, clerk},
    support::{problem, shop},
};

const MATCHES: &str = "/api/staff/orders/transfer-matches";

#[actix_web::test]
async fn lines_of_a_statement_are_returned_with_the_orders_that_fit() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    let text = "145,000 261121-7K3M9QTX\n\nDate";
    let response = kham.request(Method::POST, MATCHES).json(&json!({"text": text})).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    let body: Value = response.json().await.unwrap();
    let [found, unread] = body["data"].as_array().unwrap().as_slice() else { panic!("{body}") };
    let candidate = &found["candidates"][0];
    assert_eq!(
        (&found["line"], &found["fit"], &found["amount"], &found["reference"], &found["unread_reason"]),
        (&json!(1), &json!("different_amount"), &json!(145_000), &json!("FT2611"), &Value::Null)
    );
    assert_eq!(
        (&candidate["order"]["number"], &candidate["difference"], &candidate["has_name"]),
        (&json!("261121-7K3M9QTX"), &json!(-1_000), &json!(true))
    );
    assert_eq!(
        (&unread["line"], &unread["unread_reason"], &unread["fit"], &unread["reference"]),
        (&json!(3), &json!("no_amount"), &Value::Null, &Value::Null)
    );
    let expected = MatchTransfersRequest { actor: Some(actor(&kham)), text: text.to_owned() };
    assert_eq!(shop.orders.take_received(), [Received::StaffTransfers(expected)]);
    assert!(shop.accounts.stored().audit.is_empty(), "a statement that is read is no action");
}

#[actix_web::test]
async fn oversized_statement_is_a_field_error() {
    let shop = shop().await;
    let kham = clerk(&shop).await;
    shop.orders.fail_next(Error::invalid("text", "must have at most 20000 characters"));
    let response = kham.request(Method::POST, MATCHES).json(&json!({"text": "1"})).send().await.unwrap();
    let body = problem(response).await;
    assert_eq!((&body["status"], &body["field"]), (&json!(400), &json!("text")));
}
