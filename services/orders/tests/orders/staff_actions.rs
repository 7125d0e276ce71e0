//! Steps of the staff on an order: states, versions, undo, effects and the internal log. Both databases.

use crate::support::{
    KHAM, LONG, NOON, NOY, Places, Shop, buy, config,
    staff::{clerk, state, status, step},
};
use heuan_orders::StaffAction;
use heuan_proto::orders::v1::{self as wire, SandboxAction};
use heuan_rpc::{Code, Transport};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestEventReceiver, eventually};
use rstest::rstest;

const PRICE: i64 = 400_000;

async fn shop(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    shop
}

async fn placed(shop: &Shop, key: &str, method: &str) -> wire::Order {
    let order = shop.place(NOY, key, buy(&[(1, 2)], method)).await.unwrap();
    shop.settles().await;
    order
}

fn reason(error: &heuan_rpc::Error) -> (Code, &str) {
    (error.code, &error.detail.reason)
}

#[rstest]
#[tokio::test]
async fn order_goes_from_confirmation_to_handover_over_a_failed_delivery(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    let before = shop.staff_order(&order.order_id).await;
    assert_eq!((before.version, status(&before)), (1, ("placed", "due")));
    assert!(before.order.as_ref().unwrap().can_cancel);
    let steps = [
        ("confirm", "preparing"),
        ("prepare", "ready"),
        ("dispatch", "delivering"),
        ("fail_delivery", "delivery_failed"),
        ("dispatch", "delivering"),
        ("hand_over", "completed"),
    ];
    for (index, (action, becomes)) in steps.into_iter().enumerate() {
        shop.clock.advance(60_000);
        let updated = shop.do_step(&order.order_id, action).await.unwrap();
        assert_eq!((status(&updated).0, updated.version), (becomes, 2 + index as i64));
        assert_eq!(updated.status_since_ms, shop.clock.now_ms());
        assert!(!updated.order.unwrap().can_cancel, "{action}");
    }
    let done = shop.staff_order(&order.order_id).await;
    assert_eq!(status(&done), ("completed", "paid"));
    let log: Vec<_> = done
        .log
        .iter()
        .map(|entry| (entry.action.as_str(), entry.from.as_str(), entry.to.as_str()))
        .collect();
    assert_eq!(log[0], ("hand_over", "delivering", "completed"));
    assert_eq!(log[5], ("confirm", "placed", "preparing"));
    assert_eq!((log.len(), done.log[2].note.as_str()), (6, "not at home"));
    assert_eq!(done.log[0].actor.as_ref().unwrap().name, "Clerk 1");
    let history: Vec<String> = done.order.unwrap().history.into_iter().map(|one| one.status).collect();
    let expected =
        ["placed", "preparing", "ready", "delivering", "delivery_failed", "delivering", "completed"];
    assert_eq!(history, expected);
    // Points of a cash order are earned when it is paid.
    assert_eq!(shop.points_of(NOY).await.balance, 4);
    let customer = done.customer.unwrap();
    assert_eq!((customer.order_count, customer.completed_count, customer.points_balance), (1, 1, 4));
}

#[rstest]
#[tokio::test]
async fn customer_cannot_cancel_a_confirmed_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    shop.do_step(&order.order_id, "confirm").await.unwrap();
    let error = shop.cancel(NOY, &order.order_id).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "order_not_cancellable"));
}

