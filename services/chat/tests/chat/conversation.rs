//! Messages are ordered, unique, and visible only to their participants. Both databases.

use crate::support::{self, NOON, NOY, Service, VILAY, customer, staff, text};
use futures::future::join_all;
use heuan_proto::chat::v1 as wire;
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn messages_are_numbered_without_gaps(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    assert!(service.messages(NOY, customer(NOY)).await.unwrap().is_empty());
    let ids: Vec<String> = (0..20).map(|n| format!("c{n}")).collect();
    join_all(ids.iter().map(|id| service.say(NOY, id))).await;
    join_all(ids.iter().map(|id| service.say(VILAY, id))).await;
    service.answer(NOY, 5, "a").await;
    let messages = service.messages(NOY, customer(NOY)).await.unwrap();
    let seqs: Vec<i64> = messages.iter().map(|one| one.seq).collect();
    assert_eq!(seqs, (1..=21).collect::<Vec<i64>>());
    assert_eq!(messages.last().unwrap().author.as_ref().unwrap().role(), wire::ParticipantRole::Staff);

    let page = async |before_seq, after_seq, limit| {
        let reader = Some(customer(NOY));
        let request = wire::ListMessagesRequest { customer_id: NOY, reader, before_seq, after_seq, limit };
        let found = service.client().list_messages(request).await.unwrap().into_inner();
        (found.messages.iter().map(|one| one.seq).collect::<Vec<i64>>(), found.has_more)
    };
    assert_eq!(page(0, 0, 3).await, (vec![19, 20, 21], true));
    assert_eq!(page(4, 0, 3).await, (vec![1, 2, 3], false));
    assert_eq!(page(0, 18, 3).await, (vec![19, 20, 21], false));
    assert_eq!(page(0, 1, 2).await, (vec![2, 3], true));
}

