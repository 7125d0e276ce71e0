//! Notification lists of customers: their own, unread first. Both databases.

use crate::support::{self, KHAM, NOON, NOY, Service, browser::Browser, config, event};
use heuan_notifications::staff_left;
use heuan_proto::notifications::v1::{self as wire, MessageActorRole};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

async fn mark(
    service: &Service,
    customer_id: i64,
    ids: &[i64],
    is_read: bool,
) -> wire::MarkNotificationsResponse {
    let asked = wire::MarkNotificationsRequest {
        customer_id,
        notification_ids: ids.to_vec(),
        all: ids.is_empty(),
        is_read,
        member_since_ms: 0,
    };
    service.client().mark_notifications(asked).await.unwrap().into_inner()
}

#[rstest]
#[tokio::test]
async fn unread_notifications_are_first_then_the_newest(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let mut ids = Vec::new();
    for name in ["a", "b", "c"] {
        ids.push(service.create(NOY, name).await.notification_id);
        service.clock.advance(1000);
    }
    service.create(KHAM, "k").await;
    assert_eq!(service.titles(NOY).await, ["T c", "T b", "T a"]);
    let marked = mark(&service, NOY, &[ids[2]], true).await;
    assert_eq!((marked.changed, marked.unread), (1, 2));
    assert_eq!(service.titles(NOY).await, ["T b", "T a", "T c"]);
    assert_eq!(mark(&service, NOY, &[ids[2]], true).await.changed, 0);
    assert_eq!(mark(&service, NOY, &[ids[2]], false).await.unread, 3);
    assert_eq!(mark(&service, NOY, &[], true).await.unread, 0);
    let list = service.list(NOY).await;
    assert_eq!((list.total, list.unread), (3, 0));
    assert!(list.notifications.iter().all(|one| one.is_read && one.updated_at_ms >= one.created_at_ms));
}

#[rstest]
#[tokio::test]
async fn notification_of_another_customer_cannot_be_marked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let id = service.create(NOY, "a").await.notification_id;
    assert_eq!(mark(&service, KHAM, &[id], true).await.changed, 0);
    let no_id = wire::MarkNotificationsRequest {
        customer_id: NOY,
        notification_ids: vec![id, -1],
        is_read: true,
        ..wire::MarkNotificationsRequest::default()
    };
    let refused = Error::from(service.client().mark_notifications(no_id).await.unwrap_err());
    assert_eq!(refused.detail.field, "ids");
    assert_eq!(service.list(NOY).await.unread, 1);
}

#[rstest]
#[tokio::test]
async fn broadcast_reaches_its_topic_and_only_customers_registered_before(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let first = service.broadcast("customers", "all").await.unwrap();
    assert_eq!(service.broadcast("customers", "all").await.unwrap().notification_id, first.notification_id);
    service.broadcast("sellers", "some").await.unwrap();
    let refused: Error = service.broadcast("unknown", "x").await.unwrap_err();
    assert_eq!(refused.detail.field, "topicName");

    let mut asked = Browser::new(3).subscription(KHAM, "http://127.0.0.1:9/none".to_owned());
    asked.topics = vec!["sellers".to_owned()];
    asked.staff = true;
    service.client().save_push_subscription(asked).await.unwrap();
    assert_eq!(service.titles(NOY).await, ["T all"]);
    assert_eq!(service.titles(KHAM).await, ["T some", "T all"]);
    assert_eq!(mark(&service, NOY, &[], true).await.unread, 0);
    assert_eq!(service.list(KHAM).await.unread, 2);

    let newcomer =
        wire::ListNotificationsRequest { customer_id: 9, member_since_ms: NOON + 1, page: 1, limit: 10 };
    assert_eq!(service.client().list_notifications(newcomer).await.unwrap().into_inner().total, 0);
}

#[rstest]
#[tokio::test]
async fn each_order_event_causes_one_notification(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let events = || {
        vec![
            event("o1", "order.received", NOY),
            event("o1", "order.ready", NOY),
            event("o1", "order.unheard", NOY),
        ]
    };
    for _ in 0..3 {
        assert_eq!(service.deliver(events()).await.unwrap().len(), 3);
    }
    let list = service.list(NOY).await;
    let kinds: Vec<&str> = list.notifications.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(kinds, ["order.ready", "order.received"]);
    let ready = &list.notifications[0];
    assert_eq!((ready.category.as_str(), ready.order_number.as_str()), ("order", "N-o1"));
    assert_eq!(ready.action_url, "/account/orders/o1");
    assert!(ready.body.contains("N-o1") && ready.title_en == "Your order is ready", "{ready:?}");
    assert!(service.deliver(Vec::new()).await.is_err());
}

#[rstest]
#[tokio::test]
async fn stream_delivers_everything_once_and_resumes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.create(NOY, "before").await;
    let watch = async |after_position| {
        let asked = wire::WatchNotificationsRequest { after_position };
        service.client().watch_notifications(asked).await.unwrap().into_inner()
    };
    let mut stream = watch(-1).await;
    let position = stream.message().await.unwrap().unwrap().position;
    // Another replica writes.
    let other = Service::open_at(&db.location, service.clock.clone()).await;
    for n in 0..5 {
        let writer = if n % 2 == 0 { &service } else { &other };
        writer.create(NOY, &format!("n{n}")).await;
    }
    let mut heard = Vec::new();
    while heard.len() < 5 {
        heard.extend(stream.message().await.unwrap().unwrap().notifications);
    }
    let titles: Vec<&str> = heard.iter().map(|one| one.title.as_str()).collect();
    assert_eq!(titles, ["T n0", "T n1", "T n2", "T n3", "T n4"]);
    let mut resumed = watch(heard[1].notification_id).await;
    let again = resumed.message().await.unwrap().unwrap().notifications;
    assert_eq!(again.first().unwrap().title, "T n2");
    assert!(position < heard[0].notification_id);
    other.close().await;
}

