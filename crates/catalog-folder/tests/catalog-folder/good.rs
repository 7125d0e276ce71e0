//! Results of reading valid folders.

use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::support::{FILES, Folder, png};
use heuan_catalog_folder::{ExistingIds, Options, Phase, Progress, read};
use heuan_media::{Format, MediaRoot};
use time::macros::date;

#[test]
fn every_table_is_read() {
    let read = Folder::good().read().unwrap();
    assert_eq!(read.warnings, []);

    let products = read.products.unwrap();
    assert_eq!(products.columns.iter().count(), 17);
    let paint = &products.rows[0];
    assert_eq!((paint.pro_id, paint.cat_id, paint.prog_id), (101, Some(1), Some(11)));
    assert_eq!((paint.price, paint.product_price1, paint.stock), (Some(58_000), Some(60_000), Some(285)));
    assert_eq!((paint.vatrate, paint.images.as_slice()), (10, &["p/102.png".to_owned()][..]));
    assert_eq!(paint.description_en, "Good\npaint");
    assert_eq!(paint.attributes, r#"{"sku": "W-1", "litres": 4}"#);
    let drill = &products.rows[1];
    assert_eq!(
        (drill.cat_id, drill.price, drill.stock),
        (Some(2), None, None),
        "the group says the category"
    );
    assert_eq!((drill.attributes.as_str(), drill.images.len()), ("{}", 0));
    assert_eq!((products.rows[2].cat_id, products.rows[2].prog_id), (Some(2), None));

    let branch = &read.branches.unwrap().rows[0];
    assert_eq!((branch.lat, branch.lng, branch.b_show_map), (Some(17.98), Some(102.63), true));
    let promotion = &read.promotions.unwrap().rows[0];
    assert_eq!(
        (promotion.starts, promotion.ends),
        (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)))
    );
    assert_eq!(promotion.pro_ids, [101, 102]);

    let content = read.content.unwrap();
    assert_eq!(content.menu.unwrap()[1].children[0].href, "tel:020");
    assert!(content.pages.unwrap().contains_key("investor/annual-report"));
    assert_eq!((content.homeguru, content.popular_searches.unwrap().len()), (None, 1));

    let media: Vec<_> = read.media.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(media, ["c/1.png", "p/101.png", "p/102.png"]);
    let cover = &read.media[1];
    assert_eq!((cover.format, cover.width, cover.height), (Format::Png, 40, 30));
    assert_eq!((cover.bytes, cover.sha256.as_ref().map(String::len)), (png().len() as u64, Some(64)));
}

#[test]
fn every_file_is_optional() {
    for (name, _) in FILES {
        let folder = Folder::good();
        // References to the missing file are removed, too.
        let needs_it: &[&str] = match name {
            "categories.csv" => &["groups.csv", "products.csv", "promotions.csv"],
            "groups.csv" => &["products.csv", "promotions.csv"],
            "products.csv" | "promotion_types.csv" => &["promotions.csv"],
            _ => &[],
        };
        folder.remove(name);
        for name in needs_it {
            folder.remove(name);
        }
        let read = folder.read().unwrap();
        assert!(name != "content.json" || read.content.is_none());
        assert!(name != "products.csv" || read.products.is_none());
    }
}

#[test]
fn spreadsheet_output_is_read() {
    let folder = Folder::empty();
    folder.put(
        "categories.csv",
        "\u{feff}cat_name_en,cat_id\r\n\" Paint, \"\"white\"\" \",1\r\n,\r\n\r\nTools, 2 ",
    );
    let categories = folder.read().unwrap().categories.unwrap();
    let names: Vec<_> = categories.rows.iter().map(|row| (row.cat_id, row.cat_name_en.as_str())).collect();
    assert_eq!(names, [(1, "Paint, \"white\""), (2, "Tools")]);
    assert!(categories.columns.has("cat_name_en") && !categories.columns.has("cat_img"));
}

