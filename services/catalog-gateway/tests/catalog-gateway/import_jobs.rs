//! Imports by the staff: upload, check, preview, apply.

use std::fmt::Write as _;

use heuan_catalog_gateway::{
    import::ImportLock,
    store::{ImportOptions, Origin},
};
use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

use crate::support::{
    NOON,
    folder::{SMALL, folder},
    imports::{ImportShop, archive},
    staff::{actor, field},
};

const PIXEL: &[u8] = include_bytes!("support/pixel.png");

async fn small(engine: Engine) -> ImportShop {
    let shop = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", PIXEL));
    shop.import("catalog.zip", &archive(&files), false).await;
    shop
}

fn rows(
    table: &wire::ImportedTable,
    kind: wire::ImportedRowKind,
) -> Vec<(&str, &str, Option<&str>, Option<&str>)> {
    let of_kind = table.rows.iter().filter(|row| row.kind() == kind);
    of_kind.map(|row| (row.id.as_str(), row.field.as_str(), row.from.as_deref(), row.to.as_deref())).collect()
}

async fn price(shop: &ImportShop, pro_id: i64) -> Option<i64> {
    shop.shop.staff_product(pro_id).await.product.unwrap().price
}

#[rstest]
#[tokio::test]
async fn preview_lists_the_changes_of_applying(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let edit = wire::ProductEdit {
        price: Some(wire::NullableInt64 { value: Some(310) }),
        name_en: Some("Wall paint".to_owned()),
        ..Default::default()
    };
    shop.shop.edit(101, edit).await.unwrap();
    let prices = "pro_id,price,stock,pro_name_en\n101,320,5,Wall paint\n102,200,3,Red paint\n301,9,1,New\n";
    // The name of the file says nothing; its columns say that it is a table of products.
    let import_id = shop.upload("price-list.csv", prices.as_bytes(), false).await;
    let ready = shop.check(&import_id).await.import.unwrap();
    assert_eq!(ready.state(), wire::ImportState::Ready);
    assert_eq!(price(&shop, 101).await, Some(310), "a preview changes nothing");
    let [products] = &ready.tables[..] else { panic!("{:?}", ready.tables) };
    assert_eq!((products.added, products.changed, products.removed), (1, 2, 0));
    assert_eq!(products.columns, ["pro_id", "pro_name_en", "price", "stock"]);
    assert_eq!(rows(products, wire::ImportedRowKind::Added), [("301", "", None, None)]);
    assert_eq!(
        rows(products, wire::ImportedRowKind::Changed),
        [("101", "price", Some("310"), Some("320")), ("102", "stock", Some("0"), Some("3"))]
    );
    let edited: Vec<_> =
        products.edited.iter().map(|it| (it.column.as_str(), it.edited, it.overwritten)).collect();
    assert_eq!(edited, [("price", 1, 1), ("pro_name_en", 1, 0)]);

    let applied = shop.apply(&import_id).await.unwrap().import.unwrap();
    assert_eq!((applied.state(), &applied.tables), (wire::ImportState::Applied, &ready.tables));
    // The file names neither brand nor group, so they stay.
    let product = shop.shop.staff_product(101).await;
    let change = &product.ledger[0];
    assert_eq!((change.kind.as_str(), change.name.as_str()), ("import", "Kham Phanthavong"));
    assert_eq!(field(change, "price"), Some((Some("310".to_owned()), Some("320".to_owned()))));
    let product = product.product.unwrap();
    assert_eq!((product.brand.as_str(), product.prog_id, product.price), ("Sikhota", 11, Some(320)));
    let kept = std::fs::read_dir(shop.media().join(".imports").join(&import_id)).unwrap();
    let kept: Vec<_> = kept.map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(
        (kept, applied.can_repeat),
        (vec!["file".into()], true),
        "what was made of the file is removed"
    );

    let again = shop.apply(&import_id).await.unwrap_err();
    assert_eq!(again.detail.reason, "import_state");
    let listed = wire::ListImportsRequest { actor: Some(actor()), cursor: String::new(), limit: 1 };
    let listed = shop.imports().list_imports(listed).await.unwrap().into_inner();
    assert_eq!((listed.imports[0].import_id.as_str(), listed.available), (import_id.as_str(), true));
    assert_eq!((listed.imports[0].tables[0].changed, listed.imports[0].tables[0].rows.len()), (2, 0));
    let next = wire::ListImportsRequest { actor: Some(actor()), cursor: listed.next_cursor, limit: 1 };
    let next = shop.imports().list_imports(next).await.unwrap().into_inner();
    assert_eq!((next.imports[0].file_name.as_str(), next.next_cursor.as_str()), ("catalog.zip", ""));
    shop.shop.check().await;
}

