//! Matching, filters, facets, order and highlighting.

use heuan_search_index::{Filter, Index, Product, SearchRequest, SearchResult, Sort, Synonyms, Writer};
use proptest::prelude::*;
use rstest::rstest;
use tempfile::TempDir;

struct TestIndex {
    index: Index,
    writer: Writer,
    _folder: TempDir,
}

fn product(pro_id: i64, name_la: &str, name_en: &str) -> Product {
    Product {
        pro_id,
        cat_id: pro_id % 2 + 1,
        prog_id: pro_id,
        name_la: name_la.to_owned(),
        name_en: name_en.to_owned(),
        brand: if pro_id % 2 == 0 { "Kaenlek".to_owned() } else { "Hin Phet".to_owned() },
        price: Some(pro_id * 1000),
        stock: Some(pro_id % 3),
        ..Product::default()
    }
}

fn test_index() -> TestIndex {
    index_of_products(&[
        ("ປັ້ມນໍ້າອັດຕະໂນມັດ", "Automatic water pump"),
        ("ປັ້ມຈຸ່ມ 12W", "Submersible pump 12W"),
        ("ທໍ່ PVC 1/2\"", "PVC pipe 1/2 inch"),
        ("ທໍ່ PVC 3/4\"", "PVC pipe 3/4 inch"),
        ("ກະເບື້ອງປູພື້ນ 60x60", "Floor tile 60x60"),
        ("ເຫຼັກເສັ້ນ DB16", "Deformed bar DB16"),
        ("ປະຕູໄມ້ສັກ", "Teak door"),
    ])
}

fn index_of_products(names: &[(&str, &str)]) -> TestIndex {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let mut writer = index.writer(1).unwrap();
    for (at, (la, en)) in names.iter().enumerate() {
        writer.put(&product(at as i64 + 1, la, en)).unwrap();
    }
    writer.commit(7).unwrap();
    index.reload().unwrap();
    TestIndex { index, writer, _folder: folder }
}

impl TestIndex {
    fn ask(&self, text: &str, filter: &Filter, sort: Sort) -> SearchResult {
        let request = SearchRequest { text, filter, sort, skip: 0, limit: 10 };
        self.index.find(&request, &Synonyms::with("hosepipe | ທໍ່")).unwrap().unwrap_or_default()
    }

    fn ids(&self, text: &str) -> Vec<i64> {
        self.ask(text, &Filter::default(), Sort::Best).hits.iter().map(|it| it.pro_id).collect()
    }
}

#[rstest]
#[case::lao("ປັ້ມນ້ຳ", 1)]
#[case::other_spelling("ປັ້ມນໍ້າ", 1)]
#[case::no_tones("ປັມນຳ", 1)]
#[case::thai("ปั๊มน้ำ", 1)]
#[case::romanised("pam nam", 1)]
#[case::english("water pump", 1)]
#[case::chinese("水泵", 1)]
#[case::vietnamese("máy bơm nước", 1)]
#[case::a_slip("watr pmup", 1)]
#[case::a_size("pvc 1/2", 3)]
#[case::another_size("ທໍ່ pvc ¾\"", 4)]
#[case::by_times("60 x 60", 5)]
#[case::a_code("db16", 6)]
#[case::a_code_in_parts("DB 16", 6)]
#[case::a_unit("12 w", 2)]
#[case::a_beginning("ກະເບ", 5)]
#[case::an_operators_word("hosepipe 3/4", 4)]
fn every_name_of_a_product_ranks_it_first(#[case] text: &str, #[case] wanted: i64) {
    assert_eq!(test_index().ids(text).first(), Some(&wanted));
}

#[test]
fn typo_in_a_number_is_not_corrected() {
    assert_eq!(test_index().ids("DB17"), Vec::<i64>::new());
    assert!(!test_index().ids("60x61").contains(&5));
}

