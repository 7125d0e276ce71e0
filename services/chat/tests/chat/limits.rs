//! Quotas of a customer, and retention. Both databases.

use std::io::Cursor;

use crate::support::{self, NOON, NOY, Service, VILAY, config, customer, staff, text};
use futures::future::join_all;
use heuan_chat::Config;
use heuan_proto::chat::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

fn image() -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let pixels = image::RgbImage::from_fn(64, 64, |x, y| image::Rgb([x as u8, y as u8, (x ^ y) as u8]));
    pixels.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

async fn open(db: &TestDb, set: impl FnOnce(&mut Config)) -> Service {
    let mut config = config();
    set(&mut config);
    config.validate().unwrap();
    Service::open_at(&db.location, Clock::fixed(NOON), config, None).await
}

/// The reason and the retry delay of an error.
fn refusal(error: &Error) -> (&str, i64) {
    assert_eq!(error.code, Code::ResourceExhausted, "{error:?}");
    (error.detail.reason.as_str(), error.detail.retry_after_ms)
}

async fn count(db: &TestDb, sql: &'static str) -> i64 {
    let tables = support::tables(db).await;
    heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
}

#[rstest]
#[tokio::test]
async fn messages_of_one_customer_are_limited_per_minute(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |config| config.messages_per_minute = 3).await;
    let ids: Vec<String> = (0..12).map(|n| format!("c{n}")).collect();
    let sent = join_all(ids.iter().map(|id| service.send(text(NOY, customer(NOY), id)))).await;
    let taken: Vec<&str> =
        sent.iter().zip(&ids).filter(|(one, _)| one.is_ok()).map(|(_, id)| id.as_str()).collect();
    assert_eq!(taken.len(), 3, "also for concurrent messages");
    for refused in sent.iter().filter_map(|one| one.as_ref().err()) {
        assert_eq!((refusal(refused), refused.detail.field.as_str()), (("message_rate", MINUTE), "sms"));
    }
    // A repetition of an accepted message still succeeds, and other customers have their own limits.
    assert!(service.send(text(NOY, customer(NOY), taken[0])).await.unwrap().deduplicated);
    service.say(VILAY, "v").await;
    for n in 0..5 {
        service.answer(NOY, 5, &format!("s{n}")).await;
    }
    service.clock.advance(MINUTE);
    service.say(NOY, "later").await;
    assert_eq!(
        count(&db, "SELECT COUNT(*) FROM message WHERE side = 'customer' AND customer_id = 7").await,
        4
    );
}

#[rstest]
#[tokio::test]
async fn text_of_one_customer_is_limited_per_day(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |config| config.text_day_bytes = 1024).await;
    let say = async |client_id: &str, letters: usize| {
        let request =
            wire::SendMessageRequest { text: "ກ".repeat(letters), ..text(NOY, customer(NOY), client_id) };
        service.send(request).await
    };
    // A short message counts as 256 bytes, a longer one by its bytes: three for each of these letters.
    say("a", 1).await.unwrap();
    say("b", 170).await.unwrap();
    assert_eq!(refusal(&say("c", 87).await.unwrap_err()), ("message_quota", DAY));
    say("d", 1).await.unwrap();
    service.clock.advance(MINUTE);
    assert_eq!(refusal(&say("e", 1).await.unwrap_err()), ("message_quota", DAY - MINUTE));
    service.clock.advance(DAY - MINUTE);
    say("e", 1).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn images_of_one_customer_are_limited_per_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let first = open(&db, |_| {}).await;
    let url = first.send_image(VILAY, "p", image()).await.unwrap().message.unwrap().url;
    let bytes = first.attachment(&url, customer(VILAY)).await.unwrap().len() as i64;
    // Space for two and a half.
    let limit = (bytes * 5 / 2).max(1024);
    let fit = (limit / bytes) as usize;
    let service = open(&db, |config| config.image_day_bytes = limit).await;
    let ids: Vec<String> = (0..fit + 4).map(|n| format!("p{n}")).collect();
    let sent = join_all(ids.iter().map(|id| service.send_image(NOY, id, image()))).await;
    assert_eq!(sent.iter().filter(|one| one.is_ok()).count(), fit, "also for concurrent uploads");
    for refused in sent.iter().filter_map(|one| one.as_ref().err()) {
        assert_eq!((refusal(refused), refused.detail.field.as_str()), (("image_quota", DAY), "image"));
    }
    let kept = count(&db, "SELECT COUNT(*) FROM attachment WHERE customer_id = 7").await;
    assert_eq!(kept, fit as i64, "refused images are not stored");
    // Other customers, and the staff in this conversation, are not affected.
    service.send_image(VILAY, "q", image()).await.unwrap();
    let request = wire::SendImageRequest {
        customer_id: NOY,
        author: Some(staff(5)),
        client_id: "s".to_owned(),
        image: image(),
        version: service.conversation(NOY).await.version,
        ..Default::default()
    };
    service.client().send_image(request).await.unwrap();
    service.clock.advance(DAY);
    service.send_image(NOY, "more", image()).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn image_without_message_is_refunded(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |config| config.messages_per_minute = 2).await;
    service.send_image(NOY, "p", image()).await.unwrap();
    let used = "SELECT used FROM quota_usage WHERE subject = '7' AND quota = 'image_quota'";
    let once = count(&db, used).await;
    assert!(service.send_image(NOY, "p", image()).await.unwrap().deduplicated);
    assert_eq!(count(&db, used).await, once, "sent again");
    service.say(NOY, "c").await;
    let refused = service.send_image(NOY, "q", image()).await.unwrap_err();
    assert_eq!(refusal(&refused), ("message_rate", MINUTE));
    assert_eq!(count(&db, used).await, once);
    assert_eq!(count(&db, "SELECT COUNT(*) FROM attachment").await, 1);
}

