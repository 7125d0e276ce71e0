//! Images: form validation, service calls, and error texts.

use std::{
    io::{Read as _, Write as _},
    net::{Shutdown, TcpStream},
    sync::{Arc, Mutex},
};

use heuan_proto::imagesearch::v1::{
    image_search_service_server::{ImageSearchService, ImageSearchServiceServer},
    *,
};
use heuan_rpc::{Code, Error};
use reqwest::Response;
use serde_json::Value;
use tonic::{Request, Status, service::Routes};

use crate::{
    fake::product,
    support::{TestShop, eventually, problem, shop, shop_with},
};

const PATH: &str = "/api/v1/search-similar-images";
const BOUNDARY: &str = "image-boundary";

type Answered<T> = Result<tonic::Response<T>, Status>;

/// A fake image search service that returns scripted hits and records calls.
#[derive(Clone, Default)]
pub struct FakeImageSearch(Arc<Mutex<Inner>>);

#[derive(Default)]
struct Inner {
    received: Vec<(usize, i32)>,
    hits: Vec<i64>,
    waiting: i64,
    next_error: Option<Error>,
    held: bool,
    left: usize,
}

impl FakeImageSearch {
    pub fn routes(&self, routes: Routes) -> Routes {
        routes.add_service(ImageSearchServiceServer::new(self.clone()).max_decoding_message_size(16 << 20))
    }

    fn find(&self, hits: impl IntoIterator<Item = i64>) {
        self.0.lock().unwrap().hits = hits.into_iter().collect();
    }

    /// From now on calls are blocked.
    fn hold(&self) {
        self.0.lock().unwrap().held = true;
    }

    /// Calls cancelled while blocked.
    fn left(&self) -> usize {
        self.0.lock().unwrap().left
    }

    fn fail_next(&self, error: Error) {
        self.0.lock().unwrap().next_error = Some(error);
    }

    /// Bytes of the image and limit of each call.
    fn take_received(&self) -> Vec<(usize, i32)> {
        std::mem::take(&mut self.0.lock().unwrap().received)
    }
}

/// Records that a call was cancelled.
struct Left(FakeImageSearch);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.0.lock().unwrap().left += 1;
    }
}

#[tonic::async_trait]
impl ImageSearchService for FakeImageSearch {
    async fn search_by_image(
        &self,
        request: Request<SearchByImageRequest>,
    ) -> Answered<SearchByImageResponse> {
        let SearchByImageRequest { image, limit } = request.into_inner();
        let is_held = {
            let mut inner = self.0.lock().unwrap();
            inner.received.push((image.len(), limit));
            inner.held
        };
        if is_held {
            let _left = Left(self.clone());
            std::future::pending::<()>().await;
        }
        let mut inner = self.0.lock().unwrap();
        if let Some(error) = inner.next_error.take() {
            return Err(error.into());
        }
        let hit = |(rank, pro_id): (usize, &i64)| ImageHit {
            pro_id: *pro_id,
            similarity: 1.0 - rank as f64 / 100.0,
            image: format!("products/{pro_id}b.png"),
        };
        let hits = inner.hits.iter().take(limit.unsigned_abs() as usize).enumerate().map(hit).collect();
        let (model, waiting) = ("fake".to_owned(), inner.waiting);
        Ok(tonic::Response::new(SearchByImageResponse { hits, model, pending_images: waiting }))
    }

    async fn get_index_status(&self, _: Request<GetIndexStatusRequest>) -> Answered<GetIndexStatusResponse> {
        Ok(tonic::Response::new(GetIndexStatusResponse::default()))
    }
}

fn part(name: &str, value: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"a\"\r\n\
         content-type: application/octet-stream\r\n\r\n"
    );
    [head.as_bytes(), value, b"\r\n"].concat()
}

fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let parts: Vec<u8> = parts.iter().flat_map(|(name, value)| part(name, value)).collect();
    [&parts[..], format!("--{BOUNDARY}--\r\n").as_bytes()].concat()
}

async fn token(shop: &TestShop) -> String {
    let received = shop.client.post(shop.url("/api/api-token")).bearer_auth("heuan-demo-key");
    let body: Value = received.send().await.unwrap().json().await.unwrap();
    body["data"]["token"].as_str().unwrap().to_owned()
}

