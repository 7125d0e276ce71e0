//! People and contact messages in the back office; on both databases.

use std::time::Duration;

use crate::{
    codes::mark_verified,
    support::{HOUR, PASSWORD, PHONE, TestAccounts, field_reasons},
};
use heuan_accounts::{customer::Role as DomainRole, service::NewStaff};
use heuan_proto::accounts::v1::{
    AddStaffRequest, ChangePasswordRequest, ListAuditRequest, ListContactMessagesRequest, ListStaffRequest,
    Role, SetContactMessageDoneRequest, SetStaffHomeBranchRequest, SetStaffRoleRequest, SubmitMessageRequest,
    contact_service_client::ContactServiceClient, staff_service_client::StaffServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;

const TIMEOUT: Duration = Duration::from_secs(120);

pub fn client(service: &TestAccounts) -> StaffServiceClient<Transport> {
    StaffServiceClient::new(Transport::in_process(service.accounts.routes(), TIMEOUT))
}

/// Id of a new account with `role`.
pub async fn member(service: &TestAccounts, phone: &str, role: DomainRole) -> i64 {
    let new = NewStaff { fname: "Kham", lname: "Sy", phone, email: "", password: "correct horse", role };
    service.accounts.service().add_staff(new).await.unwrap().customer_id
}

fn denied(error: &Error) -> bool {
    error.code == Code::PermissionDenied && error.detail.reason == "role"
}

#[rstest]
#[tokio::test]
async fn manager_adds_staff_and_a_new_account_signs_in_with_the_temporary_password(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let (noy, _) = service.noy().await;
    let grant = AddStaffRequest {
        actor_id,
        fname: "Sisouk".to_owned(),
        lname: "Keo".to_owned(),
        phone: "020 5500 0009".to_owned(),
        role: Role::Clerk.into(),
        ..Default::default()
    };
    let added = client(&service).add_staff(grant.clone()).await.unwrap().into_inner();
    let (clerk, _) = service.login("020 5500 0009", &added.temporary_password).await.unwrap();
    assert_eq!((clerk.role(), clerk.fname.as_str()), (Role::Clerk, "Sisouk"));

    // Anyone can register with the number of a future member of the staff.
    let existing = AddStaffRequest { phone: PHONE.to_owned(), role: Role::Editor.into(), ..grant.clone() };
    let refused = Error::from(client(&service).add_staff(existing.clone()).await.unwrap_err());
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "identifier_unverified"));
    let account = refused.detail.account.clone().unwrap();
    assert_eq!((account.customer_id, account.name.as_str()), (noy.customer_id, "Noy Keo"));
    assert_eq!(account.created_at_ms, noy.created_at_ms);
    assert!(refused.message.contains(&format!("by its id {}", noy.customer_id)), "{}", refused.message);
    assert!(!format!("{refused:?}").contains("Keo"), "no name is logged");
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.role(), Role::Customer);

    // An account that exists and has confirmed the number keeps its password.
    mark_verified(&service, noy.customer_id, PHONE).await.unwrap();
    let granted = client(&service).add_staff(existing).await.unwrap().into_inner();
    assert_eq!(
        (granted.customer.unwrap().customer_id, granted.temporary_password.as_str()),
        (noy.customer_id, "")
    );
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.role(), Role::Editor);

    let request = ListStaffRequest { actor_id, ..Default::default() };
    let listed = client(&service).list_staff(request).await.unwrap().into_inner().staff;
    assert_eq!(listed.len(), 3);
    assert!(
        !service
            .session(&service.login(PHONE, PASSWORD).await.unwrap().1)
            .await
            .unwrap()
            .has_temporary_password
    );
    // The address of the account is still unconfirmed.
    let by_address = AddStaffRequest {
        phone: String::new(),
        email: "noy@example.com".to_owned(),
        role: Role::Manager.into(),
        ..grant.clone()
    };
    let refused = Error::from(client(&service).add_staff(by_address).await.unwrap_err());
    assert_eq!(refused.detail.reason, "identifier_unverified");
    let wrong = AddStaffRequest { fname: String::new(), phone: "1".to_owned(), ..grant };
    let error = Error::from(client(&service).add_staff(wrong).await.unwrap_err());
    assert_eq!(field_reasons(&error), [("fname", "required"), ("phone", "invalid")]);
}

