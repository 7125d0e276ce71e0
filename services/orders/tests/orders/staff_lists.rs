//! The staff's lists: views, filters, search and cursors. Both databases.

use crate::support::{
    KHAM, NOY, Shop, buy,
    staff::{clerk, step},
};
use heuan_proto::orders::v1 as wire;
use heuan_store::run;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const DAY: i64 = 86_400_000;

fn list(change: impl FnOnce(&mut wire::ListStaffOrdersRequest)) -> wire::ListStaffOrdersRequest {
    let mut request = wire::ListStaffOrdersRequest { actor: Some(clerk(1)), limit: 50, ..Default::default() };
    change(&mut request);
    request
}

async fn page(shop: &Shop, request: wire::ListStaffOrdersRequest) -> wire::ListStaffOrdersResponse {
    shop.staff_orders().list_staff_orders(request).await.unwrap().into_inner()
}

async fn numbers(shop: &Shop, change: impl FnOnce(&mut wire::ListStaffOrdersRequest)) -> Vec<String> {
    let found = page(shop, list(change)).await;
    assert_eq!(found.total, found.orders.len() as i64);
    found.orders.into_iter().map(|order| order.number).collect()
}

/// Orders in several states, oldest first.
async fn orders(shop: &Shop) -> Vec<wire::Order> {
    shop.shelve(&[(1, 1000, 100_000)]).await;
    shop.open_branch(3).await;
    let mut all = Vec::new();
    for (number, method) in ["cod", "cod", "transfer", "qr", "cod", "transfer"].into_iter().enumerate() {
        let mut input = buy(&[(1, 1 + number as i64)], method);
        if number == 4 {
            "030 512 3456".clone_into(&mut input.phone);
            input.delivery = Some(wire::Delivery {
                method: "pickup".to_owned(),
                branch_id: Some(3),
                ..Default::default()
            });
        }
        let customer = if number % 2 == 0 { NOY } else { KHAM };
        all.push(shop.place(customer, &format!("k{number}"), input).await.unwrap());
        shop.settles().await;
        shop.clock.advance(DAY / 2);
    }
    shop.do_step(&all[1].order_id, "confirm").await.unwrap();
    shop.do_step(&all[4].order_id, "prepare").await.unwrap();
    shop.do_step(&all[4].order_id, "assign").await.unwrap();
    shop.do_step(&all[5].order_id, "mark_paid").await.unwrap();
    shop.do_step(&all[5].order_id, "cancel").await.unwrap();
    all
}

#[rstest]
#[tokio::test]
async fn view_and_filter_select_their_orders_with_their_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open_with(engine, |config| config.payment_window_s = 43_200).await;
    let all = orders(&shop).await;
    let of = |indexes: &[usize]| indexes.iter().map(|index| all[*index].number.clone()).collect::<Vec<_>>();
    for (view, expected) in [
        ("", &[5, 4, 3, 2, 1, 0][..]),
        ("all", &[5, 4, 3, 2, 1, 0]),
        ("to_confirm", &[0]),
        ("to_prepare", &[1]),
        ("to_hand_over", &[4]),
        ("transfers", &[2]),
        ("failed_delivery", &[]),
        ("refunds", &[5]),
        ("mine", &[4]),
        ("returns", &[]),
        ("to_settle", &[]),
    ] {
        assert_eq!(numbers(&shop, |it| it.view = view.to_owned()).await, of(expected), "{view}");
    }
    let count = async |branch_id| {
        let request = wire::CountStaffOrdersRequest { actor: Some(clerk(1)), branch_id };
        shop.staff_orders().count_staff_orders(request).await.unwrap().into_inner()
    };
    let counts = count(0).await;
    let expected = wire::CountStaffOrdersResponse {
        all: 6,
        to_confirm: 1,
        to_prepare: 1,
        to_hand_over: 1,
        transfers: 1,
        failed_delivery: 0,
        refunds: 1,
        mine: 1,
        returns: 0,
        to_settle: 0,
        due_today: 0,
        overdue: 0,
    };
    assert_eq!(counts, expected);
    let of_branch = wire::CountStaffOrdersResponse { all: 1, to_hand_over: 1, mine: 1, ..Default::default() };
    assert_eq!((count(3).await, count(4).await), (of_branch, wire::CountStaffOrdersResponse::default()));
    assert_eq!(numbers(&shop, |it| it.status = "cancelled".to_owned()).await, of(&[5]));
    assert_eq!(numbers(&shop, |it| it.payment_status = "due".to_owned()).await, of(&[4, 1, 0]));
    assert_eq!(numbers(&shop, |it| it.payment_method = "transfer".to_owned()).await, of(&[5, 2]));
    assert_eq!(numbers(&shop, |it| it.delivery = "pickup".to_owned()).await, of(&[4]));
    assert_eq!(numbers(&shop, |it| it.branch_id = 3).await, of(&[4]));
    assert_eq!(numbers(&shop, |it| it.branch_id = 4).await, of(&[]));
    let first = all[0].created_at_ms;
    let range = |it: &mut wire::ListStaffOrdersRequest| {
        (it.from_ms, it.before_ms) = (first + DAY / 2, first + 2 * DAY);
    };
    assert_eq!(numbers(&shop, range).await, of(&[3, 2, 1]));
    assert_eq!(numbers(&shop, |it| it.sort = "oldest".to_owned()).await, of(&[0, 1, 2, 3, 4, 5]));
    let cancelled_by_total = |it: &mut wire::ListStaffOrdersRequest| {
        (it.status, it.sort) = ("cancelled".to_owned(), "total_desc".to_owned());
    };
    assert_eq!(numbers(&shop, cancelled_by_total).await, of(&[5]));
    let summary = &page(&shop, list(|it| it.view = "mine".to_owned())).await.orders[0];
    assert_eq!((summary.count, summary.line_count, summary.lines.len()), (5, 1, 1));
    assert_eq!(summary.assignee.as_ref().unwrap().name, "Clerk 1");
    assert_eq!(summary.delivery.as_ref().unwrap().branch_name_en, "Branch");
}

