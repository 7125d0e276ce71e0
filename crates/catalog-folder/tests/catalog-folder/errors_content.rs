//! Faults in `content.json` and in images.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Folder, PDF, png};

#[track_caller]
fn one(from: &str, to: &str, diagnostic: &str) {
    let folder = Folder::good();
    folder.edit("content.json", from, to);
    assert_eq!(folder.errors(), [diagnostic], "{from:?} -> {to:?}");
}

#[test]
fn json_syntax_fault_is_reported() {
    one(
        "\"href\": \"/\"},",
        "\"href\": \"/\"}",
        "content.json:5: column 3: is not JSON: expected `,` or `]`",
    );
    let folder = Folder::good();
    for (bytes, diagnostic) in [
        (&b""[..], "content.json:1: column 0: is not JSON: EOF while parsing a value"),
        (b"{\"menu\": [],\n \"menu\": []}", "content.json:2: menu: duplicate key"),
        (b"[]", "content.json:1: must be a JSON object"),
        (b"{\n\"a\": \"\xff\"}", "content.json:2: is not UTF-8"),
    ] {
        folder.put("content.json", bytes);
        assert_eq!(folder.errors(), [diagnostic]);
    }
    folder.put("content.json", "[".repeat(100_000));
    assert!(folder.errors()[0].contains("recursion limit"), "{:?}", folder.errors());
    fs::File::options()
        .write(true)
        .open(folder.file("content.json"))
        .unwrap()
        .set_len((16 << 20) + 1)
        .unwrap();
    assert_eq!(folder.errors(), ["content.json: is larger than 16 MB"]);
}

#[test]
fn unknown_and_mistyped_field_is_reported() {
    one("\"banners\"", "\"baners\"", "content.json:11: baners: unknown section; did you mean banners?");
    one(
        "\"href\": \"tel:020\"",
        "\"href\": \"tel:020\", \"ref\": 1",
        "content.json:7: menu[1].dropDownMenuData[0].ref: unknown field `ref`, expected one of `id`, `label`, \
         `name`, `sublabel`, `href`, `type`, `dropDownMenuData`",
    );
    one(
        "\"id\": 3",
        "\"id\": \"3\"",
        "content.json:7: menu[1].dropDownMenuData[0].id: must be a whole number, not \"3\"",
    );
    one("{\"id\": 1, \"image\"", "{\"image\"", "content.json:12: banners[0]: missing field `id`");
    one("\"news\": [", "\"news\": {}, \"homeguru\": [", "content.json:14: news: must be a list");
    one(
        "[{\"searchtext\": \"ສີ\", \"icount\": 5}]",
        "{}",
        "content.json:19: popular_searches: must be a list",
    );
}

#[test]
fn fault_has_a_code_the_values_in_its_sentence_and_the_value_of_its_field() {
    let folder = Folder::good();
    folder.edit("content.json", "\"id\": 3", "\"id\": \"3\", \"ref\": 1");
    let errors = folder.read().unwrap_err().errors;
    let of = |code: &str| errors.iter().find(|diagnostic| diagnostic.code == code).unwrap();
    assert_eq!(of("not_whole").value, "3");
    let known = "id, label, name, sublabel, href, type, dropDownMenuData".to_owned();
    assert_eq!(of("field_unknown").values, [("known", known)]);
}

/// Type errors do not hide semantic faults of the same section.
#[test]
fn several_faults_of_one_section_are_reported_together() {
    let folder = Folder::good();
    folder.edit(
        "content.json",
        r#"{"id": 1, "image": "c/1.png", "title": {"en": "Build"}, "href": "/shop"}"#,
        r#"{"hrev": 1, "image": "c/1.png", "title": {"en": "Build"}, "href": "javascript:x"}"#,
    );
    let errors = folder.errors();
    for part in
        ["banners[0]: missing field `id`", "banners[0].hrev: unknown field `hrev`", "banners[0].href: "]
    {
        assert!(errors.iter().any(|diagnostic| diagnostic.contains(part)), "{part}: {errors:?}");
    }
    assert_eq!(errors.len(), 3, "{errors:?}");
}

