//! Audit log of the staff: pages, filters and search; on both databases.

use heuan_accounts::customer::Role as DomainRole;
use heuan_proto::accounts::v1::{
    CompleteAuditRequest, ListAuditRequest, ListAuditResponse, RecordAuditRequest, Role,
};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    roles::write,
    staff::{client, member},
    support::{DAY, TestAccounts},
};

#[rstest]
#[tokio::test]
async fn audit_log_is_listed_by_pages_filtered_and_completed_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let mut ids = Vec::new();
    for (actor_id, subject) in [(manager, "A_1"), (manager, "AB1"), (8, "C")] {
        let entry = RecordAuditRequest {
            actor_id,
            actor_name: "Kham Sy".to_owned(),
            role: Role::Clerk.into(),
            action: "POST /api/staff/orders/{order_id}/actions".to_owned(),
            subject: subject.to_owned(),
            client_address: "10.0.0.1".to_owned(),
        };
        ids.push(client(&service).record_audit(entry).await.unwrap().into_inner().entry_id);
    }
    for (status, detail) in [(200, "cancel: refused on delivery"), (500, "overwritten")] {
        let (entry_id, detail) = (ids[0].clone(), detail.to_owned());
        client(&service).complete_audit(CompleteAuditRequest { entry_id, status, detail }).await.unwrap();
    }
    let list = |change: fn(&mut ListAuditRequest)| {
        let mut request = ListAuditRequest { actor_id: manager, limit: 2, ..ListAuditRequest::default() };
        change(&mut request);
        let mut client = client(&service);
        async move { client.list_audit(request).await.unwrap().into_inner() }
    };
    let subjects = |page: &ListAuditResponse| -> Vec<String> {
        page.entries.iter().map(|entry| entry.subject.clone()).collect()
    };
    let first = list(|_| ()).await;
    assert_eq!(subjects(&first), ["C", "AB1"]);
    let mut client = client(&service);
    let next =
        ListAuditRequest { actor_id: manager, limit: 2, cursor: first.next_cursor, ..Default::default() };
    let last = client.list_audit(next).await.unwrap().into_inner();
    assert_eq!((subjects(&last), last.next_cursor.as_str()), (vec!["A_1".to_owned()], ""));
    let entry = &last.entries[0];
    assert_eq!(
        (entry.status, entry.detail.as_str(), entry.role()),
        (200, "cancel: refused on delivery", Role::Clerk)
    );
    // `_` and `%` are characters and not wildcards.
    assert_eq!(subjects(&list(|request| request.search = "a_1".to_owned()).await), ["A_1"]);
    assert!(list(|request| request.search = "a%1".to_owned()).await.entries.is_empty());
    assert_eq!(subjects(&list(|request| request.by_id = 8).await), ["C"]);
    assert_eq!(subjects(&list(|request| request.search = "REFUSED".to_owned()).await), ["A_1"]);
    assert!(list(|request| request.from_ms = i64::MAX).await.entries.is_empty());
    assert_eq!(
        (list(|_| ()).await.total, list(|request| request.has_total = true).await.total),
        (None, Some(3))
    );
    let of_text = list(|request| (request.has_total, request.search) = (true, "a_1".to_owned())).await;
    assert_eq!(of_text.total, Some(1));

    service.clock.advance(731 * DAY);
    service.accounts.service().delete_expired().await.unwrap();
    assert!(list(|_| ()).await.entries.is_empty());
}