#[rstest]
#[tokio::test]
async fn replacing_import_lists_the_removed_rows(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = small(engine).await;
    let folder = archive(&[
        ("categories.csv", b"cat_id,cat_name_en\n1,Paint\n"),
        ("products.csv", b"pro_id,cat_id,pro_name_en,price,stock\n101,1,White paint,300,5\n"),
    ]);
    let import_id = shop.upload("all.zip", &folder, true).await;
    let ready = shop.check(&import_id).await.import.unwrap();
    let counts = |import: &wire::CatalogImport| -> Vec<(String, i64, i64, i64)> {
        import.tables.iter().map(|it| (it.table.clone(), it.added, it.changed, it.removed)).collect()
    };
    let of = |name: &str, added, changed, removed| (name.to_owned(), added, changed, removed);
    assert_eq!(
        counts(&ready)[..3],
        [of("products", 0, 1, 4), of("categories", 0, 1, 1), of("groups", 0, 0, 3)]
    );
    assert_eq!(price(&shop, 103).await, Some(100), "a preview changes nothing");
    let applied = shop.apply(&import_id).await.unwrap().import.unwrap();
    assert_eq!(counts(&applied), counts(&ready));
    let media = applied.tables.iter().find(|it| it.table == "media").unwrap();
    assert_eq!((media.removed, shop.media().join("c/1.png").exists()), (1, false));
    assert!(
        shop.shop
            .staff()
            .get_staff_product(wire::GetStaffProductRequest { actor: Some(actor()), pro_id: 103 })
            .await
            .is_err()
    );
}

#[rstest]
#[tokio::test]
async fn units_that_cannot_be_taken_off_are_listed_with_their_lines_and_all_counted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let mut table = String::from("pro_id,cat_id,pro_name_en,price,stock_change\n");
    for pro_id in 2001..=3100 {
        writeln!(table, "{pro_id},1,Roller {pro_id},10,-1").unwrap();
    }
    let import_id = shop.upload("products.csv", table.as_bytes(), false).await;
    let rejected = shop.check(&import_id).await;
    let first = &rejected.faults[0];
    let position = (first.file.as_str(), first.line, first.column.as_str(), first.value.as_str());
    assert_eq!(position, ("products.csv", 2, "stock_change", "-1"));
    assert!(first.reason.contains("2001"), "{first:?}");
    assert_eq!((first.code.as_str(), first.values["id"].as_str()), ("stock_not_counted", "2001"));
    assert_eq!(first.row, "2001");
    let import = rejected.import.unwrap();
    assert_eq!((import.state(), import.fault_count), (wire::ImportState::Faulty, 1100));
    assert_eq!(rejected.stored_faults, 1000, "of more, the first are stored");
}

#[rstest]
#[tokio::test]
async fn rejected_file_changes_nothing_and_names_every_error(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = shop.upload("products.csv", b"pro_id,price,cat_id\n101,58.000,\n102,5,97\n", false).await;
    let rejected = shop.check(&import_id).await;
    let diagnostics: Vec<_> = rejected
        .faults
        .iter()
        .map(|it| (it.file.as_str(), it.line, it.column.as_str(), it.value.as_str()))
        .collect();
    assert!(diagnostics.contains(&("products.csv", 2, "price", "58.000")), "{diagnostics:?}");
    assert!(diagnostics.contains(&("products.csv", 3, "cat_id", "97")), "{diagnostics:?}");
    let category = rejected.faults.iter().find(|it| it.value == "97").unwrap();
    assert_eq!((category.code.as_str(), category.values["id"].as_str()), ("no_category", "97"));
    assert_eq!(category.row, "102");
    let import = rejected.import.unwrap();
    assert_eq!((import.state(), import.fault_count), (wire::ImportState::Faulty, diagnostics.len() as i64));
    assert_eq!(shop.apply(&import_id).await.unwrap_err().detail.reason, "import_state");
    assert_eq!(price(&shop, 102).await, Some(200));

    for (name, bytes, file) in [("x.zip", &b"not a zip"[..], "zip"), ("x.csv", b"price\n5\n", "x.csv")] {
        let import_id = shop.upload(name, bytes, false).await;
        let rejected = shop.check(&import_id).await;
        let diagnostics = &rejected.faults;
        let count = diagnostics.iter().filter(|it| it.file != "mapping.toml").count() as i64;
        assert_eq!(
            (diagnostics[0].file.as_str(), rejected.import.unwrap().fault_count),
            (file, count),
            "{diagnostics:?}"
        );
    }
}

