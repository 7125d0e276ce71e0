//! The staff's inbox: finding conversations, and no unknowing override of another reply. Both databases.

use crate::{
    images::image,
    support::{NOY, Service, VILAY, customer, staff, text},
};
use futures::future::join_all;
use heuan_proto::chat::v1::{self as wire, ChatActorRole};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestDb};
use image::ImageFormat;
use rstest::rstest;

fn answer(by: i64, client_id: &str, version: i64, take_over: bool) -> wire::SendMessageRequest {
    wire::SendMessageRequest { version, take_over, ..text(NOY, staff(by), client_id) }
}

async fn refused(service: &Service, request: wire::SendMessageRequest) -> String {
    service.send(request).await.unwrap_err().detail.reason
}

#[rstest]
#[tokio::test]
async fn second_of_two_simultaneous_replies_is_refused(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.say(NOY, "c").await;
    let names: Vec<String> = (0..8).map(|n| format!("a{n}")).collect();
    let sent = join_all((0..8).map(|n| service.send(answer(10 + n, &names[n as usize], 0, false)))).await;
    let (written, rejected): (Vec<_>, Vec<_>) = sent.into_iter().partition(Result::is_ok);
    assert_eq!((written.len(), rejected.len()), (1, 7));
    assert!(rejected.into_iter().all(|one| one.unwrap_err().detail.reason == "conversation_changed"));
    assert_eq!(service.messages(NOY, staff(5)).await.unwrap().len(), 2);
}

