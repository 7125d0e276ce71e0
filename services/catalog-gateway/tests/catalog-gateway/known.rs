//! The shop's data passed to the folder reader, on both databases.

use std::collections::HashSet;

use crate::support::{
    Shop,
    folder::{SMALL, folder},
};
use heuan_catalog_folder::MissingNameRows;
use heuan_testkit::Engine;
use rstest::rstest;
use time::macros::date;

#[rstest]
#[tokio::test]
async fn folder_reader_gets_existing_names_and_days(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    let mut files = SMALL;
    files[0].1 = "cat_id,cat_name_la,cat_name_en\n1,ສີ,\n2,,Lighting\n";
    files[1].1 = "prog_id,cat_id,prog_name_en\n11,1,Emulsion\n12,1,Enamel\n21,2,Bulbs\n";
    files[2].1 = "pro_id,cat_id,prog_id,pro_name_la,pro_name_en\n\
        101,1,11,ສີຂາວ,\n103,1,,,Black enamel\n201,2,21,ດອກ,Bulb\n";
    files[3].1 = "promo_type_id,promo_type_name_en\n1,Deals\n";
    files[4].1 = "promo_id,promo_type_id,title_la,title_en,starts,ends\n\
        1,1,ຫຼຸດ,,2026-11-01,\n2,1,,Over,,2026-10-31\n3,1,ແລ້ວ,Open,,\n";
    shop.import(&folder(&files), false).await;
    // Rows written before invisible names were treated as empty.
    let mut tx = shop.tables().await.begin().await.unwrap();
    heuan_store::run!(tx, "UPDATE product SET name_la = $1 WHERE pro_id = 201", "\u{200b} \u{ad}").unwrap();
    tx.commit().await.unwrap();

    let known = shop.known().await;
    let rows = |la: &[i64], en: &[i64]| MissingNameRows {
        la: la.iter().copied().collect(),
        en: en.iter().copied().collect(),
    };
    assert_eq!(known.unnamed.categories, rows(&[2], &[1]));
    assert_eq!(known.unnamed.groups, rows(&[11, 12, 21], &[]));
    assert_eq!(known.unnamed.products, rows(&[103, 201], &[101]));
    assert_eq!(known.unnamed.promotion_types, rows(&[1], &[]));
    assert_eq!(known.unnamed.promotions, rows(&[2], &[1]));
    let days = [(1, (Some(date!(2026 - 11 - 01)), None)), (2, (None, Some(date!(2026 - 10 - 31))))];
    assert_eq!(known.promotion_days, days.into());
    assert_eq!(known.groups_of_products, [(101, 11), (201, 21)].into());
    assert_eq!(known.promo_ids, HashSet::from([1, 2, 3]));
}
