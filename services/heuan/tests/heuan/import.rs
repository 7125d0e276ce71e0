//! `heuan import`: an invalid folder changes nothing and reports every fault; a valid one becomes visible in the
//! running shop.

use crate::support::{GOOD, Shop, folder};
use rstest::rstest;

const HEAD: &str =
    "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,stock,vatrate,pro_img_cover,images,attributes\n";

fn products(rows: &str) -> Vec<(&'static str, String)> {
    vec![("products.csv", format!("{HEAD}{rows}"))]
}

fn file(name: &'static str, text: &str) -> Vec<(&'static str, String)> {
    vec![(name, text.to_owned())]
}

/// Description, files, and the expected position of the fault.
type BadFolder = (&'static str, Vec<(&'static str, String)>, &'static str);

/// The kinds of invalid folders.
fn bad_folders() -> Vec<BadFolder> {
    let promotions = "promo_id,promo_type_id,pro_ids,title_en,starts,ends\n";
    vec![
        ("unknown group", products("1,1,99,,A,1,1,0,,[],{}\n"), "products.csv:2: prog_id"),
        ("unknown category", products("1,9,,,A,1,1,0,,[],{}\n"), "products.csv:2: cat_id"),
        (
            "group of another category",
            file("groups.csv", "prog_id,cat_id,prog_name_en\n12,7,X\n"),
            "groups.csv:2: cat_id",
        ),
        ("negative price", products("1,1,11,,A,-5,1,0,,[],{}\n"), "products.csv:2: price"),
        ("price with two meanings", products("1,1,11,,A,1.000,1,0,,[],{}\n"), "products.csv:2: price"),
        (
            "price above the maximum",
            products("1,1,11,,A,99999999999999999999,1,0,,[],{}\n"),
            "products.csv:2: price",
        ),
        ("stock that is no number", products("1,1,11,,A,5,many,0,,[],{}\n"), "products.csv:2: stock"),
        ("vatrate of 101", products("1,1,11,,A,5,1,101,,[],{}\n"), "products.csv:2: vatrate"),
        ("negative vatrate", products("1,1,11,,A,5,1,-1,,[],{}\n"), "products.csv:2: vatrate"),
        ("no name", products("1,1,11,,,5,1,0,,[],{}\n"), "products.csv:2: pro_name"),
        ("id twice", products("1,1,11,,A,5,1,0,,[],{}\n1,1,11,,B,5,1,0,,[],{}\n"), "products.csv:3: pro_id"),
        ("id of zero", products("0,1,11,,A,5,1,0,,[],{}\n"), "products.csv:2: pro_id"),
        ("id that is not a number", products("one,1,11,,A,5,1,0,,[],{}\n"), "products.csv:2: pro_id"),
        (
            "image that leaves media",
            products("1,1,11,,A,5,1,0,../../secret.png,[],{}\n"),
            "products.csv:2: pro_img_cover",
        ),
        ("absolute image", products("1,1,11,,A,5,1,0,/secret.png,[],{}\n"), "products.csv:2: pro_img_cover"),
        (
            "image that does not exist",
            products("1,1,11,,A,5,1,0,none.png,[],{}\n"),
            "products.csv:2: pro_img_cover",
        ),
        ("images that are not a list", products("1,1,11,,A,5,1,0,,a.png,{}\n"), "products.csv:2: images"),
        (
            "attributes that are not an object",
            products("1,1,11,,A,5,1,0,,[],[1]\n"),
            "products.csv:2: attributes",
        ),
        ("too few fields", products("1,1,11,,A\n"), "products.csv:2"),
        (
            "unknown column",
            file("products.csv", "pro_id,pro_name_en,prise\n1,A,5\n"),
            "products.csv:1: prise",
        ),
        (
            "column twice",
            file("products.csv", "pro_id,pro_name_en,price,price\n1,A,5,5\n"),
            "products.csv:1: price",
        ),
        ("no id column", file("products.csv", "pro_name_en,price\nA,5\n"), "products.csv:1: pro_id"),
        ("quote never closed", file("products.csv", "pro_id,pro_name_en\n1,\"A\n"), "products.csv:2"),
        (
            "category without a name",
            file("categories.csv", "cat_id,cat_name_en\n2,\n"),
            "categories.csv:2: cat_name",
        ),
        ("broken JSON", file("content.json", "{\"menu\": [\n}"), "content.json:2"),
        ("unknown section of content", file("content.json", "{\"menus\": []}"), "content.json:1: menus"),
        (
            "dangerous link",
            file(
                "content.json",
                "{\"menu\": [{\"id\": 1, \"label\": {\"en\": \"x\"}, \"href\": \"javascript:alert(1)\"}]}",
            ),
            "content.json:1: menu[0].href",
        ),
        (
            "promotion of an unknown type",
            file("promotions.csv", &format!("{promotions}1,9,[101],A,,\n")),
            "promotions.csv:2: promo_type_id",
        ),
        (
            "promotion that ends before it starts",
            vec![
                ("promotion_types.csv", "promo_type_id,promo_type_name\n1,A\n".to_owned()),
                ("promotions.csv", format!("{promotions}1,1,[101],A,2026-02-01,2026-01-01\n")),
            ],
            "promotions.csv:2: ends",
        ),
        (
            "promotion of an unknown product",
            vec![
                ("promotion_types.csv", "promo_type_id,promo_type_name\n1,A\n".to_owned()),
                ("promotions.csv", format!("{promotions}1,1,[555],A,,\n")),
            ],
            "promotions.csv:2: pro_ids",
        ),
        ("no known file in the folder", file("readme.txt", "hello"), ""),
    ]
}