#[tokio::test]
async fn upload_is_checked_and_continued_by_offset() {
    let shop = ImportShop::open(Engine::Sqlite).await;
    let begin = async |file_name: &str, bytes| {
        let request = wire::BeginImportRequest {
            actor: Some(actor()),
            file_name: file_name.to_owned(),
            bytes,
            replace: false,
            mapping: String::new(),
        };
        shop.imports().begin_import(request).await.map_err(Error::from)
    };
    for (name, bytes, field) in [
        ("a.pdf", 5, "file_name"),
        ("a\n.csv", 5, "file_name"),
        ("a.csv", 0, "bytes"),
        ("a.zip", 1 << 40, "bytes"),
    ] {
        assert_eq!(begin(name, bytes).await.unwrap_err().detail.field, field);
    }
    let import_id = begin("a.csv", 10).await.unwrap().into_inner().import.unwrap().import_id;
    let append = async |offset, part: &[u8]| {
        let request = wire::AppendImportRequest {
            actor: Some(actor()),
            import_id: import_id.clone(),
            offset,
            part: part.to_vec(),
        };
        shop.imports().append_import(request).await.map(|it| it.into_inner().received).map_err(Error::from)
    };
    assert_eq!(append(4, b"x").await.unwrap_err().detail.reason, "wrong_offset");
    assert_eq!(append(0, b"pro_id").await.unwrap(), 6);
    assert_eq!(append(0, b"pro_").await.unwrap(), 6, "a part may be sent again");
    assert_eq!(append(6, b"12345").await.unwrap_err().detail.field, "offset");
    let check = wire::CheckImportRequest { actor: Some(actor()), import_id: import_id.clone() };
    let incomplete = Error::from(shop.imports().check_import(check).await.unwrap_err());
    assert_eq!(incomplete.detail.reason, "wrong_offset");
    let cancel = wire::CancelImportRequest { actor: Some(actor()), import_id: import_id.clone() };
    let cancelled = shop.imports().cancel_import(cancel).await.unwrap().into_inner().import.unwrap();
    assert_eq!(cancelled.state(), wire::ImportState::Cancelled);
    assert_eq!(append(6, b"1").await.unwrap_err().detail.reason, "import_state");
    assert!(!shop.media().join(".imports").join(&import_id).exists());
    let unknown = wire::GetImportRequest {
        actor: Some(actor()),
        import_id: "../../x".to_owned(),
        fault_offset: 0,
        fault_limit: 1,
    };
    let unknown = Error::from(shop.imports().get_import(unknown).await.unwrap_err());
    assert_eq!(unknown.code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn import_is_refused_while_five_others_are_not_applied(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(shop.upload("products.csv", b"pro_id,price\n101,1\n", false).await);
    }
    shop.check(&open[0]).await;
    let begin = || wire::BeginImportRequest {
        actor: Some(actor()),
        file_name: "products.csv".to_owned(),
        bytes: 1,
        ..wire::BeginImportRequest::default()
    };
    let refused = Error::from(shop.imports().begin_import(begin()).await.unwrap_err());
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "open_imports"));
    shop.apply(&open[0]).await.unwrap();
    shop.imports().begin_import(begin()).await.unwrap();
}

