//! The index follows the catalog: new, changed and removed images, and restarts.

use std::fs;

use crate::support::{self, Shop, png};
use heuan_rpc::Code;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const RED: [u8; 3] = [220, 20, 20];
const GREEN: [u8; 3] = [20, 220, 20];
const BLUE: [u8; 3] = [20, 20, 220];

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test]
async fn image_finds_similar_products(#[case] engine: Engine) {
    let shop = Shop::open(engine).await;
    shop.add(1, RED);
    shop.add(2, GREEN);
    shop.write("products/2b.png", &png(BLUE));
    shop.catalog.put(2, &["products/2.png", "products/2b.png"], Some(1));
    shop.indexed(3).await;
    let found = shop.found(BLUE).await;
    assert_eq!((found[0].pro_id, found[0].image.as_str(), found.len()), (2, "products/2b.png", 2));
    assert!(found[0].similarity > 0.8 && found[1].similarity < 0.3, "{found:?}");
    let answer = shop.ask(png(RED), 1).await.unwrap();
    assert_eq!(
        (answer.hits[0].pro_id, answer.hits.len(), &*answer.model, answer.pending_images),
        (1, 1, "fake+colour-1", 0)
    );
}

#[tokio::test]
async fn empty_catalog_finds_nothing_and_is_unavailable_before_its_list() {
    let shop = Shop::open(Engine::Sqlite).await;
    eventually("the catalog was listed", async || shop.ask(png(RED), 5).await.is_ok()).await;
    assert!(shop.found(RED).await.is_empty());
    shop.model.hold();
    shop.add(1, RED);
    eventually("an image is pending", async || shop.status().await.pending_images == 1).await;
    let error = shop.ask(png(RED), 5).await.unwrap_err();
    assert_eq!((error.code, error.pushback().is_some()), (Code::Unavailable, true));
}

#[tokio::test]
async fn product_not_for_sale_is_not_found() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.add(1, RED);
    shop.add(2, RED);
    shop.indexed(2).await;
    assert_eq!(shop.ids(RED).await, [1, 2]);
    shop.catalog.put(1, &["products/1.png"], None);
    eventually("it is not found", async || shop.ids(RED).await == [2]).await;
    shop.catalog.put(1, &["products/1.png"], Some(0));
    eventually("it is found again", async || shop.ids(RED).await == [1, 2]).await;
}

#[rstest]
#[case(Engine::Sqlite)]
#[case(Engine::Postgres)]
#[tokio::test]
async fn content_is_embedded_once_and_never_again_after_a_restart(#[case] engine: Engine) {
    let shop = Shop::open(engine).await;
    for pro_id in 1..=20 {
        shop.add(pro_id, if pro_id % 2 == 0 { RED } else { GREEN });
    }
    shop.indexed(20).await;
    // Two threads may embed the same content at once; one thread does not.
    assert_eq!(shop.model.looked(), 2);

    let shop = shop.again().await;
    shop.indexed(20).await;
    assert_eq!((shop.model.looked(), shop.ids(RED).await.len()), (0, 10));
    shop.add(21, BLUE);
    shop.indexed(21).await;
    let before = shop.model.looked();
    assert_eq!(shop.ids(BLUE).await[0], 21);
    assert!(before >= 1);
}

#[tokio::test]
async fn embedded_images_are_not_embedded_again_after_an_abort() {
    let shop = Shop::open(Engine::Sqlite).await;
    let color = |pro_id: i64| [10 * pro_id as u8, 255 - 10 * pro_id as u8, 40];
    for pro_id in 1..=5 {
        shop.add(pro_id, color(pro_id));
    }
    shop.indexed(5).await;
    shop.model.hold();
    for pro_id in 6..=20 {
        shop.add(pro_id, color(pro_id));
    }
    eventually("the model is running", async || shop.model.is_held()).await;
    shop.model.release();
    eventually("some more are embedded", async || shop.status().await.indexed > 7).await;
    shop.model.hold();
    let done = shop.status().await.indexed as usize;
    shop.shutdown.trigger();
    shop.model.release();
    let shop = shop.again().await;
    shop.indexed(20).await;
    assert!(shop.model.looked() <= 20 - done, "{} of {}", shop.model.looked(), 20 - done);
}

