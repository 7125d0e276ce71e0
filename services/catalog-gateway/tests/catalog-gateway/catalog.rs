//! Lists, details, collections, promotions and content, on both databases.

use std::fmt::Write as _;

use crate::support::{
    Shop,
    folder::{SMALL, demo, folder},
};
use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

async fn list(shop: &Shop, filter: wire::ProductFilter, sort: wire::ProductSort) -> (Vec<i64>, i64) {
    let request = wire::ListProductsRequest { filter: Some(filter), sort: sort.into(), page: 1, limit: 100 };
    let answer = shop.catalog().list_products(request).await.unwrap().into_inner();
    (answer.products.iter().map(|product| product.pro_id).collect(), answer.total)
}

async fn small(engine: Engine) -> Shop {
    let shop = Shop::open(engine).await;
    shop.import(&folder(&SMALL), false).await;
    shop
}

#[rstest]
#[tokio::test]
async fn each_sort_order_is_applied(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    use wire::ProductSort as Sort;
    let shop = small(engine).await;
    let all = wire::ProductFilter::default;
    // One product of each category and group in turn; unavailable products come last in their group.
    assert_eq!(list(&shop, all(), Sort::Unspecified).await, (vec![101, 201, 103, 202, 102], 5));
    assert_eq!(list(&shop, all(), Sort::PriceAsc).await.0, [201, 103, 102, 101, 202]);
    assert_eq!(list(&shop, all(), Sort::PriceDesc).await.0, [101, 102, 103, 201, 202]);
    assert_eq!(list(&shop, all(), Sort::Discount).await.0[..2], [201, 101]);
    assert_eq!(list(&shop, all(), Sort::Newest).await.0, [201, 101, 202, 103, 102]);
}

#[rstest]
#[tokio::test]
async fn filters_are_combined(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let sort = wire::ProductSort::PriceAsc;
    let of = |filter: wire::ProductFilter| list(&shop, filter, sort);
    let none = wire::ProductFilter::default;
    assert_eq!(of(wire::ProductFilter { cat_id: Some(1), ..none() }).await, (vec![103, 102, 101], 3));
    assert_eq!(of(wire::ProductFilter { prog_id: Some(11), in_stock: true, ..none() }).await, (vec![101], 1));
    let priced = wire::ProductFilter { min_price: Some(100), max_price: Some(200), ..none() };
    assert_eq!(of(priced).await.0, [103, 102]);
    assert_eq!(of(wire::ProductFilter { on_sale: true, ..none() }).await.0, [201, 101]);
    assert_eq!(of(wire::ProductFilter { promo_id: Some(1), ..none() }).await.0, [201, 101]);
    for brand in ["Black & Co", "black-co"] {
        assert_eq!(of(wire::ProductFilter { brand: brand.to_owned(), ..none() }).await.0, [103]);
    }
    assert_eq!(of(wire::ProductFilter { cat_id: Some(999), ..none() }).await, (vec![], 0));
}

async fn facets(shop: &Shop, filter: wire::ProductFilter) -> wire::ProductFacets {
    let request = wire::GetProductFacetsRequest { filter: Some(filter) };
    shop.catalog().get_product_facets(request).await.unwrap().into_inner().facets.unwrap()
}

fn ids(counts: &[wire::FacetCount]) -> Vec<(i64, i64)> {
    counts.iter().map(|it| (it.id, it.count)).collect()
}

fn brands(facets: &wire::ProductFacets) -> Vec<(&str, i64)> {
    facets.brands.iter().map(|it| (it.brand.as_str(), it.count)).collect()
}

#[rstest]
#[tokio::test]
async fn facets_count_the_products_of_each_value(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let none = wire::ProductFilter::default;
    let all = facets(&shop, none()).await;
    assert_eq!(ids(&all.categories), [(1, 3), (2, 2)]);
    assert_eq!(ids(&all.groups), [(11, 2), (21, 2), (12, 1)]);
    assert_eq!(brands(&all), [("Senglux", 2), ("Sikhota", 2), ("Black & Co", 1)]);
    assert_eq!((all.min_price, all.max_price, all.in_stock, all.on_sale), (Some(50), Some(300), 3, 2));

    // A facet's own filter applies only to the other facets.
    let paint = wire::ProductFilter {
        cat_id: Some(1),
        prog_id: Some(11),
        brand: "sikhota".to_owned(),
        max_price: Some(250),
        ..none()
    };
    let narrowed = facets(&shop, paint).await;
    assert_eq!(ids(&narrowed.categories), [(1, 1)]);
    assert_eq!(ids(&narrowed.groups), [(11, 1)]);
    assert_eq!(brands(&narrowed), [("Sikhota", 1)]);
    assert_eq!((narrowed.min_price, narrowed.max_price), (Some(200), Some(300)));
    assert_eq!((narrowed.in_stock, narrowed.on_sale), (0, 0));

    let in_stock = facets(&shop, wire::ProductFilter { prog_id: Some(12), in_stock: true, ..none() }).await;
    assert_eq!(ids(&in_stock.categories), [(1, 2), (2, 1)]);
    assert_eq!(ids(&in_stock.groups), [(11, 1), (12, 1), (21, 1)]);
    assert_eq!((in_stock.in_stock, in_stock.on_sale), (1, 0));

    let nothing = facets(&shop, wire::ProductFilter { promo_id: Some(999), ..none() }).await;
    assert_eq!(nothing, wire::ProductFacets::default());
}