#[rstest]
#[tokio::test]
async fn temporary_password_is_reported_until_its_owner_replaces_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let phone = "020 5500 0009";
    let grant = AddStaffRequest {
        actor_id,
        fname: "Sisouk".to_owned(),
        lname: "Keo".to_owned(),
        phone: phone.to_owned(),
        role: Role::Clerk.into(),
        ..Default::default()
    };
    let temporary = client(&service).add_staff(grant).await.unwrap().into_inner().temporary_password;
    let (clerk, session) = service.login(phone, &temporary).await.unwrap();
    assert!(service.session(&session).await.unwrap().has_temporary_password);
    let change = async |new: &str| {
        let request = ChangePasswordRequest {
            customer_id: clerk.customer_id,
            current_password: temporary.clone(),
            new_password: new.to_owned(),
            token: session.token.clone(),
            ..Default::default()
        };
        service.client().change_password(request).await.map(drop).map_err(Error::from)
    };
    assert_eq!(field_reasons(&change(&temporary).await.unwrap_err()), [("new", "unchanged")]);
    assert!(service.session(&session).await.unwrap().has_temporary_password);
    change("a better one").await.unwrap();
    assert!(!service.session(&session).await.unwrap().has_temporary_password);
}

#[rstest]
#[tokio::test]
async fn put_staff_creates_the_account_and_then_replaces_its_password(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let put = async |password: &str| {
        let email = "owner@heuan.example";
        let role = DomainRole::Manager;
        let staff = NewStaff { fname: "Demo", lname: "Manager", phone: "", email, password, role };
        service.accounts.service().put_staff(staff).await.unwrap().customer_id
    };
    let first = put("first password").await;
    let (_, session) = service.login("owner@heuan.example", "first password").await.unwrap();
    assert_eq!(put("second password").await, first);
    assert!(service.session(&session).await.is_ok(), "a restart of the shop does not sign out");
    let refused = service.login("owner@heuan.example", "first password").await.unwrap_err();
    assert_eq!(refused.detail.reason, "credentials");
    let (manager, session) = service.login("owner@heuan.example", "second password").await.unwrap();
    assert_eq!(manager.role(), Role::Manager);
    assert!(!service.session(&session).await.unwrap().has_temporary_password);
}

#[rstest]
#[tokio::test]
async fn account_with_an_unconfirmed_number_gets_a_role_only_by_its_id(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let (noy, _) = service.noy().await;
    let (phone, role) = (PHONE, DomainRole::Manager);
    let put = NewStaff { fname: "Noy", lname: "Keo", phone, email: "", password: "another password", role };
    let refused = service.accounts.service().put_staff(put).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "identifier_unverified"));
    service.login(PHONE, PASSWORD).await.expect("the password stays");
    let request = SetStaffRoleRequest {
        actor_id,
        customer_id: noy.customer_id,
        role: Role::Clerk.into(),
        ..Default::default()
    };
    client(&service).set_staff_role(request).await.unwrap();
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.role(), Role::Clerk);
}