/// Each action in each status: what is offered is possible, and nothing else is.
#[rstest]
#[tokio::test]
async fn offered_action_is_possible_and_another_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let paths: [&[&str]; 8] = [
        &[],
        &["confirm"],
        &["confirm", "prepare"],
        &["prepare", "dispatch"],
        &["prepare", "dispatch", "fail_delivery"],
        &["hand_over"],
        &["cancel"],
        &["assign", "confirm", "undo"],
    ];
    for (number, path) in paths.into_iter().enumerate() {
        let order = placed(&shop, &format!("k{number}"), "cod").await;
        for action in path {
            shop.do_step(&order.order_id, action).await.unwrap();
        }
        shop.settles().await;
        // The last step can no longer be undone.
        shop.clock.advance(20_000);
        let seen = shop.staff_order(&order.order_id).await;
        assert_eq!(seen.actions.len(), 18);
        for offered in seen.actions.iter().filter(|one| !one.blocked_reason.is_empty()) {
            let error = shop.update(step(&seen, &offered.action)).await.unwrap_err();
            // A correction is checked for its role first, and has tests of its own.
            let expected = match offered.action.as_str() {
                "correct" => (Code::PermissionDenied, "role"),
                _ => (Code::Conflict, "action_not_possible"),
            };
            assert_eq!(reason(&error), expected, "{path:?} {offered:?}");
        }
        assert_eq!(shop.staff_order(&order.order_id).await, seen, "{path:?}");
        // One possible step, which has the promised effects.
        // Steps that need amounts or lines have tests of their own.
        // A further payment needs its amount.
        let is_due = status(&seen).1 == "due";
        let is_plain = |action: &str| match action {
            "note" | "refund_part" | "request_return" | "receive_return" | "correct" => false,
            "mark_paid" => is_due,
            _ => true,
        };
        let possible = |one: &&wire::OrderAction| one.blocked_reason.is_empty() && is_plain(&one.action);
        if let Some(offered) = seen.actions.iter().find(possible) {
            let updated = shop.update(step(&seen, &offered.action)).await.unwrap();
            let effects = offered.effects.as_ref().unwrap();
            assert_eq!(status(&updated).0, effects.status, "{path:?} {offered:?}");
            assert_eq!(status(&updated).1 != status(&seen).1, effects.money_moved, "{path:?} {offered:?}");
        }
        shop.settles().await;
        let left = shop.staff_order(&order.order_id).await;
        if state(&left, "cancel").blocked_reason.is_empty() {
            shop.update(step(&left, "cancel")).await.unwrap();
        }
        shop.settles().await;
    }
}

#[rstest]
#[tokio::test]
async fn cancellation_shows_its_effects_before_and_has_them_in_every_open_status(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.give_points(NOY, 50).await;
    let paths: [&[&str]; 5] = [
        &[],
        &["confirm"],
        &["confirm", "prepare"],
        &["prepare", "dispatch"],
        &["prepare", "dispatch", "fail_delivery"],
    ];
    for (number, path) in paths.into_iter().enumerate() {
        let input = wire::OrderInput { points: 5, ..buy(&[(1, 2)], "qr") };
        let order = shop.place(NOY, &format!("k{number}"), input).await.unwrap();
        shop.act(&order, SandboxAction::Pay).await.unwrap();
        shop.comes_to(NOY, &order.order_id, "placed", "paid").await;
        for action in path {
            shop.do_step(&order.order_id, action).await.unwrap();
        }
        let total = order.totals.unwrap().total;
        let seen = shop.staff_order(&order.order_id).await;
        let cancel = state(&seen, "cancel");
        assert_eq!(cancel.blocked_reason, "");
        let effects = cancel.effects.clone().unwrap();
        let shown = (effects.units_returned, effects.refund, effects.points_returned, effects.points_revoked);
        assert_eq!(shown, (2, total, 5, total / 200_000), "{path:?}");
        assert!(effects.notifies && effects.money_moved);
        let cancelled = shop.update(step(&seen, "cancel")).await.unwrap();
        assert_eq!((cancelled.cancel_reason.as_str(), status(&cancelled).0), ("not at home", "cancelled"));
        shop.comes_to(NOY, &order.order_id, "cancelled", "refunded").await;
        shop.settles().await;
        let stock = shop.stock(1).await;
        assert_eq!((stock.available, stock.reserved, stock.sold), (20, 0, 0), "{path:?}");
        assert_eq!(shop.points_of(NOY).await.balance, 50, "{path:?}");
        assert_eq!(shop.staff_order(&order.order_id).await.order.unwrap().refund, total);
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_actions_on_one_version_are_refused_but_one_and_a_repetition_changes_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    let seen = shop.staff_order(&order.order_id).await;
    let mut other = step(&seen, "confirm");
    other.actor = Some(clerk(2));
    let both = [step(&seen, "confirm"), other].map(|request| shop.update(request));
    let both = futures::future::join_all(both).await;
    let refused: Vec<_> = both.iter().filter_map(|one| one.as_ref().err()).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(reason(refused[0]), (Code::Conflict, "order_changed"));
    let now = shop.staff_order(&order.order_id).await;
    assert_eq!((now.version, now.log.len(), status(&now).0), (2, 1, "preparing"));
    // The winner's request again, as after a lost response.
    let winner = now.log[0].actor.as_ref().unwrap().account_id;
    let mut again = step(&seen, "confirm");
    again.actor = Some(clerk(winner));
    let repeated = shop.update(again).await.unwrap();
    assert_eq!((repeated.version, repeated.log.len()), (2, 1));
    // Another step at the old version is none.
    let error = shop.update(step(&seen, "cancel")).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "order_changed"));
}