/// Nothing is left to apply, so it does not wait for anyone.
#[rstest]
#[tokio::test]
async fn import_without_a_change_ends_with_its_check_and_does_not_count_as_open(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    for _ in 0..6 {
        let import_id = shop.upload("prices.csv", b"pro_id,price\n101,300\n", false).await;
        let ended = shop.check(&import_id).await.import.unwrap();
        assert_eq!((ended.state(), ended.preview.as_str()), (wire::ImportState::Applied, ""));
        assert_eq!(ended.tables, []);
        assert!(ended.ended_at.is_some() && ended.can_repeat);
        assert_eq!(shop.begin_apply(&import_id, "").await.unwrap_err().detail.reason, "import_state");
    }
}

#[rstest]
#[tokio::test]
async fn import_waits_for_another_and_excludes_a_third(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let import_id = shop.upload("products.csv", b"pro_id,price\n101,1\n", false).await;
    let other = shop.upload("products.csv", b"pro_id,price\n101,2\n", false).await;
    // As a command or a backup holds it.
    let lock = ImportLock::try_take(shop.folders.path()).unwrap().unwrap();
    let check =
        |import_id: &str| wire::CheckImportRequest { actor: Some(actor()), import_id: import_id.to_owned() };
    shop.imports().check_import(check(&import_id)).await.unwrap();
    eventually("the import waits", async || shop.get(&import_id).await.import.unwrap().phase == "waiting")
        .await;
    let refused = Error::from(shop.imports().check_import(check(&other)).await.unwrap_err());
    assert_eq!(refused.detail.reason, "import_running");
    drop(lock);
    assert_eq!(shop.check(&import_id).await.import.unwrap().state(), wire::ImportState::Ready);
    assert_eq!(shop.check(&other).await.import.unwrap().state(), wire::ImportState::Ready);
}

#[rstest]
#[tokio::test]
async fn import_of_an_ended_process_is_ended_at_the_start(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values((0, "process_ended", "nothing was changed"), (1, "process_ended_merged", "products are imported"))]
    ended: (i64, &str, &str),
) {
    let (merged, code, text) = ended;
    let shop = small(engine).await;
    let import_id = shop.upload("products.csv", b"pro_id,price\n101,1\n", false).await;
    let mut tx = shop.shop.tables().await.begin().await.unwrap();
    let sql =
        "UPDATE catalog_import SET state = 'applying', touched_at = 0, merged = $2 WHERE import_id = $1";
    heuan_store::run!(tx, sql, &import_id, merged).unwrap();
    tx.commit().await.unwrap();
    // As the service does when it starts.
    let other = heuan_catalog_gateway::CatalogGateway::open(
        &heuan_catalog_gateway::Config {
            poll_ms: 20,
            low_stock: 5,
            image_day_bytes: 0,
            open_imports: 0,
            import_retention_days: 30,
            import_retention_bytes: 1 << 20,
            import_loopback: true,
        },
        &shop.shop.db.location,
        shop.shop.clock.clone(),
        shop.shop.shutdown.clone(),
    );
    let _other = other.await.unwrap();
    eventually("the import has failed", async || {
        let import = shop.get(&import_id).await.import.unwrap();
        import.state() == wire::ImportState::Failed
    })
    .await;
    let import = shop.get(&import_id).await.import.unwrap();
    assert_eq!(import.error_code, code);
    assert!(import.error.contains(text), "{}", import.error);
}