#[rstest]
#[tokio::test]
async fn likes_of_one_customer_are_limited_per_minute(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |config| config.likes_per_minute = 2).await;
    let message_id = service.say(NOY, "c").await.message_id;
    let like = async |actor, liked| -> Result<i64, Error> {
        let request = wire::LikeMessageRequest { message_id, actor: Some(actor), liked: Some(liked) };
        Ok(service.client().like_message(request).await?.into_inner().message.unwrap().likes)
    };
    assert_eq!((like(customer(NOY), true).await, like(customer(NOY), false).await), (Ok(1), Ok(0)));
    assert_eq!(refusal(&like(customer(NOY), true).await.unwrap_err()), ("like_rate", MINUTE));
    assert_eq!(like(customer(NOY), false).await, Ok(0), "no change counts nothing");
    assert_eq!(like(staff(5), true).await, Ok(1));
    service.clock.advance(MINUTE);
    assert_eq!(like(customer(NOY), true).await, Ok(2));
}

#[rstest]
#[tokio::test]
async fn messages_and_images_are_deleted_after_their_retention(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = open(&db, |_| {}).await;
    service.send_image(NOY, "p", image()).await.unwrap();
    let message_id = service.say(NOY, "old").await.message_id;
    let like = wire::LikeMessageRequest { message_id, actor: Some(customer(NOY)), liked: None };
    service.client().like_message(like).await.unwrap();
    service.send_image(VILAY, "v", image()).await.unwrap();
    service.clock.advance(40 * DAY);
    service.say(NOY, "new").await;

    // By default everything is kept.
    let at = async |days: i64, set: fn(&mut Config)| {
        let mut config = config();
        set(&mut config);
        Service::open_at(&db.location, Clock::fixed(NOON + days * DAY), config, None).await
    };
    let quotas = "SELECT COUNT(*) FROM quota_usage WHERE ends_at <= 1798693200000";
    let later = at(41, |_| {}).await;
    eventually("expired quota usage is swept", async || count(&db, quotas).await == 0).await;
    assert_eq!(later.messages(NOY, customer(NOY)).await.unwrap().len(), 3);
    assert_eq!(count(&db, "SELECT COUNT(*) FROM attachment").await, 2);

    let later = at(41, |config| config.attachment_days = 40).await;
    eventually("old images are deleted", async || count(&db, "SELECT COUNT(*) FROM attachment").await == 0)
        .await;
    assert_eq!(later.messages(NOY, customer(NOY)).await.unwrap().len(), 3, "their captions stay");

    let later = at(41, |config| config.message_days = 40).await;
    let old = "SELECT COUNT(*) FROM message WHERE created_at < 1798000000000";
    eventually("old messages are deleted", async || count(&db, old).await == 0).await;
    let left = later.messages(NOY, customer(NOY)).await.unwrap();
    assert_eq!(left.iter().map(|one| (one.seq, one.text.as_str())).collect::<Vec<_>>(), [(3, "text new")]);
    let conversation = later.conversation(NOY).await;
    assert_eq!((conversation.staff_unread, conversation.last_seq), (1, 3));
    assert!(later.messages(VILAY, customer(VILAY)).await.unwrap().is_empty());
    for sql in
        ["SELECT COUNT(*) FROM message_like", "SELECT COUNT(*) FROM conversation WHERE customer_id = 8"]
    {
        assert_eq!(count(&db, sql).await, 0, "{sql}");
    }
    // The customer's conversation begins again.
    assert_eq!(later.say(VILAY, "again").await.seq, 1);
}