#[rstest]
#[tokio::test]
async fn step_is_undone_before_the_customer_is_notified_and_not_later(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), LONG);
    let shop = Shop::reopen(Places::new(engine).await, config(), Clock::fixed(NOON), Some(transport)).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    let order = placed(&shop, "k", "cod").await;
    let confirmed = shop.do_step(&order.order_id, "confirm").await.unwrap();
    assert_eq!(confirmed.undo_until_ms, Some(NOON + 10_000));
    shop.clock.advance(9_000);
    // A note does not end it.
    shop.do_step(&order.order_id, "note").await.unwrap();
    let undone = shop.do_step(&order.order_id, "undo").await.unwrap();
    assert_eq!((status(&undone), undone.undo_until_ms), (("placed", "due"), None));
    assert_eq!(undone.order.as_ref().unwrap().history.len(), 1);
    let log: Vec<&str> = undone.log.iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(log, ["undo", "note", "confirm"]);
    // The customer may cancel again; the message has never left.
    assert!(undone.order.unwrap().can_cancel);
    shop.clock.advance(60_000);
    let again = shop.do_step(&order.order_id, "confirm").await.unwrap();
    assert_eq!(again.undo_until_ms, Some(shop.clock.now_ms() + 10_000));
    shop.clock.advance(10_000);
    let expected = ["order.preparing", "order.received"];
    eventually("the customer is notified once", async || receiver.kinds_of(&order.order_id) == expected)
        .await;
    let late = shop.staff_order(&order.order_id).await;
    assert_eq!((late.undo_until_ms, state(&late, "undo").blocked_reason.as_str()), (None, "undo_over"));
    let error = shop.update(step(&late, "undo")).await.unwrap_err();
    assert_eq!(reason(&error), (Code::Conflict, "action_not_possible"));
}

#[rstest]
#[tokio::test]
async fn notifications_keep_their_order_and_a_second_delivery_is_notified_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let receiver = TestEventReceiver::default();
    let transport = Transport::in_process(receiver.routes(), LONG);
    let shop = Shop::reopen(Places::new(engine).await, config(), Clock::fixed(NOON), Some(transport)).await;
    shop.shelve(&[(1, 20, PRICE)]).await;
    let order = placed(&shop, "k", "cod").await;
    for action in ["prepare", "dispatch", "fail_delivery", "dispatch"] {
        shop.do_step(&order.order_id, action).await.unwrap();
    }
    // The cancellation leaves at once, and the earlier messages before it.
    shop.do_step(&order.order_id, "cancel").await.unwrap();
    let expected = [
        "order.cancelled",
        "order.delivering",
        "order.delivering",
        "order.delivery_failed",
        "order.ready",
        "order.received",
    ];
    eventually("all are delivered", async || {
        let mut kinds = receiver.kinds_of(&order.order_id);
        kinds.sort_unstable();
        kinds == expected
    })
    .await;
}

#[rstest]
#[tokio::test]
async fn step_that_moved_money_is_not_undone(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let cash = placed(&shop, "k1", "cod").await;
    let handed_over = shop.do_step(&cash.order_id, "hand_over").await.unwrap();
    assert_eq!(handed_over.undo_until_ms, None);
    assert_eq!(state(&handed_over, "undo").blocked_reason, "undo_over");
    // Of a paid order it moves none.
    let paid = shop.place(NOY, "k2", buy(&[(1, 1)], "qr")).await.unwrap();
    shop.act(&paid, SandboxAction::Pay).await.unwrap();
    shop.comes_to(NOY, &paid.order_id, "placed", "paid").await;
    shop.do_step(&paid.order_id, "hand_over").await.unwrap();
    let undone = shop.do_step(&paid.order_id, "undo").await.unwrap();
    assert_eq!(status(&undone), ("placed", "paid"));
}