#[rstest]
#[tokio::test]
async fn faulty_and_failed_imports_are_discarded_with_their_files_and_applied_ones_are_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let discard = async |import_id: &str| {
        let request = wire::CancelImportRequest { actor: Some(actor()), import_id: import_id.to_owned() };
        let discarded = shop.imports().cancel_import(request).await.map_err(Error::from)?;
        Ok::<_, Error>(discarded.into_inner().import.unwrap())
    };
    let faulty = shop.upload("products.csv", b"pro_id,price\n101,58.000\n", false).await;
    let import = shop.check(&faulty).await.import.unwrap();
    assert_eq!((import.state(), import.error_code.as_str()), (wire::ImportState::Faulty, ""));

    std::fs::create_dir_all(shop.media().join("c/2.png")).unwrap();
    let folder =
        archive(&[("products.csv", b"pro_id,pro_img_cover\n101,c/2.png\n"), ("media/c/2.png", PIXEL)]);
    let failed = shop.upload("paint.zip", &folder, false).await;
    let checked = shop.check(&failed).await;
    let import = checked.import.unwrap();
    assert_eq!(import.state(), wire::ImportState::Failed, "{:?}", checked.faults);
    assert_eq!((import.error_code.as_str(), import.can_repeat), ("folder_in_the_way", true));
    assert_eq!(import.error_values["path"], "c/2.png");
    assert!(
        import.error.starts_with("media/c/2.png: the shop has a folder of that name"),
        "{}",
        import.error
    );

    for import_id in [&faulty, &failed] {
        // Repeating it changes nothing.
        for _ in 0..2 {
            let discarded = discard(import_id).await.unwrap();
            assert_eq!(
                (discarded.state(), discarded.can_repeat),
                (wire::ImportState::Cancelled, false),
                "{}",
                discarded.file_name
            );
        }
        assert!(!shop.media().join(".imports").join(import_id).exists());
    }
    let applied = shop.import("prices.csv", b"pro_id,price\n101,320\n", false).await;
    assert_eq!(discard(&applied.import_id).await.unwrap_err().detail.reason, "import_state");
    assert!(shop.get(&applied.import_id).await.import.unwrap().can_repeat);
}

#[tokio::test]
async fn import_without_the_media_folder_is_refused_with_the_reason() {
    let shop = ImportShop::open(Engine::Sqlite).await;
    std::fs::remove_dir_all(shop.media()).unwrap();
    let request = wire::BeginImportRequest {
        actor: Some(actor()),
        file_name: "a.csv".to_owned(),
        bytes: 5,
        replace: false,
        mapping: String::new(),
    };
    let refused = Error::from(shop.imports().begin_import(request).await.unwrap_err());
    assert_eq!(refused.detail.reason, "import_unavailable");
    let listed = wire::ListImportsRequest { actor: Some(actor()), cursor: String::new(), limit: 10 };
    let listed = shop.imports().list_imports(listed).await.unwrap().into_inner();
    assert!(!listed.available && listed.unavailable_reason.contains("does not reach"), "{listed:?}");
    assert_eq!(listed.unavailable_code, "no_media");
    let export = wire::ExportCatalogRequest {
        actor: Some(actor()),
        table: String::new(),
        media: true,
        workbook: false,
    };
    let refused = Error::from(shop.imports().export_catalog(export).await.err().unwrap());
    assert_eq!(refused.detail.reason, "export_unavailable");
}

#[rstest]
#[tokio::test]
async fn preview_counts_removed_and_halved_prices_and_those_of_hidden_products(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = "pro_id,price,visible\n101,1000,1\n102,1000,1\n103,1000,0\n201,1000,1\n202,1000,1\n";
    shop.import("before.csv", before.as_bytes(), false).await;
    // The file hides 102 and 202, and shows 103.
    let prices = "pro_id,price,pro_name_en,visible\n101,0,Paint,1\n102,,Paint,0\n103,499,Paint,1\n201,500,Paint,1\n\
        202,499,Paint,0\n301,0,New,1\n";
    let import_id = shop.upload("prices.csv", prices.as_bytes(), false).await;
    let ready = shop.check(&import_id).await.import.unwrap();
    let [products] = &ready.tables[..] else { panic!("{:?}", ready.tables) };
    // An imported price of 0 is no price.
    let expected = wire::ImportedPrices { removed: 2, removed_hidden: 1, halved: 2, halved_hidden: 1 };
    assert_eq!(products.prices, Some(expected));
    assert_eq!(price(&shop, 101).await, Some(1000), "a preview changes nothing");
}