#[rstest]
#[tokio::test]
async fn other_roles_are_denied_and_the_last_manager_stays(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let (noy, _) = service.noy().await;
    let set = |actor_id, customer_id, role: Role| {
        let request = SetStaffRoleRequest { actor_id, customer_id, role: role.into(), ..Default::default() };
        let mut client = client(&service);
        async move { client.set_staff_role(request).await.map_err(Error::from) }
    };
    for actor in [clerk, noy.customer_id, 1] {
        assert!(denied(&set(actor, clerk, Role::Manager).await.unwrap_err()));
        let list =
            client(&service).list_staff(ListStaffRequest { actor_id: actor, ..Default::default() }).await;
        assert!(denied(&Error::from(list.unwrap_err())));
        let audit = ListAuditRequest { actor_id: actor, limit: 1, ..ListAuditRequest::default() };
        assert!(denied(&Error::from(client(&service).list_audit(audit).await.unwrap_err())));
    }
    for role in [Role::Customer, Role::Clerk] {
        let error = set(manager, manager, role).await.unwrap_err();
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "last_manager"));
    }
    set(manager, clerk, Role::Manager).await.unwrap();
    set(clerk, manager, Role::Customer).await.unwrap();
    assert!(denied(&set(manager, clerk, Role::Customer).await.unwrap_err()), "a revoked role has no effect");
    assert_eq!(set(clerk, 7, Role::Clerk).await.unwrap_err().code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn staff_are_listed_by_pages_each_once_in_the_order_of_their_ids(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let mut members = vec![actor_id];
    service.noy().await;
    for phone in ["020 5500 0002", "020 5500 0003", "020 5500 0004", "020 5500 0005"] {
        members.push(member(&service, phone, DomainRole::Clerk).await);
    }
    set_branch(&service, actor_id, members[4], Some(4)).await.unwrap();
    let page = async |request: ListStaffRequest| {
        let page = client(&service).list_staff(request).await.map_err(Error::from)?.into_inner();
        let ids: Vec<i64> = page.staff.iter().map(|one| one.customer_id).collect();
        Ok::<_, Error>((ids, page.home_branch_ids, page.next_cursor))
    };
    let all = ListStaffRequest { actor_id, limit: 2, ..Default::default() };
    let mut request = all.clone();
    for (number, expected) in members.chunks(2).enumerate() {
        let (ids, home_branch_ids, next_cursor) = page(request).await.unwrap();
        assert_eq!(ids, expected);
        assert_eq!(home_branch_ids.contains_key(&members[4]), number == 2);
        assert_eq!(next_cursor.is_empty(), number == 2);
        request = ListStaffRequest { cursor: next_cursor, ..all.clone() };
    }
    let (ids, _, next_cursor) = page(ListStaffRequest { limit: 5, ..all.clone() }).await.unwrap();
    assert_eq!((ids, next_cursor.as_str()), (members.clone(), ""));
    // The previous release sends no limit and reads no cursor.
    let (ids, _, next_cursor) = page(ListStaffRequest { limit: 0, ..all.clone() }).await.unwrap();
    assert_eq!((ids, next_cursor.as_str()), (members, ""));
    for (wrong, field) in [
        (ListStaffRequest { cursor: "x".to_owned(), ..all.clone() }, "cursor"),
        (ListStaffRequest { cursor: "-1".to_owned(), ..all.clone() }, "cursor"),
        (ListStaffRequest { limit: 101, ..all.clone() }, "limit"),
        (ListStaffRequest { limit: -1, ..all.clone() }, "limit"),
    ] {
        let error = page(wrong).await.unwrap_err();
        assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, field));
    }
}

async fn set_branch(
    service: &TestAccounts,
    actor_id: i64,
    customer_id: i64,
    branch_id: Option<i64>,
) -> Result<(), Error> {
    let request = SetStaffHomeBranchRequest { actor_id, customer_id, branch_id };
    client(service).set_staff_home_branch(request).await.map(drop).map_err(Error::from)
}

/// Payloads of the events about home branches, oldest first.
async fn branch_events(service: &TestAccounts) -> Vec<String> {
    let tables = service.tables().await;
    let sql = "SELECT payload FROM outbox WHERE kind = 'staff.home_branch' ORDER BY event_id";
    let payloads = heuan_store::read!(tables, |pool| sqlx::query_scalar(sql).fetch_all(pool).await.unwrap());
    tables.close().await;
    payloads
}