#[rstest]
#[tokio::test]
async fn search_finds_number_phone_and_name_in_any_spelling(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let all = orders(&shop).await;
    let (number, reference) = (&all[4].number, &all[4].payment.as_ref().unwrap().reference);
    let part = &reference[8..];
    for text in
        [number, &number.to_lowercase(), reference, part, "+856 30 5123456", "030-512-3456", "໐໓໐ ໕໑໒"]
    {
        assert_eq!(
            numbers(&shop, |it| it.search = text.to_owned()).await,
            std::slice::from_ref(number),
            "{text}"
        );
    }
    for text in ["+856 (0)30 512 3456", "ນ້ອຍ 030 512 3456", "0305 123 ວົງສາ"] {
        let found = numbers(&shop, |it| it.search = text.to_owned()).await;
        assert_eq!(found, std::slice::from_ref(number), "{text}");
    }
    for text in ["ນ້ອຍ", "ວົງສາ ນ້ອຍ", ""] {
        assert_eq!(numbers(&shop, |it| it.search = text.to_owned()).await.len(), 6, "{text}");
    }
    assert_eq!(numbers(&shop, |it| it.search = "020 5512 3456".to_owned()).await.len(), 5);
    let with_filter = |it: &mut wire::ListStaffOrdersRequest| {
        (it.search, it.status) = ("ນ້ອຍ".to_owned(), "cancelled".to_owned());
    };
    assert_eq!(numbers(&shop, with_filter).await, [all[5].number.clone()]);
    for text in ["ບໍ່ມີ", "%", "_"] {
        assert_eq!(numbers(&shop, |it| it.search = text.to_owned()).await, Vec::<String>::new(), "{text}");
    }
}

#[rstest]
#[tokio::test]
async fn pages_by_cursor_have_each_order_once_while_orders_change(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 1000, 100_000)]).await;
    // Several at one moment and with one total.
    let mut all = Vec::new();
    for number in 0..23 {
        let input = buy(&[(1, 1 + number % 3)], "cod");
        all.push(shop.place(NOY, &format!("k{number}"), input).await.unwrap());
        if number % 4 == 0 {
            shop.clock.advance(1000);
        }
    }
    for sort in ["newest", "oldest", "total_desc", "total_asc"] {
        let (mut cursor, mut seen, mut pages) = (String::new(), Vec::new(), 0);
        loop {
            let found = page(
                &shop,
                list(|it| {
                    (it.limit, it.cursor, it.sort) = (5, cursor, sort.to_owned());
                }),
            )
            .await;
            assert!(found.total >= 23);
            pages += 1;
            seen.extend(
                found.orders.into_iter().map(|order| (order.created_at_ms, order.total, order.order_id)),
            );
            cursor = found.next_cursor;
            if cursor.is_empty() {
                break;
            }
            // A new order moves no other between the pages.
            if pages == 2 && sort == "newest" {
                shop.clock.advance(1000);
                shop.place(KHAM, "new", buy(&[(1, 1)], "cod")).await.unwrap();
            }
        }
        let of_noy: Vec<_> =
            seen.iter().filter(|(_, _, id)| all.iter().any(|order| order.order_id == *id)).collect();
        assert_eq!(of_noy.len(), 23, "{sort}");
        let mut unique: Vec<_> = seen.iter().map(|(_, _, id)| id).collect();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), seen.len(), "{sort}");
        let ordered = seen.is_sorted_by(|one, next| match sort {
            "newest" => one.0 >= next.0,
            "oldest" => one.0 <= next.0,
            "total_desc" => one.1 >= next.1,
            _ => one.1 <= next.1,
        });
        assert!(ordered, "{sort}");
    }
}

