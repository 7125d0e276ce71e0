//! Customers in the back office, and new passwords by a code; on both databases.

use std::time::Duration;

use crate::support::{DAY, HOUR, PASSWORD, PHONE, TestAccounts, config, field_reasons, noy};
use heuan_accounts::{
    Config,
    customer::Role as DomainRole,
    one_time_code::{CodePurpose, Resend},
    service::{CodeRequest, NewStaff},
};
use heuan_proto::accounts::v1::{
    self as wire, AddCustomerNoteRequest, GetContactRequest, GetCustomerDetailsRequest,
    IssueResetCodeRequest, ListCustomersRequest, ResetPasswordRequest, SetCustomerBlockRequest,
    staff_customer_service_client::StaffCustomerServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_store::run;
use heuan_testkit::{Engine, eventually};
use rstest::rstest;

const TIMEOUT: Duration = Duration::from_secs(120);
const NEW_PASSWORD: &str = "battery staple";

fn client(service: &TestAccounts) -> StaffCustomerServiceClient<Transport> {
    StaffCustomerServiceClient::new(Transport::in_process(service.accounts.routes(), TIMEOUT))
}

/// Id of a new account with `role`.
async fn member(service: &TestAccounts, phone: &str, role: DomainRole) -> i64 {
    let new = NewStaff { fname: "Kham", lname: "Sy", phone, email: "", password: "correct horse", role };
    service.accounts.service().add_staff(new).await.unwrap().customer_id
}

async fn found(service: &TestAccounts, request: ListCustomersRequest) -> (Vec<String>, String) {
    let page = client(service).list_customers(request).await.unwrap().into_inner();
    let name = |one: &wire::CustomerSummary| one.customer.as_ref().unwrap().fname.clone();
    (page.customers.iter().map(name).collect(), page.next_cursor)
}

fn reset(code: &str) -> ResetPasswordRequest {
    ResetPasswordRequest {
        identifier: PHONE.to_owned(),
        code: code.to_owned(),
        new_password: NEW_PASSWORD.to_owned(),
        client_address: "10.0.0.9".to_owned(),
        ..Default::default()
    }
}

async fn issue(service: &TestAccounts, actor_id: i64, customer_id: i64) -> Result<String, Error> {
    let request = IssueResetCodeRequest { actor_id, customer_id, ..Default::default() };
    Ok(client(service).issue_reset_code(request).await?.into_inner().code)
}

async fn use_code(service: &TestAccounts, code: &str) -> Result<i64, Error> {
    Ok(service.client().reset_password(reset(code)).await?.into_inner().customer_id)
}

async fn block(service: &TestAccounts, actor_id: i64, customer_id: i64, reason: &str) -> Result<(), Error> {
    let (blocked, reason) = (!reason.is_empty(), reason.to_owned());
    let request = SetCustomerBlockRequest { actor_id, customer_id, blocked, reason, ..Default::default() };
    client(service).set_customer_block(request).await?;
    Ok(())
}

fn other_code(code: &str) -> String {
    if code == "000000" { "000001".to_owned() } else { "000000".to_owned() }
}

#[rstest]
#[tokio::test]
async fn customers_are_found_in_any_spelling_and_listed_by_pages(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let names = [("Noy", "noy@example.com"), ("ນ້ອຍ", "a_b@example.com"), ("Đặng", "axb@example.com")];
    for (index, (fname, email)) in names.into_iter().enumerate() {
        let request = wire::RegisterRequest {
            fname: fname.to_owned(),
            phone: format!("020 5511 000{index}"),
            email: email.to_owned(),
            ..noy()
        };
        service.register(request).await.unwrap();
    }
    let all = ListCustomersRequest { actor_id, limit: 2, ..ListCustomersRequest::default() };
    let (first, cursor) = found(&service, all.clone()).await;
    assert_eq!(first, ["Đặng", "ນ້ອຍ"]);
    let (rest, end) = found(&service, ListCustomersRequest { cursor, ..all.clone() }).await;
    assert_eq!((rest, end.as_str()), (vec!["Noy".to_owned(), "Kham".to_owned()], ""));
    for (search, expected) in [
        ("+856 20 5511 0001", "ນ້ອຍ"),
        ("໐໒໐ ໕໕໑໑ ໐໐໐໒", "Đặng"),
        ("5511 0000", "Noy"),
        ("đặng keo", "Đặng"),
        ("A_B@", "ນ້ອຍ"),
        ("ນ້ອຍ +856 (0)20 5511 0001", "ນ້ອຍ"),
        ("Đa\u{323}\u{306}ng 020 5511", "Đặng"),
    ] {
        let request = ListCustomersRequest { search: search.to_owned(), ..all.clone() };
        assert_eq!(found(&service, request).await.0, [expected], "{search}");
    }
    // `_` and `%` are characters and not wildcards.
    for search in ["noy kham", "a%b@", "n_y"] {
        let none = ListCustomersRequest { search: search.to_owned(), ..all.clone() };
        assert!(found(&service, none).await.0.is_empty(), "{search}");
    }
    for (wrong, field) in [
        (ListCustomersRequest { cursor: "x".to_owned(), ..all.clone() }, "cursor"),
        (ListCustomersRequest { limit: 101, ..all.clone() }, "limit"),
        (ListCustomersRequest { search: "x".repeat(201), ..all.clone() }, "search"),
    ] {
        let error = Error::from(client(&service).list_customers(wrong).await.unwrap_err());
        assert_eq!(error.detail.field, field);
    }
}

#[rstest]
#[tokio::test]
async fn customer_of_an_earlier_release_is_found_after_the_service_has_prepared_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { cleanup_interval_ms: 10, ..config() }).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    service.noy().await;
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, "UPDATE customer SET search = ''").unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    let request = ListCustomersRequest {
        actor_id,
        search: "keo".to_owned(),
        limit: 9,
        ..ListCustomersRequest::default()
    };
    eventually("the customer is found", async || found(&service, request.clone()).await.0 == ["Noy"]).await;

    // The earlier release stored names as they were typed: ຄຳ in one letter and in two.
    for (stored, typed) in [("ຄຳ", "ຄ\u{0ECD}າ"), ("ຄ\u{0ECD}າ", "ຄຳ"), ("đặng", "Đa\u{323}\u{306}ng")]
    {
        let tables = service.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, "UPDATE customer SET search = $1 WHERE fname = 'Noy'", stored).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
        let request = ListCustomersRequest { search: typed.to_owned(), ..request.clone() };
        assert_eq!(found(&service, request).await.0, ["Noy"], "{typed:?}");
    }
}

