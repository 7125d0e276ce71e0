//! Filters, facets, sort orders, pages and highlighting of results.

use heuan_search_index::{Filter, Index, Product, SearchRequest, Sort, Synonyms};
use proptest::prelude::*;
use rstest::rstest;

use crate::support::{TestIndex, index_of_products, product, test_index, thai_shop};

#[test]
fn part_of_a_text_is_not_most_of_it() {
    let shop = index_of_products(&[("ຄ້ອນຕີ", "Hammer")]);
    for (text, has_most) in
        [("hammer", true), ("锤子", true), ("ຄ້ອນ", true), ("ຄ້ອນຫງອນ", false), ("hammer drill", false)]
    {
        assert_eq!(shop.index.has_most(text, &Synonyms::with("")), has_most, "{text}");
    }
}

#[test]
fn brand_filter_ignores_case() {
    for brand in ["Kaenlek", "KAENLEK", "kaenlek"] {
        let filter = Filter { brands: vec![brand.to_owned()], ..Filter::default() };
        assert_eq!(test_index().ask("pvc", &filter, Sort::Best).total, 1, "{brand}");
    }
}

#[test]
fn one_product_kind_does_not_fill_the_first_results() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let mut writer = index.writer(1).unwrap();
    for pro_id in 1..=20 {
        let tank = Product { prog_id: 3, ..product(pro_id, "ຖັງນ້ຳ", "Water tank") };
        writer.put(&tank).unwrap();
    }
    writer.put(&Product { prog_id: 3, stock: Some(0), ..product(21, "ປັ໊ມນ້ຳ", "Water pump") }).unwrap();
    writer.commit(1).unwrap();
    index.reload().unwrap();
    let page = |skip, limit| {
        let request =
            SearchRequest { text: "ນ້ຳ", filter: &Filter::default(), sort: Sort::Best, skip, limit };
        let hits = index.find(&request, &Synonyms::with("")).unwrap().unwrap().hits;
        hits.into_iter().map(|it| it.pro_id).collect::<Vec<_>>()
    };
    assert!(page(0, 10).contains(&21), "{:?}", page(0, 10));
    assert_eq!([page(0, 7), page(7, 7), page(14, 7)].concat(), page(0, 21));
}

#[test]
fn facet_counts_ignore_their_own_filter() {
    let filter = Filter { cat_ids: vec![2], ..Filter::default() };
    let answer = test_index().ask("pvc", &filter, Sort::Best);
    assert_eq!(answer.total, 1);
    assert_eq!(answer.facets.categories, [(1, 1), (2, 1)]);
    assert_eq!(answer.facets.groups, [(3, 1)]);
    assert_eq!(answer.facets.brands, [("Hin Phet".to_owned(), 1)]);
    assert_eq!(answer.facets.price, Some((3000, 3000)));

    let filter = Filter { brands: vec!["kaenlek".to_owned()], max_price: Some(5000), ..Filter::default() };
    let answer = test_index().ask("pvc", &filter, Sort::Best);
    assert_eq!(answer.hits.iter().map(|it| it.pro_id).collect::<Vec<_>>(), [4]);
    assert_eq!(answer.facets.brands.len(), 2);
}

#[test]
fn other_sort_orders_are_applied() {
    let by = |sort| {
        test_index().ask("pvc", &Filter::default(), sort).hits.iter().map(|it| it.pro_id).collect::<Vec<_>>()
    };
    assert_eq!(by(Sort::PriceUp), [3, 4]);
    assert_eq!(by(Sort::PriceDown), [4, 3]);
    assert_eq!(by(Sort::Newest), [4, 3]);
}