/// Selecting a facet value finds as many products as its count, whatever other filters are set.
#[rstest]
#[tokio::test]
async fn facet_count_equals_the_filtered_total(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.import(&demo(), true).await;
    let filters = [
        wire::ProductFilter::default(),
        wire::ProductFilter { cat_id: Some(2), in_stock: true, ..Default::default() },
        wire::ProductFilter { min_price: Some(60_000), max_price: Some(280_000), ..Default::default() },
        wire::ProductFilter { promo_id: Some(1), on_sale: true, ..Default::default() },
        wire::ProductFilter { brand: "Sikhota".to_owned(), cat_id: Some(3), ..Default::default() },
    ];
    for filter in filters {
        let facets = facets(&shop, filter.clone()).await;
        let mut choices = vec![
            (wire::ProductFilter { in_stock: true, ..filter.clone() }, facets.in_stock),
            (wire::ProductFilter { on_sale: true, ..filter.clone() }, facets.on_sale),
        ];
        choices.extend(facets.categories.iter().map(|it| {
            (wire::ProductFilter { cat_id: Some(it.id), prog_id: None, ..filter.clone() }, it.count)
        }));
        choices.extend(
            facets
                .groups
                .iter()
                .map(|it| (wire::ProductFilter { prog_id: Some(it.id), ..filter.clone() }, it.count)),
        );
        choices.extend(
            facets
                .brands
                .iter()
                .map(|it| (wire::ProductFilter { brand: it.brand.clone(), ..filter.clone() }, it.count)),
        );
        for (choice, count) in choices {
            let (_, total) = list(&shop, choice.clone(), wire::ProductSort::Unspecified).await;
            assert_eq!(total, count, "{filter:?}: {choice:?}");
        }
    }
}

#[rstest]
#[tokio::test]
async fn page_after_the_last_is_empty(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let mut seen = Vec::new();
    for (page, count) in [(1, 2), (2, 2), (3, 1), (4, 0), (1_000_000, 0)] {
        let request = wire::ListProductsRequest { page, limit: 2, ..Default::default() };
        let answer = shop.catalog().list_products(request).await.unwrap().into_inner();
        assert_eq!((answer.products.len(), answer.total), (count, 5));
        seen.extend(answer.products.iter().map(|product| product.pro_id));
    }
    seen.sort_unstable();
    assert_eq!(seen, [101, 102, 103, 201, 202]);
}

#[rstest]
#[case::page(0, 10, "page")]
#[case::deep(1_000_001, 10, "page")]
#[case::limit(1, 0, "limit")]
#[case::large(1, 101, "limit")]
#[tokio::test]
async fn invalid_page_is_refused_with_its_field(#[case] page: i32, #[case] limit: i32, #[case] field: &str) {
    let shop = Shop::open(Engine::Sqlite).await;
    let request = wire::ListProductsRequest { page, limit, ..Default::default() };
    let error = Error::from(shop.catalog().list_products(request).await.unwrap_err());
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
}