#[test]
fn category_and_group_are_visible_unless_the_file_says_no() {
    let folder = Folder::empty();
    folder.put("categories.csv", "cat_id,cat_name_en,visible\n1,Paint,\n2,Tools,0\n3,Bath,ບໍ່\n");
    folder.put("groups.csv", "prog_id,cat_id,prog_name_en\n11,1,Emulsion\n");
    let read = folder.read().unwrap();
    let visible: Vec<bool> = read.categories.unwrap().rows.iter().map(|row| row.visible).collect();
    assert_eq!(visible, [true, false, false]);
    let groups = read.groups.unwrap();
    assert!(groups.rows[0].visible && !groups.columns.has("visible"));
    folder.put("groups.csv", "prog_id,cat_id,prog_name_en,visible\n11,1,Emulsion,maybe\n");
    assert_eq!(folder.errors(), ["groups.csv:2: visible: must be 1 or 0 (maybe)"]);
}

#[test]
fn unambiguous_values_are_read() {
    let folder = Folder::good();
    folder.put(
        "products.csv",
        "Pro_ID, Pro Name EN ,PRICE,stock,VatRate,visible,description_en,,\n\
         101,Paint,58000.00,\"1,200\",10%,TRUE,<p>Strong &amp; <strong>good</strong></p>,,\n\
         102,Drill,\"58,000\",12.0,,,plain,,\n\
         103,Hammer,0,-4,,,,\n",
    );
    folder.edit("branches.csv", "08:00,18:00", "8:00,18:00:00");
    folder.edit("promotions.csv", "2026-11-01,2026-11-30", "2026-11-01 00:00:00,30/11/2026");
    let read = folder.read().unwrap();
    let products = read.products.unwrap().rows;
    let numbers: Vec<_> = products.iter().map(|it| (it.price, it.stock, it.vatrate)).collect();
    assert_eq!(numbers, [(Some(58_000), Some(1_200), 10), (Some(58_000), Some(12), 0), (None, Some(0), 0)]);
    assert_eq!(products[0].description_en, "Strong & good");
    let branch = &read.branches.unwrap().rows[0];
    assert_eq!((branch.open.as_str(), branch.close.as_str()), ("08:00", "18:00"));
    assert_eq!(read.promotions.unwrap().rows[0].ends, Some(date!(2026 - 11 - 30)));
    let warnings: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "products.csv:2: description_en: 1 text had HTML, which became plain text",
            "products.csv:4: price: 0 is no price; the product is shown, but not for sale",
            "products.csv:4: stock: a stock of -4 is taken as 0",
        ]
    );
}

#[test]
fn references_prices_with_a_dash_flags_and_hours_are_read_as_other_systems_write_them() {
    let folder = Folder::good();
    folder.put(
        "products.csv",
        "pro_id,pro_name_en,unit_name_en,price,visible,description_en\n\
         101,Elbow 90&deg; caf&eacute;,m&sup2;,\"58,000.-\",ບໍ່,5&nbsp;l &#176;&#xb0;\n\
         102,R&D; a & b,<b>pail</b>,58000,yes,\n",
    );
    folder.edit("branches.csv", "08:00,18:00", "8:00 AM,6:00 PM");
    let read = folder.read().unwrap();
    let products = read.products.unwrap().rows;
    let names: Vec<_> =
        products.iter().map(|it| (it.pro_name_en.as_str(), it.unit_name_en.as_str())).collect();
    assert_eq!(names, [("Elbow 90° café", "m²"), ("R&D; a & b", "pail")]);
    assert_eq!(products[0].description_en, "5 l °°");
    assert_eq!((products[0].price, products[0].visible, products[1].visible), (Some(58_000), false, true));
    let branch = &read.branches.unwrap().rows[0];
    assert_eq!((branch.open.as_str(), branch.close.as_str()), ("08:00", "18:00"));
    let warnings: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    assert!(
        warnings
            .contains(&"products.csv:2: pro_name_en: 1 text had HTML, which became plain text".to_owned()),
        "{warnings:?}"
    );
}