#[rstest]
#[tokio::test]
async fn transfer_is_marked_paid_and_refunded_with_its_total(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "transfer").await;
    let total = order.totals.as_ref().unwrap().total;
    let seen = shop.staff_order(&order.order_id).await;
    assert_eq!(state(&seen, "mark_refunded").blocked_reason, "nothing_to_refund");
    let mut right = step(&seen, "mark_paid");
    right.amount = Some(total);
    assert_eq!(status(&shop.update(right).await.unwrap()), ("placed", "paid"));
    let paid = shop.staff_order(&order.order_id).await;
    assert_eq!(shop.update(step(&paid, "mark_paid")).await.unwrap_err().detail.field, "amount");
    shop.do_step(&order.order_id, "confirm").await.unwrap();
    let cancelled = shop.do_step(&order.order_id, "cancel").await.unwrap();
    assert_eq!(
        (status(&cancelled), cancelled.order.as_ref().unwrap().refund),
        (("cancelled", "refund_due"), total)
    );
    assert_eq!(
        status(&shop.do_step(&order.order_id, "mark_refunded").await.unwrap()),
        ("cancelled", "refunded")
    );
}

#[rstest]
#[tokio::test]
async fn order_is_assigned_noted_and_found_by_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    let mine = shop.do_step(&order.order_id, "assign").await.unwrap();
    assert_eq!(mine.assignee.as_ref().unwrap().account_id, 1);
    assert_eq!(state(&mine, "assign").blocked_reason, "assigned_to_you");
    let mut take_over = step(&mine, "assign");
    take_over.actor = Some(clerk(2));
    let theirs = shop.update(take_over).await.unwrap();
    assert_eq!(theirs.assignee.as_ref().unwrap().name, "Clerk 2");
    let noted = shop.do_step(&order.number.to_lowercase(), "note").await.unwrap();
    assert_eq!((noted.log[0].action.as_str(), noted.log[0].note.as_str()), ("note", "call first"));
    let released = shop.do_step(&order.order_id, "unassign").await.unwrap();
    assert_eq!(
        (released.assignee.clone(), state(&released, "unassign").blocked_reason.as_str()),
        (None, "not_assigned")
    );
    assert_eq!(released.version, 5);
    // The customer sees nothing of it.
    assert_eq!(shop.order(NOY, &order.order_id).await.unwrap().history.len(), 1);
}

#[rstest]
#[tokio::test]
async fn wrong_request_is_refused_with_its_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    let seen = shop.staff_order(&order.order_id).await;
    let with = |change: fn(&mut wire::UpdateStaffOrderRequest), action: &str| {
        let mut request = step(&seen, action);
        change(&mut request);
        request
    };
    let cases = [
        (with(|request| request.action = "teleport".to_owned(), "confirm"), "action"),
        (with(|request| request.version = 0, "confirm"), "version"),
        (with(|request| request.reason.clear(), "cancel"), "reason"),
        (with(|request| request.reason = "x".repeat(501), "cancel"), "reason"),
        (with(|request| request.note.clear(), "note"), "note"),
        (with(|request| request.note = "x".repeat(501), "note"), "note"),
        (with(|request| request.actor = None, "confirm"), "actor"),
    ];
    for (request, field) in cases {
        let error = shop.update(request).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
    let role = |role: wire::StaffActorRole| Some(wire::StaffActor { role: role.into(), ..clerk(KHAM) });
    for actor in [role(wire::StaffActorRole::Customer), role(wire::StaffActorRole::Unspecified)] {
        let mut request = step(&seen, "confirm");
        request.actor.clone_from(&actor);
        assert_eq!(reason(&shop.update(request).await.unwrap_err()), (Code::PermissionDenied, "staff"));
        let request = wire::GetStaffOrderRequest { actor: actor.clone(), order_id: order.order_id.clone() };
        let error = shop.staff_orders().get_staff_order(request).await.unwrap_err();
        assert_eq!(error.code(), tonic::Code::PermissionDenied);
        let request = wire::ListStaffOrdersRequest { actor: actor.clone(), limit: 1, ..Default::default() };
        let error = shop.staff_orders().list_staff_orders(request).await.unwrap_err();
        assert_eq!(error.code(), tonic::Code::PermissionDenied);
        let request = wire::CountStaffOrdersRequest { actor, branch_id: 0 };
        let error = shop.staff_orders().count_staff_orders(request).await.unwrap_err();
        assert_eq!(error.code(), tonic::Code::PermissionDenied);
    }
    // The edge lets editors through to no call of orders; the service does not rely on it.
    let editor = role(wire::StaffActorRole::Editor);
    let by_editor = wire::UpdateStaffOrderRequest { actor: editor.clone(), ..step(&seen, "confirm") };
    assert_eq!(reason(&shop.update(by_editor).await.unwrap_err()), (Code::PermissionDenied, "role"));
    let request = wire::GetStaffOrderRequest { actor: editor, order_id: order.order_id.clone() };
    let error = shop.staff_orders().get_staff_order(request).await.unwrap_err();
    assert_eq!(error.code(), tonic::Code::PermissionDenied);
    let mut unknown = step(&seen, "confirm");
    unknown.order_id = "261121-NOTTHERE".to_owned();
    assert_eq!(shop.update(unknown).await.unwrap_err().code, Code::NotFound);
    assert_eq!(shop.staff_order(&order.order_id).await, seen);
}

