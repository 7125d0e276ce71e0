//! Orders written by a newer release: this release reads and lists them, and writes unknown values back unchanged.
//! Both databases.

use heuan_proto::orders::v1 as wire;
use heuan_store::{read, run};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{
    NOY, Shop, buy,
    staff::{clerk, state, status, step, step_of},
};

async fn change(shop: &Shop, order_id: &str, set: &str) {
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = format!("UPDATE customer_order SET {set} WHERE order_id = $1");
    run!(tx, heuan_store::sqlx::AssertSqlSafe(sql), order_id).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

/// Status, state of the payment and of the stock, history, settlement, change of the lines.
async fn stored(shop: &Shop, order_id: &str) -> (String, String, String, String, String, String) {
    let tables = shop.tables().await;
    let sql = "SELECT status, money, units, history, settlement, line_change FROM customer_order WHERE order_id = $1";
    let found = read!(tables, |pool| { sqlx::query_as(sql).bind(order_id).fetch_one(pool).await.unwrap() });
    tables.close().await;
    found
}

#[rstest]
#[tokio::test]
async fn order_in_an_unknown_state_is_read_as_other_and_stays_as_it_is(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let id = order.order_id.as_str();
    let at = order.created_at_ms;
    let planted = format!(
        "status = 'inspecting', money = 'in_escrow', units = 'quarantined', method = 'cheque', \
         history = '[[\"placed\",{at}],[\"inspecting\",{at}]]', line_change = '{{\"change_id\":\"c\",\"phase\":{{\"split\":[1,2]}}}}', \
         due_at = 1, tries = 0"
    );
    change(&shop, id, &planted).await;
    let before = stored(&shop, id).await;

    let seen = shop.staff_order(id).await;
    let inner = seen.order.clone().unwrap();
    assert_eq!((status(&seen), inner.payment.unwrap().method.as_str()), (("other", "other"), "other"));
    let history: Vec<_> = inner.history.iter().map(|change| change.status.as_str()).collect();
    assert_eq!(history, ["placed", "other"]);
    assert_eq!(shop.order(NOY, id).await.unwrap().status, "other");
    let request = wire::ListStaffOrdersRequest { actor: Some(clerk(1)), limit: 10, ..Default::default() };
    let listed = shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner();
    assert_eq!((listed.total, listed.orders[0].status.as_str()), (1, "other"));

    // Notes are written, everything else waits for the newer release.
    let possible: Vec<_> = seen.actions.iter().filter(|one| one.blocked_reason.is_empty()).collect();
    let possible: Vec<_> = possible.into_iter().map(|one| one.action.as_str()).collect();
    assert_eq!(possible, ["assign", "note"]);
    assert!(shop.update(step(&seen, "cancel")).await.unwrap_err().message.contains("newer release"));
    assert_eq!(shop.cancel(NOY, id).await.unwrap_err().detail.reason, "order_not_cancellable");
    let noted = shop.update(step(&seen, "note")).await.unwrap();
    assert_eq!((noted.version, noted.log[0].to.as_str()), (seen.version + 1, "other"));
    // Its due work is put off, and stays due.
    eventually("the order was looked at", async || {
        let tables = shop.tables().await;
        let sql = "SELECT tries FROM customer_order WHERE order_id = $1 AND due_at IS NOT NULL";
        let tries: i64 =
            read!(tables, |pool| sqlx::query_scalar(sql).bind(id).fetch_one(pool).await.unwrap());
        tables.close().await;
        tries > 0
    })
    .await;
    assert_eq!(stored(&shop, id).await, before);
}

#[rstest]
#[tokio::test]
async fn unknown_words_in_an_order_of_a_known_state_survive_its_next_steps(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let id = order.order_id.as_str();
    shop.do_step(id, "hand_over").await.unwrap();
    let part = step_of(&shop.staff_order(id).await, "refund_part", 1_000);
    shop.update(part).await.unwrap();
    let (_, _, _, history, settlement, _) = stored(&shop, id).await;
    let settlement = settlement.replace("goodwill", "price_match").replace("\"cash\"", "\"crypto\"");
    let history = history.replace("[[", "[[\"inspecting\",7],[");
    change(&shop, id, &format!("history = '{history}', settlement = '{settlement}'")).await;

    let seen = shop.staff_order(id).await;
    let inner = seen.order.as_ref().unwrap();
    assert_eq!((inner.refunds[0].cause.as_str(), seen.payments[0].method.as_str()), ("other", "other"));
    assert_eq!(inner.history[0].status, "other");
    assert_eq!(state(&seen, "mark_refunded").blocked_reason, "");
    let given = shop.update(step(&seen, "mark_refunded")).await.unwrap();
    assert_eq!(status(&given), ("completed", "partly_refunded"));
    let (_, _, _, kept, settled, _) = stored(&shop, id).await;
    assert_eq!(kept, history);
    assert!(settled.contains("price_match") && settled.contains("crypto"), "{settled}");
}
