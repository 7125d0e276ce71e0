//! Faults in tables: each is reported with file, line, column and reason.

use std::fs;

use crate::support::Folder;

/// Edits one place of the valid folder and expects exactly one fault.
#[track_caller]
fn one(file: &str, from: &str, to: &str, diagnostic: &str) {
    let folder = Folder::good();
    folder.edit(file, from, to);
    assert_eq!(folder.errors(), [diagnostic], "{from:?} -> {to:?}");
}

/// Replaces a whole file.
#[track_caller]
fn whole(file: &str, bytes: &[u8], diagnostic: &str) {
    let folder = Folder::good();
    folder.put(file, bytes);
    assert_eq!(folder.errors(), [diagnostic]);
}

#[test]
fn header_faults_are_reported() {
    one(
        "categories.csv",
        "cat_img\n",
        "cat_image\n",
        "categories.csv:1: cat_image: unknown column; did you mean cat_img?",
    );
    whole(
        "promotions.csv",
        b"promo_id,promo_type_id,title_en,promo_id\n1,1,x,1\n",
        "promotions.csv:1: promo_id: duplicate column",
    );
    whole("promotions.csv", b"promo_type_id,title_en\n", "promotions.csv:1: promo_id: the column is missing");
    whole(
        "promotions.csv",
        b"promo_id,title_en\n1,x\n",
        "promotions.csv:1: promo_type_id: the column is missing",
    );
    whole(
        "promotions.csv",
        b"promo_id,promo_type_id\n1,1\n",
        "promotions.csv:1: title_la: the column is missing (this or title_en is needed)",
    );
    whole("branches.csv", b"b_id,,b_name\n1,,x\n", "branches.csv:1: column 2 has no name");
    whole("branches.csv", b"b_id,b_name,\n1,x,y\n", "branches.csv:2: has 3 fields, but the header has 2");
    whole("branches.csv", b"", "branches.csv:1: the file is empty; its first line must name the columns");
}

/// Each form is reported once for all files, with what to do.
#[test]
fn form_of_tables_is_reported_in_one_sentence_for_the_folder() {
    let save = "as \"CSV UTF-8 (comma delimited)\"";
    for (bytes, said) in [
        (&b"\xff\xfep\0r\0"[..], format!("are UTF-16 (\"Unicode text\"); save them {save}")),
        (b"sep=;\r\nb_id;b_name\r\n", "begin with a line sep=".to_owned()),
        (b"b_id;b_name\n1;x\n", format!("separate fields by semicolons; save them {save}")),
        (b"b_id\tb_name\n1\tx\n", format!("separate fields by tabs; save them {save}")),
        (b"b_id,b_name\r1,x\r", "end lines the way of old Mac programs".to_owned()),
        (b"\xef\xbb\xbf\xef\xbb\xbfb_id,b_name\n", "begin with two byte-order marks".to_owned()),
        (
            // สีทาบ้านภายใน สีขาว
            b"b_id,b_name\n1,\xca\xd5\xb7\xd2\xba\xe9\xd2\xb9\xc0\xd2\xc2\xe3\xb9 \xca\xd5\xa2\xd2\xc7\n",
            "are in an older encoding, probably Thai (windows-874), which has no Lao letters".to_owned(),
        ),
        (
            b"b_id,b_name\n1,Caf\xe9\n",
            "are in an older encoding, probably Western (windows-1252), which has no Lao letters".to_owned(),
        ),
    ] {
        let folder = Folder::good();
        folder.put("branches.csv", bytes);
        folder.put("promotions.csv", bytes);
        let errors = folder.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(
            errors[0].starts_with(&format!("catalog folder: branches.csv and promotions.csv {said}")),
            "{errors:?}"
        );
    }
}

#[test]
fn files_of_systems_and_spreadsheets_are_passed_over() {
    let folder = Folder::good();
    for name in ["._products.csv", "~$products.csv", ".DS_Store", "Thumbs.db", "desktop.ini"] {
        folder.put(name, "x");
    }
    assert_eq!(folder.read().unwrap().warnings, []);
}