#[rstest]
#[tokio::test]
async fn audit_log_is_searched_in_any_case_and_spelling_of_letters_beyond_ascii(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let entry = |actor_name: &str, subject: &str| RecordAuditRequest {
        actor_id: manager,
        actor_name: actor_name.to_owned(),
        role: Role::Clerk.into(),
        action: "POST /api/staff/orders/{order_id}/actions".to_owned(),
        subject: subject.to_owned(),
        client_address: "10.0.0.1".to_owned(),
    };
    let entry_id =
        client(&service).record_audit(entry("Đặng Văn", "A1")).await.unwrap().into_inner().entry_id;
    let (status, detail) = (200, "ĐÃ HỦY: khách không nhận".to_owned());
    client(&service).complete_audit(CompleteAuditRequest { entry_id, status, detail }).await.unwrap();
    client(&service).record_audit(entry("Đỗ Hà", "B2")).await.unwrap();
    let found = async |search: &str| {
        let request =
            ListAuditRequest { actor_id: manager, limit: 9, search: search.to_owned(), ..Default::default() };
        let page = client(&service).list_audit(request).await.unwrap().into_inner();
        page.entries.into_iter().map(|entry| entry.subject).collect::<Vec<_>>()
    };
    // The last ones have their marks as characters of their own.
    let spellings = ["đặng", "ĐẶNG VĂN", "Đặng", "đã hủy", "Đã Hủy", "Đa\u{323}\u{306}ng", "Va\u{306}n"];
    for search in spellings {
        assert_eq!(found(search).await, ["A1"], "{search}");
    }
    assert_eq!(found("đ").await, ["B2", "A1"]);
    // Of an earlier release.
    write(&service, "UPDATE audit_entry SET search = '', searched_from = -1 WHERE actor_id = $1", manager)
        .await;
    assert!(found("đặng").await.is_empty());
    service.accounts.service().delete_expired().await.unwrap();
    for search in spellings {
        assert_eq!(found(search).await, ["A1"], "{search}");
    }
}

/// Short and long searched texts are in different indexes.
#[rstest]
#[tokio::test]
async fn search_lists_entries_with_short_and_long_texts_by_pages_newest_first(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let long = format!("{}end", "ກ".repeat(497));
    for (subject, detail) in [("1", "short"), ("2", long.as_str()), ("3", "short"), ("4", long.as_str())] {
        let entry = RecordAuditRequest {
            actor_id: manager,
            actor_name: "ຂ".repeat(200),
            role: Role::Clerk.into(),
            action: "POST".to_owned(),
            subject: subject.to_owned(),
            client_address: "10.0.0.1".to_owned(),
        };
        let entry_id = client(&service).record_audit(entry).await.unwrap().into_inner().entry_id;
        let (status, detail) = (200, detail.to_owned());
        client(&service).complete_audit(CompleteAuditRequest { entry_id, status, detail }).await.unwrap();
    }
    let pages = async |search: &str| {
        let (mut pages, mut cursor) = (Vec::new(), String::new());
        loop {
            let search = search.to_owned();
            let request =
                ListAuditRequest { actor_id: manager, limit: 3, search, cursor, ..Default::default() };
            let page = client(&service).list_audit(request).await.unwrap().into_inner();
            pages.push(page.entries.into_iter().map(|entry| entry.subject).collect::<String>());
            cursor = page.next_cursor;
            if cursor.is_empty() {
                return pages;
            }
        }
    };
    for (search, expected) in
        [("post", &["432", "1"][..]), ("short", &["31"]), ("ກend", &["42"]), ("ຂ 9", &[""])]
    {
        assert_eq!(pages(search).await, expected, "{search}");
    }
}

/// Statement after which the searched texts are those of an earlier release, which has one form of each.
const OF_EARLIER_RELEASE: &str = "UPDATE audit_entry SET search = LOWER(actor_name || ' ' || detail), searched_from = -1 WHERE actor_id = $1";

#[rstest]
#[case::joined("ນ້\u{eb3}", "ຄ\u{eb3}")]
#[case::in_parts("ນ້\u{ecd}\u{eb2}", "ຄ\u{ecd}\u{eb2}")]
#[tokio::test]
async fn both_forms_of_a_vowel_find_an_entry_of_this_release_and_of_an_earlier_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] actor_name: &str,
    #[case] detail: &str,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let entry = RecordAuditRequest {
        actor_id: manager,
        actor_name: actor_name.to_owned(),
        role: Role::Clerk.into(),
        action: "POST".to_owned(),
        subject: "A1".to_owned(),
        client_address: "10.0.0.1".to_owned(),
    };
    let entry_id = client(&service).record_audit(entry).await.unwrap().into_inner().entry_id;
    let (status, detail) = (200, detail.to_owned());
    client(&service).complete_audit(CompleteAuditRequest { entry_id, status, detail }).await.unwrap();
    let assert_found = async |when: &str| {
        for search in ["ນ້\u{eb3}", "ນ້\u{ecd}\u{eb2}", "ຄ\u{eb3}", "ຄ\u{ecd}\u{eb2}"] {
            let search = search.to_owned();
            let request = ListAuditRequest { actor_id: manager, limit: 9, search, ..Default::default() };
            let page = client(&service).list_audit(request).await.unwrap().into_inner();
            assert_eq!(page.entries.len(), 1, "{when}");
        }
    };
    assert_found("of this release").await;
    write(&service, OF_EARLIER_RELEASE, manager).await;
    assert_found("of an earlier release").await;
    service.accounts.service().delete_expired().await.unwrap();
    assert_found("made again").await;
}