#[rstest]
#[tokio::test]
async fn position_beyond_the_log_is_reset(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let position = service.create(NOY, "a").await.notification_id;
    let asked = wire::ListNewNotificationsRequest {
        customer_id: NOY,
        after_position: position + 1000,
        limit: 10,
        ..Default::default()
    };
    let update = service.client().list_new_notifications(asked).await.unwrap().into_inner();
    assert_eq!((update.position, update.reset, update.notifications.len()), (position, true, 0));
    let asked = wire::WatchNotificationsRequest { after_position: position + 1000 };
    let mut stream = service.client().watch_notifications(asked).await.unwrap().into_inner();
    let update = stream.message().await.unwrap().unwrap();
    assert_eq!((update.position, update.reset), (position, true));
    service.create(NOY, "b").await;
    let update = stream.message().await.unwrap().unwrap();
    assert_eq!((update.notifications[0].title.as_str(), update.reset), ("T b", false));
}

#[rstest]
#[case::customer(MessageActorRole::Customer as i32, false)]
#[case::clerk(MessageActorRole::Clerk as i32, true)]
#[case::editor(MessageActorRole::Editor as i32, true)]
#[case::manager(MessageActorRole::Manager as i32, true)]
#[case::edge_of_the_previous_release(MessageActorRole::Unspecified as i32, true)]
#[case::unknown_role(99, false)]
#[tokio::test]
async fn new_notifications_of_the_staff_need_a_role_of_the_staff(
    #[case] role: i32,
    #[case] is_accepted: bool,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let asked = |staff| wire::ListNewNotificationsRequest {
        customer_id: KHAM,
        after_position: -1,
        limit: 1,
        staff,
        actor_role: role,
        ..Default::default()
    };
    let listed = service.client().list_new_notifications(asked(true)).await;
    let refused = listed.err().map(Error::from).map(|error| (error.code, error.detail.reason));
    let denied = (Code::PermissionDenied, "role".to_owned());
    assert_eq!(refused, if is_accepted { None } else { Some(denied) });
    // A customer reads its own.
    service.client().list_new_notifications(asked(false)).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn browsers_follow_topics_and_staff_topics_need_the_role(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let save = async |customer_id: i64, browser: u8, topic: &str, staff: bool| -> Result<(), Error> {
        let endpoint = format!("http://127.0.0.1:9/{browser}");
        let mut asked = Browser::new(browser).subscription(customer_id, endpoint);
        (asked.topics, asked.staff) = (vec![topic.to_owned()], staff);
        Ok(service.client().save_push_subscription(asked).await.map(drop)?)
    };
    let followed = async |customer_id: i64, staff: bool| {
        let asked = wire::ListNewNotificationsRequest {
            customer_id,
            after_position: -1,
            limit: 1,
            staff,
            ..Default::default()
        };
        service.client().list_new_notifications(asked).await.unwrap().into_inner().topics
    };
    let refused = save(NOY, 1, "sellers", false).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.field.as_str()), (Code::PermissionDenied, "topics"));
    save(NOY, 1, "promotions", false).await.unwrap();
    assert_eq!(followed(NOY, false).await, ["promotions"]);

    // Each browser has its own topics.
    save(KHAM, 2, "sellers", true).await.unwrap();
    save(KHAM, 3, "promotions", true).await.unwrap();
    assert_eq!(followed(KHAM, true).await, ["promotions", "sellers"]);
    service.broadcast("sellers", "s1").await.unwrap();
    assert_eq!(service.titles(KHAM).await, ["T s1"]);
    let endpoint = "http://127.0.0.1:9/3".to_owned();
    let gone = wire::DeletePushSubscriptionRequest { customer_id: KHAM, endpoint };
    service.client().delete_push_subscription(gone).await.unwrap();
    assert_eq!(followed(KHAM, true).await, ["sellers"]);
    // Role revoked: by the operator's command, or at the next visit.
    staff_left(&config(), &db.location, KHAM).await.unwrap();
    assert!(followed(KHAM, true).await.is_empty());
    assert!(service.titles(KHAM).await.is_empty());
    save(KHAM, 2, "sellers", true).await.unwrap();
    assert!(followed(KHAM, false).await.is_empty());
    assert!(followed(KHAM, true).await.is_empty());
}

#[rstest]
#[tokio::test]
async fn stream_is_reset_after_a_restore(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    for name in ["a", "b", "c"] {
        service.create(NOY, name).await;
    }
    let asked = wire::WatchNotificationsRequest { after_position: -1 };
    let mut stream = service.client().watch_notifications(asked).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap().unwrap().position, 3);
    let tables = support::tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    for sql in ["DELETE FROM notification WHERE no_id > 1", "UPDATE counter SET value = 1 WHERE id = 1"] {
        heuan_store::run!(tx, sql).unwrap();
    }
    tx.commit().await.unwrap();
    let update = stream.message().await.unwrap().unwrap();
    assert_eq!((update.position, update.reset, update.notifications.len()), (1, true, 0));
    service.create(NOY, "after").await;
    let update = stream.message().await.unwrap().unwrap();
    assert_eq!((update.position, update.reset, update.notifications.len()), (2, false, 1));
}