async fn send(shop: &TestShop, body: Vec<u8>) -> Response {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = shop.client.post(shop.url(PATH)).header("content-type", kind).body(body);
    request.header("x-api-access-token", token(shop).await).send().await.unwrap()
}

async fn search_by(shop: &TestShop, parts: &[(&str, &[u8])]) -> Response {
    send(shop, form(parts)).await
}

#[actix_web::test]
async fn image_returns_current_products() {
    let shop = shop().await;
    let mut unpriced = product(3, "Not yet", 3000);
    unpriced.product.as_mut().unwrap().price = None;
    shop.fake.put(unpriced);
    shop.images.find([2, 3, 999, 1]);
    let response = search_by(&shop, &[("image", b"an image"), ("limit", b"20")]).await;
    assert_eq!(
        (response.status(), &response.headers()["cache-control"]),
        (200.try_into().unwrap(), &"no-store".parse().unwrap())
    );
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["success"], true);
    assert_eq!(
        body["results"],
        serde_json::json!([
            {"id": 2, "title": "Cement 2 ລາວ", "title_en": "Cement 2", "imageUrl": "products/2.png",
             "similarity": 1.0, "price": 2000, "stock": 7},
            {"id": 1, "title": "Cement 1 ລາວ", "title_en": "Cement 1", "imageUrl": "products/1.png",
             "similarity": 0.97, "price": 1000, "stock": 7},
        ])
    );
    assert!(body.get("message").is_none() && body.get("warning").is_none());
}

#[actix_web::test]
async fn unavailable_hits_are_replaced_by_further_ones() {
    let shop = shop().await;
    for pro_id in 1..=10 {
        let mut gone = product(pro_id, "Gone", 1);
        gone.product.as_mut().unwrap().stock = None;
        shop.fake.put(gone);
    }
    shop.fake.take_calls();
    shop.images.find(1..=25);
    for (limit, count) in [("5", 5), ("1", 1), ("50", 15)] {
        let body: Value =
            search_by(&shop, &[("limit", limit.as_bytes()), ("image", b"x")]).await.json().await.unwrap();
        let ids: Vec<i64> =
            body["results"].as_array().unwrap().iter().map(|it| it["id"].as_i64().unwrap()).collect();
        assert_eq!(ids, (11..11 + count).collect::<Vec<_>>());
    }
    // Products are requested in one call, whatever the number of hits.
    assert_eq!(shop.fake.take_calls(), ["BatchGetProducts"; 3]);
    assert!(shop.images.take_received().iter().all(|(_, limit)| (2..=200).contains(limit)));
    let body: Value = search_by(&shop, &[("image", b"x")]).await.json().await.unwrap();
    assert_eq!(body["results"].as_array().unwrap().len(), 15);
}

#[actix_web::test]
async fn empty_result_is_a_success_and_an_incomplete_index_is_reported() {
    let shop = shop().await;
    shop.images.0.lock().unwrap().waiting = 3;
    let body: Value = search_by(&shop, &[("image", b"x")]).await.json().await.unwrap();
    assert_eq!((&body["success"], &body["results"]), (&Value::Bool(true), &Value::Array(vec![])));
    assert!(body["message"].is_string() && body["warning"].is_string());
    assert!(!shop.fake.take_calls().contains(&"BatchGetProducts"));
}