#[rstest]
#[tokio::test]
async fn earlier_release_finds_an_entry_of_this_one_by_a_joined_vowel(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let entry = RecordAuditRequest {
        actor_id: manager,
        actor_name: "ນ້\u{eb3}".to_owned(),
        role: Role::Clerk.into(),
        action: "POST".to_owned(),
        subject: "A1".to_owned(),
        client_address: "10.0.0.1".to_owned(),
    };
    let entry_id = client(&service).record_audit(entry).await.unwrap().into_inner().entry_id;
    let (status, detail) = (200, "ຄ\u{eb3}".to_owned());
    client(&service).complete_audit(CompleteAuditRequest { entry_id, status, detail }).await.unwrap();
    // Its statement, with the pattern in NFC; and words across the subject and the detail.
    for found in [
        "SELECT COUNT(*) FROM audit_entry WHERE search LIKE '%ນ້\u{eb3} post%'",
        "SELECT COUNT(*) FROM audit_entry WHERE search LIKE '%a1 ຄ\u{eb3}%'",
    ] {
        assert_eq!(service.count(found).await, 1, "{found}");
        service.accounts.service().delete_expired().await.unwrap();
        assert_eq!(service.count(found).await, 1, "{found}");
    }
}

/// Statements of the previous release, which does not know the searched text.
const INSERT: &str = "INSERT INTO audit_entry \
     (entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status) \
     SELECT '019ab0c0f0007000800000000000000a', at, actor_id, actor_name, role, action, 'old', '', '', 0 \
     FROM audit_entry WHERE actor_id = $1";
const COMPLETE: &str =
    "UPDATE audit_entry SET status = 200, detail = 'ນ້ຳ ĐÃ HỦY' WHERE actor_id = $1 AND status = 0";
const ERASE: &str =
    "UPDATE audit_entry SET actor_name = '', detail = '(erased): removed' WHERE actor_id = $1";

#[rstest]
#[tokio::test]
async fn entry_that_the_previous_release_writes_completes_or_erases_is_found_by_its_present_texts(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let entry = RecordAuditRequest {
        actor_id: manager,
        actor_name: "Đỗ Hà".to_owned(),
        role: Role::Clerk.into(),
        action: "POST".to_owned(),
        subject: "new".to_owned(),
        client_address: "10.0.0.1".to_owned(),
    };
    client(&service).record_audit(entry).await.unwrap();
    write(&service, INSERT, manager).await;
    let fill = async || service.accounts.service().delete_expired().await.unwrap();
    let found = async |search: &str| {
        let request =
            ListAuditRequest { actor_id: manager, limit: 9, search: search.to_owned(), ..Default::default() };
        let page = client(&service).list_audit(request).await.unwrap().into_inner();
        let mut subjects: Vec<_> = page.entries.into_iter().map(|entry| entry.subject).collect();
        subjects.sort();
        subjects
    };
    fill().await;
    assert_eq!(found("đỗ").await, ["new", "old"]);
    write(&service, COMPLETE, manager).await;
    fill().await;
    // The vowel of the last one is written in its two parts.
    for search in ["đã hủy", "ນ້ຳ", "ນ້\u{ecd}າ"] {
        assert_eq!(found(search).await, ["new", "old"], "{search}");
    }
    // A name of as many characters as the text that replaces it.
    write(&service, "UPDATE audit_entry SET detail = 'Kham Sy1: removed' WHERE actor_id = $1", manager).await;
    fill().await;
    assert_eq!(found("kham sy1").await, ["new", "old"]);
    write(&service, ERASE, manager).await;
    fill().await;
    assert!(found("đỗ").await.is_empty() && found("kham sy1").await.is_empty());
    assert_eq!(found("(ERASED)").await, ["new", "old"]);
}