#[test]
fn matches_are_highlighted() {
    let hit = &test_index().ask("ປັມຈຸມ", &Filter::default(), Sort::Best).hits[0];
    let name = "ປັ້ມຈຸ່ມ 12W";
    let highlighted: Vec<&str> = hit.la.iter().map(|it| &name[it.clone()]).collect();
    assert_eq!((hit.pro_id, highlighted), (2, vec!["ປັ້ມຈຸ່ມ"]));
    let hit = &test_index().ask("pumps", &Filter::default(), Sort::Best).hits[0];
    assert_eq!(hit.en.len(), 1);
}

#[rstest]
#[case::whole("ຊີມັງ")]
#[case::unfinished("ຊີມັ")]
fn words_that_continue_the_typed_one_are_not_highlighted(#[case] text: &str) {
    let names = [("ແຜ່ນໄຟເບີຊີມັງ ສີຂາວ", "Fibre cement board White"), ("ຊີມັງປະສົມ", "Mixed cement")];
    let hits = index_of_products(&names).ask(text, &Filter::default(), Sort::Best).hits;
    assert!(hits.iter().any(|it| it.pro_id == 2), "{hits:?}");
    for hit in hits {
        let (_, en) = names[hit.pro_id as usize - 1];
        let highlighted: Vec<&str> = hit.en.iter().map(|it| &en[it.clone()]).collect();
        assert_eq!(highlighted, ["cement"], "{en}");
    }
}

/// Products 1 to 3, whose names have numbers, and two whose numbers are in no name and in one.
fn numbered_shop() -> TestIndex {
    let mut shop = index_of_products(&[
        ("ຄ້ອນ 1010", "Hammer 1010"),
        ("ໄມ້ອັດ 101002x10", "Plywood 101002x10"),
        ("ຕະປູ #8", "Screw #8"),
    ]);
    shop.writer.put(&product(201_003, "ຊີມັງ", "Cement")).unwrap();
    shop.writer.put(&product(1010, "ປະຕູ", "Door")).unwrap();
    shop.writer.put(&product(8, "ທໍ່", "Pipe")).unwrap();
    shop.writer.commit(8).unwrap();
    shop.index.reload().unwrap();
    shop
}

#[rstest]
#[case("201003")]
#[case("#201003")]
#[case(" #201003 ")]
fn number_of_a_product_finds_only_that_product(#[case] text: &str) {
    let answer = numbered_shop().ask(text, &Filter::default(), Sort::Best);
    assert_eq!(answer.hits.iter().map(|it| it.pro_id).collect::<Vec<_>>(), [201_003]);
    assert_eq!((answer.total, answer.corrected), (1, None));
}

#[rstest]
#[case::beginning_of_a_number("2010", &[])]
#[case::number_and_a_word("hammer 201003", &[1])]
#[case::number_in_a_name("1010", &[1])]
#[case::gauge_in_a_name_after_the_printed_number("#8", &[8, 3])]
#[case::number_in_a_name_after_the_printed_number("#1010", &[1010, 1])]
#[case::printed_number("#3", &[3])]
#[case::printed_number_in_a_name_only("#101002", &[2])]
#[case::printed_number_of_nothing("#1010020", &[])]
fn number_of_a_product_leaves_other_numbers_alone(#[case] text: &str, #[case] wanted: &[i64]) {
    assert_eq!(numbered_shop().ids(text), wanted);
}

#[test]
fn product_with_the_printed_number_is_first_on_every_page_size() {
    let shop = numbered_shop();
    for limit in 1..=2 {
        let request =
            SearchRequest { text: "#8", filter: &Filter::default(), sort: Sort::Best, skip: 0, limit };
        let hits = shop.index.find(&request, &Synonyms::with("")).unwrap().unwrap().hits;
        assert_eq!((hits.len(), hits[0].pro_id), (limit, 8));
    }
}