#[rstest]
#[tokio::test]
async fn home_branch_is_in_the_session_and_the_list_until_it_or_the_role_is_removed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let (_, session) = service.login("020 5500 0002", "correct horse").await.unwrap();
    let listed = async || {
        let request = ListStaffRequest { actor_id: manager, ..Default::default() };
        client(&service).list_staff(request).await.unwrap().into_inner().home_branch_ids
    };
    assert!(listed().await.is_empty());
    set_branch(&service, manager, clerk, Some(4)).await.unwrap();
    assert_eq!(listed().await, [(clerk, 4)].into());
    assert_eq!(service.session(&session).await.unwrap().home_branch_id, Some(4), "the session stays");
    let data = service.accounts.service().export(clerk).await.unwrap();
    assert_eq!(data.profile.home_branch_id, Some(4));
    set_branch(&service, manager, clerk, None).await.unwrap();
    assert_eq!(service.session(&session).await.unwrap().home_branch_id, None);
    assert_eq!(branch_events(&service).await, [r#"{"branch_id":4}"#, "{}"]);

    set_branch(&service, manager, clerk, Some(4)).await.unwrap();
    let role = |role: Role| SetStaffRoleRequest {
        actor_id: manager,
        customer_id: clerk,
        role: role.into(),
        ..Default::default()
    };
    client(&service).set_staff_role(role(Role::Editor)).await.unwrap();
    assert_eq!(listed().await, [(clerk, 4)].into(), "another role keeps it");
    client(&service).set_staff_role(role(Role::Customer)).await.unwrap();
    client(&service).set_staff_role(role(Role::Clerk)).await.unwrap();
    assert!(listed().await.is_empty(), "a person who comes back has none");
}

#[rstest]
#[tokio::test]
async fn home_branch_is_for_staff_and_set_by_managers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let (noy, _) = service.noy().await;
    for actor in [clerk, noy.customer_id, 1] {
        assert!(denied(&set_branch(&service, actor, clerk, Some(4)).await.unwrap_err()));
    }
    let error = set_branch(&service, manager, clerk, Some(0)).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "branch_id"));
    for account in [noy.customer_id, 9_999_999] {
        let error = set_branch(&service, manager, account, Some(4)).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
    }
    assert!(branch_events(&service).await.is_empty());
}

#[rstest]
#[tokio::test]
async fn session_of_staff_ends_twelve_hours_after_its_last_use(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let (_, session) = service.login("020 5500 0001", "correct horse").await.unwrap();
    for _ in 0..3 {
        service.clock.advance(12 * HOUR - 1);
        service.session(&session).await.unwrap();
    }
    service.clock.advance(12 * HOUR);
    assert_eq!(service.session(&session).await.unwrap_err().code, Code::Unauthenticated);
}

#[rstest]
#[tokio::test]
async fn contact_message_is_marked_as_done_by_a_clerk_and_not_by_an_editor(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let editor = member(&service, "020 5500 0003", DomainRole::Editor).await;
    let message = SubmitMessageRequest {
        sender_type: 1,
        topic: 3,
        name: "Noy".to_owned(),
        phone: "020 5512 3456".to_owned(),
        message: "?".to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..SubmitMessageRequest::default()
    };
    let transport = Transport::in_process(service.accounts.routes(), TIMEOUT);
    for _ in 0..3 {
        ContactServiceClient::new(transport.clone()).submit_message(message.clone()).await.unwrap();
    }
    let list = |open_only, before_id| {
        let request = ListContactMessagesRequest { actor_id: clerk, open_only, before_id, limit: 2 };
        let mut client = client(&service);
        async move {
            let page = client.list_contact_messages(request).await.unwrap().into_inner();
            (page.messages.iter().map(|one| one.contact_id).collect::<Vec<_>>(), page.open)
        }
    };
    assert_eq!(list(false, 0).await, (vec![3, 2], 3));
    assert_eq!(list(false, 2).await, (vec![1], 3));
    let done = |actor_id, contact_id, done| {
        let mut client = client(&service);
        let request = SetContactMessageDoneRequest { actor_id, contact_id, done };
        async move { client.set_contact_message_done(request).await.map_err(Error::from) }
    };
    assert!(denied(&done(editor, 3, true).await.unwrap_err()));
    let marked = done(clerk, 3, true).await.unwrap().into_inner().message.unwrap();
    assert!(marked.done_at_ms > 0 && marked.done_by == "Kham Sy");
    assert_eq!(list(true, 0).await, (vec![2, 1], 2));
    let opened = done(clerk, 3, false).await.unwrap().into_inner().message.unwrap();
    assert_eq!((opened.done_at_ms, opened.done_by.as_str()), (0, ""));
    assert_eq!(done(clerk, 9, true).await.unwrap_err().code, Code::NotFound);
}