#[rstest]
#[tokio::test]
async fn wrong_list_is_refused_with_its_field(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    orders(&shop).await;
    let cursor = page(&shop, list(|it| it.limit = 2)).await.next_cursor;
    let refused = async |request: wire::ListStaffOrdersRequest| {
        let error = shop.staff_orders().list_staff_orders(request).await.unwrap_err();
        heuan_rpc::Error::from(error).detail.field
    };
    assert_eq!(refused(list(|it| it.view = "none".to_owned())).await, "view");
    assert_eq!(refused(list(|it| it.status = "none".to_owned())).await, "status");
    assert_eq!(refused(list(|it| it.payment_status = "none".to_owned())).await, "payment_status");
    assert_eq!(refused(list(|it| it.payment_method = "none".to_owned())).await, "payment_method");
    assert_eq!(refused(list(|it| it.delivery = "none".to_owned())).await, "delivery");
    assert_eq!(refused(list(|it| it.sort = "none".to_owned())).await, "sort");
    assert_eq!(refused(list(|it| it.search = "x".repeat(201))).await, "search");
    assert_eq!(refused(list(|it| it.limit = 101)).await, "limit");
    assert_eq!(refused(list(|it| it.cursor = "bad".to_owned())).await, "cursor");
    let of_another_sort = list(|it| (it.cursor, it.sort) = (cursor, "total_asc".to_owned()));
    assert_eq!(refused(of_another_sort).await, "cursor");
}

#[rstest]
#[tokio::test]
async fn name_is_found_in_another_spelling_also_in_an_order_of_an_earlier_release(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let all = orders(&shop).await;
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    // As it was typed, which the earlier release stored: ຄຳ in one letter and in two, and a name in composed letters.
    let names = ["ຄຳ", "ຄ\u{0ECD}າ", "am\u{e9}lie"];
    for (order, name) in all.iter().zip(names) {
        let sql = "UPDATE customer_order SET search = $2 WHERE order_id = $1";
        run!(tx, sql, &order.order_id, name).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;
    for text in ["ຄຳ", "ຄ\u{0ECD}າ"] {
        let found = numbers(&shop, |it| it.search = text.to_owned()).await;
        assert_eq!(found, [all[1].number.clone(), all[0].number.clone()], "{text:?}");
    }
    for text in ["Am\u{e9}lie", "Ame\u{301}lie"] {
        let found = numbers(&shop, |it| it.search = text.to_owned()).await;
        assert_eq!(found, [all[2].number.clone()], "{text:?}");
    }
}

/// Orders that the previous release wrote have none of the copied columns.
#[rstest]
#[tokio::test]
async fn order_of_an_earlier_release_is_found_after_the_start(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let all = orders(&shop).await;
    let (tables, clock) = (shop.tables().await, shop.clock.clone());
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "UPDATE customer_order SET search = '', delivery = '', branch_id = 0, total = 0").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    let places = shop.close().await;
    let shop = Shop::reopen(places, crate::support::config(), clock, None).await;
    eventually("the columns are filled", async || {
        let by_phone = numbers(&shop, |it| it.search = "0305123456".to_owned()).await;
        let by_branch = numbers(&shop, |it| it.branch_id = 3).await;
        by_phone == [all[4].number.clone()] && by_branch == by_phone
    })
    .await;
    let highest = page(&shop, list(|it| (it.sort, it.limit) = ("total_desc".to_owned(), 1))).await;
    assert_eq!(highest.orders[0].number, all[5].number);
}

#[rstest]
#[tokio::test]
async fn command_line_lists_more_than_one_page(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 1000, 1000)]).await;
    let order = shop.place(NOY, "k", buy(&[(1, 1)], "cod")).await.unwrap();
    shop.settles().await;
    let tables = shop.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO customer_order (order_id, customer_id, number, created_at, method, status, money, units, \
           reference, body, history, search) \
         SELECT $1, customer_id, $1, created_at, method, status, money, units, $1, body, history, $1 \
         FROM customer_order WHERE order_id = $2";
    for copy in 0..520 {
        run!(tx, sql, format!("COPY{copy:04}"), &order.order_id).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;
    let staff = shop.staff().await;
    let first = staff.waiting(None).await.unwrap();
    let rest = staff.waiting(first.last()).await.unwrap();
    assert_eq!((first.len(), rest.len()), (500, 21));
    assert!(staff.waiting(rest.last()).await.unwrap().is_empty());
    staff.close().await;
    // A step on one of them is found by its reference.
    let seen = shop.staff_order("COPY0519").await;
    assert_eq!(shop.update(step(&seen, "note")).await.unwrap().version, 2);
}

#[rstest]
#[tokio::test]
async fn listed_order_has_the_parts_of_its_total(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.shelve(&[(1, 10, 110_000)]).await;
    let request = shop.taking(NOY, buy(&[(1, 2)], "cod"), 22_000).await;
    let totals = shop.take(request).await.unwrap().order.unwrap().totals.unwrap();
    let listed = page(&shop, list(|_| {})).await.orders.remove(0);
    let vat: i64 = totals.vat.iter().map(|part| part.vat).sum();
    assert_eq!((listed.discount, listed.delivery_fee), (22_000, totals.delivery_fee));
    assert!(listed.delivery_fee > 0 && listed.vat > 0);
    assert_eq!((listed.total, listed.vat), (totals.total, vat));
    assert_eq!(listed.total, 220_000 - listed.discount + listed.delivery_fee);
}
