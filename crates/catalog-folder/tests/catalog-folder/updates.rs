//! Updates of existing rows: absent columns have the shop's values.

use heuan_catalog_folder::{ExistingIds, MissingNameRows};
use time::macros::date;

use crate::support::Folder;

/// The faults of one file, read for this shop.
#[track_caller]
fn errors(known: &ExistingIds, file: &str, text: &str) -> Vec<String> {
    let folder = Folder::empty();
    folder.put(file, text);
    match folder.read_knowing(known) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.errors.iter().map(ToString::to_string).collect(),
    }
}

/// In each table row 1 has both names, row 2 only the Lao, row 3 only the English and row 4 none.
fn shop() -> ExistingIds {
    let mut known = ExistingIds {
        cat_ids: (1..=4).collect(),
        groups: (1..=4).map(|id| (id, 1)).collect(),
        pro_ids: (1..=4).collect(),
        promo_type_ids: (1..=4).collect(),
        promo_ids: (1..=4).collect(),
        b_ids: (1..=4).collect(),
        ..ExistingIds::default()
    };
    let names = [(1, "ສີ", "Paint"), (2, "ສີ", ""), (3, "\u{200b}", "Paint"), (4, "", " ")];
    let rows = MissingNameRows::of(names);
    assert_eq!((rows.la.len(), rows.en.len()), (2, 2));
    let unnamed = &mut known.unnamed;
    for kind in [
        &mut unnamed.categories,
        &mut unnamed.groups,
        &mut unnamed.products,
        &mut unnamed.promotion_types,
        &mut unnamed.promotions,
        &mut unnamed.branches,
    ] {
        *kind = rows.clone();
    }
    known
}

#[test]
fn name_can_be_cleared_only_if_the_other_language_has_one() {
    for (file, id, la, en) in [
        ("categories.csv", "cat_id", "cat_name_la", "cat_name_en"),
        ("groups.csv", "cat_id,prog_id", "prog_name_la", "prog_name_en"),
        ("products.csv", "pro_id", "pro_name_la", "pro_name_en"),
        ("branches.csv", "b_id", "b_name", "b_name_eng"),
        ("promotion_types.csv", "promo_type_id", "promo_type_name", "promo_type_name_en"),
        ("promotions.csv", "promo_type_id,promo_id", "title_la", "title_en"),
    ] {
        // Rows with two leading columns belong to row 1 of another table.
        let parent = if id.contains(',') { "1," } else { "" };
        let rows = |fields: &str| {
            (1..=4).fold(String::new(), |rows, row| rows + &format!("{parent}{row}{fields}\n"))
        };
        let lines = |column: &str, lines: &[u64]| -> Vec<String> {
            let message = |line| format!("{file}:{line}: {column}: a name is needed, in Lao or in English");
            lines.iter().map(message).collect()
        };
        let known = shop();
        let emptied_la = format!("{id},{la}\n{}", rows(",\u{200b}"));
        assert_eq!(errors(&known, file, &emptied_la), lines(la, &[3, 5]));
        let emptied_en = format!("{id},{en}\n{}", rows(","));
        assert_eq!(errors(&known, file, &emptied_en), lines(en, &[4, 5]));
        let emptied_both = format!("{id},{la},{en}\n{}", rows(",,"));
        assert_eq!(errors(&known, file, &emptied_both), lines(la, &[2, 3, 4, 5]));
        let untouched = format!("{id}\n{}", rows(""));
        assert_eq!(errors(&known, file, &untouched), lines(la, &[]), "untouched names");
    }
}

#[test]
fn invisible_name_counts_as_empty() {
    let folder = Folder::good();
    folder.edit("products.csv", "ຄ້ອນ,Hammer", "\u{200b}\u{ad},Hammer");
    let products = folder.read().unwrap().products.unwrap();
    assert_eq!(
        (products.rows[2].pro_name_la.as_str(), products.rows[2].pro_name_en.as_str()),
        ("", "Hammer")
    );
}