#[tokio::test]
async fn invalid_folder_changes_nothing_and_its_fault_is_located() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let open = shop.open();
    let before = open.json("/api/v1/product?limit=100").await;
    for (kind, files, place) in bad_folders() {
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let bad = folder(&files);
        let output = shop.import(bad.path(), &[]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{kind}: {said}");
        assert!(said.contains(place), "{kind}: {said}");
        assert!(said.contains("nothing was changed"), "{kind}: {said}");
    }
    assert_eq!(open.json("/api/v1/product?limit=100").await, before);
    assert_eq!(std::fs::read_dir(shop.data.path().join("media")).unwrap().count(), 0, "no image was left");
}

#[test]
fn faults_of_all_files_are_reported_in_one_run() {
    let shop = Shop::new();
    let all = folder(&[
        ("categories.csv", "cat_id,cat_name_en\n1,\n"),
        ("products.csv", &format!("{HEAD}1,9,,,,-5,x,200,../a.png,[],{{}}\n")),
        ("media/broken.png", "not an image"),
        (
            "content.json",
            "{\"banners\": [{\"id\": 1, \"image\": \"broken.png\", \"title\": {\"en\": \"x\"}, \"href\": \"/\"}]}",
        ),
    ]);
    let said = String::from_utf8(shop.import(all.path(), &[]).stdout).unwrap();
    for place in [
        "categories.csv:2: cat_name",
        "products.csv:2: cat_id",
        "products.csv:2: pro_name",
        "products.csv:2: price",
        "products.csv:2: stock",
        "products.csv:2: vatrate",
        "products.csv:2: pro_img_cover",
        "content.json:1: banners[0].image",
    ] {
        assert!(said.contains(place), "{place} in\n{said}");
    }
}

#[tokio::test]
async fn new_price_is_shown_in_the_running_shop() {
    let shop = Shop::new();
    let open = shop.open();
    assert_eq!(open.json("/api/v1/product").await["total"], 0);
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    heuan_testkit::eventually("the products show", async || open.json("/api/v1/product").await["total"] == 2)
        .await;
    let price = folder(&[("products.csv", "pro_id,price\n101,350\n")]);
    let output = shop.import(price.path(), &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    heuan_testkit::eventually("the price shows", async || {
        open.json("/api/v1/product/101").await["data"]["price"] == 350
    })
    .await;
    let replaced = folder(&[GOOD[0], GOOD[1], ("products.csv", "pro_id,prog_id,pro_name_en\n102,11,Red\n")]);
    assert!(shop.import(replaced.path(), &["--replace"]).status.success());
    heuan_testkit::eventually("the product is removed", async || {
        open.get("/api/v1/product/101").await.0 == 404
    })
    .await;
    assert_eq!(open.end(), Some(0));
}

#[test]
fn misnamed_table_is_a_fault_and_replace_reports_removed_rows() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let misnamed = folder(&[("Categories.csv", GOOD[0].1), ("branches.csv", "b_id,b_name\n1,HQ\n")]);
    let output = shop.import(misnamed.path(), &["--replace"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Categories.csv is not read; did you mean categories.csv?"), "{said}");

    let copy = folder(&[GOOD[0], ("branches.csv", "b_id,b_name\n1,HQ\n"), ("categories.csv~", "old")]);
    let output = shop.import(copy.path(), &[]);
    let warned = String::from_utf8(output.stderr).unwrap();
    assert!(warned.contains("categories.csv~ is not read"), "{warned}");

    let output = shop.import(folder(&[GOOD[0]]).path(), &["--replace"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("0 products written, 2 removed"), "{said}");
    assert!(said.contains("also removed: groups (1), branches (1)"), "{said}");
}

/// One import adds products to a group, the other removes that group. Each validates its folder against the shop once
/// it holds the lock.
#[tokio::test]
async fn concurrent_imports_run_one_after_the_other() {
    let shop = Shop::new();
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let more: Vec<String> = (1000..3000).map(|id| format!("{id},11,Thing")).collect();
    let adds = folder(&[("products.csv", &format!("pro_id,prog_id,pro_name_en\n{}\n", more.join("\n")))]);
    let other = folder(&[("products.csv", "pro_id,pro_name_en\n1,Only one\n")]);
    std::thread::scope(|scope| {
        let added = scope.spawn(|| shop.import(adds.path(), &[]));
        let replaced = shop.import(other.path(), &["--replace"]);
        assert!(replaced.status.success(), "{replaced:?}");
        let added = added.join().unwrap();
        let said = String::from_utf8_lossy(&added.stdout);
        assert!(added.status.success() || said.contains("there is no group 11"), "{added:?}");
    });
    let open = shop.open();
    // In either order, the replacing import determines the result.
    let list = open.json("/api/v1/product").await;
    assert_eq!((&list["total"], &list["data"][0]["pro_id"]), (&1.into(), &1.into()));
    assert_eq!(open.end(), Some(0));
}

#[rstest]
#[case::missing("nowhere/at/all")]
#[tokio::test]
async fn missing_folder_is_reported(#[case] path: &str) {
    let shop = Shop::new();
    let output = shop.import(std::path::Path::new(path), &[]);
    assert_eq!(output.status.code(), Some(1));
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("nowhere/at/all") || said.contains("no such folder"), "{said}");
}
