//! Matching in scripts without spaces, and in Lao words that differ in their tones.

use rstest::rstest;

use crate::support::{TestIndex, index_of_products, thai_shop};

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
