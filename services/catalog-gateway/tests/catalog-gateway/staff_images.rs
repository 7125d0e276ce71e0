//! Images that the staff uploads: limits, stored files, and products that reference them.

use std::collections::HashSet;

use heuan_media::{ImageLimits, inspect_file};
use heuan_proto::catalog::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, progressive_jpeg};
use rstest::rstest;

use crate::support::{
    Shop,
    folder::SMALL,
    imports::{ImportShop, archive},
    staff::{actor, field},
};

async fn small(engine: Engine) -> ImportShop {
    let shop = ImportShop::open(engine).await;
    let mut files: Vec<(&str, &[u8])> = SMALL.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    files.push(("media/c/1.png", include_bytes!("support/pixel.png")));
    shop.import("catalog.zip", &archive(&files), false).await;
    shop
}

/// An image of a phone that was held upright: the file says to turn it, and where it was taken.
fn image(width: u16, height: u16) -> Vec<u8> {
    let mut tiff = b"Exif\0\0MM\0*\0\0\0\x08\0\x02".to_vec();
    // Orientation 6, and a description.
    tiff.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
    tiff.extend([0x01, 0x0E, 0, 2, 0, 0, 0, 4]);
    tiff.extend(b"GPS\0\0\0\0\0");
    let mut file = progressive_jpeg(width, height, false);
    let mut segment = vec![0xFF, 0xE1];
    segment.extend(u16::try_from(tiff.len() + 2).unwrap().to_be_bytes());
    segment.extend(tiff);
    file.splice(2..2, segment);
    file
}

async fn upload(shop: &Shop, image: Vec<u8>) -> Result<wire::UploadImageResponse, Error> {
    upload_as(shop, actor(), image).await
}

async fn upload_as(
    shop: &Shop,
    actor: wire::CatalogActor,
    image: Vec<u8>,
) -> Result<wire::UploadImageResponse, Error> {
    let request = wire::UploadImageRequest { actor: Some(actor), image };
    Ok(shop.staff().upload_image(request).await?.into_inner())
}

fn images(paths: &[&str]) -> wire::ProductEdit {
    let paths = paths.iter().map(|path| (*path).to_owned()).collect();
    wire::ProductEdit { images: Some(wire::ImageList { paths }), ..Default::default() }
}

async fn shown(shop: &Shop, pro_id: i64) -> wire::Product {
    let request = wire::BatchGetProductsRequest { pro_ids: vec![pro_id] };
    shop.catalog().batch_get_products(request).await.unwrap().into_inner().products.pop().unwrap()
}

#[rstest]
#[tokio::test]
async fn uploaded_image_is_upright_without_metadata_and_named_by_its_content(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let stored = upload(&shop.shop, image(400, 240)).await.unwrap();
    assert_eq!((stored.width, stored.height), (240, 400), "the orientation is applied");
    let name = stored.path.strip_prefix("uploads/").and_then(|name| name.strip_suffix(".webp"));
    assert!(name.is_some(), "{}", stored.path);
    let file = shop.media().join(&stored.path);
    let info = inspect_file(&file, &ImageLimits::default()).unwrap();
    assert_eq!((info.format.content_type(), info.width, info.height), ("image/webp", 240, 400));
    let bytes = std::fs::read(&file).unwrap();
    assert!(!bytes.windows(4).any(|part| part == b"EXIF" || part == b"Exif" || part == b"GPS\0"));

    assert_eq!(upload(&shop.shop, image(400, 240)).await.unwrap(), stored);
    let other = upload(&shop.shop, image(240, 400)).await.unwrap();
    assert_ne!(other.path, stored.path);
    let large = upload(&shop.shop, progressive_jpeg(4000, 3000, false)).await.unwrap();
    assert!(large.width <= 2400 && large.height <= 2400, "{} x {}", large.width, large.height);
}