#[test]
fn changes_are_visible_after_commit_and_the_revision_is_stored() {
    let mut test_index = test_index();
    test_index.writer.put(&product(7, "ຄ້ອນຕີ", "Hammer")).unwrap();
    test_index.writer.remove(1);
    assert_eq!(test_index.ids("teak"), [7]);
    test_index.writer.commit(8).unwrap();
    test_index.index.reload().unwrap();
    assert_eq!((test_index.ids("teak"), test_index.ids("hammer")), (vec![], vec![7]));
    assert!(!test_index.ids("water pump").contains(&1));
    let checkpoint = test_index.index.checkpoint().unwrap().unwrap();
    assert!(checkpoint.is_current() && checkpoint.revision == 8);
}

#[rstest]
#[case::nothing("")]
#[case::spaces("  \t\n")]
#[case::controls("\0\u{1}\u{7f}")]
#[case::only_tones("\u{ec8}\u{ec9}\u{eca}")]
#[case::only_signs("!?/.\"'")]
#[case::images("🔨🪚")]
fn query_without_words_has_no_results(#[case] text: &str) {
    let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 10 };
    assert_eq!(test_index().index.find(&request, &Synonyms::with("")).unwrap(), None);
}

#[test]
fn ids_of_all_matches_are_those_of_the_pages_in_their_order() {
    let names: Vec<String> = (1..=150).map(|number| format!("Cement bag {number}")).collect();
    let names: Vec<(&str, &str)> = names.iter().map(|name| ("", name.as_str())).collect();
    let (index, synonyms) = (index_of_products(&names), Synonyms::with(""));
    let filter = Filter::default();
    let request =
        |skip, limit| SearchRequest { text: "cement", filter: &filter, sort: Sort::Best, skip, limit };
    let ids = index.index.matching_ids(&request(0, 1000), &synonyms).unwrap().unwrap();
    let pages: Vec<i64> = [0, 100]
        .into_iter()
        .flat_map(|skip| index.index.find(&request(skip, 100), &synonyms).unwrap().unwrap().hits)
        .map(|hit| hit.pro_id)
        .collect();
    assert_eq!((&ids.pro_ids, ids.total), (&pages, 150));
    let first = index.index.matching_ids(&request(0, 7), &synonyms).unwrap().unwrap();
    assert_eq!((&first.pro_ids[..], first.total), (&pages[..7], 150));
    let nothing = SearchRequest { text: "!?", ..request(0, 7) };
    assert_eq!(index.index.matching_ids(&nothing, &synonyms).unwrap(), None);
}