#[test]
fn shape_and_encoding_faults_are_reported() {
    one("groups.csv", "Drills\n", "Drills,x\n", "groups.csv:3: has 5 fields, but the header has 4");
    one(
        "groups.csv",
        "21,2,ສະຫວ່ານ,Drills",
        "21,2,ສະຫວ່ານ",
        "groups.csv:3: has 3 fields, but the header has 4",
    );
    one(
        "branches.csv",
        "Head office",
        "Head \"office\"",
        "branches.csv:2: b_name_eng: has a quote, so the whole field must be quoted",
    );
    one(
        "branches.csv",
        "Head office",
        "\"Head\" office",
        "branches.csv:2: b_name_eng: the quotes do not end at a comma; a quote inside is written \"\"",
    );
    one(
        "branches.csv",
        "Head office",
        "\"Head office",
        "branches.csv:2: b_name_eng: the quotes do not end at a comma; a quote inside is written \"\"",
    );
    whole(
        "promotions.csv",
        b"promo_id,promo_type_id,title_en\n1,1,\"Deal\n",
        "promotions.csv:2: title_en: the quote that begins this field is never closed",
    );
    whole(
        "promotions.csv",
        b"promo_id,promo_type_id,title_en\n1,1,\xff\n",
        "promotions.csv:2: title_en: is not UTF-8",
    );
    whole(
        "promotions.csv",
        b"promo_id,promo_type_id,title_en\n1,1,a\0\n",
        "promotions.csv:2: title_en: has a NUL byte",
    );
    let long = format!("promo_id,promo_type_id,title_en\n1,1,{}\n", "x".repeat(65_537));
    whole("promotions.csv", long.as_bytes(), "promotions.csv:2: title_en: is longer than 64 kB");
    one(
        "groups.csv",
        "Drills",
        "\"Dri\nlls\"",
        "groups.csv:3: prog_name_en: has a line break or control character",
    );
    one(
        "groups.csv",
        "Drills",
        &"D".repeat(501),
        "groups.csv:3: prog_name_en: is longer than 500 characters",
    );
}

#[test]
fn every_unreadable_field_is_reported_and_reading_continues() {
    let folder = Folder::good();
    let long = "x".repeat(65_537);
    let mut text = format!("promo_id,promo_type_id,title_la,title_en,banner\n1,1,{long},").into_bytes();
    text.extend_from_slice(b"a\xff,b\xff\n2,1,\"a\n\0b\",c\0,\n3,1,x,\"y\0\"z,\n4,1,,,\n");
    folder.put("promotions.csv", text);
    assert_eq!(
        folder.errors(),
        [
            "promotions.csv:2: title_la: is longer than 64 kB",
            "promotions.csv:2: title_en: is not UTF-8",
            "promotions.csv:2: banner: is not UTF-8",
            "promotions.csv:3: title_la: has a NUL byte",
            "promotions.csv:4: title_en: has a NUL byte",
            "promotions.csv:5: title_en: the quotes do not end at a comma; a quote inside is written \"\"",
            "promotions.csv:6: title_la: a name is needed, in Lao or in English",
        ]
    );
}

#[test]
fn id_and_name_faults_are_reported() {
    one("products.csv", "103,2", "102,2", "products.csv:5: pro_id: the id 102 is on line 4 already");
    for id in ["0", "-3", "x", "1.5"] {
        let diagnostic = format!("promotions.csv:2: promo_id: must be a positive whole number ({id})");
        one("promotions.csv", "1,1,\"[", &format!("{id},1,\"["), &diagnostic);
    }
    one("promotions.csv", "1,1,\"[", ",1,\"[", "promotions.csv:2: promo_id: an id is needed");
    // JavaScript would round it to another id.
    for id in ["9007199254740992", "9007199254740993", "9223372036854775808"] {
        let diagnostic = format!(
            "promotions.csv:2: promo_id: must be at most 9007199254740991, as far as browsers count exactly ({id})"
        );
        one("promotions.csv", "1,1,\"[", &format!("{id},1,\"["), &diagnostic);
    }
    let folder = Folder::good();
    folder.edit("promotions.csv", "1,1,\"[", "9007199254740991,1,\"[");
    assert!(folder.read().is_ok());
    for unseen in [" ,", "\u{200b},\u{a0}\u{2060}"] {
        let diagnostic = "products.csv:5: pro_name_la: a name is needed, in Lao or in English";
        one("products.csv", "ຄ້ອນ,Hammer", unseen, diagnostic);
    }
}

