//! Catalog folders made of a few lines.

use std::path::Path;

use heuan_catalog_folder::{CatalogFolder, ExistingIds, Options, read};
use heuan_catalog_gateway::store::{Imported, KnownIds};

use super::{NOON, Shop};

/// Two categories with two groups, five products, one promotion, two pages.
pub const SMALL: [(&str, &str); 6] = [
    ("categories.csv", "cat_id,cat_name_la,cat_name_en,cat_img\n1,ສີ,Paint,\n2,ໄຟ,Lighting,\n"),
    (
        "groups.csv",
        "prog_id,cat_id,prog_name_la,prog_name_en\n11,1,ສີນ້ຳ,Emulsion\n12,1,ສີນ້ຳມັນ,Enamel\n21,2,ດອກໄຟ,Bulbs\n",
    ),
    (
        "products.csv",
        "pro_id,cat_id,prog_id,pro_name_la,pro_name_en,price,product_price1,stock,vatrate,brand\n\
         101,1,11,ສີຂາວ,White paint,300,400,5,10,Sikhota\n\
         102,1,11,ສີແດງ,Red paint,200,,0,10,Sikhota\n\
         103,1,12,ສີດຳ,Black enamel,100,,7,10,Black & Co\n\
         201,2,21,ດອກ,Bulb,50,100,100,10,Senglux\n\
         202,2,21,ດອກໃຫຍ່,Big bulb,,,,10,Senglux\n",
    ),
    ("promotion_types.csv", "promo_type_id,promo_type_name,promo_type_name_en\n1,ຫຼຸດ,Deals\n"),
    (
        "promotions.csv",
        "promo_id,promo_type_id,pro_ids,title_la,title_en,starts,ends,banner\n\
         1,1,\"[201, 101]\",ຫຼຸດ,Deals of the month,2026-11-01,2026-11-30,\n\
         2,1,[103],ແລ້ວ,Over,2026-10-01,2026-10-31,\n",
    ),
    (
        "content.json",
        r#"{"company": {"name": "Heuan", "hours": "08:00-18:00", "points_per_kip": 100000,
             "address": {"la": "ວຽງຈັນ", "en": "Vientiane"}},
            "menu": [{"id": 1, "label": {"la": "ໜ້າຫຼັກ", "en": "Home"}, "href": "/"}],
            "hero": {"title": {"en": "A good home"}, "tiles": [{"image": "c/1.png", "title": {"en": "Bath"}, "href": "/shop"}]},
            "news": [{"id": 1, "date": "2026-01-01", "title": {"en": "Old"}, "paragraphs": [{"en": "First"}]},
                     {"id": 2, "date": "2026-02-01", "title": {"en": "New"}, "paragraphs": []}],
            "pages": {"about": {"title": {"la": "ກ່ຽວກັບ", "en": "About"}, "paragraphs": [{"en": "We sell paint"}]}}}"#,
    ),
];

pub fn folder(files: &[(&str, &str)]) -> CatalogFolder {
    folder_known(files, &ExistingIds::default())
}

pub fn folder_known(files: &[(&str, &str)], known: &ExistingIds) -> CatalogFolder {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    // The image of the hero.
    std::fs::create_dir_all(dir.path().join("media/c")).unwrap();
    std::fs::write(dir.path().join("media/c/1.png"), include_bytes!("pixel.png")).unwrap();
    read_dir(dir.path(), known)
}

/// The demo catalog; its images count as checked.
pub fn demo() -> CatalogFolder {
    read_dir(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo"), &ExistingIds::default())
}

fn read_dir(dir: &Path, known: &ExistingIds) -> CatalogFolder {
    let options = Options { already_checked: &|_, _| true, ..Options::new(known) };
    read(dir, &options).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

impl Shop {
    pub async fn import(&self, folder: &CatalogFolder, replace: bool) -> Imported {
        self.gateway.store().import(folder, replace, NOON, &|_| ()).await.unwrap()
    }

    /// The existing data for a reader that adds to this shop.
    pub async fn known(&self) -> ExistingIds {
        let KnownIds {
            cat_ids,
            groups,
            pro_ids,
            prices,
            groups_of_products,
            promo_type_ids,
            promo_ids,
            promotion_days,
            unnamed,
        } = self.gateway.store().known_ids().await.unwrap();
        ExistingIds {
            cat_ids,
            groups,
            pro_ids,
            prices,
            groups_of_products,
            promo_type_ids,
            promo_ids,
            promotion_days,
            unnamed,
            ..ExistingIds::default()
        }
    }
}
