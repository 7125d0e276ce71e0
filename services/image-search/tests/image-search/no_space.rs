//! Behavior without disk space: new images are found although their embeddings cannot be stored, searches are answered, and the
//! embeddings are stored once there is space and the images are read again. Both databases.

use crate::support::{Shop, png};
use heuan_testkit::{Engine, WriteFault};
use rstest::rstest;

const RED: [u8; 3] = [220, 20, 20];
const GREEN: [u8; 3] = [20, 220, 20];
const BLUE: [u8; 3] = [20, 20, 220];

#[rstest]
#[tokio::test]
async fn images_are_found_without_space_and_their_embeddings_stored_once_there_is_space(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = Shop::open(engine).await;
    shop.add(1, RED);
    shop.indexed(1).await;
    // The images are on another disk.
    shop.write("products/2.png", &png(GREEN));
    let fault = WriteFault::begin(&shop.db.location).await;
    shop.catalog.put(2, &["products/2.png"], Some(5));
    shop.indexed(2).await;
    for _ in 0..3 {
        assert_eq!((shop.ids(RED).await[0], shop.ids(GREEN).await[0]), (1, 2));
    }
    fault.end().await;
    shop.add(3, BLUE);
    shop.indexed(3).await;

    let shop = shop.again().await;
    shop.indexed(3).await;
    assert_eq!(shop.model.looked(), 1, "only the green one was not stored");
    let shop = shop.again().await;
    shop.indexed(3).await;
    assert_eq!((shop.model.looked(), shop.ids(GREEN).await[0]), (0, 2));
}