#[rstest]
#[tokio::test]
async fn reply_claims_the_conversation_for_a_while(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    service.say(NOY, "c").await;
    let first = service.send(answer(5, "a", 0, false)).await.unwrap();
    let taken = first.conversation.unwrap();
    assert_eq!((taken.version, taken.claimed_by.as_ref().unwrap().account_id), (1, 5));
    // A customer's message does not change the claim.
    service.say(NOY, "c2").await;
    assert_eq!(refused(&service, answer(6, "b", 0, false)).await, "conversation_changed");
    assert_eq!(refused(&service, answer(6, "b", 1, false)).await, "claimed");
    // The owner of the claim may reply from an outdated window.
    service.send(answer(5, "a2", 0, false)).await.unwrap();
    // A repetition is recognized whatever happened meanwhile.
    assert!(service.send(answer(5, "a", 0, false)).await.unwrap().deduplicated);
    assert_eq!(refused(&service, answer(6, "b", 1, true)).await, "conversation_changed");
    let over = service.send(answer(6, "b", 2, true)).await.unwrap().conversation.unwrap();
    assert_eq!(over.claimed_by.unwrap().account_id, 6);
    service.clock.advance(10 * 60_000);
    assert!(service.conversation(NOY).await.claimed_by.is_none());
    service.send(answer(5, "a3", 3, false)).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn conversation_is_claimed_and_released(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let claim = async |by, version| -> Result<wire::Conversation, Error> {
        let request = wire::ClaimConversationRequest { customer_id: NOY, staff: Some(staff(by)), version };
        Ok(service.client().claim_conversation(request).await?.into_inner().conversation.unwrap())
    };
    assert_eq!(claim(5, 0).await.unwrap_err().code, Code::NotFound);
    service.say(NOY, "c").await;
    assert_eq!(claim(5, 0).await.unwrap().version, 1);
    assert_eq!(claim(6, 0).await.unwrap_err().detail.reason, "conversation_changed");
    assert_eq!(claim(6, 1).await.unwrap().claimed_by.unwrap().account_id, 6);
    let release = async |by| {
        let request = wire::ReleaseConversationRequest { customer_id: NOY, staff: Some(staff(by)) };
        service.client().release_conversation(request).await.unwrap().into_inner().conversation.unwrap()
    };
    assert!(release(5).await.claimed_by.is_some(), "another member's claim is unchanged");
    assert!(release(6).await.claimed_by.is_none());
}

#[rstest]
#[tokio::test]
async fn inbox_is_searched_and_filtered(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let mut request = text(NOY, customer(NOY), "c");
    request.text = "ຊີມັງ 100% ຫຼື Cement_50".to_owned();
    service.send(request).await.unwrap();
    service.clock.advance(1000);
    let mut other = customer(VILAY);
    (other.fname, other.phone) = ("Vilay".to_owned(), "+8562077700011".to_owned());
    service.send(text(VILAY, other, "c")).await.unwrap();
    let list = async |search: &str, unread_only, claimed_by| {
        let search = search.to_owned();
        let request = wire::ListConversationsRequest {
            search,
            unread_only,
            claimed_by,
            limit: 10,
            staff: Some(staff(5)),
            ..Default::default()
        };
        let found = service.client().list_conversations(request).await.unwrap().into_inner();
        let ids: Vec<i64> = found.conversations.iter().map(|one| one.customer_id).collect();
        assert_eq!(found.total, ids.len() as i64);
        assert!(found.conversations.iter().all(|one| one.last_message.is_some()));
        (ids, found.unread_conversations)
    };
    assert_eq!(list("", false, 0).await, (vec![VILAY, NOY], 2));
    assert_eq!(list("VILAY", false, 0).await.0, [VILAY]);
    assert_eq!(list("777000", false, 0).await.0, [VILAY]);
    assert_eq!(list("cement_5", false, 0).await.0, [NOY]);
    assert_eq!(list("100%", false, 0).await.0, [NOY]);
    assert!(list("%", false, 0).await.0 == [NOY], "a percent sign is matched literally");
    assert!(list("cementx50", false, 0).await.0.is_empty());
    let read = wire::MarkReadRequest { customer_id: NOY, reader: Some(staff(5)), seq: 1 };
    service.client().mark_read(read).await.unwrap();
    assert_eq!(list("", true, 0).await, (vec![VILAY], 1));
    service.answer(NOY, 5, "a").await;
    assert_eq!(list("", false, 5).await.0, [NOY]);
    assert!(list("", false, 6).await.0.is_empty());
}

#[rstest]
#[case::of_the_largest_index_entry(600)]
#[case::over_the_largest_index_entry(601)]
#[case::of_the_longest_message(4000)]
#[tokio::test]
async fn conversation_is_found_by_the_last_word_of_a_message_of_any_length(
    #[case] chars: usize,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    // The largest letters of UTF-8, four bytes each.
    let mut request = text(NOY, customer(NOY), "c");
    request.text = format!("{} ຊີມັງ", "𐐨".repeat(chars - 6));
    assert_eq!(request.text.chars().count(), chars);
    service.send(request).await.unwrap();
    service.say(VILAY, "c").await;
    let request = wire::ListConversationsRequest {
        search: "ຊີມັງ".to_owned(),
        limit: 10,
        staff: Some(staff(5)),
        ..Default::default()
    };
    let found = service.client().list_conversations(request).await.unwrap().into_inner();
    let ids: Vec<i64> = found.conversations.iter().map(|one| one.customer_id).collect();
    assert_eq!((ids, found.total), (vec![NOY], 1));
}

#[rstest]
#[tokio::test]
async fn search_counts_all_matches_on_every_page(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    for customer_id in 1..=5 {
        let mut request = text(customer_id, customer(customer_id), "c");
        request.text = if customer_id == 3 { "pipe" } else { "cement" }.to_owned();
        service.send(request).await.unwrap();
    }
    let (mut cursor, mut seen) = (String::new(), vec![]);
    loop {
        let request = wire::ListConversationsRequest {
            search: "cement".to_owned(),
            limit: 2,
            staff: Some(staff(50)),
            cursor,
            ..Default::default()
        };
        let page = service.client().list_conversations(request).await.unwrap().into_inner();
        assert_eq!(page.total, 4);
        seen.extend(page.conversations.iter().map(|one| one.customer_id));
        cursor = page.next_cursor;
        if cursor.is_empty() {
            break;
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, [1, 2, 4, 5]);
}

#[rstest]
#[tokio::test]
async fn inbox_is_searched_in_every_spelling_that_looks_the_same(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    // ຄຳ as one vowel and as its two parts, composed and decomposed Latin letters.
    let (mut noy, mut vilay) = (customer(NOY), customer(VILAY));
    (noy.fname, noy.lname, noy.phone) =
        ("ຄຳ".to_owned(), "Ame\u{301}lie".to_owned(), "+8562055123456".to_owned());
    (vilay.fname, vilay.lname, vilay.phone) =
        ("ຄ\u{0ECD}າ".to_owned(), "Am\u{e9}lie".to_owned(), "+8562077700011".to_owned());
    let mut request = text(NOY, noy, "c");
    request.text = "ໂທ 020 9911 2233, ທໍ່ 1/2".to_owned();
    service.send(request).await.unwrap();
    service.clock.advance(1000);
    let mut request = text(VILAY, vilay, "c");
    request.text = "+856 (0)20 9911-2233".to_owned();
    service.send(request).await.unwrap();
    let list = async |search: &str| {
        let search = search.to_owned();
        let request =
            wire::ListConversationsRequest { search, limit: 10, staff: Some(staff(5)), ..Default::default() };
        let found = service.client().list_conversations(request).await.unwrap().into_inner();
        let ids: Vec<i64> = found.conversations.iter().map(|one| one.customer_id).collect();
        assert_eq!(found.total, ids.len() as i64);
        ids
    };
    let of_both =
        ["ຄຳ", "ຄ\u{0ECD}າ", "AM\u{c9}LIE", "ame\u{301}lie ຄຳ", "020 9911 2233", "+856 20 99112233"];
    for query in of_both {
        assert_eq!(list(query).await, [VILAY, NOY], "{query:?}");
    }
    for query in ["020 5512 3456", "+856 (0)20 5512-3456", "໐໒໐ ໕໕໑໒", "ຄຳ 020 5512 3456", "ຄຳ 1/2"]
    {
        assert_eq!(list(query).await, [NOY], "{query:?}");
    }
    assert!(list("020 5512 3457").await.is_empty());

    // The previous release wrote texts in lower case.
    let tables = crate::support::tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    for (customer_id, name) in [(NOY, "ຄຳ"), (VILAY, "ຄ\u{0ECD}າ")] {
        let typed = format!("{name} am\u{e9}lie +8562055123456");
        let sql = "UPDATE conversation SET search_text = $2 WHERE customer_id = $1";
        heuan_store::run!(tx, sql, customer_id, &typed).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;
    for query in ["ຄຳ", "ຄ\u{0ECD}າ", "Am\u{e9}lie", "020 5512 3456"] {
        assert_eq!(list(query).await, [VILAY, NOY], "{query:?}");
    }
}

#[rstest]
#[tokio::test]
async fn conversation_is_unanswered_until_a_member_of_the_staff_writes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let counts = async || {
        let request = wire::ListConversationsRequest { page: 1, limit: 1, ..Default::default() };
        let found = service.client().list_conversations(request).await.unwrap().into_inner();
        (found.unanswered_conversations, found.unread_conversations)
    };
    assert_eq!(counts().await, (0, 0));
    service.say(NOY, "c1").await;
    service.say(NOY, "c2").await;
    service.send(text(VILAY, customer(VILAY), "c")).await.unwrap();
    assert_eq!(counts().await, (2, 2));
    let read = wire::MarkReadRequest { customer_id: NOY, reader: Some(staff(5)), seq: 2 };
    service.client().mark_read(read).await.unwrap();
    assert_eq!(counts().await, (2, 1), "read is not answered");
    service.answer(NOY, 5, "a1").await;
    assert_eq!(counts().await, (1, 1));
    service.say(NOY, "c3").await;
    assert_eq!(counts().await, (2, 2));
    service.answer(NOY, 5, "a2").await;

    // The previous release writes answers without `answered_seq`.
    let tables = crate::support::tables(&db).await;
    let mut tx = tables.begin().await.unwrap();
    heuan_store::run!(tx, "UPDATE conversation SET answered_seq = 0").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    assert_eq!(counts().await, (1, 2), "answered is not read");
}

#[rstest]
#[tokio::test]
async fn page_of_the_inbox_begins_behind_its_cursor_whatever_was_written_since(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    // 11 and 12 have the same time.
    for customer_id in [13, 12, 11, 10] {
        service.say(customer_id, "c").await;
        if customer_id != 12 {
            service.clock.advance(1000);
        }
    }
    let list = async |page, cursor: &str| {
        let cursor = cursor.to_owned();
        let request = wire::ListConversationsRequest { page, limit: 2, cursor, ..Default::default() };
        let found = service.client().list_conversations(request).await?.into_inner();
        let ids: Vec<i64> = found.conversations.iter().map(|one| one.customer_id).collect();
        assert_eq!(found.total, 4);
        Ok::<_, Error>((ids, found.next_cursor))
    };
    let (first, next) = list(0, "").await.unwrap();
    assert_eq!(first, [10, 11]);
    // A new message moves its conversation before the first page: by page number, 11 would come again.
    service.say(13, "c2").await;
    let (second, end) = list(0, &next).await.unwrap();
    assert_eq!((second, end.as_str()), (vec![12], ""));
    let (_, next) = list(1, "").await.unwrap();
    // A client of an earlier release names a page.
    assert_eq!(list(2, "").await.unwrap(), (vec![11, 12], String::new()));
    assert_eq!(list(2, &next).await.unwrap().0, [11, 12], "the cursor decides");
    for wrong in ["x", "1.x", "1", "1.2.3"] {
        assert_eq!(list(0, wrong).await.unwrap_err().detail.field, "cursor", "{wrong}");
    }
}

#[rstest]
#[tokio::test]
async fn quick_replies_are_saved(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let save = async |quick_reply_id, title: &str| -> Result<i64, Error> {
        let (title, text) = (title.to_owned(), "ສະບາຍດີ".to_owned());
        let quick_reply = Some(wire::QuickReply { quick_reply_id, title, text });
        let saved = service
            .client()
            .save_quick_reply(wire::SaveQuickReplyRequest { quick_reply, staff: Some(staff(5)) })
            .await?;
        Ok(saved.into_inner().quick_reply.unwrap().quick_reply_id)
    };
    let id = save(0, "Hello").await.unwrap();
    assert_eq!(save(id, "Hello again").await.unwrap(), id);
    assert_eq!(save(id + 1000, "x").await.unwrap_err().code, Code::NotFound);
    assert_eq!(save(0, " ").await.unwrap_err().detail.field, "title");
    let delete = wire::DeleteQuickReplyRequest { quick_reply_id: id, staff: Some(staff(5)) };
    service.client().delete_quick_reply(delete).await.unwrap();
    let left =
        service.client().list_quick_replies(wire::ListQuickRepliesRequest { staff: None }).await.unwrap();
    assert!(left.into_inner().quick_replies.is_empty());
}

#[tokio::test]
async fn customer_reads_no_inbox_and_changes_no_quick_reply() {
    let db = TestDb::new(Engine::Sqlite).await;
    let service = Service::open(&db).await;
    service.say(NOY, "c").await;
    let mut client = service.client();
    let by = || Some(customer(NOY));
    let list = wire::ListConversationsRequest { page: 1, limit: 1, staff: by(), ..Default::default() };
    let quick_reply =
        Some(wire::QuickReply {
            quick_reply_id: 0, title: "Hello".to_owned(), text: "ສະບາຍດີ".to_owned()
        });
    let refused = [
        client.list_conversations(list).await.err(),
        client.get_conversation(wire::GetConversationRequest { customer_id: NOY, staff: by() }).await.err(),
        client.list_quick_replies(wire::ListQuickRepliesRequest { staff: by() }).await.err(),
        client.save_quick_reply(wire::SaveQuickReplyRequest { quick_reply, staff: by() }).await.err(),
        client
            .delete_quick_reply(wire::DeleteQuickReplyRequest { quick_reply_id: 1, staff: by() })
            .await
            .err(),
    ];
    for error in refused {
        let error = Error::from(error.unwrap());
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::PermissionDenied, "staff"));
    }
}