#[rstest]
#[tokio::test]
async fn blocked_customer_is_signed_out_and_cannot_sign_in_until_unblocked(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let (noy, session) = service.noy().await;
    let code = issue(&service, clerk, noy.customer_id).await.unwrap();
    let denied = block(&service, clerk, noy.customer_id, "x").await.unwrap_err();
    assert_eq!((denied.code, denied.detail.reason.as_str()), (Code::PermissionDenied, "role"));
    block(&service, actor_id, noy.customer_id, "three unpaid deliveries").await.unwrap();

    assert_eq!(service.session(&session).await.unwrap_err().code, Code::Unauthenticated);
    let refused = service.login(PHONE, PASSWORD).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::PermissionDenied, "blocked"));
    let wrong = service.login(PHONE, "wrong horse").await.unwrap_err();
    assert_eq!(wrong.detail.reason, "credentials", "a wrong password does not reveal the block");
    assert_eq!(field_reasons(&use_code(&service, &code).await.unwrap_err()), [("code", "wrong_code")]);
    assert_eq!(issue(&service, clerk, noy.customer_id).await.unwrap_err().detail.reason, "blocked");

    let request = GetCustomerDetailsRequest { actor_id: clerk, customer_id: noy.customer_id };
    let details = client(&service).get_customer_details(request).await.unwrap().into_inner().details.unwrap();
    let seen = details.block.unwrap();
    assert_eq!((seen.reason.as_str(), seen.by.as_str()), ("three unpaid deliveries", "Kham Sy"));
    let blocked = ListCustomersRequest { actor_id, blocked_only: true, limit: 9, ..Default::default() };
    assert_eq!(found(&service, blocked).await.0, ["Noy"]);
    let request = GetContactRequest { customer_id: noy.customer_id };
    assert!(service.client().get_contact(request).await.unwrap().into_inner().is_closed);

    block(&service, actor_id, noy.customer_id, "").await.unwrap();
    service.login(PHONE, PASSWORD).await.unwrap();
    let staff = block(&service, actor_id, clerk, "x").await.unwrap_err();
    assert_eq!((staff.code, staff.detail.reason.as_str()), (Code::Conflict, "is_staff"));
    let unknown = block(&service, actor_id, 7, "x").await.unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn note_is_shown_to_the_staff_with_its_author_and_erased_with_the_customer(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let editor = member(&service, "020 5500 0002", DomainRole::Editor).await;
    let (noy, _) = service.noy().await;
    let note = |actor_id, text: &str| {
        let request =
            AddCustomerNoteRequest { actor_id, customer_id: noy.customer_id, text: text.to_owned() };
        let mut client = client(&service);
        async move { client.add_customer_note(request).await.map_err(Error::from) }
    };
    note(actor_id, " calls\nin the morning ").await.unwrap();
    note(actor_id, "needs an invoice").await.unwrap();
    assert_eq!(note(editor, "x").await.unwrap_err().detail.reason, "role");
    for text in [" ", &"x".repeat(1001), "a\u{7}"] {
        assert_eq!(note(actor_id, text).await.unwrap_err().detail.field, "text");
    }
    let request = GetCustomerDetailsRequest { actor_id, customer_id: noy.customer_id };
    let details = client(&service).get_customer_details(request).await.unwrap().into_inner().details.unwrap();
    let seen: Vec<(&str, &str)> =
        details.notes.iter().map(|note| (note.text.as_str(), note.by.as_str())).collect();
    assert_eq!(seen, [("needs an invoice", "Kham Sy"), ("calls\nin the morning", "Kham Sy")]);
    assert_eq!(details.sessions.len(), 1);

    issue(&service, actor_id, noy.customer_id).await.unwrap();
    let accounts = service.accounts.service();
    assert_eq!(accounts.export(noy.customer_id).await.unwrap().staff_notes.len(), 2);
    accounts.begin_erasure(noy.customer_id).await.unwrap();
    assert_eq!(issue(&service, actor_id, noy.customer_id).await.unwrap_err().detail.reason, "erasing");
    accounts.erase(noy.customer_id).await.unwrap();
    let left = "SELECT (SELECT COUNT(*) FROM customer_note) + (SELECT COUNT(*) FROM one_time_code)";
    assert_eq!(service.count(left).await, 0);
}