#[test]
fn promotion_days_are_in_order_with_the_existing_day() {
    let mut known = shop();
    known.promotion_days = [
        (1, (Some(date!(2026 - 11 - 10)), Some(date!(2026 - 11 - 20)))),
        (2, (None, Some(date!(2026 - 11 - 20)))),
    ]
    .into();
    let read = |column: &str, rows: &str| {
        errors(&known, "promotions.csv", &format!("promo_type_id,promo_id,{column}\n{rows}"))
    };
    let ends = "1,1,2026-11-09\n1,2,2026-11-09\n1,3,2026-11-09\n";
    assert_eq!(
        read("ends", ends),
        ["promotions.csv:2: ends: must not be before starts, which stays 2026-11-10"]
    );
    let starts = "1,1,2026-11-21\n1,2,2026-11-20\n1,3,2026-11-21\n";
    assert_eq!(
        read("starts", starts),
        ["promotions.csv:2: starts: must not be after ends, which stays 2026-11-20"]
    );
    assert_eq!(read("starts,ends", "1,1,2026-11-21,\n"), Vec::<String>::new(), "both are given");
}

#[test]
fn branch_hours_are_in_order_with_the_existing_hour() {
    let hours = |open: &str, close: &str| (open.to_owned(), close.to_owned());
    let branch_hours =
        [(1, hours("08:00", "18:00")), (2, hours("", "")), (3, hours("08:00", "18:00"))].into();
    let known = ExistingIds { branch_hours, ..shop() };
    let read = |column: &str, rows: &str| errors(&known, "branches.csv", &format!("b_id,{column}\n{rows}"));
    let both = "opening hours need both open and close, or neither";
    assert_eq!(
        read("open", "1,18:00\n2,08:00\n3,\n"),
        [
            "branches.csv:2: open: must be before close, which stays 18:00".to_owned(),
            format!("branches.csv:3: open: {both}"),
            format!("branches.csv:4: open: {both}"),
        ]
    );
    assert_eq!(
        read("close", "1,08:00\n2,18:00\n3,17:00\n"),
        [
            "branches.csv:2: close: must be after open, which stays 08:00".to_owned(),
            format!("branches.csv:3: close: {both}"),
        ]
    );
    assert_eq!(read("open,close", "1,18:00,20:00\n3,,\n"), Vec::<String>::new(), "both are given");
}

#[test]
fn product_keeps_its_category_while_it_stays_in_a_group() {
    let mut known = shop();
    known.groups_of_products = [(1, 2)].into();
    assert_eq!(
        errors(&known, "products.csv", "pro_id,cat_id\n1,\n2,\n"),
        ["products.csv:2: cat_id: product 1 is in group 2 of category 1; empty prog_id as well"]
    );
    assert_eq!(errors(&known, "products.csv", "pro_id,cat_id,prog_id\n1,,\n"), Vec::<String>::new());
}

#[test]
fn product_that_leaves_its_group_keeps_its_category() {
    let mut known = shop();
    known.groups_of_products = [(1, 2)].into();
    let folder = Folder::empty();
    folder.put("products.csv", "pro_id,prog_id\n1,\n");
    let products = folder.read_knowing(&known).unwrap().products.unwrap();
    assert_eq!((products.rows[0].cat_id, products.rows[0].prog_id), (None, None));
    assert!(products.columns.has("prog_id") && !products.columns.has("cat_id"), "so the shop's value stays");
}

#[test]
fn row_counts_the_stock_or_changes_it() {
    let known = shop();
    let of = |rows: &str| errors(&known, "products.csv", &format!("pro_id,stock,stock_change\n{rows}"));
    assert_eq!(of("1,5,\n2,,-3\n"), Vec::<String>::new());
    assert_eq!(of("1,,+60\n2,,0\n"), Vec::<String>::new());
    let both = "products.csv:3: stock_change: fill in stock or stock_change, not both";
    assert_eq!(of("1,5,\n2,5,1\n"), [both]);
    let form =
        "products.csv:2: stock_change: must be a whole number, with - for units that are taken off (1.5)";
    assert_eq!(of("1,,1.5\n"), [form]);
    let many = "products.csv:2: stock_change: must be at most 999999 units (1000000)";
    assert_eq!(of("1,,1000000\n"), [many]);
}
