//! Tests of the codes and values of faults and warnings, also of stored ones.

use std::collections::HashMap;

use super::*;

#[test]
fn missing_images_are_warnings_with_a_code_and_of_very_many_the_number() {
    let mut map = SourceMap::default();
    let missing: Vec<(u64, String)> =
        (2..6).map(|line| (line, format!("https://x/{line}.png: 404"))).collect();
    map.add_missing_images(&missing, 2);
    let warnings: Vec<_> = map.warnings().map(|it| (it.code, it.line, it.values)).collect();
    let named =
        |line: u64| ("image_not_fetched", Some(line), vec![("hint", format!("https://x/{line}.png: 404"))]);
    let more = ("images_not_fetched", None, vec![("count", "2".to_owned())]);
    assert_eq!(warnings, [named(2), named(3), more]);
}

#[test]
fn fault_of_a_converted_file_has_a_code_with_its_values() {
    let mut twice = Existing::default();
    twice.add_codes(7, vec!["A-1".to_owned()]);
    twice.add_codes(8, vec!["A-1".to_owned()]);
    let shop = Existing::default();
    for (text, mapping, existing, code, values) in [
        (
            "Artikel,Verkaufspreis\nA-1,5\n",
            None,
            &shop,
            "format_unknown",
            &[("columns", "Artikel, Verkaufspreis")][..],
        ),
        ("Code,Name\n,Hammer\n", None, &shop, "key_needed", &[("columns", "code")]),
        (
            "Code,Name\nA-1,Hammer\nA-1,Saw\n",
            None,
            &shop,
            "product_key_twice",
            &[("key", "A-1"), ("line", "2")],
        ),
        ("Code,Name\n8.85E+12,Hammer\n", None, &shop, "key_shortened", &[]),
        ("Code,Price\nA-1,5\n", None, &twice, "code_of_several", &[("count", "2"), ("ids", "7, 8")]),
        ("Code,Name,Price\nA-1,Hammer,19.99\n", None, &shop, "fraction_of_kip", &[]),
        ("Code,Name,Visible\nA-1,Hammer,perhaps\n", None, &shop, "not_visibility", &[]),
        ("Code,Name\nA-1,\"Hammer\n", None, &shop, "quote_not_closed", &[]),
        ("Code,Name\nA-1,Hammer\n", Some("format = \"x\"\n[id]\n"), &shop, "mapping_without_id", &[]),
    ] {
        let diagnostic = diagnostic_of(text, mapping, existing);
        let found: Vec<(&str, &str)> =
            diagnostic.values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!((diagnostic.code, &found[..]), (code, values), "{text}");
    }
}

#[test]
fn proposal_of_a_mapping_is_the_only_diagnostic_without_a_code() {
    let refused = converted_by("Artikel,Preis\nA-1,5\n", None, &Existing::default()).unwrap_err();
    let [diagnostic, proposal] = &refused.errors[..] else { panic!("{refused}") };
    assert!(!diagnostic.code.is_empty(), "{diagnostic}");
    assert_eq!((&*proposal.file, proposal.code), (MAPPING_FILE, ""));
    // The message of the parser has several lines as well.
    let diagnostic =
        diagnostic_of("Artikel,Preis\nA-1,5\n", Some("format = \"x\"\n[id\n"), &Existing::default());
    assert_eq!(
        (&*diagnostic.file, diagnostic.line, diagnostic.code),
        (MAPPING_FILE, Some(2), "mapping_unreadable")
    );
}

#[test]
fn stored_warning_of_every_kind_keeps_its_code_and_its_values() {
    let sale = "1,simple,A,Drill,1,visible,2026-11-16,,1,5,50000,58000,,,\n\
        2,simple,B,Saw,1,visible,,2569-11-20,1,,50000,58000,,,\n\
        3,variable,P,Paint,1,visible,,,1,40,,,,Color,Red\n\
        4,variation,P-R,Paint - Red,1,visible,,,1,parent,,58000,P,Color,Red\n\
        5,variation,P-B,Paint - Blue,1,visible,,,1,6,,58000,id:9,Color,Blue\n\
        6,grouped,G,Set,1,visible,,,1,,,,,,\n";
    let images: Vec<String> = (0..52).map(|number| format!("https://x/{number}.png")).collect();
    let set = format!("{KEYS}[defaults]\nstock = 12\n");
    let files = [
        converted(&format!("{WOOCOMMERCE}{sale}")),
        converted("Code,Name,Stock,Images,Remark\nA,Drill,2.5,drill.png,x\n"),
        converted("Code,Name,Price\nA,Drill,1000\n"),
        converted("Code,Price\nA,1000\n"),
        converted("Code,Name,Price,price,Retail price\nA,Drill,1000,2000,3000\n"),
        converted("Code,Name,Price\nPaint,,\nA,Drill,1000\n"),
        converted(&format!("Code,Name,Description\nA,Drill,{}\n", "x".repeat(70_000))),
        converted(&format!("Code,Name,Images\nA,Drill,\"{}\"\n", images.join(","))),
        converted_by("Handle,Name\na,Drill\n", Some(&set), &Existing::default()).unwrap(),
        workbooks::converted(&[
            ("Prices", &[&["Code", "Price"], &["A", "1000"]]),
            ("Notes", &[&["To", "Do"], &["a", "b"]]),
        ]),
    ];
    let mut codes = Vec::new();
    for done in files {
        let place = tempfile::tempdir().unwrap();
        let map = done.write(place.path(), &HashMap::new()).unwrap();
        let stored: SourceMap = serde_json::from_str(&serde_json::to_string(&map).unwrap()).unwrap();
        let said = |it: &Diagnostic| (it.line, it.reason.clone(), it.code, it.values.clone());
        let expected: Vec<_> = done.warnings.iter().map(|it| said(&it.diagnostic("export.csv"))).collect();
        assert_eq!(stored.warnings().map(|it| said(&it)).collect::<Vec<_>>(), expected);
        codes.extend(expected.into_iter().map(|(_, _, code, _)| code));
    }
    let mut known = write::WARNING_CODES.to_vec();
    known.sort_unstable();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, known);
}

/// A shop that is updated between the check of an import and its application.
#[test]
fn source_map_of_an_earlier_release_has_its_warnings_without_codes() {
    let stored =
        r#"{"file":"list.csv","lines":[],"columns":{},"keys":{},"warnings":[[3,"stock","with a fraction"]]}"#;
    let map: SourceMap = serde_json::from_str(stored).unwrap();
    let warning = map.warnings().next().unwrap();
    assert_eq!((warning.line, warning.reason.as_str(), warning.code), (Some(3), "with a fraction", ""));
}