#[rstest]
#[tokio::test]
async fn reset_code_sets_a_new_password_once_and_ends_all_sessions(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let (noy, session) = service.noy().await;
    let replaced = issue(&service, actor_id, noy.customer_id).await.unwrap();
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    if replaced != code {
        assert_eq!(
            field_reasons(&use_code(&service, &replaced).await.unwrap_err()),
            [("code", "wrong_code")]
        );
    }
    let common = ResetPasswordRequest { new_password: "12345678".to_owned(), ..reset(&code) };
    let error = Error::from(service.client().reset_password(common).await.unwrap_err());
    assert_eq!(
        field_reasons(&error),
        [("password", "common")],
        "a refused password does not use up the code"
    );
    assert_eq!(
        use_code(&service, &format!(" {} {}", &code[..3], &code[3..])).await.unwrap(),
        noy.customer_id
    );

    assert_eq!(service.session(&session).await.unwrap_err().code, Code::Unauthenticated);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::Unauthenticated);
    service.login(PHONE, NEW_PASSWORD).await.unwrap();
    assert_eq!(field_reasons(&use_code(&service, &code).await.unwrap_err()), [("code", "wrong_code")]);
    assert_eq!(service.count("SELECT COUNT(*) FROM one_time_code").await, 0);
}

#[rstest]
#[tokio::test]
async fn customer_created_by_the_staff_signs_in_only_after_a_reset_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let clerk = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let editor = member(&service, "020 5500 0002", DomainRole::Editor).await;
    let create = async |actor_id: i64, fname: &str, phone: &str| {
        let (fname, phone) = (fname.to_owned(), phone.to_owned());
        let request = wire::CreateCustomerRequest { actor_id, fname, phone, ..Default::default() };
        let created = client(&service).create_customer(request).await.map_err(Error::from)?;
        Ok::<_, Error>(created.into_inner().customer.unwrap())
    };
    assert_eq!(create(editor, "Noy", PHONE).await.unwrap_err().detail.reason, "role");
    let wrong = create(clerk, " ", "12").await.unwrap_err();
    assert_eq!(field_reasons(&wrong), [("fname", "required"), ("phone", "invalid")]);
    assert_eq!(field_reasons(&create(clerk, "Noy", "").await.unwrap_err()), [("phone", "required")]);

    let noy = create(clerk, "Noy", PHONE).await.unwrap();
    assert_eq!((noy.fname.as_str(), noy.lname.as_str(), noy.phone.as_str()), ("Noy", "", "+8562055123456"));
    let again = create(clerk, "Other", "+856 20 5512 3456").await.unwrap_err();
    assert_eq!((again.code, again.detail.reason.as_str()), (Code::Conflict, "taken"));
    let listed = ListCustomersRequest {
        actor_id: clerk,
        search: "5512".to_owned(),
        limit: 5,
        ..ListCustomersRequest::default()
    };
    assert_eq!(found(&service, listed).await.0, ["Noy"]);
    for guess in [PASSWORD, "", NEW_PASSWORD] {
        service.login(PHONE, guess).await.unwrap_err();
    }
    let code = issue(&service, clerk, noy.customer_id).await.unwrap();
    assert_eq!(use_code(&service, &code).await.unwrap(), noy.customer_id);
    service.login(PHONE, NEW_PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn reset_code_is_refused_after_five_tries_ten_minutes_and_for_unknown_accounts(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let (noy, _) = service.noy().await;
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    for _ in 0..5 {
        let wrong = use_code(&service, &other_code(&code)).await.unwrap_err();
        assert_eq!(field_reasons(&wrong), [("code", "wrong_code")]);
    }
    let late = use_code(&service, &code).await.unwrap_err();
    assert_eq!(field_reasons(&late), [("code", "wrong_code")]);
    let unknown = ResetPasswordRequest { identifier: "020 5599 9999".to_owned(), ..reset(&code) };
    let unknown = Error::from(service.client().reset_password(unknown).await.unwrap_err());
    assert_eq!((field_reasons(&unknown), &unknown.message), (field_reasons(&late), &late.message));

    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    service.clock.advance(HOUR / 6);
    assert_eq!(field_reasons(&use_code(&service, &code).await.unwrap_err()), [("code", "wrong_code")]);
    service.accounts.service().delete_expired().await.unwrap();
    let left = "SELECT (SELECT COUNT(*) FROM one_time_code) \
         + (SELECT COUNT(*) FROM rate_limit WHERE name LIKE 'issued-code-try:%')";
    assert_eq!(service.count(left).await, 0);
    service.clock.advance(DAY);
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    use_code(&service, &code).await.unwrap();
    let stored = "SELECT COUNT(*) FROM one_time_code WHERE code_hash NOT LIKE '$argon2id$%'";
    assert_eq!(service.count(stored).await, 0);
}

#[rstest]
#[tokio::test]
async fn reset_code_that_a_clerk_made_ends_when_the_account_gets_a_role(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let clerk = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let (noy, _) = service.noy().await;
    let code = issue(&service, clerk, noy.customer_id).await.unwrap();
    let by_id = noy.customer_id.to_string();
    service.accounts.service().set_role(&by_id, DomainRole::Manager).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM one_time_code").await, 0);
    assert_eq!(field_reasons(&use_code(&service, &code).await.unwrap_err()), [("code", "wrong_code")]);
    service.login(PHONE, PASSWORD).await.unwrap();
    // A code of a manager ends with the role as well.
    let code = service.accounts.service().issue_reset_code(noy.customer_id).await.unwrap().code;
    service.accounts.service().set_role(PHONE, DomainRole::Customer).await.unwrap();
    assert_eq!(field_reasons(&use_code(&service, &code).await.unwrap_err()), [("code", "wrong_code")]);
}

#[rstest]
#[case::role("UPDATE customer SET role = 'manager' WHERE customer_id = $1", "role_changed")]
#[case::block("UPDATE customer SET blocked_at = 1 WHERE customer_id = $1", "blocked")]
#[case::erasure("INSERT INTO erasure (customer_id, begun_at) VALUES ($1, 1)", "erasing")]
#[tokio::test]
async fn reset_code_of_an_account_that_has_changed_meanwhile_is_not_stored(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] change: &'static str,
    #[case] reason: &str,
) {
    let service = TestAccounts::open(engine).await;
    let (noy, _) = service.noy().await;
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    run!(tx, change, noy.customer_id).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    // As a call that has looked the account up before the change.
    let request = CodeRequest {
        customer_id: noy.customer_id,
        role: DomainRole::Customer,
        purpose: CodePurpose::ResetPassword,
        sent_to: "",
        resend: Resend::Now,
    };
    let refused = service.accounts.service().issue_code(request).await.err().unwrap();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, reason));
    assert_eq!(service.count("SELECT COUNT(*) FROM one_time_code").await, 0);
}