#[test]
fn number_faults_are_reported() {
    one("products.csv", "45000", "-5", "products.csv:5: price: must not be negative (-5)");
    for (price, hint) in [
        ("45.5", ""),
        ("+45", ""),
        ("45.000", ": it could mean 45.000 or 45000; write it without ."),
        ("1e3", ": a spreadsheet has shortened it; give the column the format Number, without decimals"),
        ("$5", ": $ is another currency; write the price in kip"),
    ] {
        let diagnostic =
            format!("products.csv:5: price: must be a whole number of kip, digits only ({price}){hint}");
        one("products.csv", "45000", &format!("\"{price}\""), &diagnostic);
    }
    one(
        "products.csv",
        "45000",
        "10000000000001",
        "products.csv:5: price: must be at most 10000000000000 (10000000000001)",
    );
    one("products.csv", "60000", "-1", "products.csv:2: product_price1: must not be negative (-1)");
    one("products.csv", "285", "2.5", "products.csv:2: stock: must be a whole number (2.5)");
    for percent in ["101", "-1", "+7", "7.5", "x"] {
        let diagnostic = format!("products.csv:2: vatrate: must be a whole number from 0 to 100 ({percent})");
        one("products.csv", "285,10,", &format!("285,{percent},"), &diagnostic);
    }
    let diagnostic = "products.csv:2: vatrate: must be a whole number from 0 to 100 (0.1): it could mean 0.1 % or a share of 1; write it as 10%";
    one("products.csv", "285,10,", "285,0.1,", diagnostic);
}

#[test]
fn fault_of_a_row_has_the_id_of_the_row() {
    let folder = Folder::good();
    folder.edit("products.csv", "45000", "45.000");
    folder.edit("products.csv", "p/102.png,[]", "p/999.png,[]");
    folder.edit("products.csv", ",stock,", ",units,");
    let errors = folder.read().unwrap_err().errors;
    let row_of = |column: &str| errors.iter().find(|it| it.column == column).map(|it| it.row.as_str());
    assert_eq!(
        [row_of("price"), row_of("pro_img_cover"), row_of("units")],
        [Some("103"), Some("102"), Some("")],
        "{errors:?}"
    );
}

#[test]
fn unknown_reference_is_reported() {
    one("groups.csv", "11,1,", "11,9,", "groups.csv:2: cat_id: there is no category 9");
    one("groups.csv", "21,2,", "21,9,", "groups.csv:3: cat_id: there is no category 9");
    one("groups.csv", "21,2,", "21,,", "groups.csv:3: cat_id: a group needs a category");
    one("products.csv", "103,2,", "103,9,", "products.csv:5: cat_id: there is no category 9");
    one("products.csv", "102,,21", "102,,22", "products.csv:4: prog_id: there is no group 22");
    one("products.csv", "102,,21", "102,1,21", "products.csv:4: prog_id: group 21 is in category 2, not 1");
    one(
        "promotions.csv",
        "1,1,\"[101, 102]\"",
        "1,2,\"[101]\"",
        "promotions.csv:2: promo_type_id: there is no promotion type 2",
    );
}

