//! A small valid folder that tests modify.

// Each test module uses only part of this.
#![allow(dead_code)]

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use heuan_catalog_folder::{CatalogFolder, Diagnostic, Diagnostics, ExistingIds, Options, read};
use image::{ImageFormat, RgbImage};
use tempfile::TempDir;

/// The smallest content that passes for a document.
pub const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";

pub struct Folder(TempDir);

pub const FILES: [(&str, &str); 7] = [
    (
        "categories.csv",
        "cat_id,cat_name_la,cat_name_en,cat_img\n\
         1,ສີ,Paint,c/1.png\n\
         2,,Tools,\n",
    ),
    (
        "groups.csv",
        "prog_id,cat_id,prog_name_la,prog_name_en\n\
         11,1,ສີພາຍໃນ,Interior paint\n\
         21,2,ສະຫວ່ານ,Drills\n",
    ),
    (
        "products.csv",
        "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,product_price1,stock,vatrate,unit_name_la,\
         unit_name_en,brand,pro_img_cover,images,description_la,description_en,attributes\n\
         101,1,11,ສີຂາວ,White paint,58000,60000,285,10,ຖັງ,pail,Lanna,p/101.png,\"[\"\"p/102.png\"\"]\",\
         ສີ,\"Good\npaint\",\"{\"\"sku\"\": \"\"W-1\"\", \"\"litres\"\": 4}\"\n\
         102,,21,,Drill,,,,,,,,p/102.png,[],,,\n\
         103,2,,ຄ້ອນ,Hammer,45000,,7,0,,,,,,,,{}\n",
    ),
    (
        "branches.csv",
        "b_id,b_code,b_name,b_name_eng,b_image,brchcode,tb_address_la,tb_address_en,b_map,b_f_phone,b_s_phone,\
         b_email,b_f_fax,b_s_fax,b_history_la,b_history_en,b_show_map,lat,lng,open,close\n\
         1,HQ,ສຳນັກງານ,Head office,c/1.png,HQ,ບ້ານ,Village,\"17.98,102.63\",020,021,hq@heuan.example,,,,,1,\
         17.98,102.63,08:00,18:00\n",
    ),
    ("promotion_types.csv", "promo_type_id,promo_type_name,promo_type_name_en\n1,ຫຼຸດລາຄາ,Deals\n"),
    (
        "promotions.csv",
        "promo_id,promo_type_id,pro_ids,title_la,title_en,starts,ends,banner\n\
         1,1,\"[101, 102]\",ສີຫຼຸດ,Paint deals,2026-11-01,2026-11-30,c/1.png\n",
    ),
    (
        "content.json",
        r##"{
 "company": {"name": "Heuan", "hours": "08:00-18:00", "address": {"en": "Kaysone Rd, Vientiane"}},
 "menu": [
  {"id": 1, "label": {"la": "ໜ້າຫຼັກ"}, "href": "/"},
  {"id": 2, "label": {"en": "More"}, "href": "#", "type": "dropdown",
   "dropDownMenuData": [
    {"id": 3, "label": {"en": "Call"}, "href": "tel:020"}
   ]}
 ],
 "top_messages": [{"la": "ສະບາຍດີ", "en": "Welcome"}],
 "banners": [
  {"id": 1, "image": "c/1.png", "title": {"en": "Build"}, "href": "/shop"}
 ],
 "news": [{"id": 1, "date": "2026-10-05", "title": {"en": "News"}, "paragraphs": [{"en": "Text"}]}],
 "pages": {
  "about": {"title": {"en": "About"}},
  "investor/annual-report": {"title": {"en": "Report"}, "documents": [{"title": {"en": "Report 2025"}, "date": "2026-04-02", "file": "d/2025.pdf"}]}
 },
 "popular_searches": [{"searchtext": "ສີ", "icount": 5}]
}
"##,
    ),
];

impl Folder {
    pub fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn good() -> Self {
        let folder = Self::empty();
        for (name, text) in FILES {
            folder.put(name, text);
        }
        for name in ["media/c/1.png", "media/p/101.png", "media/p/102.png"] {
            folder.put(name, png());
        }
        folder.put("media/d/2025.pdf", PDF);
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn put(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::create_dir_all(self.file(name).parent().unwrap()).unwrap();
        fs::write(self.file(name), bytes).unwrap();
    }

    /// Replaces the one occurrence of `from`.
    pub fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.file(name)).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{from:?} in {name}");
        self.put(name, text.replace(from, to));
    }

    pub fn remove(&self, name: &str) {
        fs::remove_file(self.file(name)).unwrap();
    }

    pub fn read(&self) -> Result<CatalogFolder, Diagnostics> {
        read(self.path(), &Options::new(&ExistingIds::default()))
    }

    pub fn read_knowing(&self, known: &ExistingIds) -> Result<CatalogFolder, Diagnostics> {
        read(self.path(), &Options::new(known))
    }

    /// The faults as displayed to a merchant. Each has a code, by which the back office words it in another language.
    pub fn errors(&self) -> Vec<String> {
        let errors = self.read().expect_err("faults").errors;
        assert_have_codes(&errors);
        errors.iter().map(Diagnostic::to_string).collect()
    }
}

#[track_caller]
pub fn assert_have_codes(errors: &[Diagnostic]) {
    let without: Vec<&Diagnostic> = errors.iter().filter(|diagnostic| diagnostic.code.is_empty()).collect();
    assert!(without.is_empty(), "without a code: {without:?}");
}

pub fn png() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_fn(40, 30, |x, y| image::Rgb([x as u8, y as u8, 9]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}