/// A realistic building-materials catalog: codes with a length, numbers everywhere, colors.
fn building_shop() -> TestIndex {
    index_of_products(&[
        ("ເຫຼັກເສັ້ນ DB10 x 10 ມ", "Deformed bar DB10 x 10 m"),
        ("ເຫຼັກເສັ້ນ DB16 x 10 ມ", "Deformed bar DB16 x 10 m"),
        ("ເລື່ອຍຕັດເຫຼັກ 12 ນິ້ວ", "Hacksaw frame 12 in"),
        ("ຄາດ 13 ແຂ້ວ", "Garden rake 13 teeth"),
        ("ກ່ອງ 16 ນິ້ວ", "Tool box 16 in"),
        ("ທໍ່ PVC 1 1/2 ນິ້ວ", "PVC pipe 1 1/2 in"),
        ("ສາຍໄຟ 2x1.5", "Flat cable 2x1.5 mm"),
        ("ສີທາພາຍໃນ ສີຂາວ 3.8 ລິດ", "Interior emulsion paint White 3.8 L"),
        ("ແຜ່ນສັງກະສີ ສີແດງ", "Color metal roof sheet Red"),
        ("ປະຕູແກ້ວ", "Glass door"),
        ("ເລື່ອຍມື", "Hand saw"),
        ("ໄມ້ອັດ 4 ມມ", "Plywood 4 mm"),
        ("ປັ໊ມລົມ 25 ລິດ", "Air compressor 25 L"),
        ("ປັ໊ມນ້ຳ 370W", "Water pump 370W"),
        ("ໄຂຄວງ", "Screwdriver"),
        ("ໂຖສ້ວມ", "Compact toilet"),
        ("ໂຖສ້ວມນັ່ງ", "Toilet seat"),
        ("ປ່ອງຢ້ຽມ", "Tilt window"),
        ("ສີສະເປ ສີສົ້ມ", "Spray paint Orange"),
        ("ສະຫວ່ານໄຮ້ສາຍ", "Cordless drill"),
        ("ໄມ້ມັອບ", "Flat mop"),
    ])
}

#[rstest]
#[case::a_code_before_a_length("DB16", &[2])]
#[case::in_parts("db 16", &[2])]
#[case::with_its_length("DB16 x 10", &[2])]
#[case::a_number_is_no_code("DB12", &[])]
#[case::nor_is_it_with_a_unit("13W", &[])]
#[case::one_and_a_half("1½ PVC", &[6])]
#[case::a_decimal_comma("2x1,5", &[7])]
#[case::a_written_unit("370 watts", &[14])]
#[case::paint_is_not_a_color("油漆", &[8, 19])]
#[case::vietnamese_door("cửa", &[10])]
#[case::vietnamese_saw("cưa", &[11, 3])]
#[case::vietnamese_white_paint("sơn trắng", &[8])]
#[case::nonsense("xyz", &[])]
#[case::longer_nonsense("zyxomatic", &[])]
#[case::a_stop_word("the", &[])]
fn exactly_these_are_found(#[case] text: &str, #[case] wanted: &[i64]) {
    let found = building_shop().ids(text);
    assert!(wanted.iter().all(|it| found.contains(it)), "{found:?}");
    let least = if wanted.len() == 1 && found.len() > 1 { 1 } else { found.len() };
    assert_eq!(&found[..least.min(wanted.len())].len(), &wanted.len(), "{found:?}");
    assert_eq!(found.first(), wanted.first(), "{found:?}");
    assert_eq!(found.is_empty(), wanted.is_empty(), "{found:?}");
}

#[rstest]
#[case("si tha", 8)]
#[case("sitha", 8)]
#[case("pam nam", 14)]
#[case("mai at", 12)]
#[case("khai khwang", 15)]
#[case("khai khuang", 15)]
#[case("sai fai", 7)]
#[case("xay phay", 7)]
#[case("lueay mue", 11)]
fn romanised_lao_may_have_spaces(#[case] text: &str, #[case] wanted: i64) {
    assert_eq!(building_shop().ids(text).first(), Some(&wanted));
}

#[rstest]
#[case::a_whole_word("screwdrivr", Some("screwdriver"), 15)]
#[case::the_more_frequent("toilt", Some("toilet"), 16)]
#[case::a_missing_letter("cordlss", Some("cordless"), 20)]
#[case::a_beginning_is_no_slip("cordles", None, 20)]
#[case::not_what_the_table_knows("trắng", None, 8)]
fn likeliest_correction_is_chosen(#[case] text: &str, #[case] wanted: Option<&str>, #[case] first: i64) {
    let answer = building_shop().ask(text, &Filter::default(), Sort::Best);
    assert_eq!(answer.corrected.as_deref(), wanted);
    assert!(answer.hits.iter().take(2).any(|it| it.pro_id == first), "{:?}", answer.hits);
}