#[rstest]
#[tokio::test]
async fn stranger_who_guesses_does_not_use_up_the_tries_of_a_reset_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let noy = service.noy().await.0;
    let guess = async |code: &str, address: &str, device_token: &[u8]| {
        let request = ResetPasswordRequest {
            client_address: address.to_owned(),
            device_token: device_token.to_vec(),
            ..reset(code)
        };
        service.client().reset_password(request).await.map(drop).map_err(Error::from)
    };
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    for _ in 0..8 {
        guess(&other_code(&code), "203.0.113.9", &[]).await.unwrap_err();
    }
    guess(&code, "203.0.113.9", &[]).await.unwrap_err();
    guess(&code, "10.0.0.1", &[]).await.unwrap();

    // Strangers at many addresses together have a hundred tries, and none of those of a browser that has signed in before.
    let device_token = service.login_with(&[], NEW_PASSWORD).await.unwrap();
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    for n in 0..100 {
        guess(&other_code(&code), &format!("203.0.113.{}", n / 5), &[]).await.unwrap_err();
    }
    let late = guess(&code, "10.0.0.1", &[]).await.unwrap_err();
    assert_eq!(field_reasons(&late), [("code", "wrong_code")]);
    for _ in 0..4 {
        guess(&other_code(&code), "10.0.0.1", &device_token).await.unwrap_err();
    }
    guess(&code, "10.0.0.1", &device_token).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn each_known_browser_has_tries_of_its_own_for_a_reset_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Clerk).await;
    let noy = service.noy().await.0;
    let guess_from = async |client_address: &str, code: &str, device_token: &[u8]| {
        let (client_address, device_token) = (client_address.to_owned(), device_token.to_vec());
        let request = ResetPasswordRequest { client_address, device_token, ..reset(code) };
        service.client().reset_password(request).await.map(drop).map_err(Error::from)
    };
    let guess = async |code: &str, device_token: &[u8]| guess_from("10.0.0.1", code, device_token).await;
    let owner = service.login_with(&[], PASSWORD).await.unwrap();
    let other = service.login_with(&[], PASSWORD).await.unwrap();
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    for _ in 0..5 {
        guess(&other_code(&code), &other).await.unwrap_err();
    }
    assert_eq!(field_reasons(&guess(&code, &other).await.unwrap_err()), [("code", "wrong_code")]);
    guess(&code, &owner).await.unwrap();

    // A sign-in gives a browser new tries, but all known browsers together have 25.
    let owner = service.login_with(&[], NEW_PASSWORD).await.unwrap();
    let mut browser = service.login_with(&[], NEW_PASSWORD).await.unwrap();
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    for _ in 0..5 {
        for _ in 0..5 {
            guess(&other_code(&code), &browser).await.unwrap_err();
        }
        browser = service.login_with(&browser, NEW_PASSWORD).await.unwrap();
    }
    // Further tries count with those of their address, so that they cost the owner's known browser none.
    for _ in 0..5 {
        guess_from("10.0.0.2", &other_code(&code), &browser).await.unwrap_err();
        browser = service.login_with(&browser, NEW_PASSWORD).await.unwrap();
    }
    let used_up = guess_from("10.0.0.2", &code, &browser).await.unwrap_err();
    assert_eq!(field_reasons(&used_up), [("code", "wrong_code")]);
    guess(&code, &owner).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn codes_are_limited_by_account_and_entered_codes_by_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_account: 2, wrong_codes_per_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let actor_id = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let clerk = member(&service, "020 5500 0002", DomainRole::Clerk).await;
    let (noy, _) = service.noy().await;
    issue(&service, actor_id, noy.customer_id).await.unwrap();
    let code = issue(&service, actor_id, noy.customer_id).await.unwrap();
    let limited = issue(&service, actor_id, noy.customer_id).await.unwrap_err();
    assert_eq!(limited.code, Code::ResourceExhausted);
    for _ in 0..3 {
        use_code(&service, &other_code(&code)).await.unwrap_err();
    }
    assert_eq!(use_code(&service, &code).await.unwrap_err().code, Code::ResourceExhausted);

    // Only a manager helps a member of staff, so that a clerk takes over no other role.
    let refused = issue(&service, clerk, actor_id).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "is_staff"));
    issue(&service, actor_id, clerk).await.unwrap();
}
