//! Indexes of small shops, and their queries.

use heuan_search_index::{Filter, Index, Product, SearchRequest, SearchResult, Sort, Synonyms, Writer};
use tempfile::TempDir;

pub struct TestIndex {
    pub index: Index,
    pub writer: Writer,
    pub _folder: TempDir,
}

impl TestIndex {
    pub fn ask(&self, text: &str, filter: &Filter, sort: Sort) -> SearchResult {
        let request = SearchRequest { text, filter, sort, skip: 0, limit: 10 };
        self.index.find(&request, &Synonyms::with("hosepipe | ທໍ່")).unwrap().unwrap_or_default()
    }

    pub fn ids(&self, text: &str) -> Vec<i64> {
        self.ask(text, &Filter::default(), Sort::Best).hits.iter().map(|it| it.pro_id).collect()
    }
}

pub fn product(pro_id: i64, name_la: &str, name_en: &str) -> Product {
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

pub fn test_index() -> TestIndex {
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

pub fn index_of_products(names: &[(&str, &str)]) -> TestIndex {
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

/// A realistic building-materials catalog: codes with a length, numbers everywhere, colors.
pub fn building_shop() -> TestIndex {
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

/// Names in scripts without spaces, as a shop near the border writes them, beside Lao ones.
pub fn thai_shop() -> TestIndex {
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