/// Products as a shop names them, for queries in other words.
fn named_shop() -> TestIndex {
    index_of_products(&[
        ("ໂຕະເຮັດວຽກໄມ້", "Wooden desk"),
        ("ປະຕູກະຈົກ", "Glass door"),
        ("ຂັ້ນໄດພັບ 6 ຂັ້ນ", "Step ladder 6 steps"),
        ("ກ໊ອກນ້ຳທອງເຫຼືອງ", "Brass bib tap"),
        ("ຊີມັງປະສົມ 50 ກິໂລ", "Mixed cement 50 kg"),
        ("ແປງທາສີ 3 ນິ້ວ", "Paint brush 3 in"),
        ("ໄຂຄວງປາກແປ", "Slotted screwdriver"),
        ("ໂຖສ້ວມຂະໜາດນ້ອຍ", "Compact toilet"),
        ("ຜ້າກັ້ງ", "Curtain"),
        ("ຈົກດ້າມໄມ້", "Garden hoe"),
        ("ເຄື່ອງເຈຍ 125 ມມ", "Angle grinder 125 mm"),
        ("ກະເບື້ອງແກຣນິດໂຕ້", "Porcelain tile"),
        ("ປັກສຽບ 2 ຂາ", "Plug 2-pin"),
    ])
}

#[rstest]
#[case::lao_compound_of_the_lexicon("ໂຕະທຳງານ", 1)]
#[case::lao_compound_with_a_space("ໂຕະ ທຳງານ", 1)]
#[case::lao_compound_of_synonyms("ປະຕູແກ້ວ", 2)]
#[case::lao_synonym_half_typed("ບັນໄ", 3)]
#[case::english_synonym_half_typed("fauc", 4)]
#[case::thai_synonym_half_typed("ปูนซีเมนต", 5)]
#[case::english_word_half_typed("cem", 5)]
#[case::words_written_together("paintbrush", 6)]
#[case::word_written_apart("screw driver", 7)]
#[case::word_half_typed_before_a_similar_word("toile", 8)]
#[case::stop_word_on_the_way_to_a_word("to", 8)]
#[case::thai_loan_in_lao_letters("ຊັກໂຄກ", 8)]
#[case::thai_loan_for_cloth("ຜ້າມ່ານ", 9)]
#[case::thai_loan_for_a_tool("ຈອບ", 10)]
#[case::loan_with_its_cluster("ປລັກໄຟ", 13)]
fn everyday_word_ranks_its_product_first(#[case] text: &str, #[case] wanted: i64) {
    assert_eq!(named_shop().ids(text).first(), Some(&wanted));
}

/// Products whose names have words within words, in several languages.
fn varied_shop() -> TestIndex {
    index_of_products(&[
        ("ແປງທາສີ 3 ນິ້ວ", "Paint brush 3 in"),
        ("ກະເບື້ອງປູພື້ນ", "Floor tile"),
        ("ຊຸດດອກສະຫວ່ານ", "Drill bit set"),
        ("ຕູ້ວາງໂທລະພາບ", "TV cabinet"),
        ("ຈັກຊັກເຄື່ອງຝາໜ້າ", "Front-load washer"),
        ("ເລື່ອຍຍົນນ້ຳມັນ", "Petrol chainsaw"),
        ("ຈົກດ້າມໄມ້", "Garden hoe"),
        ("ປະຕູກະຈົກ", "Glass door"),
        ("ໂສ້ຊຸບສັງກະສີ", "Galvanised chain"),
        ("ໂຊຟາຜ້າ", "Burlap sofa"),
        ("ຂວານ", "Felling axe"),
        ("ໄຟເສັ້ນ LED", "LED strip"),
        ("ດອກໄຟ LED", "LED bulb"),
        ("ພາເລັດໄມ້", "Wooden pallet"),
        ("ຝັກບົວຝົນ", "Rain shower"),
        ("ຫົວສີດນ້ຳສາຍຢາງ", "Hose spray nozzle"),
        ("ເຕົາໄມໂຄຣເວບ", "Microwave oven"),
        ("ໂຄມໄຟສະປອດໄລ", "Lamp with beam"),
        ("ກະເບື້ອງເຊລາມິກ", "Gạch men"),
        ("ເຄື່ອງສີດນ້ຳແຮງດັນ", "Pressure washer"),
    ])
}