#[rstest]
#[tokio::test]
async fn repeated_message_is_stored_once(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let sent = join_all((0..10).map(|_| service.send(text(NOY, customer(NOY), "once")))).await;
    let sent: Vec<wire::SendMessageResponse> = sent.into_iter().map(Result::unwrap).collect();
    assert_eq!(sent.iter().filter(|one| !one.deduplicated).count(), 1);
    let id = sent[0].message.as_ref().unwrap().message_id;
    assert!(sent.iter().all(|one| one.message.as_ref().unwrap().message_id == id));
    // The same id of another customer is another message.
    service.say(VILAY, "once").await;
    assert_eq!(service.messages(NOY, customer(NOY)).await.unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn conversation_of_another_customer_is_inaccessible(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let message = service.say(NOY, "c").await;
    let code = service.messages(NOY, customer(VILAY)).await.unwrap_err().code;
    assert_eq!(code, Code::NotFound);
    let forged = service.send(text(NOY, customer(VILAY), "x")).await.unwrap_err();
    assert_eq!(forged.code, Code::NotFound);
    let like = wire::LikeMessageRequest {
        message_id: message.message_id,
        actor: Some(customer(VILAY)),
        liked: None,
    };
    assert_eq!(service.client().like_message(like).await.unwrap_err().code(), tonic::Code::NotFound);
    let read = wire::MarkReadRequest { customer_id: NOY, reader: Some(customer(VILAY)), seq: 1 };
    assert_eq!(service.client().mark_read(read).await.unwrap_err().code(), tonic::Code::NotFound);
    let claim = wire::ClaimConversationRequest { customer_id: NOY, staff: Some(customer(VILAY)), version: 0 };
    assert_eq!(
        service.client().claim_conversation(claim).await.unwrap_err().code(),
        tonic::Code::PermissionDenied
    );
    assert_eq!(service.messages(NOY, staff(5)).await.unwrap().len(), 1);
}

#[rstest]
#[tokio::test]
async fn like_counts_once_and_can_be_removed(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let message_id = service.say(NOY, "c").await.message_id;
    let like = async |actor, liked| {
        let request = wire::LikeMessageRequest { message_id, actor: Some(actor), liked };
        let message = service.client().like_message(request).await.unwrap().into_inner().message.unwrap();
        (message.likes, message.is_liked)
    };
    assert_eq!(like(customer(NOY), None).await, (1, true));
    assert_eq!(like(customer(NOY), Some(true)).await, (1, true));
    assert_eq!(like(staff(5), None).await, (2, true));
    let seen = service.messages(NOY, customer(NOY)).await.unwrap();
    assert_eq!((seen[0].likes, seen[0].is_liked), (2, true));
    assert!(!service.messages(NOY, staff(6)).await.unwrap()[0].is_liked);
    assert_eq!(like(customer(NOY), None).await, (1, false));
    assert_eq!(like(customer(NOY), Some(false)).await, (1, false));
}

#[rstest]
#[tokio::test]
async fn read_position_only_advances(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    for n in 0..4 {
        service.say(NOY, &format!("c{n}")).await;
    }
    service.answer(NOY, 5, "a").await;
    let read = async |reader, seq| {
        let request = wire::MarkReadRequest { customer_id: NOY, reader: Some(reader), seq };
        let it = service.client().mark_read(request).await.unwrap().into_inner().conversation.unwrap();
        (it.customer_read_seq, it.customer_unread, it.staff_read_seq, it.staff_unread)
    };
    assert_eq!(read(staff(5), 3).await, (0, 1, 3, 1));
    assert_eq!(read(staff(6), 1).await, (0, 1, 3, 1));
    assert_eq!(read(customer(NOY), 99).await, (5, 0, 3, 1));
    assert_eq!(read(staff(5), 5).await, (5, 0, 5, 0));
    assert_eq!(read(customer(NOY), i64::MAX).await, (5, 0, 5, 0));
    let before_all = wire::MarkReadRequest { customer_id: NOY, reader: Some(customer(NOY)), seq: -1 };
    let refused = Error::from(service.client().mark_read(before_all).await.unwrap_err());
    assert_eq!((refused.code, refused.detail.field.as_str()), (Code::InvalidArgument, "seq"));
}

#[rstest]
#[tokio::test]
async fn event_log_has_one_order_and_resumes_anywhere(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    // Another replica.
    let other = Service::open_at(&db.location, service.clock.clone(), support::config(), None).await;
    let watch = wire::WatchEventsRequest { after_position: -1 };
    let mut stream = service.client().watch_events(watch).await.unwrap().into_inner();
    assert!(stream.message().await.unwrap().unwrap().events.is_empty());
    let ids: Vec<String> = (0..30).map(|n| format!("c{n}")).collect();
    join_all(
        ids.iter()
            .enumerate()
            .map(|(n, id)| if n % 2 == 0 { service.say(NOY, id) } else { other.say(VILAY, id) }),
    )
    .await;
    let mut places = Vec::new();
    let mut seqs = [Vec::new(), Vec::new()];
    while places.len() < 30 {
        for event in stream.message().await.unwrap().unwrap().events {
            places.push(event.position);
            let Some(wire::event::Payload::Message(message)) = event.payload else { panic!("{event:?}") };
            seqs[usize::from(message.customer_id == VILAY)].push(message.seq);
        }
    }
    assert!(places.is_sorted() && places.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(seqs, [(1..=15).collect::<Vec<i64>>(), (1..=15).collect()]);

    let list = async |after_position, customer_id| {
        let request = wire::ListEventsRequest { after_position, customer_id, limit: 500 };
        other.client().list_events(request).await.unwrap().into_inner()
    };
    assert_eq!(list(places[9], 0).await.events.len(), 20);
    let mine = list(0, NOY).await;
    assert_eq!((mine.events.len(), mine.reset), (15, false));
    assert_eq!(mine.position, *places.last().unwrap());
    assert!(
        list(mine.position + 1, NOY).await.reset,
        "a position beyond the log belongs to another database"
    );
    assert_eq!(service.clock.now_ms(), NOON);
}

#[rstest]
#[tokio::test]
async fn stream_is_reset_after_a_restore(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    for n in 0..3 {
        service.say(NOY, &format!("c{n}")).await;
    }
    let watch = wire::WatchEventsRequest { after_position: -1 };
    let mut stream = service.client().watch_events(watch).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap().unwrap().position, 3);
    let tables = support::tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    for sql in [
        "DELETE FROM event WHERE position > 1",
        "DELETE FROM message WHERE message_id > 1",
        "UPDATE conversation SET last_seq = 1",
        "UPDATE counter SET value = 1 WHERE id = 1",
    ] {
        heuan_store::run!(tx, sql).unwrap();
    }
    tx.commit().await.unwrap();
    let response = stream.message().await.unwrap().unwrap();
    assert_eq!((response.position, response.reset, response.events.len()), (1, true, 0));
    service.say(NOY, "after").await;
    let response = stream.message().await.unwrap().unwrap();
    assert_eq!((response.position, response.reset, response.events.len()), (2, false, 1));
}