/// The maximum number of faults, within a bounded time.
#[test]
fn very_many_faults_are_reported_in_bounded_time() {
    let folder = Folder::good();
    let paragraphs = vec!["\"text\""; 400].join(",");
    let page =
        format!("{{\"title\": {{\"la\": \"x\"}}, \"image\": \"../x\", \"paragraphs\": [{paragraphs}]}}");
    let menu = vec!["7"; 20_000].join(",");
    folder.put("content.json", format!("{{\"menu\": [{menu}]}}"));
    assert_eq!(folder.errors().len(), 1_000);
    folder.put("content.json", format!("{{\"pages\": {{\"about\": {page}}}}}"));
    let errors = folder.errors();
    assert_eq!(errors.len(), 401, "{errors:?}");
    assert!(errors.iter().any(|diagnostic| diagnostic.contains("pages.about.image")), "{errors:?}");
}

/// All faults are counted, in a constant number of runs.
#[test]
fn faults_beyond_the_shown_ones_are_counted() {
    let folder = Folder::empty();
    let paragraphs = vec![r#"{"lo": "x"}"#; 50_000].join(",");
    let page = format!("{{\"title\": {{\"la\": \"x\"}}, \"paragraphs\": [{paragraphs}]}}");
    folder.put("content.json", format!("{{\"menus\": [], \"pages\": {{\"about\": {page}}}}}"));
    let errors = folder.read().unwrap_err();
    assert_eq!((errors.errors.len(), errors.total), (1_000, 50_001));
    assert!(errors.to_string().ends_with("… and 49001 more\n50001 faults"));
}

/// Duplicate keys do not hide other faults.
#[test]
fn duplicate_keys_are_reported_beside_other_faults() {
    let folder = Folder::empty();
    folder.put(
        "content.json",
        r#"{
 "company": {"name": "Heuan", "hours": "8-18",
  "name": "Heuan"},
 "pages": {"about": {"title": {"en": "x", "en": "y",
   "en": "z"}}, "Terms": {"title": {"en": "x"}},
  "about": {"title": {"en": "x"}, "paragraphs": [{"la": "x", "la": "y"}]}},
 "menu": [{"id": 0, "label": {"en": "x"}, "href": "/"}],
 "menu": [{"id": 0, "label": {"en": "x"}, "href": "/", "ref": 1}]
}"#,
    );
    let mut errors = folder.errors();
    errors.sort();
    insta::assert_snapshot!("duplicate_keys", errors.join("\n"));
    let keys: Vec<_> = (0..1_500).map(|key| format!("\"{key}\": 1, \"{key}\": 1")).collect();
    folder.put("content.json", format!("{{\"menu\": {{{}}}}}", keys.join(",")));
    let errors = folder.read().unwrap_err();
    assert_eq!((errors.errors.len(), errors.total), (1_000, 1_501));
}

#[test]
fn invisible_text_counts_as_missing() {
    let unseen = "{\"la\": \"\u{200b}\", \"en\": \" \u{ad}\"}";
    one(
        "{\"en\": \"Call\"}",
        unseen,
        "content.json:7: menu[1].dropDownMenuData[0].label: a text is needed, in Lao or in English",
    );
    one(
        "\"la\": \"ສະບາຍດີ\", \"en\": \"Welcome\"",
        "\"la\": \"\u{2060}\"",
        "content.json:10: top_messages[0]: a text is needed, in Lao or in English",
    );
    one("\"name\": \"Heuan\"", "\"name\": \"\u{200b}\"", "content.json:2: company.name: a name is needed");
    let folder = Folder::good();
    folder.edit("content.json", "{\"en\": \"Build\"}", "{\"la\": \"\u{200b}\", \"en\": \"Build\"}");
    let banners = folder.read().unwrap().content.unwrap().banners.unwrap();
    assert_eq!((banners[0].title.la.as_str(), banners[0].title.en.as_str()), ("", "Build"));
}

