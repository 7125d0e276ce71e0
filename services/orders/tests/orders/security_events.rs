//! Security events: each action of the staff names the order or the customer, who acted, and from which address, and is counted.

use std::collections::BTreeMap;

use crate::support::{
    NOY, Shop, buy,
    staff::{clerk, lines_of},
};
use heuan_orders::StaffAction;
use heuan_proto::orders::v1::{ChangeStaffOrderRequest, CorrectPointsRequest, StaffActor, StaffActorRole};
use heuan_testkit::{Engine, SecurityLog};
use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};

const FIELDS: [&str; 5] = ["event", "action", "result", "actor", "client_address"];
const ADDRESS: &str = "203.0.113.7";

fn event(event: &str, action: &str, actor: &str, address: &str) -> [String; 5] {
    [event, action, "success", actor, address].map(str::to_owned)
}

/// Numbers of security events by the labels `event` and `result`.
fn counts(snapshots: &Snapshotter) -> BTreeMap<Vec<String>, u64> {
    let events = snapshots.snapshot().into_vec().into_iter().filter_map(|(key, _, _, value)| {
        let key = key.key();
        let labels = key.labels().map(|label| label.value().to_owned()).collect();
        match value {
            DebugValue::Counter(count) if key.name() == "security_events_total" => Some((labels, count)),
            _ => None,
        }
    });
    events.collect()
}

#[tokio::test]
async fn actions_of_the_staff_are_logged_with_the_actor_and_the_address_and_counted() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let (log, _recording) = SecurityLog::recording();
    let recorder = DebuggingRecorder::new();
    let snapshots = recorder.snapshotter();
    let _counting = metrics::set_default_local_recorder(&recorder);
    shop.do_step(&order.order_id, "confirm").await.unwrap();
    let seen = shop.staff_order(&order.order_id).await;
    let change = ChangeStaffOrderRequest {
        actor: Some(clerk(1)),
        order_id: order.order_id.clone(),
        version: seen.version,
        phone: Some("020 5599 9999".to_owned()),
        ..Default::default()
    };
    shop.staff_orders().change_staff_order(change).await.unwrap();
    let seen = shop.staff_order(&order.order_id).await;
    shop.change_lines(lines_of(&seen, "c", &[(1, 1)])).await.unwrap();
    let correction = CorrectPointsRequest {
        actor: Some(StaffActor { role: StaffActorRole::Manager.into(), ..clerk(1) }),
        customer_id: NOY,
        points: 5,
        reason: "gift card".to_owned(),
        correction_id: "a".to_owned(),
    };
    shop.staff_customers().correct_points(correction).await.unwrap();
    let expected = [
        event("order_action", "confirm", "1", ADDRESS),
        event("order_action", "change_details", "1", ADDRESS),
        event("order_action", "change_lines", "1", ADDRESS),
        event("points_correction", "", "1", ADDRESS),
    ];
    assert_eq!(log.take(FIELDS), expected);
    let events = [("order_action", 3), ("points_correction", 1)];
    let expected = events.map(|(event, count)| (vec![event.to_owned(), "success".to_owned()], count));
    assert_eq!(counts(&snapshots), BTreeMap::from(expected));
}

#[tokio::test]
async fn action_of_the_command_line_is_logged_with_the_order_and_without_an_address() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.shelve(&[(1, 20, 400_000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 2)], "cod")).await.unwrap();
    shop.settles().await;
    let commands = shop.staff().await;
    let (log, _recording) = SecurityLog::recording();
    commands.apply(&order.number, StaffAction::Confirm).await.unwrap();
    commands.close().await;
    let fields = ["event", "action", "order", "account", "actor", "client_address"];
    let account = NOY.to_string();
    let expected = ["order_action", "confirm", order.number.as_str(), account.as_str(), "0", ""];
    assert_eq!(log.take(fields), [expected.map(str::to_owned)]);
}