#[actix_web::test]
async fn invalid_form_is_reported() {
    let shop = shop().await;
    for (parts, field) in [
        (&[("limit", &b"5"[..])][..], "image"),
        (&[("image", b"")], "image"),
        (&[("image", b"x"), ("image", b"y")], "image"),
        (&[("image", b"x"), ("limit", b"0")], "limit"),
        (&[("image", b"x"), ("limit", b"51")], "limit"),
        (&[("image", b"x"), ("limit", b"+5")], "limit"),
        (&[("image", b"x"), ("limit", b"5.0")], "limit"),
        (&[("image", b"x"), ("limit", b"99999999999999999999")], "limit"),
        (&[("image", b"x"), ("limit", b"5"), ("limit", b"5")], "limit"),
        (&[("file", b"x")], "image"),
    ] {
        let body = problem(search_by(&shop, parts).await).await;
        assert_eq!((&body["status"], &body["field"]), (&400.into(), &field.into()), "{body}");
    }
    let whole = form(&[("image", b"x")]);
    for body in [whole[..whole.len() - 20].to_vec(), b"no form at all".to_vec(), Vec::new()] {
        assert_eq!(problem(send(&shop, body).await).await["status"], 400);
    }
    let many: Vec<(&str, &[u8])> = vec![("other", b"x"); 40];
    assert_eq!(problem(search_by(&shop, &many).await).await["status"], 400);
    let json = shop.client.post(shop.url(PATH)).json(&serde_json::json!({"image": "x"}));
    let json = json.header("x-api-access-token", token(&shop).await).send().await.unwrap();
    assert_eq!(problem(json).await["status"], 415);
    assert!(shop.images.take_received().is_empty());
}

#[actix_web::test]
async fn fifteen_megabytes_are_accepted_and_one_more_byte_is_not() {
    let shop = shop().await;
    let max = 15 * 1024 * 1024;
    let image = vec![7; max + 1];
    assert_eq!(search_by(&shop, &[("image", &image[..max])]).await.status(), 200);
    assert_eq!(shop.images.take_received()[0].0, max);
    assert_eq!(problem(search_by(&shop, &[("image", &image)]).await).await["status"], 413);
    assert!(shop.images.take_received().is_empty());
}

#[actix_web::test]
async fn error_of_the_service_is_returned_to_the_sender() {
    let shop = shop().await;
    let refusal = |reason: &str| {
        let mut error = Error::invalid("image", "why");
        reason.clone_into(&mut error.detail.reason);
        error
    };
    for (reason, status) in
        [("damaged", 400), ("too_many_pixels", 400), ("not_an_image", 415), ("too_large", 413)]
    {
        shop.images.fail_next(refusal(reason));
        let body = problem(search_by(&shop, &[("image", b"x")]).await).await;
        assert_eq!(body["status"], status);
        assert_eq!(body["reason"], reason);
        if status != 413 {
            assert_eq!(body["field"], "image");
        }
    }
}

#[actix_web::test]
async fn overload_has_a_retry_delay_and_is_not_retried() {
    let shop = shop().await;
    for error in [
        Error::overloaded(std::time::Duration::from_millis(2500)),
        Error::unavailable("not indexed yet").retry_after(std::time::Duration::from_secs(3)),
    ] {
        shop.images.fail_next(error);
        let response = search_by(&shop, &[("image", b"x")]).await;
        assert_eq!(response.headers()["retry-after"], "3");
        assert_eq!(problem(response).await["status"], 503);
        assert_eq!(shop.images.take_received().len(), 1);
    }
}

#[actix_web::test]
async fn image_that_is_not_searched_in_time_has_a_retry_delay() {
    let shop = shop_with(|config| config.deadline_ms = 1000).await;
    shop.images.fail_next(Error::new(Code::DeadlineExceeded, "the caller of this image has gone"));
    let reported = search_by(&shop, &[("image", b"x")]).await;
    shop.images.hold();
    for response in [reported, search_by(&shop, &[("image", b"x")]).await] {
        assert_eq!(response.headers()["retry-after"], "2");
        let body = problem(response).await;
        assert_eq!((&body["status"], &body["reason"]), (&503.into(), &"overloaded".into()));
    }
    assert_eq!(shop.images.take_received().len(), 2);
}

#[actix_web::test]
async fn image_search_is_rate_limited_and_needs_a_token() {
    let shop = shop_with(|config| {
        config.rate_limit.expensive_per_second = 1;
        config.rate_limit.expensive_burst = 3;
    })
    .await;
    let bare = shop.client.post(shop.url(PATH)).body(form(&[("image", b"x")])).send().await.unwrap();
    assert_eq!(problem(bare).await["reason"], "api_token");
    let token = token(&shop).await;
    let mut statuses = Vec::new();
    for _ in 0..6 {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let request = shop.client.post(shop.url(PATH)).header("content-type", kind);
        let request = request.header("x-api-access-token", &token).body(form(&[("image", b"x")]));
        statuses.push(request.send().await.unwrap().status().as_u16());
    }
    assert!(statuses.contains(&429) && statuses[0] == 200, "{statuses:?}");
}

