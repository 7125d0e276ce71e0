//! Numbers with units: every spelling finds the same products.

use std::collections::BTreeSet;

use heuan_search_index::{Filter, Index, Product, SearchRequest, Sort, Synonyms};
use tempfile::TempDir;

/// Products whose names spell their measures as merchants do.
const NAMES: [(&str, &str); 16] = [
    ("ທໍ່ PVC 1/2 ນິ້ວ x 4 ມ", "PVC pipe 1/2 in x 4 m"),
    ("ທໍ່ PVC 3/4\"", "PVC pipe 3/4\""),
    ("ທໍ່ PVC 1 1/2 ນິ້ວ", "PVC pipe 1 1/2 in"),
    ("ສາຍໄຟ THW 1.5 ມມ²", "Building wire THW 1.5 sqmm"),
    ("ສາຍໄຟ VAF 2x2.5 ມມ²", "VAF flat cable 2x2.5 sqmm"),
    ("ກະເບື້ອງປູພື້ນ 60x60 ຊມ", "Floor tile 60x60 cm"),
    ("ກະເບື້ອງຕິດຝາ 30x60", "Wall tile 30x60"),
    ("ໄມ້ອັດ 4'x8'", "Plywood 4'x8'"),
    ("ແຜ່ນຢິບຊຳ 1220x2440 ມມ", "Gypsum board 1220x2440 mm"),
    ("ສີທາພາຍໃນ 3.8 ລິດ", "Interior paint 3.8 L"),
    ("ຊີມັງ 50 ກິໂລ", "Cement 50 kg"),
    ("ຕະປູກຽວ #8 x 1 ນິ້ວ", "Screw #8 x 1 in"),
    ("ລໍ້ເລື່ອນ 100 ມມ", "Castor 100 mm"),
    ("ຜ້າຝ້າຍ 100%", "Cloth 100% cotton"),
    ("ບລັອກ 20 ຊມ", "Block 20 cm"),
    ("ເກຽງ 8 ນິ້ວ", "Trowel 8 in"),
];

/// Spellings of one measure, and the products that have it.
const SPELLINGS: &[(&[&str], &[i64])] = &[
    (
        &["0.5 inch", "0.5\"", "0,5 inch", "1/2\"", "½ in", "1/2 ນິ້ວ", "0.5 นิ้ว", "4 ຫຸນ", "4 หุน", "1/2", "0.5"],
        &[1],
    ),
    (&["3/4\"", "0.75 in", "¾ ນິ້ວ", "6 ຫຸນ"], &[2]),
    (&["1 1/2 in", "1½\"", "1.5 ນິ້ວ", "1-1/2\""], &[3]),
    (&["1.5 mm²", "1.5mm2", "1.5 sqmm", "1.5 sq.mm", "1.5 sq mm", "1.5 ມມ²", "1.5 ตร.มม."], &[4]),
    (&["2.5 sqmm", "2.5 mm²", "2.5 sq.mm", "2,5 ມມ2", "2.5mm"], &[5]),
    (&["600x600 mm", "60x60 cm", "60x60", "60*60", "60 × 60", "600x600", "0.6 x 0.6 ແມັດ", "60x60 ซม."], &[6]),
    (&["30x60", "30x60 cm", "300x600 mm", "30 x 60 ຊມ"], &[7]),
    (
        &["4'x8'", "4x8", "4 x 8 ft", "4*8 ຟຸດ", "1220x2440 mm", "122x244 cm", "4ft x 8ft", "4 ฟุต x 8 ฟุต"],
        &[8, 9],
    ),
    (&["3.8 L", "3.8 litres", "3800 ml", "3.8 ລິດ", "3,8 ลิตร"], &[10]),
    (&["50kg", "50 ກິໂລ", "50 กก.", "50 kilos", "50000 g"], &[11]),
    (&["no. 8", "ເບີ 8", "เบอร์ 8"], &[12]),
    // The shop prints the number of product 8 so.
    (&["#8"], &[8, 12]),
    (&["100%", "100 ເປີເຊັນ"], &[14]),
    (&["20 cm", "200 mm", "20 ຊມ", "0.2 m"], &[15]),
    (&["8 in", "8\"", "8 ນິ້ວ", "8 inch", "8 นิ้ว"], &[16]),
];

fn shop() -> (Index, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path()).unwrap();
    let mut writer = index.writer(1).unwrap();
    for (at, (la, en)) in NAMES.into_iter().enumerate() {
        let (name_la, name_en) = (la.to_owned(), en.to_owned());
        writer.put(&Product { pro_id: at as i64 + 1, name_la, name_en, ..Product::default() }).unwrap();
    }
    writer.commit(1).unwrap();
    index.reload().unwrap();
    (index, folder)
}

fn found(index: &Index, synonyms: &Synonyms, text: &str) -> BTreeSet<i64> {
    let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 20 };
    let hits = index.find(&request, synonyms).unwrap().unwrap_or_default().hits;
    hits.into_iter().map(|it| it.pro_id).collect()
}

#[test]
fn every_spelling_of_a_measure_finds_the_same_products() {
    let ((index, _folder), synonyms) = (shop(), Synonyms::with(""));
    for (spellings, wanted) in SPELLINGS {
        let wanted: BTreeSet<i64> = wanted.iter().copied().collect();
        for spelling in *spellings {
            assert_eq!(found(&index, &synonyms, spelling), wanted, "{spelling}");
        }
    }
}

#[test]
fn measure_beside_a_word_finds_the_product_that_has_both() {
    let ((index, _folder), synonyms) = (shop(), Synonyms::with(""));
    for (text, wanted) in
        [("pvc 0.5\"", 1), ("wire 2.5mm", 5), ("tile 600x600 mm", 6), ("plywood 4x8", 8), ("screw #8", 12)]
    {
        let request = SearchRequest { text, filter: &Filter::default(), sort: Sort::Best, skip: 0, limit: 1 };
        let first = index.find(&request, &synonyms).unwrap().unwrap().hits[0].pro_id;
        assert_eq!(first, wanted, "{text}");
    }
}