#[test]
fn label_message_and_title_must_be_one_line() {
    for (from, at) in [
        ("\"en\": \"Call\"", "content.json:7: menu[1].dropDownMenuData[0].label.en"),
        ("\"en\": \"Welcome\"", "content.json:10: top_messages[0].en"),
        ("\"en\": \"Build\"", "content.json:12: banners[0].title.en"),
        ("\"en\": \"News\"", "content.json:14: news[0].title.en"),
        ("\"en\": \"About\"", "content.json:16: pages.about.title.en"),
        ("\"en\": \"Report 2025\"", "content.json:17: pages.investor/annual-report.documents[0].title.en"),
    ] {
        let broken = format!("{at}: has a line break or control character");
        one(from, r#""en": "a\nb""#, &broken);
        one(from, r#""en": "a\u0007""#, &broken);
        let long = format!("\"en\": \"{}\"", "ກ".repeat(501));
        one(from, &long, &format!("{at}: is longer than 500 characters"));
    }
    let folder = Folder::good();
    folder.edit("content.json", "\"en\": \"Text\"", r#""en": "one\ntwo""#);
    assert!(folder.read().is_ok(), "a paragraph may have several lines");
}

#[test]
fn page_with_the_slug_of_an_article_is_refused() {
    one(
        "\"about\": {",
        "\"news/1\": {",
        "content.json:16: pages.news/1: the slug is that of news[0] on line 14",
    );
    for slug in ["news", "news/2", "homeguru/1"] {
        let folder = Folder::good();
        folder.edit("content.json", "\"about\": {", &format!("\"{slug}\": {{"));
        assert!(folder.read().is_ok(), "{slug}");
    }
}

#[test]
fn null_counts_as_absent() {
    let folder = Folder::good();
    folder.put("content.json", r#"{"menu": null, "company": null, "pages": {"terms": null}, "news": null}"#);
    assert!(folder.read().is_ok());
}

#[test]
fn company_field_faults_are_reported() {
    for (field, value, reason) in [
        ("hotline", "javascript:1", "must be a telephone number such as 020 0000 1234"),
        ("customer_service", "tel:1", "must be a telephone number such as 020 0000 1234"),
        ("tax_number", "1\n2", "must be one line of at most 500 characters"),
        ("email", "notmail", "must be an e-mail address such as hello@heuan.example"),
        ("currency", "USD", "must be LAK: prices are kip"),
        ("timezone", "Mars/Base", "must be Asia/Vientiane: opening hours are in this time zone"),
        ("hotline", "020\n1", "must be one line of at most 500 characters"),
    ] {
        let folder = Folder::good();
        let mut company = serde_json::json!({"name": "Heuan"});
        company[field] = value.into();
        folder.put("content.json", serde_json::json!({ "company": company }).to_string());
        let errors = folder.errors();
        assert_eq!(errors[0], format!("content.json:1: company.{field}: {reason}"), "{errors:?}");
    }
}

#[test]
fn delivery_times_and_return_days_out_of_range_are_reported() {
    for (field, value, diagnostic) in [
        ("return_days", serde_json::json!(0), "company.return_days: must be 1 to 365"),
        (
            "delivery_times",
            serde_json::json!([{"area": {"en": "Capital"}, "min_days": 3, "max_days": 2}]),
            "company.delivery_times[0].max_days: must be min_days to 365, and min_days 0 or more",
        ),
    ] {
        let folder = Folder::good();
        let mut company = serde_json::json!({"name": "Heuan"});
        company[field] = value;
        folder.put("content.json", serde_json::json!({ "company": company }).to_string());
        assert_eq!(folder.errors()[0], format!("content.json:1: {diagnostic}"));
    }
}

#[test]
fn semantic_faults_are_reported() {
    one(
        "\"searchtext\": \"ສີ\"",
        "\"searchtext\": \" \"",
        "content.json:19: popular_searches[0].searchtext: must have 1 to 200 characters",
    );
    one("\"icount\": 5", "\"icount\": -1", "content.json:19: popular_searches[0].icount: must be 0 or more");
    one("\"id\": 3", "\"id\": 2", "content.json:7: menu[1].dropDownMenuData[0].id: duplicate id 2");
    one(
        "\"id\": 3",
        "\"id\": -3",
        "content.json:7: menu[1].dropDownMenuData[0].id: must be a positive whole number",
    );
    one(
        "\"id\": 3",
        "\"id\": 9007199254740993",
        "content.json:7: menu[1].dropDownMenuData[0].id: must be at most 9007199254740991",
    );
    one(
        "{\"en\": \"Call\"}",
        "{\"en\": \" \"}",
        "content.json:7: menu[1].dropDownMenuData[0].label: a text is needed, in Lao or in English",
    );
    one(
        "\"dropdown\"",
        "\"popup\"",
        "content.json:5: menu[1].type: must be dropdown or link, or be left out",
    );
    one(
        "\"dropdown\"",
        "\"link\"",
        "content.json:5: menu[1].type: must be dropdown, since the item has children",
    );
    one(
        "08:00-18:00",
        "08:00-08:00",
        "content.json:2: company.hours: must not open and close at once (08:00-08:00)",
    );
    one("08:00-18:00", "8-18", "content.json:2: company.hours: must be hours such as 08:00-18:00");
    one("2026-10-05", "5 October", "content.json:14: news[0].date: must be a day such as 2026-11-30");
    one(
        "\"about\"",
        "\"About us\"",
        "content.json:16: pages.About us: a slug has small letters, digits, - and / only, at most 100",
    );
    for href in ["javascript:alert(1)", "//evil.example", "http://x.la/", "shop", "data:text/html,x"] {
        let diagnostic = format!(
            "content.json:12: banners[0].href: a link must begin with /, #, https://, tel: or mailto: ({href})"
        );
        one("\"/shop\"", &format!("\"{href}\""), &diagnostic);
    }
}

#[test]
fn menu_deeper_than_eight_levels_is_refused() {
    let menu = |levels: u32| {
        (1..=levels).rev().fold(String::new(), |below, id| {
            format!(
                "{{\"id\":{id},\"label\":{{\"en\":\"x\"}},\"href\":\"#\",\"dropDownMenuData\":[{below}]}}"
            )
        })
    };
    let folder = Folder::good();
    folder.put("content.json", format!("{{\"menu\":[{}]}}", menu(8)));
    assert!(folder.read().is_ok());
    folder.put("content.json", format!("{{\"menu\":[{}]}}", menu(9)));
    assert!(folder.errors()[0].ends_with("the menu is more than 8 levels deep"), "{:?}", folder.errors());
}

#[test]
fn unsafe_image_path_is_reported() {
    let folder = Folder::good();
    for path in
        ["../secret.png", "/etc/a.png", "a\\b.png", "p/../../x.png", ".git/a.png", "p//a.png", "p/a.svg"]
    {
        folder.put("categories.csv", format!("cat_id,cat_name_en,cat_img\n1,x,\n2,y,{path}\n"));
        let errors = folder.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].starts_with("categories.csv:3: cat_img: unsafe image path: "), "{errors:?}");
    }
    let folder = Folder::good();
    folder.edit("products.csv", "\"[\"\"p/102.png\"\"]\"", "\"[\"\"p/102.png\"\", \"\"../x.png\"\"]\"");
    folder.edit("content.json", "c/1.png", "../c/1.png");
    assert_eq!(
        folder.errors(),
        [
            "products.csv:2: images: unsafe image path: the path leaves media/ (../x.png)",
            "content.json:12: banners[0].image: unsafe image path: the path leaves media/ (../c/1.png)",
        ]
    );
}

#[test]
fn image_faults_are_reported() {
    let folder = Folder::good();
    fs::write(folder.path().join("secret.png"), png()).unwrap();
    fs::remove_file(folder.file("media/p/101.png")).unwrap();
    symlink("../../secret.png", folder.file("media/p/101.png")).unwrap();
    let whole = png();
    folder.put("media/p/102.png", &whole[..whole.len() - 30]);
    folder.put("media/c/1.png", "<svg/>");
    let errors = folder.errors();
    assert_eq!(
        errors[..2],
        [
            "categories.csv:2: cat_img: media/c/1.png: not a PNG, JPEG, WebP or GIF image; used in 3 more places",
            "products.csv:2: pro_img_cover: media/p/101.png: a link that leads nowhere or out of media/",
        ]
    );
    assert!(
        errors[2].starts_with("products.csv:2: images: media/p/102.png: unreadable image:"),
        "{errors:?}"
    );
    assert!(errors[2].ends_with("; used in 1 more place"), "{errors:?}");

    let folder = Folder::good();
    fs::remove_dir_all(folder.file("media")).unwrap();
    assert_eq!(folder.errors().len(), 4);
    fs::write(folder.file("media"), "x").unwrap();
    assert_eq!(folder.errors(), ["media: must be a directory"]);
}

#[test]
fn document_faults_are_reported() {
    let at = "content.json:17: pages.investor/annual-report.documents[0]";
    for (file, diagnostic) in [
        ("../d.pdf", "unsafe document path: the path leaves media/ (../d.pdf)"),
        ("d/2025.html", "unsafe document path: the name must end in .pdf (d/2025.html)"),
        ("d/2024.pdf", "media/d/2024.pdf: no such document"),
    ] {
        one("d/2025.pdf", file, &format!("{at}.file: {diagnostic}"));
    }
    one("2026-04-02", "2 April", &format!("{at}.date: must be a day such as 2026-11-30"));
    one("{\"en\": \"Report 2025\"}", "{}", &format!("{at}.title: a text is needed, in Lao or in English"));

    let folder = Folder::good();
    folder.put("media/d/2025.pdf", "<script>alert(1)</script>");
    assert_eq!(folder.errors(), [format!("{at}.file: media/d/2025.pdf: not a whole PDF document")]);
    let mut long = PDF.to_vec();
    long.resize(10 * 1024 * 1024 + 1, b' ');
    folder.put("media/d/2025.pdf", long);
    assert_eq!(folder.errors(), [format!("{at}.file: media/d/2025.pdf: larger than 10485760 bytes")]);
    let one = r#"{"title": {"en": "x"}, "file": "d/2025.pdf"}"#;
    folder.put("media/d/2025.pdf", PDF);
    folder.put(
        "content.json",
        format!(
            r#"{{"pages": {{"terms": {{"title": {{"en": "x"}}, "documents": [{}]}}}}}}"#,
            [one; 201].join(",")
        ),
    );
    assert_eq!(folder.errors(), ["content.json:1: pages.terms.documents: a page has at most 200 documents"]);
}

#[test]
fn hero_is_read_and_its_faults_are_reported() {
    let hero = |hero: &str| format!("\"hero\": {hero},\n \"news\":");
    let folder = Folder::good();
    let text = r#"{"title": {"en": "A\nB"}, "text": null, "tiles": [{"image": "c/1.png", "title": {"en": "Bath"}}]}"#;
    folder.edit("content.json", "\"news\":", &hero(text));
    let read = folder.read().unwrap().content.unwrap().hero.unwrap();
    assert_eq!((read.title.en.as_str(), read.text.en.as_str()), ("A\nB", ""));
    assert_eq!((read.tiles[0].image.as_str(), read.tiles[0].href.as_str()), ("c/1.png", ""));
    for (text, diagnostic) in [
        (r#"{"title": {"en": "a\u0007"}}"#, "title.en: has a control character"),
        (r#"{"tiles": [{"image": "", "title": {"en": "Bath"}}]}"#, "tiles[0].image: an image is needed"),
        (
            r#"{"tiles": [{"image": "c/1.png", "title": {}}]}"#,
            "tiles[0].title: a text is needed, in Lao or in English",
        ),
        (
            r#"{"tiles": [{"image": "c/1.png", "title": {"en": "Bath"}, "href": "shop"}]}"#,
            "tiles[0].href: a link must begin with /, #, https://, tel: or mailto: (shop)",
        ),
    ] {
        one("\"news\":", &hero(text), &format!("content.json:14: hero.{diagnostic}"));
    }
    let tiles = [r#"{"image": "c/1.png", "title": {"en": "Bath"}}"#; 6].join(",");
    let many = hero(&format!(r#"{{"tiles": [{tiles}]}}"#));
    one("\"news\":", &many, "content.json:14: hero.tiles: must be at most 5");
}
