//! Imports of files that are no catalog folder, and workbooks, as the back office makes them.

use heuan_proto::catalog::v1 as wire;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    folder::SMALL,
    imports::{ImportShop, archive},
};

const UNKNOWN: &str = "Artikel,Bezeichnung,Verkaufspreis\nA-1,Hammer,58000\nA-2,<b>Drill</b>,240000\n";
const MAPPING: &str = "format = \"own\"\n[id]\nkeys = [[\"Artikel\"]]\n[columns]\n\
     name = [\"Bezeichnung\"]\nprice = [\"Verkaufspreis\"]\n[defaults]\nstock = 5\ncategory = \"Tools\"\n";

async fn small(engine: Engine) -> ImportShop {
    let shop = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    shop.import("catalog.zip", &archive(&files), false).await;
    shop
}

#[rstest]
#[tokio::test]
async fn unknown_columns_propose_a_mapping_which_imports_the_file(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = ImportShop::open(engine).await;
    let import_id = shop.upload("stock.csv", UNKNOWN.as_bytes(), false).await;
    let rejected = shop.check(&import_id).await;
    let import = rejected.import.unwrap();
    assert_eq!(
        (import.state(), import.fault_count),
        (wire::ImportState::Faulty, 1),
        "the proposal is no fault"
    );
    let [diagnostic, proposal] = &rejected.faults[..] else { panic!("{:?}", rejected.faults) };
    assert_eq!((diagnostic.file.as_str(), diagnostic.line), ("stock.csv", 1));
    assert_eq!(
        (diagnostic.code.as_str(), diagnostic.values["columns"].as_str()),
        ("format_unknown", "Artikel, Bezeichnung, Verkaufspreis")
    );
    assert_eq!((proposal.file.as_str(), proposal.code.as_str()), ("mapping.toml", ""));
    assert!(proposal.reason.contains("keys = [[\"Artikel\"]]"), "{}", proposal.reason);

    shop.mapping = MAPPING.to_owned();
    let applied = shop.import("stock.csv", UNKNOWN.as_bytes(), false).await;
    let added: Vec<(&str, i64)> = applied.tables.iter().map(|it| (it.table.as_str(), it.added)).collect();
    assert_eq!(added, [("products", 2), ("categories", 1)]);
    assert_eq!(shop.import("stock.csv", UNKNOWN.as_bytes(), false).await.tables, []);

    // The mapping may lie beside the file in a zip.
    shop.mapping = String::new();
    let files = [("stock/stock.csv", UNKNOWN.as_bytes()), ("stock/mapping.toml", MAPPING.as_bytes())];
    assert_eq!(shop.import("stock.zip", &archive(&files), false).await.tables, []);
}

#[rstest]
#[tokio::test]
async fn errors_and_warnings_name_the_line_of_the_uploaded_file(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = ImportShop::open(engine).await;
    let list = "Price list;;;\n;;;\nCode;Name;Price;Remark\nA-1;Hammer;58.000;x\n;;;\nA-2;Drill;soon;\nA-2;Drill;1;\n";
    let import_id = shop.upload("list.csv", list.as_bytes(), false).await;
    let rejected = shop.check(&import_id).await;
    let said = |diagnostics: &[wire::ImportDiagnostic]| {
        diagnostics.iter().map(|it| (it.line, it.column.clone(), it.reason.clone())).collect::<Vec<_>>()
    };
    assert_eq!(rejected.faults[0].row, "A-2");
    let first = said(&rejected.faults);
    assert_eq!(first[0].0, 7, "{first:?}");
    assert!(first[0].2.contains("A-2 is in line 6 already"), "{first:?}");

    let list = "Code;Name;Price;Remark\nA-1;Hammer;58.000;x\nA-2;Drill;0;\n";
    let import_id = shop.upload("list.csv", list.as_bytes(), false).await;
    let faults = shop.check(&import_id).await.faults;
    assert_eq!(faults[0].row, "A-1");
    let diagnostics = said(&faults);
    assert_eq!((diagnostics[0].0, diagnostics[0].1.as_str()), (2, "Price"), "{diagnostics:?}");
    assert!(diagnostics[0].2.contains("it could mean 58.000 or 58000"), "{diagnostics:?}");

    let list = "Code;Name;Price;Remark\nA-1;Hammer;58 000;x\nA-2;Drill;0;\n";
    let import_id = shop.upload("list.csv", list.as_bytes(), false).await;
    let ready = shop.check(&import_id).await;
    assert_eq!(ready.import.unwrap().state(), wire::ImportState::Ready, "{:?}", ready.faults);
    assert!(ready.faults.iter().all(|it| it.is_warning && it.file == "list.csv"), "{:?}", ready.faults);
    assert!(ready.faults.iter().all(|it| !it.code.is_empty()), "{:?}", ready.faults);
    assert!(
        ready.faults.iter().any(|it| it.line == 3 && it.reason.contains("0 is no price")),
        "{:?}",
        ready.faults
    );
    let applied = shop.apply(&import_id).await.unwrap();
    // The warnings of the conversion are stored between the check and the application.
    let unread = applied.faults.iter().find(|it| it.reason.contains("not read: Remark")).unwrap();
    assert_eq!(
        (unread.code.as_str(), unread.values["count"].as_str(), unread.values["columns"].as_str()),
        ("columns_not_read", "1", "Remark")
    );
}

#[rstest]
#[tokio::test]
async fn exported_workbook_changes_nothing_when_it_is_imported(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let before = shop.export("").await;
    for table in ["products", "categories", "groups", "promotion_types", "promotions"] {
        let workbook = shop.export_as(table, true).await;
        assert!(workbook.starts_with(b"PK"), "{table}");
        let applied = shop.import(&format!("{table}.xlsx"), &workbook, false).await;
        assert_eq!(applied.tables, [], "{table}");
    }
    assert_eq!(shop.export("").await, before);
}

#[tokio::test]
async fn hostile_file_is_rejected_and_changes_nothing() {
    let shop = ImportShop::open(Engine::Sqlite).await;
    let bomb = archive(&[("xl/sharedStrings.xml", &vec![b' '; 150 << 20][..])]);
    let many = format!("Code,Name\n{}", ",".repeat(2_000));
    for (name, bytes) in [
        ("a.xlsx", &b"PK\x03\x04"[..]),
        ("a.xlsx", b"not a workbook"),
        ("a.xlsx", &bomb),
        ("a.csv", b"\xff\xfeC\0o\0d\0e\0"),
        ("a.csv", b"Code,Name\n\"A-1,Hammer\n"),
        ("a.csv", many.as_bytes()),
        ("a.tsv", b"\0\0\0\0"),
        ("a.zip", &archive(&[("list.csv", b"Code,Name\nA-1,Hammer\n"), ("mapping.toml", b"format = [")])),
    ] {
        let import_id = shop.upload(name, bytes, false).await;
        let checked = shop.check(&import_id).await;
        assert_eq!(
            checked.import.unwrap().state(),
            wire::ImportState::Faulty,
            "{name}: {:?}",
            checked.faults
        );
        assert!(!checked.faults.is_empty(), "{name}");
        assert!(checked.faults.iter().all(|it| !it.code.is_empty()), "{name}: {:?}", checked.faults);
    }
}
