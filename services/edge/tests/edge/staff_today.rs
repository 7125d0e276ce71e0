//! The figures of the day over HTTP, with each service up or down.

use heuan_proto::{accounts::v1::Role, catalog::v1::ImportState};
use heuan_rpc::Error;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    account_browser::Browser,
    order_fake::Received,
    support::{TestShop, problem, shop},
};

async fn person(shop: &TestShop, role: Role) -> Browser<'_> {
    let browser = Browser::registered(shop, "030").await;
    shop.accounts.set_role("030", role);
    browser
}

async fn today(browser: &Browser<'_>) -> Value {
    let response = browser.request(Method::GET, "/api/staff/today").send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["cache-control"], "no-store");
    response.json::<Value>().await.unwrap()["data"].take()
}

#[actix_web::test]
async fn figures_of_all_services_are_composed() {
    let shop = shop().await;
    let kham = person(&shop, Role::Manager).await;
    let data = today(&kham).await;
    let waiting = |count: i64, refund: i64| {
        let oldest = (count > 0).then_some("2026-11-21T00:00:00+07:00");
        json!({"count": count, "oldest": oldest, "refund": refund})
    };
    assert_eq!(
        data["orders"],
        json!({"to_confirm": waiting(2, 0), "to_prepare": waiting(3, 0), "to_hand_over": waiting(4, 0),
            "transfers": waiting(5, 0), "failed_delivery": waiting(0, 0), "refunds": waiting(7, 460_000),
            "to_settle": waiting(8, 0), "returns": waiting(0, 0), "due_today": waiting(6, 0),
            "overdue": waiting(1, 0)})
    );
    let series = json!({
        "periods": [{"start": "2026-11-21T00:00:00+07:00", "revenue": 10, "reduced": 6, "orders": 1, "revenue_before": 20,
            "reduced_before": 7, "orders_before": 2}],
        "revenue": 30, "reduced": 8, "orders": 3, "revenue_before": 40, "reduced_before": 9, "orders_before": 4});
    assert_eq!((&data["sales"]["days"], &data["sales"]["weeks"]), (&series, &series));
    assert_eq!(
        data["sales"]["best_sellers"],
        json!([{"pro_id": 1, "pro_name_la": "ຊີມັງ", "pro_name_en": "Cement", "pro_img_cover": "products/1.png",
            "unit_la": "ຖົງ", "unit_en": "bag", "quantity": 9, "revenue": 522_000, "revenue_before": 400_000,
            "stock": 7}])
    );
    assert_eq!(data["searches"], json!([{"text": "ປູນຕາເສືອ", "visitors": 38}]));
    assert_eq!(data["chats"], json!({"unread": 1, "unanswered": 4}));
    assert_eq!(data["messages"], json!({"open": 0}));
    assert_eq!(data["stock"], json!({"low": 9, "out": 9, "low_stock": 5}));
    assert_eq!(data["imports"], json!({"failed": 0}));
    assert_eq!(data["unavailable"], json!([]));
    shop.fake.imports().set_files(&[
        (ImportState::Ready, "prices.csv"),
        (ImportState::Applied, "prices.csv"),
        (ImportState::Applied, "others.csv"),
        (ImportState::Failed, "prices.csv"),
        (ImportState::Faulty, "stock.csv"),
        (ImportState::Cancelled, "stock.csv"),
        (ImportState::Failed, "spring.zip"),
        (ImportState::Applied, "spring.zip"),
    ]);
    // A later import of the same file replaces a failed one, another file does not.
    assert_eq!(today(&kham).await["imports"], json!({"failed": 2}));
}

#[actix_web::test]
async fn waiting_orders_are_those_of_a_branch_on_request() {
    let shop = shop().await;
    let kham = person(&shop, Role::Clerk).await;
    for (query, expected) in [("", "figures of branch 0"), ("?branch_id=3", "figures of branch 3")] {
        let path = format!("/api/staff/today{query}");
        assert_eq!(kham.request(Method::GET, &path).send().await.unwrap().status(), 200);
        let received = shop.orders.take_received();
        assert!(
            matches!(&received[..], [Received::StaffRead(_, of)] if of == expected),
            "{query}: {received:?}"
        );
    }
    let response = kham.request(Method::GET, "/api/staff/today?branch_id=x").send().await.unwrap();
    assert_eq!(problem(response).await["field"], "branch_id");
}

#[actix_web::test]
async fn figures_of_a_service_that_fails_are_null_and_named() {
    let shop = shop().await;
    let kham = person(&shop, Role::Manager).await;
    shop.orders.fail_next(Error::internal("lost"));
    let data = today(&kham).await;
    assert_eq!((&data["orders"], &data["sales"]), (&Value::Null, &Value::Null));
    assert_eq!(data["unavailable"], json!(["orders"]));
    assert_eq!(data["chats"], json!({"unread": 1, "unanswered": 4}));
    shop.chat.fail_next(Error::internal("lost"));
    shop.fake.set_down(true);
    shop.search.fail(Some(Error::internal("lost")));
    let data = today(&kham).await;
    assert_eq!(data["chats"], Value::Null);
    // Sales do not need the catalog; only the stock beside them does.
    assert_eq!(data["sales"]["best_sellers"][0]["stock"], Value::Null);
    assert_eq!(data["orders"]["to_confirm"]["count"], 2);
    assert_eq!(data["unavailable"], json!(["catalog", "chat", "search"]));
}

#[actix_web::test]
async fn role_sees_figures_of_its_own_areas() {
    let shop = shop().await;
    let kham = person(&shop, Role::Clerk).await;
    let data = today(&kham).await;
    assert_eq!((&data["stock"], &data["unavailable"]), (&Value::Null, &json!([])));
    assert_eq!(data["imports"], Value::Null);
    assert_eq!(data["orders"]["refunds"]["count"], 7);
    // How the shop sells, and what is searched for, is not the work of a clerk.
    assert_eq!((&data["sales"], &data["searches"]), (&Value::Null, &Value::Null));
    shop.accounts.set_role("030", Role::Editor);
    let data = today(&kham).await;
    assert_eq!(data["imports"], json!({"failed": 0}));
    for part in ["orders", "sales", "chats", "messages"] {
        assert_eq!(data[part], Value::Null, "{part}");
    }
    assert_eq!((&data["stock"]["low"], &data["searches"][0]["visitors"]), (&json!(9), &json!(38)));
    assert_eq!(data["unavailable"], json!([]));
}
