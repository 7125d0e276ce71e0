//! Behavior without disk space: writes return `UNAVAILABLE` with a retry delay, reads succeed, and the first write
//! after space is available succeeds. Both databases.

use std::time::Duration;

use crate::support::{Shop, imports::ImportShop, staff::actor};
use heuan_proto::catalog::v1::{
    AppendImportRequest, BeginImportRequest, GetProductRequest, ReserveStockRequest, StockLine,
    UploadImageRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, FullDisk, WriteFault, progressive_jpeg};
use rstest::rstest;

async fn reserve(shop: &Shop, id: &str) -> Result<(), Error> {
    let lines = vec![StockLine { pro_id: 1, quantity: 1 }];
    let request = ReserveStockRequest { reservation_id: id.to_owned(), lines, ttl_ms: 60_000 };
    shop.stock().reserve_stock(request).await?;
    Ok(())
}

#[rstest]
#[tokio::test]
async fn units_are_reserved_once_there_is_space_and_products_are_readable(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.shelve(1, 3).await;
    let fault = WriteFault::begin(&shop.db.location).await;
    for _ in 0..3 {
        let error = reserve(&shop, "a").await.unwrap_err();
        assert_eq!(
            (error.code, error.pushback()),
            (Code::Unavailable, Some(Duration::from_secs(5))),
            "{error:?}"
        );
    }
    let product = shop.catalog().get_product(GetProductRequest { pro_id: 1 }).await.unwrap().into_inner();
    assert_eq!(product.product.unwrap().product.unwrap().name_en, "Cement");
    fault.end().await;
    reserve(&shop, "a").await.unwrap();
}

/// The folder of images is on a disk of its own, or the same one.
#[tokio::test]
async fn image_and_part_of_an_import_are_stored_once_there_is_space() {
    let shop = ImportShop::open(Engine::Postgres).await;
    let image = || UploadImageRequest { actor: Some(actor()), image: progressive_jpeg(400, 240, false) };
    let begin = BeginImportRequest {
        actor: Some(actor()),
        file_name: "products.csv".to_owned(),
        bytes: 7,
        ..BeginImportRequest::default()
    };
    let begun = shop.imports().begin_import(begin).await.unwrap().into_inner().import.unwrap();
    let part = || AppendImportRequest {
        actor: Some(actor()),
        import_id: begun.import_id.clone(),
        offset: 0,
        part: b"pro_id\n".to_vec(),
    };
    let full = FullDisk::here();
    for refused in [
        shop.shop.staff().upload_image(image()).await.unwrap_err(),
        shop.imports().append_import(part()).await.unwrap_err(),
    ] {
        let error = Error::from(refused);
        let expected = (Code::Unavailable, Some(Duration::from_secs(5)), Some("image folder"));
        assert_eq!((error.code, error.pushback(), error.origin_service()), expected, "{error:?}");
    }
    drop(full);
    let stored = shop.shop.staff().upload_image(image()).await.unwrap().into_inner();
    let folder = shop.media().join(&stored.path);
    let files = std::fs::read_dir(folder.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 1, "nothing is left of the refused one");
    assert_eq!(shop.imports().append_import(part()).await.unwrap().into_inner().received, 7);
}

#[rstest]
#[tokio::test]
async fn import_whose_row_cannot_be_written_leaves_no_files(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = ImportShop::open(engine).await;
    let begin = || BeginImportRequest {
        actor: Some(actor()),
        file_name: "products.csv".to_owned(),
        bytes: 7,
        ..BeginImportRequest::default()
    };
    let folders = || std::fs::read_dir(shop.media().join(".imports")).map_or(0, Iterator::count);
    let fault = WriteFault::begin(&shop.shop.db.location).await;
    let refused = Error::from(shop.imports().begin_import(begin()).await.unwrap_err());
    assert_eq!((refused.code, folders()), (Code::Unavailable, 0), "{refused:?}");
    fault.end().await;
    shop.imports().begin_import(begin()).await.unwrap();
    assert_eq!(folders(), 1);
}