#[tokio::test]
async fn removed_product_removes_its_images() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.add(1, RED);
    shop.add(2, GREEN);
    shop.indexed(2).await;
    shop.catalog.remove(1);
    shop.indexed(1).await;
    assert_eq!(shop.ids(RED).await, [2]);
    shop.catalog.reset();
    eventually("all images are removed", async || shop.status().await.indexed == 0).await;
    shop.add(3, BLUE);
    shop.indexed(1).await;
    assert_eq!(shop.ids(RED).await, [3]);
}

#[tokio::test]
async fn broken_watch_resumes_at_its_revision() {
    let shop = Shop::open(Engine::Sqlite).await;
    shop.add(1, RED);
    shop.add(2, GREEN);
    shop.indexed(2).await;
    shop.catalog.break_watches();
    shop.add(3, BLUE);
    shop.indexed(3).await;
    assert_eq!(shop.ids(BLUE).await[0], 3);
    assert!(
        shop.catalog.requested_revisions().iter().skip(1).all(|revision| *revision >= 2),
        "{:?}",
        shop.catalog.requested_revisions()
    );
}

#[tokio::test]
async fn late_or_changed_image_is_detected() {
    let mut config = support::config();
    config.rescan_s = 1;
    let shop = Shop::with(config, Engine::Sqlite).await;
    shop.catalog.put(1, &["late.png", "broken.png"], Some(1));
    let broken = shop.write("broken.png", b"no image");
    eventually("one image is missing, one unreadable", async || shop.status().await.failed == 2).await;
    shop.write("late.png", &png(RED));
    shop.indexed(1).await;
    fs::write(broken, png(GREEN)).unwrap();
    shop.indexed(2).await;
    assert_eq!(shop.status().await.failed, 0);
    shop.write("late.png", &support::encoded(&support::noise(60, 60), image::ImageFormat::Png));
    eventually("the new image is indexed", async || shop.found(RED).await[0].similarity < 0.99).await;
}

#[tokio::test]
async fn path_out_of_the_media_folder_is_refused() {
    let shop = Shop::open(Engine::Sqlite).await;
    // Beside the folder, under a unique name.
    let name = format!("{}-outside.png", shop.folder.path().file_name().unwrap().to_str().unwrap());
    let outside = shop.folder.path().with_file_name(&name);
    fs::write(&outside, png(RED)).unwrap();
    shop.catalog.put(1, &[format!("../{name}").as_str(), "/etc/passwd"], Some(1));
    eventually("both are refused", async || shop.status().await.failed == 2).await;
    fs::remove_file(outside).unwrap();
    assert!(shop.ids(RED).await.is_empty());
}

#[tokio::test]
async fn unreadable_image_is_not_read_again_after_a_restart() {
    let shop = Shop::open(Engine::Sqlite).await;
    let whole = png(RED);
    let file = shop.write("broken.png", &vec![0; whole.len()]);
    let modified = fs::metadata(&file).unwrap().modified().unwrap();
    shop.catalog.put(1, &["broken.png"], Some(1));
    eventually("it is unreadable", async || shop.status().await.failed == 1).await;
    shop.end().await;
    // Same length and modification time as before: only reading it would detect the change.
    fs::write(&file, whole).unwrap();
    fs::File::options().append(true).open(&file).unwrap().set_modified(modified).unwrap();
    let shop = shop.again().await;
    eventually("it is known as unreadable", async || shop.status().await.failed == 1).await;
    assert_eq!(shop.model.looked(), 0);
}

#[tokio::test]
async fn new_image_is_embedded_before_a_long_queue() {
    const MANY: i64 = 600;
    let shop = Shop::open(Engine::Sqlite).await;
    shop.end().await;
    for pro_id in 1..=MANY {
        shop.add(pro_id, [(pro_id % 250) as u8, (pro_id / 250) as u8, 0]);
    }
    let shop = shop.again().await;
    shop.model.hold();
    eventually("the model is running", async || shop.model.is_held()).await;
    shop.add(MANY + 1, BLUE);
    eventually("the change arrives", async || {
        let status = shop.status().await;
        status.indexed + status.pending_images == MANY + 1
    })
    .await;
    let before = shop.model.looked();
    shop.model.release();
    eventually("it is embedded", async || shop.model.looked_at(BLUE).is_some()).await;
    let at = shop.model.looked_at(BLUE).unwrap();
    assert!(at <= before + 201, "{at} of {MANY}, {before} before it came");
}