#[rstest]
#[tokio::test]
async fn product_has_its_category_and_group(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let answer =
        shop.catalog().get_product(wire::GetProductRequest { pro_id: 101 }).await.unwrap().into_inner();
    let product = answer.product.unwrap().product.unwrap();
    assert_eq!((product.price, product.original_price, product.stock), (Some(300), Some(400), Some(5)));
    assert_eq!(answer.category.unwrap().product_count, 3);
    assert_eq!(answer.group.unwrap().name_en, "Emulsion");
    let unsaleable =
        shop.catalog().get_product(wire::GetProductRequest { pro_id: 202 }).await.unwrap().into_inner();
    let product = unsaleable.product.unwrap().product.unwrap();
    assert_eq!((product.price, product.stock), (None, None));
    let error = shop.catalog().get_product(wire::GetProductRequest { pro_id: 9 }).await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn related_products_come_from_the_group_then_the_category(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let request = wire::ListRelatedProductsRequest { pro_id: 101, limit: 10 };
    let related = shop.catalog().list_related_products(request).await.unwrap().into_inner().products;
    assert_eq!(related.iter().map(|product| product.pro_id).collect::<Vec<_>>(), [102, 103]);
}

#[rstest]
#[case::a_group_before_the_category(1, &[2, 3])]
#[case::no_group(3, &[1, 2])]
#[case::neither(4, &[])]
#[tokio::test]
async fn products_without_group_and_category_have_no_related_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] pro_id: i64,
    #[case] expected: &[i64],
) {
    let shop = Shop::open(engine).await;
    let products =
        "pro_id,cat_id,prog_id,pro_name_en\n1,1,11,One\n2,1,11,Two\n3,1,,Three\n4,,,Four\n5,,,Five\n";
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products)]), false).await;
    let request = wire::ListRelatedProductsRequest { pro_id, limit: 10 };
    let related = shop.catalog().list_related_products(request).await.unwrap().into_inner().products;
    assert_eq!(related.iter().map(|product| product.pro_id).collect::<Vec<_>>(), expected);
}

#[rstest]
#[tokio::test]
async fn batch_read_keeps_the_requested_order(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let request = wire::BatchGetProductsRequest { pro_ids: vec![202, 999, 101, 202] };
    let products = shop.catalog().batch_get_products(request).await.unwrap().into_inner().products;
    assert_eq!(products.iter().map(|product| product.pro_id).collect::<Vec<_>>(), [202, 101]);
    let many = wire::BatchGetProductsRequest { pro_ids: (1..=201).collect() };
    assert!(shop.catalog().batch_get_products(many).await.is_err());
}

#[rstest]
#[tokio::test]
async fn only_active_promotions_are_listed(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let request = wire::ListPromotionsRequest { products_each: 1, ..Default::default() };
    let running = shop.catalog().list_promotions(request).await.unwrap().into_inner().promotions;
    assert_eq!(running.len(), 1);
    assert_eq!((running[0].product_count, running[0].products[0].pro_id), (2, 201));
    let october = wire::ListPromotionsRequest { day: "2026-10-31".to_owned(), ..Default::default() };
    let then = shop.catalog().list_promotions(october).await.unwrap().into_inner().promotions;
    assert_eq!(then[0].title_en, "Over");
}

#[rstest]
#[tokio::test]
async fn each_brand_has_a_collection(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let all = shop.catalog().list_collections(wire::ListCollectionsRequest {}).await.unwrap().into_inner();
    let names: Vec<_> = all.collections.iter().map(|it| (it.name.as_str(), it.product_count)).collect();
    let expected = [("new", 5), ("popular", 5), ("sale", 2), ("senglux", 2), ("sikhota", 2), ("black-co", 1)];
    assert_eq!(names, expected);
    let get = |name: &str| wire::GetCollectionRequest {
        name: name.to_owned(),
        page: 1,
        limit: 10,
        ..Default::default()
    };
    let one = shop.catalog().get_collection(get("black-co")).await.unwrap().into_inner();
    assert_eq!((one.products[0].pro_id, one.total), (103, 1));
    let error = shop.catalog().get_collection(get("unknown")).await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn new_and_popular_collections_have_at_most_sixty_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut products = String::from("pro_id,cat_id,prog_id,pro_name_en,price,stock\n");
    for id in 1..=70 {
        // The cheapest are last in every order except by price.
        writeln!(products, "{id},1,11,Thing {id},{},5", 1000 - id).unwrap();
    }
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products.as_str())]), false).await;
    let all = shop.catalog().list_collections(wire::ListCollectionsRequest {}).await.unwrap().into_inner();
    let counts: Vec<_> = all.collections.iter().map(|it| (it.name.as_str(), it.product_count)).collect();
    assert_eq!(counts, [("new", 60), ("popular", 60)], "empty collections are not listed");
    let page = async |name: &str, sort: wire::ProductSort, page: i32| {
        let request =
            wire::GetCollectionRequest { name: name.to_owned(), sort: sort.into(), page, limit: 25 };
        let answer = shop.catalog().get_collection(request).await.unwrap().into_inner();
        assert_eq!(answer.total, 60);
        answer.products.iter().map(|product| product.pro_id).collect::<Vec<_>>()
    };
    for sort in [wire::ProductSort::Unspecified, wire::ProductSort::PriceAsc] {
        let mut seen = Vec::new();
        for (number, count) in [(1, 25), (2, 25), (3, 10), (4, 0)] {
            let ids = page("popular", sort, number).await;
            assert_eq!(ids.len(), count);
            seen.extend(ids);
        }
        seen.sort_unstable();
        assert_eq!(seen, (1..=60).collect::<Vec<i64>>(), "the same sixty in any order");
    }
    assert_eq!(page("popular", wire::ProductSort::PriceAsc, 1).await[0], 60);
    // Still reachable by a direct link.
    let sale =
        wire::GetCollectionRequest { name: "sale".to_owned(), page: 1, limit: 10, ..Default::default() };
    assert_eq!(shop.catalog().get_collection(sale).await.unwrap().into_inner().total, 0);
}