/// A connection that has sent the head of an image of `declared` bytes, and `body` of it.
async fn begun(shop: &TestShop, declared: usize, body: &[u8]) -> TcpStream {
    let token = token(shop).await;
    let mut connection = TcpStream::connect(shop.addr()).unwrap();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: shop\r\nx-api-access-token: {token}\r\n\
         content-type: multipart/form-data; boundary={BOUNDARY}\r\ncontent-length: {declared}\r\n\r\n"
    );
    connection.write_all(&[head.as_bytes(), body].concat()).unwrap();
    connection
}

#[actix_web::test]
async fn closed_connection_cancels_the_search() {
    let shop = shop().await;
    shop.images.hold();
    let body = form(&[("image", b"x")]);
    let mut connection = begun(&shop, body.len(), &body).await;
    eventually("the image is being processed", async || !shop.images.0.lock().unwrap().received.is_empty())
        .await;
    // Closed in order, like a browser does.
    connection.shutdown(Shutdown::Write).unwrap();
    eventually("the call is cancelled", async || shop.images.left() == 1).await;
    // Cancelled because of the close, not the deadline, which would cause a response.
    let answer = tokio::task::spawn_blocking(move || {
        let mut answer = Vec::new();
        connection.read_to_end(&mut answer).map(|_| answer)
    });
    assert_eq!(answer.await.unwrap().unwrap_or_default(), b"");
}

#[actix_web::test]
async fn stalled_uploads_take_no_budget_and_are_aborted() {
    let shop = shop_with(|config| config.limits.upload_idle_timeout_ms = 1500).await;
    let max = 15 * 1024 * 1024;
    let start = &form(&[("image", &[7; 9000])])[..8000];
    let mut stalled = Vec::new();
    for _ in 0..9 {
        stalled.push(begun(&shop, max, start).await);
    }
    assert_eq!(search_by(&shop, &[("image", &vec![7; 1 << 20])]).await.status(), 200);
    let mut answer = vec![0; 12];
    tokio::task::spawn_blocking(move || {
        stalled[0].read_exact(&mut answer).unwrap();
        assert_eq!(String::from_utf8_lossy(&answer), "HTTP/1.1 408");
    })
    .await
    .unwrap();
}

#[actix_web::test]
async fn received_images_take_budget_until_they_are_answered() {
    let shop = shop().await;
    shop.images.hold();
    let image = vec![7; 9 << 20];
    let body = form(&[("image", &image)]);
    let first = begun(&shop, body.len(), &body).await;
    eventually("the first is being processed", async || shop.images.0.lock().unwrap().received.len() == 1)
        .await;
    // One client may use two thirds of 24 MB.
    let refused = search_by(&shop, &[("image", &image)]).await;
    assert_eq!(refused.headers()["retry-after"], "2");
    assert_eq!(problem(refused).await["reason"], "overloaded");
    drop(first);
    eventually("the first was cancelled", async || shop.images.left() == 1).await;
    shop.images.0.lock().unwrap().held = false;
    assert_eq!(search_by(&shop, &[("image", &image)]).await.status(), 200);
}

#[actix_web::test]
async fn every_error_has_its_message_as_error_too() {
    let shop = shop().await;
    shop.images.fail_next(Error::internal("secret"));
    let bare = shop.client.post(shop.url(PATH)).body(form(&[("image", b"x")])).send().await.unwrap();
    for response in [
        search_by(&shop, &[("image", b"x")]).await,
        search_by(&shop, &[("file", b"x")]).await,
        search_by(&shop, &[("image", &vec![7; 16 << 20])]).await,
        bare,
    ] {
        let body = problem(response).await;
        assert!(body["error"].is_string() && body["error"] == body["message"], "{body}");
        assert!(!body.to_string().contains("secret"));
    }
    assert!(problem(shop.get("/api/v1/product/none").await).await.get("error").is_none());
}