#[rstest]
#[tokio::test]
async fn pickup_is_handed_over_and_not_dispatched(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    shop.open_branch(3).await;
    let delivery = wire::Delivery { method: "pickup".to_owned(), branch_id: Some(3), ..Default::default() };
    let input = wire::OrderInput { delivery: Some(delivery), ..buy(&[(1, 1)], "cod") };
    let order = shop.place(NOY, "k", input).await.unwrap();
    shop.settles().await;
    let ready = shop.do_step(&order.order_id, "prepare").await.unwrap();
    assert_eq!(state(&ready, "dispatch").blocked_reason, "pickup");
    let staff = shop.staff().await;
    assert_eq!(staff.apply(&order.number, StaffAction::Dispatch).await.unwrap_err().code, Code::Conflict);
    staff.close().await;
    assert_eq!(status(&shop.do_step(&order.order_id, "hand_over").await.unwrap()).0, "completed");
}

#[rstest]
#[tokio::test]
async fn command_line_carries_out_the_steps_of_an_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = placed(&shop, "k", "cod").await;
    let staff = shop.staff().await;
    assert_eq!(staff.apply(&order.number, StaffAction::Confirm).await.unwrap().status, "preparing");
    assert_eq!(staff.apply(&order.number, StaffAction::Undo).await.unwrap().status, "placed");
    for (action, status) in [
        (StaffAction::Confirm, "preparing"),
        (StaffAction::Confirm, "preparing"),
        (StaffAction::Prepare, "ready"),
        (StaffAction::Dispatch, "delivering"),
    ] {
        assert_eq!(staff.apply(&order.number, action).await.unwrap().status, status);
    }
    let error = staff.apply_with_note(&order.number, StaffAction::FailDelivery, " ").await.unwrap_err();
    assert_eq!(error.detail.field, "reason");
    let failed =
        staff.apply_with_note(&order.number, StaffAction::FailDelivery, "not at home").await.unwrap();
    assert_eq!(failed.status, "delivery_failed");
    staff.apply_with_note(&order.number, StaffAction::Note, "calls back").await.unwrap();
    let shown = staff.show(&order.number).await.unwrap();
    assert_eq!((shown.phone.as_str(), shown.lines[0].3), ("+8562055123456", 2));
    assert_eq!(shown.destination, ["ໂພນທັນ", "ໄຊເສດຖາ", "ນະຄອນຫຼວງວຽງຈັນ"]);
    let log: Vec<_> = shown.log.iter().map(|line| (line.action.as_str(), line.note.as_str())).collect();
    assert_eq!(log[..2], [("note", "calls back"), ("fail_delivery", "not at home")]);
    // No step of a repetition.
    assert_eq!(log.len(), 7);
    assert_eq!(staff.waiting(None).await.unwrap()[0].number, order.number);
    staff.close().await;
}

#[rstest]
#[tokio::test]
async fn log_of_more_entries_than_are_shown_is_read_to_its_end(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    let mut seen = shop.staff_order(&order.order_id).await;
    let before = seen.log.len();
    for index in 0..205 {
        let note = wire::UpdateStaffOrderRequest { note: format!("note {index}"), ..step(&seen, "note") };
        seen = shop.update(note).await.unwrap();
    }
    assert_eq!((seen.log.len(), seen.log[0].note.as_str()), (200, "note 204"));
    let request = wire::ListOrderLogRequest {
        actor: Some(clerk(1)),
        order_id: order.order_id,
        cursor: seen.log_cursor.unwrap(),
    };
    let older = shop.staff_orders().list_order_log(request).await.unwrap().into_inner();
    assert_eq!((older.log.len(), older.next_cursor), (5 + before, None));
    assert_eq!(older.log[0].note, "note 4");
}