#[rstest]
#[tokio::test]
async fn brand_called_new_has_its_own_collection(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    let products = "pro_id,cat_id,prog_id,pro_name_en,brand\n1,1,11,Thing,New\n2,1,11,Other,Old\n";
    shop.import(&folder(&[SMALL[0], SMALL[1], ("products.csv", products)]), false).await;
    let all = shop.catalog().list_collections(wire::ListCollectionsRequest {}).await.unwrap().into_inner();
    let brand = all.collections.iter().find(|collection| collection.title_en == "New").unwrap();
    assert_eq!((brand.name.as_str(), brand.product_count), ("new-brand", 1));
    let sort = wire::ProductSort::Unspecified;
    for word in ["New", "new-brand"] {
        let filter = wire::ProductFilter { brand: word.to_owned(), ..Default::default() };
        assert_eq!(list(&shop, filter, sort).await.0, [1], "{word}");
    }
}

#[rstest]
#[tokio::test]
async fn content_is_read_as_written(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let front = shop.content().get_storefront(wire::GetStorefrontRequest {}).await.unwrap().into_inner();
    let company = front.company.unwrap();
    assert_eq!((company.points_per_kip, company.address.unwrap().la), (100_000, "ວຽງຈັນ".to_owned()));
    assert_eq!(front.menu[0].label.as_ref().unwrap().en, "Home");
    let hero = front.hero.unwrap();
    assert_eq!((hero.title.unwrap().en.as_str(), hero.tiles[0].image.as_str()), ("A good home", "c/1.png"));
    let page = |slug: &str| wire::GetPageRequest { slug: slug.to_owned() };
    let news = shop.content().get_page(page("news")).await.unwrap().into_inner().page.unwrap();
    let listed: Vec<_> = news.items.iter().map(|item| item.slug.as_str()).collect();
    assert_eq!(listed, ["news/2", "news/1"]);
    let about = shop.content().get_page(page("about")).await.unwrap().into_inner().page.unwrap();
    assert_eq!(about.paragraphs[0].en, "We sell paint");
    let error = shop.content().get_page(page("nothing")).await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::NotFound);
}

#[rstest]
#[case::nothing_was_written(None)]
#[case::only_a_name(Some(r#"{"company": {"name": "Heuan"}}"#))]
#[tokio::test]
async fn company_without_details_gets_the_default_hours_and_points(#[case] content: Option<&str>) {
    let shop = Shop::open(Engine::Sqlite).await;
    if let Some(content) = content {
        shop.import(&folder(&[("content.json", content)]), false).await;
    }
    let front = shop.content().get_storefront(wire::GetStorefrontRequest {}).await.unwrap().into_inner();
    assert_eq!(front.hero, None);
    let company = front.company.unwrap();
    assert_eq!((company.points_per_kip, company.hours.as_str()), (200_000, "08:00-18:00"));
    assert_eq!((company.currency.as_str(), company.timezone.as_str()), ("LAK", "Asia/Vientiane"));
}

#[rstest]
#[tokio::test]
async fn demo_catalog_is_imported_completely(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = Shop::open(engine).await;
    assert!(shop.gateway.store().is_empty().await.unwrap());
    let imported = shop.import(&demo(), false).await;
    assert_eq!(imported.products_written, 844);
    assert!(!shop.gateway.store().is_empty().await.unwrap());
    let categories =
        shop.catalog().list_categories(wire::ListCategoriesRequest {}).await.unwrap().into_inner().categories;
    assert_eq!(categories.len(), 15);
    assert_eq!(categories.iter().map(|category| category.product_count).sum::<i64>(), 844);
    let groups =
        shop.catalog().list_groups(wire::ListGroupsRequest::default()).await.unwrap().into_inner().groups;
    assert_eq!(groups.len(), 106);
    // The first page shows the shop's variety.
    let request = wire::ListProductsRequest { page: 1, limit: 15, ..Default::default() };
    let first = shop.catalog().list_products(request).await.unwrap().into_inner().products;
    let breadth: std::collections::HashSet<_> = first.iter().map(|product| product.cat_id).collect();
    assert_eq!(breadth.len(), 15);
}