#[rstest]
#[case::plural_of_joined_words("paintbrushes", 1)]
#[case::joined_plural("floortiles", 2)]
#[case::joined_words("drillbits", 3)]
#[case::a_word_of_two_letters("tvcabinet", 4)]
#[case::three_joined_words("frontloadwasher", 5)]
#[case::joined_word_half_typed("paintbru", 1)]
#[case::joined_word_begun("paintb", 1)]
#[case::plural_written_apart("chain saws", 6)]
#[case::stop_word_that_begins_another("pressure was", 20)]
#[case::half_typed_latin_with_a_mark("gạc", 19)]
#[case::shorter_latin_with_a_mark("gạ", 19)]
#[case::form_before_the_noun("ຫົວຝັກບົວ", 15)]
#[case::thai_loan_as_it_is_spoken("ไมโครเวฟ", 17)]
#[case::thai_loan_with_silent_letters("สปอตไลท์", 18)]
fn word_within_words_ranks_its_product_first(#[case] text: &str, #[case] wanted: i64) {
    assert_eq!(varied_shop().ids(text).first(), Some(&wanted));
}

#[rstest]
#[case::word_of_one_syllable("ຈົກ", &[7])]
#[case::synonym_of_one_syllable("hoe", &[7])]
#[case::word_that_sounds_like_a_syllable("ໂສ້", &[9])]
#[case::short_english_word("axe", &[11])]
#[case::product_with_both_words("led strip", &[12])]
#[case::keys_pressed_at_random("poiuy", &[])]
#[case::brand_of_other_goods("samsung", &[])]
#[case::other_goods("iphone", &[])]
fn query_finds_only_its_own_goods(#[case] text: &str, #[case] wanted: &[i64]) {
    assert_eq!(varied_shop().ids(text), wanted);
}