#[test]
fn long_and_mixed_queries_are_answered() {
    let test_index = test_index();
    let ones = ["ກ", "a", "1", "น", "瓷", "\u{eb1}", "ເ", "1x", "./", "a1", "ກa1น"];
    for one in ones {
        test_index.ids(&one.repeat(10_000 / one.len()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
    #[test]
    fn any_query_is_answered_and_highlighted_at_character_boundaries(texts in proptest::collection::vec("(\\PC|[\u{e81}-\u{edd}\u{e01}-\u{e5b}0-9a-z/x. ]){0,40}|.{0,80}", 8)) {
        let test_index = test_index();
        for text in texts {
            let answer = test_index.ask(&text, &Filter::default(), Sort::Best);
            prop_assert!(answer.hits.len() <= 7);
        }
    }

    #[test]
    fn any_part_of_a_name_is_highlighted_in_whole_clusters(at in 0..SHOWN.len(), from in 0..12_usize, count in 1..6_usize) {
        let shop = index_of_products(&SHOWN);
        let (la, en) = SHOWN[at];
        for name in [la, en] {
            let typed: String = name.chars().skip(from).take(count).collect();
            for hit in shop.ask(&typed, &Filter::default(), Sort::Best).hits {
                let (la, en) = SHOWN[hit.pro_id as usize - 1];
                for (name, spans) in [(la, hit.la), (en, hit.en)] {
                    for span in spans {
                        prop_assert!(!cuts(name, span.start) && !cuts(name, span.end), "{typed}: {:?}", &name[span]);
                    }
                }
            }
        }
    }
}

const SHOWN: [(&str, &str); 7] = [
    ("ท่อพีวีซีสีฟ้า", "瓷砖胶"),
    ("ຄ້ອນຕີຫົວງ່າມ", "Hammer bu\u{301}a"),
    ("ເຫຼັກເສັ້ນ ປ້ຳນໍ້າ", "ค้อนน้ำมัน"),
    ("ຕູ້ເສື້ອຜ້າແບບຄລາສສິກ", "เครื่องตัดหญ้า"),
    ("ເຄື່ອງເຈຍໄຟຟ້າ ໄມ້ໂອກ", "Máy mài cu\u{31b}\u{309}a"),
    ("ກະເບື້ອງປູພື້ນ ໃໝ່", "แม่กุญแจ"),
    ("ໂຄມໄຟຕັ້ງໂຕະ ຄູ່", "โต๊ะทำงาน"),
];

/// Whether a border at this byte parts a letter from its marks, or a vowel from the consonant that it stands before.
fn cuts(text: &str, at: usize) -> bool {
    let is_mark = |c: char| {
        matches!(c, '\u{300}'..='\u{36F}' | '\u{E31}' | '\u{E33}'..='\u{E3A}' | '\u{E47}'..='\u{E4E}')
            || matches!(c, '\u{EB1}' | '\u{EB3}'..='\u{EBC}' | '\u{EC8}'..='\u{ECE}')
    };
    let is_leading = |c: char| matches!(c, '\u{E40}'..='\u{E44}' | '\u{EC0}'..='\u{EC4}');
    let (before, after) = (text[..at].chars().next_back(), text[at..].chars().next());
    before.is_some() && after.is_some_and(is_mark)
        || before.is_some_and(is_leading) && after.is_some_and(char::is_alphabetic)
}

#[test]
fn beginning_of_a_thai_word_is_highlighted_in_whole_clusters() {
    let name = "ก๊อกน้ำทองเหลือง";
    for (typed, wanted) in [("ก๊อกน", "ก๊อกน้ำ"), ("ทองเหล", "ทองเหลื"), ("ทองเหลื", "ทองเหลื")]
    {
        let hits = thai_shop().ask(typed, &Filter::default(), Sort::Best).hits;
        let hit = hits.iter().find(|it| it.pro_id == 4).unwrap();
        let shown: Vec<&str> = hit.la.iter().map(|it| &name[it.clone()]).collect();
        assert_eq!(shown, [wanted], "{typed}");
    }
}

/// Products in groups, of which some mention others in their descriptions.
fn described_shop() -> TestIndex {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let mut writer = index.writer(1).unwrap();
    let described = [
        (5, "Work gloves", ""),
        (5, "Safety goggles", "Wear them with gloves."),
        (7, "Foil roll", "Wear gloves when you cut it."),
        (0, "Starter set", "Has gloves and a mask."),
        (7, "Ladder", ""),
    ];
    for (at, (prog_id, name_en, body)) in described.into_iter().enumerate() {
        writer
            .put(&Product { prog_id, body: body.to_owned(), ..product(at as i64 + 1, "", name_en) })
            .unwrap();
    }
    writer.commit(1).unwrap();
    index.reload().unwrap();
    TestIndex { index, writer, _folder: folder }
}

#[test]
fn word_of_a_description_finds_nothing_in_groups_without_a_product_of_that_name() {
    let answer = described_shop().ask("gloves", &Filter::default(), Sort::PriceUp);
    let found: Vec<i64> = answer.hits.iter().map(|it| it.pro_id).collect();
    assert_eq!((found, answer.total), (vec![1, 2, 4], 3));
    assert_eq!(answer.facets.groups, [(5, 2), (0, 1)]);
    assert_eq!(answer.facets.price, Some((1000, 4000)));
}

#[test]
fn word_of_no_product_name_is_searched_in_descriptions() {
    assert_eq!(described_shop().ids("mask"), [4]);
    assert_eq!(described_shop().ids("cut"), [3]);
}
