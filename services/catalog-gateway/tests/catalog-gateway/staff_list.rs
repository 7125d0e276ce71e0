//! Lists and searches of the staff: filters, sort orders, pages and hits of any number.

use std::fmt::Write as _;

use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    Shop,
    folder::{SMALL, folder},
    staff::actor,
};

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

async fn staff_list(shop: &Shop, request: wire::ListStaffProductsRequest) -> wire::ListStaffProductsResponse {
    let limit = if request.limit == 0 { 100 } else { request.limit };
    let request = wire::ListStaffProductsRequest { actor: Some(actor()), limit, ..request };
    shop.staff().list_staff_products(request).await.unwrap().into_inner()
}

fn ids(answer: &wire::ListStaffProductsResponse) -> Vec<i64> {
    answer.products.iter().map(|product| product.pro_id).collect()
}

#[rstest]
#[tokio::test]
async fn search_keeps_the_order_of_the_shop_s_search(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let search = wire::ListStaffProductsRequest {
        text: "paint".to_owned(),
        ranked_pro_ids: vec![102, 999, 101, 103],
        limit: 2,
        ..Default::default()
    };
    let first = staff_list(&shop, search.clone()).await;
    assert_eq!((ids(&first), first.total), (vec![102, 101], 3));
    let rest = wire::ListStaffProductsRequest { cursor: first.next_cursor, ..search };
    let rest = staff_list(&shop, rest).await;
    assert_eq!((ids(&rest), rest.next_cursor.as_str()), (vec![103], ""));
    let by_id = wire::ListStaffProductsRequest { text: "201".to_owned(), ..Default::default() };
    assert_eq!(ids(&staff_list(&shop, by_id).await), [201]);
}

#[rstest]
#[tokio::test]
async fn hidden_product_is_searched_by_brand_and_codes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let hide = wire::ProductEdit {
        visible: Some(false),
        attributes_json: Some(r#"{"barcode": "8850000000017", "sku": "WP-1", "color": "white"}"#.to_owned()),
        ..Default::default()
    };
    shop.edit(101, hide).await.unwrap();
    for (text, expected) in [
        ("sikhota", &[101][..]),
        ("Sikhota", &[101]),
        ("sikh_ta", &[]),
        ("sik%ta", &[]),
        ("8850000000017", &[101]),
        ("wp-1", &[101]),
        ("wp sikhota", &[101]),
        ("101", &[101]),
        ("color", &[]),
    ] {
        let search = wire::ListStaffProductsRequest { text: text.to_owned(), ..Default::default() };
        let found = staff_list(&shop, search).await;
        assert_eq!(ids(&found), expected, "{text}");
        assert!(!found.truncated);
    }
    let cut = async |hits: i64| {
        let ranked_pro_ids: Vec<i64> = (1..=hits).collect();
        let search =
            wire::ListStaffProductsRequest { text: "paint".to_owned(), ranked_pro_ids, ..Default::default() };
        staff_list(&shop, search).await.truncated
    };
    assert_eq!((cut(20_000).await, cut(20_001).await), (false, true));
    let ranked_pro_ids: Vec<i64> = (1..=20_002).collect();
    let request = wire::ListStaffProductsRequest {
        actor: Some(actor()),
        limit: 10,
        text: "paint".to_owned(),
        ranked_pro_ids,
        ..Default::default()
    };
    let error: Error = shop.staff().list_staff_products(request).await.unwrap_err().into();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "ranked_pro_ids"));
}

/// More hits than fit into one query.
#[rstest]
#[tokio::test]
async fn search_lists_all_its_hits_in_every_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock\n");
    for id in 1..=5_000 {
        writeln!(products, "{id},1,11,Thing {id},{},5", (id * 7919) % 5_003 * 100).unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let hits: Vec<i64> = (1..=5_000).rev().collect();
    let listed = async |sort: wire::StaffProductSort| {
        let (mut found, mut cursor) = (Vec::new(), String::new());
        loop {
            let request = wire::ListStaffProductsRequest {
                sort: sort.into(),
                limit: 100,
                cursor,
                text: "thing".to_owned(),
                ranked_pro_ids: hits.clone(),
                ..Default::default()
            };
            let page = staff_list(&shop, request).await;
            assert_eq!((page.total, page.truncated), (5_000, false));
            found.extend(page.products.into_iter().map(|one| (one.pro_id, one.price.unwrap_or_default())));
            cursor = page.next_cursor;
            if cursor.is_empty() {
                return found;
            }
        }
    };
    let best: Vec<i64> = listed(wire::StaffProductSort::Unspecified).await.iter().map(|one| one.0).collect();
    assert_eq!(best, hits);
    let cheapest = listed(wire::StaffProductSort::PriceAsc).await;
    assert!(cheapest.len() == 5_000 && cheapest.is_sorted_by_key(|one| one.1));
}

/// Filters that match few products are sorted after they were read, others are read in their order.
#[rstest]
#[case::few(wire::StockFilter::Out, 50)]
#[case::many(wire::StockFilter::In, 2_450)]
#[tokio::test]
async fn filtered_list_has_each_product_once_in_every_order(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] stock: wire::StockFilter,
    #[case] count: usize,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock\n");
    for id in 1..=2_500 {
        let units = if id % 50 == 0 { 0 } else { id % 7 + 1 };
        writeln!(products, "{id},1,11,Thing {id},{},{units}", id % 97 * 100 + 100).unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let filter = wire::StaffProductFilter { stock: stock.into(), ..Default::default() };
    for sort in [
        wire::StaffProductSort::Updated,
        wire::StaffProductSort::PriceAsc,
        wire::StaffProductSort::PriceDesc,
        wire::StaffProductSort::StockAsc,
    ] {
        let (mut found, mut cursor): (Vec<wire::StaffProduct>, _) = (Vec::new(), String::new());
        loop {
            let request = wire::ListStaffProductsRequest {
                filter: Some(filter.clone()),
                sort: sort.into(),
                limit: 20,
                cursor,
                ..Default::default()
            };
            let page = staff_list(&shop, request).await;
            assert_eq!(usize::try_from(page.total), Ok(count));
            found.extend(page.products);
            cursor = page.next_cursor;
            if cursor.is_empty() {
                break;
            }
        }
        let mut ids: Vec<i64> = found.iter().map(|product| product.pro_id).collect();
        let is_sorted = match sort {
            wire::StaffProductSort::PriceAsc => found.is_sorted_by_key(|one| (one.price, one.pro_id)),
            wire::StaffProductSort::StockAsc => found.is_sorted_by_key(|one| (one.stock, one.pro_id)),
            wire::StaffProductSort::PriceDesc => {
                found.iter().rev().is_sorted_by_key(|one| (one.price, one.pro_id))
            }
            _ => true,
        };
        assert!(is_sorted, "{sort:?}");
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{sort:?}");
    }
}
