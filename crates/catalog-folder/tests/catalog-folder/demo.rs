//! The demo shop of the project is a valid folder.

use std::path::Path;

use heuan_catalog_folder::{ExistingIds, Options, read};

#[test]
fn demo_folder_has_no_faults() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    let read =
        read(&folder, &Options::new(&ExistingIds::default())).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(read.warnings, []);
    assert_eq!(read.categories.unwrap().rows.len(), 15);
    assert_eq!(read.groups.unwrap().rows.len(), 106);
    assert_eq!(read.products.unwrap().rows.len(), 844);
    assert_eq!(read.branches.as_ref().unwrap().rows.len(), 12);
    assert_eq!(read.promotion_types.unwrap().rows.len(), 7);
    assert_eq!(read.promotions.unwrap().rows.len(), 9);
    assert!(read.media.len() > 900);
    let content = read.content.unwrap();
    let (address, branches) =
        (content.company.as_ref().unwrap().address.clone(), read.branches.unwrap().rows);
    assert_eq!((&address.la, &address.en), (&branches[0].tb_address_la, &branches[0].tb_address_en));
    assert_eq!((content.pages.unwrap().len(), content.banners.unwrap().len() > 1), (17, true));
    assert!(content.company.is_some());
    assert_eq!(content.hero.unwrap().tiles.len(), 5);
}