#[test]
fn joined_words_that_no_product_has_together_find_nothing() {
    let shop = index_of_products(&[("ກ໊ອກນ້ຳ", "Water tap"), ("ທໍ່ນ້ຳ", "Garden hose")]);
    assert_eq!(shop.ids("spigot"), [1]);
    for text in ["spigotte", "gardenwater", "gardengarden"] {
        assert_eq!(shop.ids(text), [0; 0], "{text}");
    }
}

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
fn corrected_query_is_returned() {
    assert_eq!(test_index().ask("pupm", &Filter::default(), Sort::Best).corrected.as_deref(), Some("pump"));
    assert_eq!(test_index().ask("pump", &Filter::default(), Sort::Best).corrected, None);
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

/// Names in scripts without spaces, as a shop near the border writes them, beside Lao ones.
fn thai_shop() -> TestIndex {
    index_of_products(&[
        ("สีทาบ้านภายใน", ""),
        ("ประตูไม้สัก", ""),
        ("พัดลมตั้งพื้น", ""),
        ("ก๊อกน้ำทองเหลือง", ""),
        ("ท่อพีวีซีสีฟ้า", ""),
        ("กระเบื้องปูพื้น", ""),
        ("ปูนซีเมนต์ขาว", ""),
        ("สว่านไร้สาย", ""),
        ("瓷砖胶", ""),
        ("เครื่องตัดหญ้า", ""),
        ("ແຜ່ນຢິບຊຳ", "Gypsum board"),
        ("ພັດລົມຕິດຝາ", "Wall fan"),
        ("ກະເບື້ອງແກຣນິດໂຕ້", "Porcelain tile"),
        ("ສະຫວ່ານໄຟຟ້າ", "Electric drill"),
    ])
}

#[test]
fn every_beginning_of_a_thai_or_chinese_name_finds_its_product() {
    let shop = thai_shop();
    let names = [
        (1, "สีทาบ้านภายใน", 2),
        (2, "ประตูไม้สัก", 2),
        (3, "พัดลมตั้งพื้น", 2),
        (4, "ก๊อกน้ำทองเหลือง", 2),
        (5, "ท่อพีวีซีสีฟ้า", 2),
        (6, "กระเบื้องปูพื้น", 2),
        (7, "ปูนซีเมนต์ขาว", 2),
        (8, "สว่านไร้สาย", 2),
        (9, "瓷砖胶", 1),
        (10, "เครื่องตัดหญ้า", 2),
    ];
    for (wanted, name, least) in names {
        let letters: Vec<char> = name.chars().collect();
        for count in least..=letters.len() {
            let typed: String = letters[..count].iter().collect();
            let found = shop.ids(&typed);
            assert!(found.iter().take(3).any(|it| *it == wanted), "{typed}: {found:?}");
        }
    }
}

#[rstest]
#[case::second_word("ไม้ส", 2)]
#[case::second_word_half_typed("ตั้งพ", 3)]
#[case::words_in_another_order("ปูพื้น กระเบ", 6)]
#[case::am_in_two_halves("ก๊อกน้\u{E4D}า", 4)]
#[case::tone_after_am("ก๊อกน\u{E33}\u{E49}", 4)]
#[case::tone_before_the_vowel("ปูพ\u{E49}\u{E37}น", 6)]
#[case::last_word_of_a_chinese_name("胶", 9)]
fn part_of_a_thai_or_chinese_name_ranks_it_first(#[case] text: &str, #[case] wanted: i64) {
    assert_eq!(thai_shop().ids(text).first(), Some(&wanted));
}

#[rstest]
#[case::plasterboard("ยิปซ", 11)]
#[case::fan("พัดล", 12)]
#[case::tile("กระเบื", 13)]
#[case::drill("สว่า", 14)]
fn beginning_of_a_thai_word_finds_lao_products(#[case] text: &str, #[case] wanted: i64) {
    assert!(thai_shop().ids(text).contains(&wanted));
}

#[rstest]
#[case::nothing_begins_so("ฟหกดฟหกด")]
#[case::consonants("ฟฟฟฟฟ")]
#[case::chinese("啊啊啊啊")]
fn letters_that_begin_no_word_have_no_results(#[case] text: &str) {
    assert_eq!(thai_shop().ids(text), Vec::<i64>::new());
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

/// Words that differ in their tones alone, or begin alike.
fn toned_shop() -> TestIndex {
    index_of_products(&[
        ("ຕູ້ເສື້ອຜ້າແບບຄລາສສິກ", "Wardrobe"),
        ("ຄາດ 13 ແຂ້ວ", "Rake"),
        ("ຄ້ອນຕີ", "Claw hammer"),
        ("ຄ້ອນຢາງ", "Mallet"),
        ("ຄອນກີດ", "Concrete"),
        ("ຄີມຕັດ", "Cutter"),
        ("ປ່າ", "Forest"),
        ("ປ້າ", "Aunt"),
        ("ປາ", "Fish"),
        ("ໃໝ່", "New"),
        ("ໄໝ", "Silk"),
    ])
}

#[rstest]
#[case::beginning_with_its_tone("ຄ້", &[3, 4])]
#[case::more_of_the_word("ຄ້ອ", &[3])]
#[case::whole_word("ຄ້ອນ", &[3, 4])]
#[case::tone_of_a_short_word("ປ້າ", &[8])]
#[case::another_tone_of_it("ປ່າ", &[7])]
#[case::after_look_alike_letters("ໄຫມ່", &[10])]
fn typed_tone_is_a_preference(#[case] text: &str, #[case] wanted: &[i64]) {
    let found = toned_shop().ids(text);
    assert!(found.iter().take(wanted.len()).all(|it| wanted.contains(it)), "{text}: {found:?}");
}

#[rstest]
#[case::wrong_tone("ຄ່ອນ", 3)]
#[case::no_tone("ຄອນຕີ", 3)]
#[case::no_tone_on_a_short_word("ປາ", 7)]
fn word_with_another_tone_is_found(#[case] text: &str, #[case] wanted: i64) {
    assert!(toned_shop().ids(text).contains(&wanted));
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

#[test]
fn prefix_match_is_ranked_before_a_correction() {
    let shop = index_of_products(&[
        ("ສີທາໄມ້", "Porcelain tile"),
        ("ໂຖສ້ວມ", "Toilet bowl"),
        ("ເຄື່ອງເຈຍ", "Angle grinder"),
        ("ຊີມັງ", "Cement"),
    ]);
    assert_eq!(shop.ids("toile").first(), Some(&2));
    assert_eq!(shop.ids("cem").first(), Some(&4));
    assert_eq!(shop.ids("toil").first(), Some(&2));
}