#[rstest]
#[tokio::test]
async fn preview_says_whether_it_ends_the_demo(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let shop = ImportShop::open(engine).await;
    let is_checked_again = async |import_id: &str| {
        let refused = shop.apply(import_id).await.unwrap_err();
        assert_eq!(refused.detail.reason, "preview_outdated");
        let import = shop.ended(import_id).await.import.unwrap();
        assert_eq!(import.state(), wire::ImportState::Ready, "{}", import.error);
        import
    };
    let first = shop.upload("new.csv", b"pro_id,pro_name_en\n900,Mortar\n", false).await;
    let ready = shop.check(&first).await.import.unwrap();
    assert_eq!((ready.state(), ready.ends_demo), (wire::ImportState::Ready, false), "nothing to end");
    let demo = ImportOptions::new(Origin::Demo, true, NOON);
    shop.shop.gateway.store().import_with(&folder(&SMALL), &demo, &|_| ()).await.unwrap();
    assert!(is_checked_again(&first).await.ends_demo);
    let second = shop.upload("prices.csv", b"pro_id,price\n101,320\n", false).await;
    assert!(shop.check(&second).await.import.unwrap().ends_demo, "a preview changes nothing");
    let applied = shop.apply(&first).await.unwrap().import.unwrap();
    assert_eq!((applied.state(), applied.ends_demo), (wire::ImportState::Applied, false));
    // Its preview says that it ends the demo, which has ended.
    assert!(!is_checked_again(&second).await.ends_demo);
}

#[rstest]
#[tokio::test]
async fn former_import_is_repeated_with_a_preview(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let first = shop.import("prices.csv", b"pro_id,price\n101,320\n", false).await;
    let edit =
        wire::ProductEdit { price: Some(wire::NullableInt64 { value: Some(999) }), ..Default::default() };
    shop.shop.edit(101, edit).await.unwrap();
    let again = shop.repeat(&first.import_id, None).await.unwrap().import.unwrap();
    assert_eq!((again.state(), again.file_name.as_str()), (wire::ImportState::Ready, "prices.csv"));
    assert_eq!(
        rows(&again.tables[0], wire::ImportedRowKind::Changed),
        [("101", "price", Some("999"), Some("320"))]
    );
    assert_eq!(price(&shop, 101).await, Some(999), "a preview changes nothing");
    shop.apply(&again.import_id).await.unwrap();
    assert_eq!(price(&shop, 101).await, Some(320));
}

/// A rejected import of a file with unknown columns is repeated with a mapping, without another upload.
#[tokio::test]
async fn import_is_repeated_with_another_mapping() {
    let shop = small(Engine::Sqlite).await;
    let import_id = shop.upload("odd.csv", b"Kode,Preis\n101,320\n", false).await;
    let rejected = shop.check(&import_id).await.import.unwrap();
    assert_eq!((rejected.state(), rejected.can_repeat), (wire::ImportState::Faulty, true));
    let mapping = "format = \"odd\"\n[id]\nnumber = [\"Kode\"]\nkeys = []\n[columns]\nprice = [\"Preis\"]\n";
    let again = shop.repeat(&import_id, Some(mapping)).await.unwrap();
    assert_eq!(again.import.unwrap().state(), wire::ImportState::Ready, "{:?}", again.faults);
}

#[rstest]
#[tokio::test]
async fn stored_file_of_an_import_is_removed_after_its_days(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let first = shop.import("prices.csv", b"pro_id,price\n101,320\n", false).await;
    let folder = shop.media().join(".imports").join(&first.import_id);
    assert!(folder.exists());
    shop.shop.clock.advance(31 * 24 * 3_600_000);
    eventually("the file is removed", async || {
        !folder.exists() && !shop.get(&first.import_id).await.import.unwrap().can_repeat
    })
    .await;
    let refused = shop.repeat(&first.import_id, None).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "import_file_gone"));
}

/// The limit of the tests is 1 MiB.
#[tokio::test]
async fn stored_files_stay_below_their_limit_of_bytes() {
    let shop = small(Engine::Sqlite).await;
    // About 300 kB each.
    let file = |price: i64| {
        let rows = [101, 102, 103, 201, 202].map(|id| format!("{id},{price},{}\n", "text ".repeat(12_000)));
        format!("pro_id,price,description_en\n{}", rows.concat())
    };
    let mut ids = Vec::new();
    for price in [320, 330, 340, 350] {
        ids.push(shop.import("texts.csv", file(price).as_bytes(), false).await.import_id);
    }
    eventually("the older file is removed", async || !shop.get(&ids[0]).await.import.unwrap().can_repeat)
        .await;
    assert!(shop.get(&ids[3]).await.import.unwrap().can_repeat);
}