#[rstest]
#[case::clerk(ChatActorRole::Clerk as i32, true)]
#[case::manager(ChatActorRole::Manager as i32, true)]
#[case::edge_of_the_previous_release(ChatActorRole::Unspecified as i32, true)]
#[case::editor(ChatActorRole::Editor as i32, false)]
#[case::customer(ChatActorRole::Customer as i32, false)]
#[case::unknown_role(99, false)]
#[tokio::test]
async fn calls_of_the_staff_are_served_to_clerks_and_managers_only(
    #[case] account_role: i32,
    #[case] is_served: bool,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let db = TestDb::new(engine).await;
    let service = Service::open(&db).await;
    let message_id = service.say(NOY, "c").await.message_id;
    let png = image(ImageFormat::Png, 8, 8);
    let url = service.send_image(NOY, "i", png.clone()).await.unwrap().message.unwrap().url;
    let by = || Some(wire::Actor { account_role, ..staff(5) });
    let reply = wire::SendMessageRequest { author: by(), ..text(NOY, staff(5), "s") };
    let upload = wire::SendImageRequest {
        customer_id: NOY,
        author: by(),
        client_id: "p".to_owned(),
        image: png,
        ..Default::default()
    };
    let messages =
        wire::ListMessagesRequest { customer_id: NOY, reader: by(), limit: 9, ..Default::default() };
    let like = wire::LikeMessageRequest { message_id, actor: by(), liked: Some(true) };
    let read = wire::MarkReadRequest { customer_id: NOY, reader: by(), seq: 1 };
    let attachment_id = url.rsplit('/').next().unwrap().to_owned();
    let attachment = wire::GetAttachmentRequest { attachment_id, reader: by(), without_content: false };
    let list = wire::ListConversationsRequest { page: 1, limit: 1, staff: by(), ..Default::default() };
    let claim = wire::ClaimConversationRequest { customer_id: NOY, staff: by(), version: 0 };
    let release = wire::ReleaseConversationRequest { customer_id: NOY, staff: by() };
    let quick_reply =
        Some(wire::QuickReply {
            quick_reply_id: 0, title: "Hello".to_owned(), text: "ສະບາຍດີ".to_owned()
        });
    let save = wire::SaveQuickReplyRequest { quick_reply, staff: by() };
    let delete = wire::DeleteQuickReplyRequest { quick_reply_id: 1000, staff: by() };
    let conversation = wire::GetConversationRequest { customer_id: NOY, staff: by() };
    let replies = wire::ListQuickRepliesRequest { staff: by() };
    let mut client = service.client();
    let results = [
        ("ClaimConversation", client.claim_conversation(claim).await.err()),
        ("SendMessage", client.send_message(reply).await.err()),
        ("SendImage", client.send_image(upload).await.err()),
        ("ListMessages", client.list_messages(messages).await.err()),
        ("LikeMessage", client.like_message(like).await.err()),
        ("MarkRead", client.mark_read(read).await.err()),
        ("GetAttachment", client.get_attachment(attachment).await.err()),
        ("ListConversations", client.list_conversations(list).await.err()),
        ("GetConversation", client.get_conversation(conversation).await.err()),
        ("ReleaseConversation", client.release_conversation(release).await.err()),
        ("SaveQuickReply", client.save_quick_reply(save).await.err()),
        ("ListQuickReplies", client.list_quick_replies(replies).await.err()),
        ("DeleteQuickReply", client.delete_quick_reply(delete).await.err()),
    ];
    let denied = (Code::PermissionDenied, "role".to_owned());
    for (call, error) in results {
        let refused = error.map(Error::from).map(|error| (error.code, error.detail.reason));
        assert_eq!(refused, (!is_served).then(|| denied.clone()), "{call}");
    }
    // A member of the staff who may not use the inbox writes as a customer.
    let own = wire::Actor { account_role, ..customer(VILAY) };
    service.send(text(VILAY, own, "own")).await.unwrap();
}