#[test]
fn price_that_jumps_tenfold_is_a_warning() {
    let known = ExistingIds {
        pro_ids: (1..=4).collect(),
        prices: [(1, 5_000), (2, 50_000), (3, 5_000)].into(),
        ..ExistingIds::default()
    };
    let folder = Folder::empty();
    folder.put("products.csv", "pro_id,price\n1,50000\n2,5000\n3,49999\n4,1\n");
    let warnings: Vec<_> =
        folder.read_knowing(&known).unwrap().warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "products.csv:2: price: changes from 5000 to 50000 kip; is a digit missing or too many?",
            "products.csv:3: price: changes from 50000 to 5000 kip; is a digit missing or too many?",
        ]
    );
}

#[test]
fn partial_folder_builds_on_existing_data() {
    let shop = Folder::good();
    let mut known = ExistingIds {
        pro_ids: [7].into(),
        groups: [(11, 1)].into(),
        cat_ids: [1].into(),
        ..ExistingIds::default()
    };
    known.promo_type_ids.insert(1);
    known.media = Some(MediaRoot::open(&shop.file("media")).unwrap());

    let folder = Folder::empty();
    folder.put("products.csv", "pro_id,prog_id,price,pro_img_cover\n7,11,5000,p/101.png\n");
    folder.put("promotions.csv", "promo_id,promo_type_id,pro_ids,title_en\n1,1,[7],Deal\n");
    let read = folder.read_knowing(&known).unwrap();
    assert_eq!(read.products.unwrap().rows[0].cat_id, Some(1));
    assert_eq!(read.media, [], "the shop has the image");

    let page = r#"{"pages": {"terms": {"title": {"en": "x"}, "documents": [{"title": {"en": "x"}, "file": "d/2025.pdf"}]}}}"#;
    folder.put("content.json", page);
    let documents = folder.read_knowing(&known).unwrap().documents;
    assert_eq!((documents[0].path.as_str(), documents[0].bytes), ("d/2025.pdf", 15), "the shop has it");
    folder.remove("content.json");

    known.cat_ids.insert(2);
    known.groups_of_products.insert(7, 11);
    folder.put("products.csv", "pro_id,cat_id\n7,2\n");
    assert_eq!(
        folder.read_knowing(&known).unwrap_err().errors[0].to_string(),
        "products.csv:2: cat_id: product 7 is in group 11 of category 1; name its new group in prog_id as well"
    );
    folder.put("products.csv", "pro_id,cat_id,prog_id\n7,2,\n");
    assert!(folder.read_knowing(&known).is_ok(), "it leaves its group");
    folder.put("groups.csv", "prog_id,cat_id\n11,2\n");
    folder.put("products.csv", "pro_id,cat_id\n7,2\n");
    assert!(folder.read_knowing(&known).is_ok(), "both move");
    folder.remove("groups.csv");

    folder.put("products.csv", "pro_id,price\n7,5000\n8,6000\n");
    let errors = folder.read_knowing(&known).unwrap_err();
    assert_eq!(
        errors.errors[0].to_string(),
        "products.csv:3: pro_id: the shop has no product 8; correct the id, or add a name for a new product"
    );
    assert_eq!(folder.read().unwrap_err().errors[0].line, Some(1), "replacing, nothing is known");
}

#[test]
fn day_of_a_buddhist_year_is_read_with_a_warning() {
    let folder = Folder::good();
    folder.put(
        "products.csv",
        "pro_id,pro_name_en,price,visible_from\n101,Paint,58000,2569-12-01 08:00\n102,Drill,58000,2026-12-01 08:00\n",
    );
    folder.edit("promotions.csv", "2026-11-01,2026-11-30", "01/11/2569,2569-11-30");
    let read = folder.read().unwrap();
    let promotion = &read.promotions.unwrap().rows[0];
    assert_eq!(
        (promotion.starts, promotion.ends),
        (Some(date!(2026 - 11 - 01)), Some(date!(2026 - 11 - 30)))
    );
    let products = read.products.unwrap().rows;
    assert_eq!(products[0].visible_from, products[1].visible_from);
    let mut warnings: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    warnings.sort();
    let of_year = "the year 2569 is of the Buddhist calendar; the day is taken as";
    assert_eq!(
        warnings,
        [
            format!("products.csv:2: visible_from: {of_year} 2026-12-01"),
            format!("promotions.csv:2: ends: {of_year} 2026-11-30"),
            format!("promotions.csv:2: starts: {of_year} 2026-11-01"),
        ]
    );
}

