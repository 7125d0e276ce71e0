//! Photos of shoppers: one at a time when there is one thread, no more waiting than there is room for, and none worked
//! on for somebody who left.

use std::{sync::Arc, time::Duration};

use crate::support::{Shop, config, png};
use heuan_proto::imagesearch::v1::SearchByImageResponse;
use heuan_rpc::{Code, Error, deadline};
use heuan_testkit::{Engine, eventually};
use tokio::task::JoinHandle;

const RED: [u8; 3] = [220, 20, 20];

async fn shop() -> Shop {
    let mut config = config();
    config.queue = 2;
    let shop = Shop::with(config, Engine::Sqlite).await;
    shop.add(1, RED);
    shop.indexed(1).await;
    shop
}

/// Asks in the background.
fn asking(shop: &Arc<Shop>) -> JoinHandle<Result<SearchByImageResponse, Error>> {
    let shop = Arc::clone(shop);
    tokio::spawn(async move { shop.ask(png(RED), 5).await })
}

#[tokio::test]
async fn a_full_queue_says_when_to_come_back() {
    let shop = Arc::new(shop().await);
    shop.model.hold();
    let looked_at = asking(&shop);
    eventually("the first is looked at", async || shop.model.is_held()).await;
    let mut waiting = vec![asking(&shop), asking(&shop), asking(&shop)];
    eventually("there is room for two of three", async || waiting.iter().any(JoinHandle::is_finished)).await;
    let at = waiting.iter().position(JoinHandle::is_finished).unwrap();
    let refused = waiting.remove(at).await.unwrap().unwrap_err();
    assert!(refused.is_overload() && refused.pushback().is_some(), "{refused:?}");
    shop.model.release();
    for answer in [looked_at].into_iter().chain(waiting) {
        assert_eq!(answer.await.unwrap().unwrap().hits[0].pro_id, 1);
    }
    assert!(shop.ask(png(RED), 5).await.is_ok());
}

#[tokio::test]
async fn who_is_not_reached_in_time_hears_of_the_crowd() {
    let shop = Arc::new(shop().await);
    shop.model.hold();
    let looked_at = asking(&shop);
    eventually("the first is looked at", async || shop.model.is_held()).await;
    let waiting = deadline::within(Duration::from_secs(3), shop.ask(png(RED), 5)).await;
    let refused = waiting.unwrap_err();
    assert!(refused.is_overload() && refused.pushback().is_some(), "{refused:?}");
    shop.model.release();
    assert_eq!(looked_at.await.unwrap().unwrap().hits[0].pro_id, 1);
}

#[tokio::test]
async fn a_photo_whose_sender_left_is_not_looked_at_further() {
    let shop = Arc::new(shop().await);
    let before = shop.model.looked();
    shop.model.hold();
    let left = asking(&shop);
    eventually("it is looked at", async || shop.model.is_held()).await;
    left.abort();
    assert!(left.await.is_err());
    shop.model.release();
    shop.ask(png(RED), 5).await.unwrap();
    // The first part of the one that was left, three parts of the other.
    assert_eq!(shop.model.looked() - before, 4);
}

#[tokio::test]
async fn limits_and_empty_photos_are_named() {
    let shop = shop().await;
    for limit in [0, -1, 201] {
        let error = shop.ask(png(RED), limit).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "limit"));
    }
    let error = shop.ask(Vec::new(), 5).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::InvalidArgument, "not_a_picture"));
}

#[tokio::test]
async fn turned_off_it_says_so() {
    let mut config = config();
    config.enabled = false;
    let shop = Shop::with(config, Engine::Sqlite).await;
    let error = shop.ask(png(RED), 5).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Unavailable, "turned_off"));
    assert!(shop.catalog.asked().is_empty());
}