#[rstest]
#[tokio::test]
async fn wrong_file_is_refused_with_a_reason_and_leaves_nothing(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let mut cut = image(400, 240);
    cut.truncate(cut.len() / 3);
    for (image, reason) in [
        (Vec::new(), ""),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), "image_type"),
        (include_bytes!("support/pixel.png").to_vec(), "image_dimensions"),
        (progressive_jpeg(99, 400, false), "image_dimensions"),
        (progressive_jpeg(12_100, 400, false), "image_dimensions"),
        (vec![0xFF; (10 << 20) + 1], "too_large"),
        (cut, "image_unreadable"),
    ] {
        let refused = upload(&shop.shop, image).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, "image"));
        assert_eq!(refused.detail.reason, reason);
    }
    for role in [wire::ActorRole::Clerk, wire::ActorRole::Customer, wire::ActorRole::Unspecified] {
        let actor = wire::CatalogActor { role: role.into(), ..actor() };
        let refused = upload_as(&shop.shop, actor, image(400, 240)).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    }
    assert!(!shop.media().join("uploads").exists());
    // A service without the folder of images says so.
    let without = Shop::open(engine).await;
    let refused = upload(&without, image(400, 240)).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "upload_unavailable"));
}

#[rstest]
#[tokio::test]
async fn uploaded_image_of_a_product_is_shown_written_to_the_ledger_and_undone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let path = upload(&shop.shop, image(400, 240)).await.unwrap().path;
    let second = upload(&shop.shop, image(300, 300)).await.unwrap().path;
    let edit = wire::ProductEdit { img_cover: Some(path.clone()), ..images(&[&second]) };
    let edited = shop.shop.edit(101, edit).await.unwrap();
    assert_eq!(
        (edited.product.as_ref().unwrap().img_cover.as_str(), edited.images.len()),
        (path.as_str(), 1)
    );
    let product = shown(&shop.shop, 101).await;
    assert_eq!(product.img_cover, path);
    let change = &edited.ledger[0];
    assert_eq!(field(change, "pro_img_cover"), Some((Some(String::new()), Some(path.clone()))));
    assert_eq!(field(change, "images"), Some((Some("[]".to_owned()), Some(format!("[\"{second}\"]")))));
    let undone = shop.shop.undo(&change.change_id, None).await.unwrap().product.unwrap();
    assert_eq!((undone.product.unwrap().img_cover.as_str(), undone.images.len()), ("", 0));
    let again = undone.ledger[0].change_id.clone();
    let redone = shop.shop.undo(&again, None).await.unwrap().product.unwrap();
    assert_eq!(redone.product.unwrap().img_cover, path);

    for (wrong, of) in
        [("uploads/00/none.webp", "images"), ("uploads/../c/1.png", "images"), ("c/1.png", "images")]
    {
        let refused = shop.shop.edit(102, images(&[wrong])).await.unwrap_err();
        assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, of), "{wrong}");
    }
    let twice = shop.shop.edit(102, images(&[&path, &path])).await.unwrap_err();
    assert_eq!(twice.detail.field, "images");
}

#[rstest]
#[tokio::test]
async fn uploaded_image_is_kept_by_export_and_import_and_an_import_names_it_as_edited(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = small(engine).await;
    let path = upload(&shop.shop, image(400, 240)).await.unwrap().path;
    let bytes = std::fs::read(shop.media().join(&path)).unwrap();
    let cover = wire::ProductEdit { img_cover: Some(path.clone()), ..images(&[]) };
    shop.shop.edit(101, cover).await.unwrap();
    let exported = shop.export("").await;

    let other = ImportShop::open(engine).await;
    other.import("catalog.zip", &exported, false).await;
    assert_eq!(shown(&other.shop, 101).await.img_cover, path);
    assert_eq!(std::fs::read(other.media().join(&path)).unwrap(), bytes);
    // The copy takes the image as its own.
    let moved = other.shop.edit(101, images(&[&path])).await.unwrap();
    assert_eq!(moved.images, [path.as_str()]);

    let names = b"pro_id,pro_img_cover,pro_name_en\n101,c/1.png,White paint\n";
    let import_id = shop.upload("products.csv", names, false).await;
    let ready = shop.check(&import_id).await;
    let products = &ready.import.as_ref().unwrap().tables[0];
    let edited: HashSet<_> =
        products.edited.iter().map(|it| (it.column.as_str(), it.edited, it.overwritten)).collect();
    assert_eq!(edited, HashSet::from([("pro_img_cover", 1, 1)]), "{:?}", ready.faults);
}
