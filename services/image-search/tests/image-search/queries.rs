//! Shoppers' images: one at a time with one thread, a bounded queue, and cancellation when the caller has gone.

use std::{path::Path, sync::Arc, time::Duration};

use crate::support::{DIMENSIONS, Shop, config, png};
use heuan_image_search::{Model, embed::EfficientNetLite1};
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

/// Starts a search in the background.
fn asking(shop: &Arc<Shop>) -> JoinHandle<Result<SearchByImageResponse, Error>> {
    let shop = Arc::clone(shop);
    tokio::spawn(async move { shop.ask(png(RED), 5).await })
}

#[tokio::test]
async fn full_queue_returns_a_retry_delay() {
    let shop = Arc::new(shop().await);
    shop.model.hold();
    let looked_at = asking(&shop);
    eventually("the first is being embedded", async || shop.model.is_held()).await;
    let mut waiting = vec![asking(&shop), asking(&shop), asking(&shop)];
    eventually("two of three are queued", async || waiting.iter().any(JoinHandle::is_finished)).await;
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
async fn image_gets_fewer_crops_while_others_wait() {
    let shop = Arc::new(shop().await);
    let before = shop.model.looked();
    shop.model.hold();
    let mut answers = vec![asking(&shop)];
    eventually("the first is being embedded", async || shop.model.is_held()).await;
    answers.extend([asking(&shop), asking(&shop)]);
    eventually("two are queued", async || shop.service.queued_queries() == 2).await;
    shop.model.release();
    for answer in answers {
        assert_eq!(answer.await.unwrap().unwrap().hits[0].pro_id, 1);
    }
    // No other image waited when the first and the last began, which have three crops each.
    assert_eq!(shop.model.looked() - before, 3 + 1 + 3);
}

#[tokio::test]
async fn image_not_started_in_time_is_refused_as_exhausted() {
    let shop = Arc::new(shop().await);
    shop.model.hold();
    let looked_at = asking(&shop);
    eventually("the first is being embedded", async || shop.model.is_held()).await;
    let waiting = deadline::within(Duration::from_secs(3), shop.ask(png(RED), 5)).await;
    let refused = waiting.unwrap_err();
    assert!(refused.is_overload() && refused.pushback().is_some(), "{refused:?}");
    shop.model.release();
    assert_eq!(looked_at.await.unwrap().unwrap().hits[0].pro_id, 1);
}

#[tokio::test]
async fn image_of_a_cancelled_call_is_not_continued() {
    let shop = Arc::new(shop().await);
    let before = shop.model.looked();
    shop.model.hold();
    let left = asking(&shop);
    eventually("it is being embedded", async || shop.model.is_held()).await;
    left.abort();
    assert!(left.await.is_err());
    shop.model.release();
    shop.ask(png(RED), 5).await.unwrap();
    // The first crop of the cancelled one, three crops of the other.
    assert_eq!(shop.model.looked() - before, 4);
}

#[tokio::test]
async fn invalid_limit_and_empty_image_are_refused() {
    let shop = shop().await;
    for limit in [0, -1, 201] {
        let error = shop.ask(png(RED), limit).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "limit"));
    }
    let error = shop.ask(Vec::new(), 5).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::InvalidArgument, "not_an_image"));
}

#[tokio::test]
async fn model_that_cannot_be_loaded_disables_the_search() {
    let missing = || EfficientNetLite1::load(Path::new("/no/libonnxruntime.so"));
    assert!(missing().is_err_and(|error| error.to_string().contains("/no/libonnxruntime.so")));
    let model = Model { dimensions: DIMENSIONS, load: Box::new(move || Ok(Arc::new(missing()?))) };
    let shop = Shop::with_model(model, Engine::Sqlite).await;
    eventually("the search is disabled", async || {
        let error = shop.ask(png(RED), 5).await.unwrap_err();
        (error.code, error.detail.reason.as_str()) == (Code::Unavailable, "turned_off")
    })
    .await;
}

#[tokio::test]
async fn disabled_search_is_unavailable() {
    let mut config = config();
    config.enabled = false;
    let shop = Shop::with(config, Engine::Sqlite).await;
    let error = shop.ask(png(RED), 5).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Unavailable, "turned_off"));
    assert!(shop.catalog.requested_revisions().is_empty());
}
