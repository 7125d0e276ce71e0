//! Export and erasure of a customer's data, on both databases.

use crate::{
    images::image,
    support::{NOON, NOY, Service, VILAY, customer, staff, tables},
};
use heuan_chat::{PersonalData, consistency};
use heuan_proto::chat::v1 as wire;
use heuan_store::{read, run};
use heuan_testkit::{Engine, TestDb};
use image::ImageFormat;
use rstest::rstest;

/// More messages than one transaction deletes.
const MESSAGES: i64 = 1003;

#[rstest]
#[tokio::test]
async fn erased_customer_loses_the_conversation_and_others_keep_theirs(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.say(NOY, "first").await;
    service.answer(NOY, 5, "reply").await;
    let sent = service.send_image(NOY, "image", image(ImageFormat::Png, 8, 8)).await.unwrap();
    let url = sent.message.unwrap().url;
    service.say(VILAY, "theirs").await;
    let tables = tables(&db).await;
    // Written directly, because a thousand calls take long.
    let mut tx = tables.begin().await.unwrap();
    for seq in 4..=MESSAGES {
        let sql = "INSERT INTO message (message_id, customer_id, seq, text, search_text, kind, url, side, account_id, fname, \
               lname, phone, client_id, likes, width, height, created_at) \
             VALUES ($1, $2, $3, 'more', 'more', 'user', '', 'customer', $2, 'Noy', 'Keo', '', $4, 0, 0, 0, $5)";
        run!(tx, sql, 10_000 + seq, NOY, seq, format!("m{seq}"), NOON).unwrap();
    }
    let sql =
        "UPDATE conversation SET last_seq = $2, staff_unread = staff_unread + $2 - 3 WHERE customer_id = $1";
    run!(tx, sql, NOY, MESSAGES).unwrap();
    run!(tx, "UPDATE counter SET value = $1 WHERE id = 1", 10_000 + MESSAGES).unwrap();
    tx.commit().await.unwrap();
    assert_eq!(consistency::read(&tables).await.unwrap().inconsistencies, []);

    let data = PersonalData::open(&db.location).await.unwrap();
    let exported = data.export(NOY).await.unwrap();
    assert_eq!(exported.messages.len() as i64, MESSAGES);
    assert_eq!((exported.messages[0].side, exported.messages[1].side), ("customer", "staff"));
    let attachments = data.attachments(NOY).await.unwrap();
    assert!(url.ends_with(&attachments[0].attachment_id));
    assert!(data.attachment(&attachments[0].attachment_id).await.unwrap().is_some());

    data.erase(NOY).await.unwrap();
    data.erase(NOY).await.unwrap();
    for table in ["message", "conversation", "attachment", "event"] {
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE customer_id = $1");
        let left: i64 = read!(tables, |pool| {
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(NOY).fetch_one(pool).await.unwrap()
        });
        assert_eq!(left, 0, "{table}");
    }
    assert_eq!(consistency::read(&tables).await.unwrap().inconsistencies, []);
    assert_eq!(service.messages(VILAY, customer(VILAY)).await.unwrap().len(), 1);
    assert!(service.attachment(&url, staff(5)).await.is_err());
    tables.close().await;
    data.close().await;
}

#[rstest]
#[tokio::test]
async fn erased_former_staff_member_loses_the_name_on_replies(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.say(NOY, "question").await;
    service.answer(NOY, 5, "reply").await;
    let data = PersonalData::open(&db.location).await.unwrap();
    data.erase(5).await.unwrap();
    let messages = service.messages(NOY, customer(NOY)).await.unwrap();
    let author = |message: &wire::Message| message.author.clone().unwrap();
    assert_eq!(
        messages.iter().map(|message| message.text.as_str()).collect::<Vec<_>>(),
        ["text question", "text reply"]
    );
    assert_eq!(author(&messages[0]), wire::Actor { account_role: 0, ..customer(NOY) });
    let former = author(&messages[1]);
    assert_eq!(
        (former.account_id, former.fname, former.lname, former.phone),
        (5, String::new(), String::new(), String::new())
    );
    assert!(service.conversation(NOY).await.claimed_by.is_none());
    // The conversation continues.
    service.answer(NOY, 6, "next").await;
    data.close().await;
}