#[test]
fn list_and_object_faults_are_reported() {
    let images = "\"[\"\"p/102.png\"\"]\"";
    for bad in ["p/102.png", "{}", "[1]", "[", "\"[\"\"a\"\"\""] {
        let folder = Folder::good();
        folder.edit("products.csv", images, bad);
        let errors = folder.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with("products.csv:2: images: must be a JSON list of texts"), "{errors:?}");
    }
    for (bad, reason) in [
        ("[]", "must be a JSON object (invalid type: sequence, expected an object at line 1 column 0)"),
        ("{\"\"a\"\": null}", "a must be a text, a number, true or false, or {\"la\": …, \"en\": …}"),
        ("{\"\"a\"\": 1, \"\"a\"\": 2}", "has a twice"),
    ] {
        let diagnostic = format!("products.csv:5: attributes: {reason}");
        one("products.csv", ",{}", &format!(",\"{bad}\""), &diagnostic);
    }
    let folder = Folder::good();
    let attributes = r#"{"a": null, "b": 1, "b": 2, "c": [], "": 1, "d": "x"}"#.replace('"', "\"\"");
    folder.edit("products.csv", ",{}", &format!(",\"{attributes}\""));
    let errors = folder.errors();
    let reasons = ["a must be", "has b twice", "c must be", "has an attribute with an unusable name"];
    assert_eq!(errors.len(), reasons.len(), "{errors:?}");
    for (diagnostic, reason) in errors.iter().zip(reasons) {
        assert!(diagnostic.starts_with(&format!("products.csv:5: attributes: {reason}")), "{errors:?}");
    }
    one("promotions.csv", "[101, 102]", "[101, 101]", "promotions.csv:2: pro_ids: names product 101 twice");
    one("promotions.csv", "[101, 102]", "[101, 7, 8]", "promotions.csv:2: pro_ids: there is no product 7, 8");
    one(
        "promotions.csv",
        "[101, 102]",
        "101",
        "promotions.csv:2: pro_ids: must be a JSON list of ids such as [101002, 101003] (101)",
    );
}

#[test]
fn date_and_time_faults_are_reported() {
    for day in ["2026-02-30", "2026-11-30T12:00", "+2026-11-3"] {
        let diagnostic = format!("promotions.csv:2: ends: must be a day such as 2026-11-30 ({day})");
        one("promotions.csv", "2026-11-30", day, &diagnostic);
    }
    let diagnostic = "promotions.csv:2: ends: must be a day such as 2026-11-30 (01/12/2026): it could mean 2026-12-01 or 2026-01-12; write the year first";
    one("promotions.csv", "2026-11-30", "01/12/2026", diagnostic);
    one("promotions.csv", "2026-11-30", "2026-10-31", "promotions.csv:2: ends: must not be before starts");
    for hour in ["24:00", "08.00", "x"] {
        one(
            "branches.csv",
            "08:00",
            hour,
            &format!("branches.csv:2: open: must be a time such as 08:00 ({hour})"),
        );
    }
    let hours = "08:00,18:00";
    for (given, diagnostic) in [
        ("18:00,08:00", "close: must be after open"),
        ("08:00,08:00", "close: must be after open"),
        (",18:00", "open: opening hours need both open and close, or neither"),
        ("08:00,", "close: opening hours need both open and close, or neither"),
    ] {
        one("branches.csv", hours, given, &format!("branches.csv:2: {diagnostic}"));
    }
    one("branches.csv", ",1,17.98,", ",1,17,98,", "branches.csv:2: has 22 fields, but the header has 21");
}

#[test]
fn branch_field_faults_are_reported() {
    let lat = ",1,17.98,102.63,";
    for bad in ["x", "NaN", "inf"] {
        let diagnostic = format!("branches.csv:2: lat: must be a number of degrees such as 17.98 ({bad})");
        one("branches.csv", lat, &format!(",1,{bad},102.63,"), &diagnostic);
    }
    one(
        "branches.csv",
        lat,
        ",perhaps,17.98,102.63,",
        "branches.csv:2: b_show_map: must be 1 or 0 (perhaps)",
    );
    for link in [
        "javascript:alert(1)",
        "//evil.example/x",
        "/\\evil.example",
        "\\\\evil.example",
        "http://a.example/",
        "https:evil.example",
        "HTTPS://a.example/",
    ] {
        let diagnostic = format!("branches.csv:2: b_map: a link must begin with https:// ({link})");
        one("branches.csv", "\"17.98,102.63\"", link, &diagnostic);
    }
    let spaced = "branches.csv:2: b_map: the link has a space, backslash or control character (https://a b)";
    one("branches.csv", "\"17.98,102.63\"", "https://a b", spaced);
    for map in ["https://maps.example/x", "17.98 102.63", ""] {
        let folder = Folder::good();
        folder.edit("branches.csv", "\"17.98,102.63\"", map);
        assert!(folder.read().is_ok(), "{map}");
    }
}