#[test]
fn suspicious_values_are_warnings() {
    let folder = Folder::good();
    folder.edit("branches.csv", "17.98,102.63,08:00", "97.98,0,08:00");
    folder.put("products.csv~", "x");
    folder.put("CREDITS.csv", "file,licence\n");
    folder.put("notes.txt", "x");
    folder.edit("content.json", "\"popular_searches\"", "\"notifications\": [{}],\n \"popular_searches\"");
    let read = folder.read().unwrap();
    assert_eq!((read.branches.unwrap().rows[0].lat, read.warnings.len()), (None, 4));
    let warnings: Vec<_> = read.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings[0].starts_with("branches.csv:2: lat: 97.98 is out of range"), "{warnings:?}");
    assert!(warnings[1].starts_with("branches.csv:2: lng: 0 is out of range"), "{warnings:?}");
    assert_eq!(
        warnings[2],
        "content.json:19: notifications: is not imported: notifications are sent by the running shop"
    );
    assert!(warnings[3].contains("products.csv~ is not read; did you mean products.csv?"), "{warnings:?}");
}

/// The API's field names and its `null` values.
#[test]
fn content_from_the_api_is_accepted() {
    let folder = Folder::empty();
    folder.put(
        "content.json",
        r#"{
 "company": {"name": "Heuan", "apps": [{"store": "App Store", "url": "https://a.example/"}],
  "free_delivery_from": null},
 "menu": [{"id": 1, "label": {"la": "ຮ້ານ", "en": ""}, "sublabel": null, "href": "/shop", "type": "link",
  "dropDownMenuData": []}],
 "top_messages": [{"la": "", "en": "Welcome", "href": null}],
 "pages": {"career": {"title": {"en": "Jobs"}, "image": null, "date": null,
  "jobs": [{"title": {"en": "Seller"}, "branch": "HQ01", "type": null}]}}
}"#,
    );
    let content = folder.read().unwrap_or_else(|errors| panic!("{errors}")).content.unwrap();
    assert_eq!(content.menu.unwrap()[0].kind, "link");
    assert_eq!(content.company.unwrap().apps[0].name, "App Store");
    assert_eq!(content.top_messages.unwrap()[0].href, "");
}

#[test]
fn image_checked_before_is_not_decoded_again() {
    let folder = Folder::good();
    let whole = png();
    fs::write(folder.file("media/p/101.png"), &whole[..whole.len() - 30]).unwrap();
    assert!(folder.read().is_err());
    let known = ExistingIds::default();
    let before = |path: &str, metadata: &fs::Metadata| path == "p/101.png" && metadata.len() > 30;
    let options = Options { already_checked: &before, ..Options::new(&known) };
    let read = read(folder.path(), &options).unwrap();
    let hashed: Vec<_> = read.media.iter().map(|file| file.sha256.is_some()).collect();
    assert_eq!(hashed, [true, false, true]);
}

#[derive(Default)]
struct Sum {
    announced: AtomicU64,
    done: AtomicU64,
    finished: AtomicU64,
}

impl Progress for Sum {
    fn start(&self, _: Phase, total: u64) {
        self.announced.fetch_add(total, Ordering::Relaxed);
    }

    fn advance(&self, _: Phase, units: u64) {
        self.done.fetch_add(units, Ordering::Relaxed);
    }

    fn finish(&self, _: Phase) {
        self.finished.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn progress_units_add_up_to_the_announced_total() {
    let (sum, known) = (Sum::default(), ExistingIds::default());
    read(Folder::good().path(), &Options { progress: &sum, ..Options::new(&known) }).unwrap();
    assert_eq!(sum.announced.load(Ordering::Relaxed), sum.done.load(Ordering::Relaxed));
    assert_eq!(sum.finished.load(Ordering::Relaxed), 8);
}