#[test]
fn file_and_folder_faults_are_reported() {
    let folder = Folder::good();
    folder.remove("groups.csv");
    fs::create_dir(folder.file("groups.csv")).unwrap();
    assert_eq!(folder.errors(), ["groups.csv: is a directory"], "products do not complain about groups");

    let folder = Folder::good();
    fs::File::options()
        .write(true)
        .open(folder.file("products.csv"))
        .unwrap()
        .set_len((1 << 30) + 1)
        .unwrap();
    assert_eq!(folder.errors(), ["products.csv: is larger than 1024 MB"]);

    let folder = Folder::empty();
    assert!(folder.errors()[0].contains("has none of categories.csv, groups.csv"));
    folder.put("README.md", "x");
    assert!(folder.errors()[0].contains("has none of"));
    fs::remove_dir_all(folder.path()).unwrap();
    assert!(folder.errors()[0].contains("cannot be read"));
}

#[test]
fn table_under_an_unknown_name_is_reported() {
    let folder = Folder::good();
    folder.edit("products.csv", "p/101.png,", "https://shop.example/p/101.png,");
    assert_eq!(
        folder.errors(),
        [
            "products.csv:2: pro_img_cover: is a web address; save the image below media/ and write its path, such as products/101002.webp (https://shop.example/p/101.png)"
        ]
    );
    let folder = Folder::good();
    folder.put("price list.csv", "pro_id,price\n");
    assert_eq!(
        folder.errors(),
        ["catalog folder: price list.csv is no table of a shop, see the README; move it elsewhere"]
    );
    for (name, meant) in [
        ("Categories.csv", "categories.csv"),
        ("product.csv", "products.csv"),
        ("produits.csv", "products.csv"),
        ("PRODUCTS.CSV", "products.csv"),
        ("Content.json", "content.json"),
    ] {
        let folder = Folder::empty();
        folder.put("branches.csv", "b_id,b_name\n1,HQ\n");
        folder.put("media/a.png", "x");
        folder.put(name, "x");
        let diagnostic = format!("catalog folder: {name} is not read; did you mean {meant}?");
        assert_eq!(folder.errors(), [diagnostic]);
    }
    let folder = Folder::empty();
    folder.put("media/a.png", "x");
    assert!(folder.errors()[0].ends_with("promotions.csv, content.json"), "{:?}", folder.errors());
}

#[test]
fn faults_of_several_files_are_reported_together_in_order() {
    let folder = Folder::good();
    folder.edit("promotions.csv", "2026-11-30", "soon");
    folder.edit("products.csv", "45000", "-5");
    folder.edit("products.csv", "285,10,", "285,999,");
    folder.edit("content.json", "\"/shop\"", "\"javascript:1\"");
    folder.edit("categories.csv", "c/1.png", "c/none.png");
    assert_eq!(
        folder.errors(),
        [
            "categories.csv:2: cat_img: media/c/none.png: no such image",
            "products.csv:2: vatrate: must be a whole number from 0 to 100 (999)",
            "products.csv:5: price: must not be negative (-5)",
            "promotions.csv:2: ends: must be a day such as 2026-11-30 (soon)",
            "content.json:12: banners[0].href: a link must begin with /, #, https://, tel: or mailto: (javascript:1)",
        ]
    );
}

#[test]
fn single_error_causes_one_fault() {
    // The ids of unreadable rows and tables may still be referenced.
    one(
        "categories.csv",
        "2,,Tools",
        "2,,To\"ols",
        "categories.csv:3: cat_name_en: has a quote, so the whole field must be quoted",
    );
    one("categories.csv", "2,,Tools,", "2,,", "categories.csv:3: has 3 fields, but the header has 4");
    whole(
        "promotion_types.csv",
        b"promo_type_name\nDeals\n",
        "promotion_types.csv:1: promo_type_id: the column is missing",
    );
}

#[test]
fn faults_beyond_the_limit_are_counted_but_not_stored() {
    let folder = Folder::good();
    let rows: Vec<_> = (1..=5_000).map(|id| format!("{id},,-1")).collect();
    folder.put("products.csv", format!("pro_id,pro_name_en,price\n{}", rows.join("\n")));
    let errors = folder.read().unwrap_err();
    assert_eq!((errors.errors.len(), errors.total), (1_000, 10_000));
    assert!(errors.to_string().ends_with("… and 9000 more\n10000 faults"));
}
