//! Codes that are sent: sign-in, new passwords, other numbers and closed accounts, on both databases.

use std::time::Duration;

use heuan_accounts::{Config, customer::Role as DomainRole, service::NewStaff};
use heuan_proto::accounts::v1::{
    self as wire, CloseAccountRequest, CodePurpose, ProveIdentifierRequest, RequestCodeRequest,
    SignInByCodeRequest, SignInByCodeResponse, code_service_client::CodeServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{MINUTE, PASSWORD, PHONE, SentCode, TestAccounts, config, field_reasons};

const OTHER: &str = "020 5599 9999";
const EMAIL: &str = "noy@example.com";
/// Within the pause after a code, which can still be entered.
const CODE_SENT: (Code, &str) = (Code::ResourceExhausted, "code_sent");

pub fn client(service: &TestAccounts) -> CodeServiceClient<Transport> {
    CodeServiceClient::new(Transport::in_process(service.accounts.routes(), Duration::from_secs(120)))
}

pub fn code_for(purpose: CodePurpose, identifier: &str) -> RequestCodeRequest {
    RequestCodeRequest {
        purpose: purpose.into(),
        identifier: identifier.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        reaches_phone: true,
        reaches_email: true,
        ..Default::default()
    }
}

/// A requested code, and what the answer says.
#[derive(Debug)]
pub struct Asked {
    pub code: String,
    pub recipient: String,
    pub customer_id: i64,
    expires_at_ms: i64,
    resend_at_ms: i64,
}

pub async fn ask(service: &TestAccounts, request: RequestCodeRequest) -> Result<Asked, Error> {
    let answer = client(service).request_code(request).await?.into_inner();
    let SentCode { code, recipient, customer_id } = service.last_code().await;
    let (expires_at_ms, resend_at_ms) = (answer.expires_at_ms, answer.resend_at_ms);
    Ok(Asked { code, recipient, customer_id, expires_at_ms, resend_at_ms })
}

pub async fn sign_in(
    service: &TestAccounts,
    identifier: &str,
    code: &str,
) -> Result<SignInByCodeResponse, Error> {
    sign_in_with(service, SignInByCodeRequest { code: code.to_owned(), ..by_code(identifier) }).await
}

/// A request without a code.
pub fn by_code(identifier: &str) -> SignInByCodeRequest {
    SignInByCodeRequest {
        identifier: identifier.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    }
}

pub async fn sign_in_with(
    service: &TestAccounts,
    request: SignInByCodeRequest,
) -> Result<SignInByCodeResponse, Error> {
    Ok(client(service).sign_in_by_code(request).await?.into_inner())
}

pub async fn reset(service: &TestAccounts, identifier: &str, code: &str) -> Result<i64, Error> {
    let request = wire::ResetPasswordRequest {
        identifier: identifier.to_owned(),
        code: code.to_owned(),
        new_password: "battery staple".to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    Ok(service.client().reset_password(request).await?.into_inner().customer_id)
}

/// Signs in by a new code.
pub async fn verified(service: &TestAccounts, identifier: &str) -> SignInByCodeResponse {
    let sent = ask(service, code_for(CodePurpose::SignIn, identifier)).await.unwrap();
    sign_in(service, identifier, &sent.code).await.unwrap()
}

/// The customer proves the present number or address in their own session.
pub async fn mark_verified(service: &TestAccounts, customer_id: i64, identifier: &str) -> Result<(), Error> {
    let request = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Verify, identifier) };
    let code = ask(service, request).await?.code;
    let (identifier, client_address) = (identifier.to_owned(), "10.0.0.1".to_owned());
    let request = ProveIdentifierRequest { customer_id, identifier, code, client_address };
    client(service).prove_identifier(request).await?;
    Ok(())
}

/// A code that is certainly wrong.
pub fn other_code(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

fn reason(error: &Error) -> (Code, &str) {
    (error.code, error.detail.reason.as_str())
}

#[rstest]
#[tokio::test]
async fn code_signs_in_and_creates_an_account_without_a_name(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let first = verified(&service, PHONE).await;
    let customer = first.customer.unwrap();
    assert_eq!((first.is_new, customer.fname.as_str()), (true, ""));
    assert_eq!((customer.phone.as_str(), customer.role()), ("+8562055123456", wire::Role::Customer));
    let session = service.session(first.session.as_ref().unwrap()).await.unwrap();
    assert_eq!(session.customer.unwrap().customer_id, customer.customer_id);

    service.clock.advance(MINUTE);
    let second = verified(&service, "+856 20 5512 3456").await;
    assert!(!second.is_new);
    assert_eq!(second.customer.unwrap().customer_id, customer.customer_id);
    assert!(service.session(first.session.as_ref().unwrap()).await.is_ok(), "other sessions stay");
    assert_eq!(service.login(PHONE, "").await.unwrap_err().code, Code::InvalidArgument);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::Unauthenticated);
    let stored = "SELECT COUNT(*) FROM sent_code WHERE code_hash NOT LIKE '$argon2id$%'";
    assert_eq!(service.count(stored).await, 0);
}

#[rstest]
#[tokio::test]
async fn code_to_confirm_goes_to_a_verified_address_before_an_unverified_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (noy, _) = service.noy().await;
    let customer_id = noy.customer_id;
    let recipient = async |request: RequestCodeRequest| {
        service.clock.advance(MINUTE);
        let request = RequestCodeRequest { customer_id, ..request };
        let shown = client(&service).request_code(request).await.unwrap().into_inner().recipient;
        assert_eq!(service.last_code().await.recipient, shown);
        shown
    };
    let mark_verified = async |sql: &'static str| {
        let tables = service.tables().await;
        let mut tx = tables.begin().await.unwrap();
        heuan_store::run!(tx, sql, customer_id).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    };
    let confirm = || code_for(CodePurpose::Confirm, "");
    assert_eq!(recipient(confirm()).await, "+8562055123456", "neither is verified");
    mark_verified("UPDATE customer SET verified_email = email, email_verified_at = 1 WHERE customer_id = $1")
        .await;
    assert_eq!(recipient(confirm()).await, EMAIL);
    let by_phone = RequestCodeRequest { reaches_email: false, ..confirm() };
    assert_eq!(recipient(by_phone).await, "+8562055123456", "the shop reaches no other");
    mark_verified("UPDATE customer SET verified_phone = phone, phone_verified_at = 1 WHERE customer_id = $1")
        .await;
    assert_eq!(recipient(confirm()).await, "+8562055123456");
    // The answer for other people's numbers has none.
    let sign_in = client(&service).request_code(code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
    assert_eq!(sign_in.into_inner().recipient, "");
}

#[rstest]
#[tokio::test]
async fn contact_has_the_time_of_the_last_proof_of_a_present_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = verified(&service, PHONE).await.customer.unwrap().customer_id;
    let contact = async || {
        let request = wire::GetContactRequest { customer_id };
        service.client().get_contact(request).await.unwrap().into_inner()
    };
    let first = contact().await;
    let verified_at = service.clock.now_ms();
    assert_eq!((first.phone_verified_at_ms, first.email_verified_at_ms), (verified_at, 0));
    assert_eq!((first.customer.unwrap().phone.as_str(), first.is_closed), ("+8562055123456", false));
    service.clock.advance(MINUTE);
    verified(&service, PHONE).await;
    assert_eq!(contact().await.phone_verified_at_ms, verified_at + MINUTE);
    let request = wire::GetContactRequest { customer_id: 7 };
    let unknown: Error = service.client().get_contact(request).await.unwrap_err().into();
    assert_eq!(unknown.code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn request_for_a_code_reveals_no_account(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    for purpose in [CodePurpose::SignIn, CodePurpose::Reset] {
        let known = ask(&service, code_for(purpose, PHONE)).await.unwrap();
        let unknown = ask(&service, code_for(purpose, OTHER)).await.unwrap();
        let shape = |sent: &Asked| (sent.code.len(), sent.expires_at_ms, sent.resend_at_ms);
        assert_eq!(shape(&known), shape(&unknown));
        let again = ask(&service, code_for(purpose, PHONE)).await.unwrap_err();
        let again_unknown = ask(&service, code_for(purpose, OTHER)).await.unwrap_err();
        assert_eq!(again.code, Code::ResourceExhausted, "a new one after a minute");
        assert_eq!(
            (again.detail.retry_after_ms, &again.message),
            (again_unknown.detail.retry_after_ms, &again_unknown.message)
        );
        assert_eq!(again.detail.retry_after_ms, MINUTE);
        assert_eq!((reason(&again), reason(&again_unknown)), (reason(&again_unknown), CODE_SENT));
    }
    let wrong = reset(&service, PHONE, "000000").await.unwrap_err();
    let unknown = reset(&service, "020 5588 8888", "000000").await.unwrap_err();
    assert_eq!((field_reasons(&wrong), &wrong.message), (field_reasons(&unknown), &unknown.message));
    let neither = ask(&service, code_for(CodePurpose::SignIn, "noy")).await.unwrap_err();
    assert_eq!(field_reasons(&neither), [("identifier", "invalid")]);
}

#[rstest]
#[tokio::test]
async fn code_is_accepted_once_for_its_number_and_its_purpose(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let sent = ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
    let for_another = sign_in(&service, PHONE, &sent.code).await.unwrap_err();
    assert_eq!(field_reasons(&for_another), [("code", "wrong_code")]);
    let for_a_password = reset(&service, OTHER, &sent.code).await.unwrap_err();
    assert_eq!(field_reasons(&for_a_password), [("code", "wrong_code")]);
    sign_in(&service, OTHER, &sent.code).await.unwrap();
    let replayed = sign_in(&service, OTHER, &sent.code).await.unwrap_err();
    assert_eq!(field_reasons(&replayed), [("code", "wrong_code")]);

    service.clock.advance(MINUTE);
    let late = ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
    service.clock.advance(10 * MINUTE);
    let expired = sign_in(&service, OTHER, &late.code).await.unwrap_err();
    assert_eq!(field_reasons(&expired), [("code", "wrong_code")]);
}

#[rstest]
#[tokio::test]
async fn guessing_ends_after_five_tries_and_after_the_limit_of_the_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_recipient: 8, codes_per_recipient: 2, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    for _ in 0..5 {
        let wrong = sign_in(&service, PHONE, &other_code(&sent.code)).await.unwrap_err();
        assert_eq!(field_reasons(&wrong), [("code", "wrong_code")]);
    }
    let right = sign_in(&service, PHONE, &sent.code).await.unwrap_err();
    assert_eq!(field_reasons(&right), [("code", "wrong_code")], "the code has no try left");

    service.clock.advance(MINUTE);
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    for _ in 0..3 {
        sign_in(&service, PHONE, &other_code(&sent.code)).await.unwrap_err();
    }
    let limited = sign_in(&service, PHONE, &sent.code).await.unwrap_err();
    assert_eq!(limited.code, Code::ResourceExhausted, "new codes give no more tries");
    service.clock.advance(MINUTE);
    let unsent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap_err();
    assert_eq!(reason(&unsent), (Code::ResourceExhausted, ""), "each number gets few codes");
}

#[rstest]
#[tokio::test]
async fn codes_are_limited_by_address_and_for_the_whole_shop(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_address: 2, codes_per_shop: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let from = |number: usize, address: &str| RequestCodeRequest {
        client_address: address.to_owned(),
        ..code_for(CodePurpose::SignIn, &format!("020 5500 000{number}"))
    };
    ask(&service, from(1, "10.0.0.1")).await.unwrap();
    ask(&service, from(2, "10.0.0.1")).await.unwrap();
    assert_eq!(ask(&service, from(3, "10.0.0.1")).await.unwrap_err().code, Code::ResourceExhausted);
    ask(&service, from(3, "10.0.0.2")).await.unwrap();
    assert_eq!(ask(&service, from(4, "10.0.0.3")).await.unwrap_err().code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn wrong_codes_without_a_code_do_not_count_and_never_end_the_code_of_the_staff(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_recipient: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let (customer, _) = service.noy().await;
    for _ in 0..5 {
        let wrong = sign_in(&service, PHONE, "000000").await.err().unwrap();
        assert_eq!(field_reasons(&wrong), [("code", "wrong_code")]);
        assert_eq!(
            field_reasons(&reset(&service, PHONE, "000000").await.unwrap_err()),
            [("code", "wrong_code")]
        );
    }
    let sent = ask(&service, code_for(CodePurpose::Reset, PHONE)).await.unwrap();
    for _ in 0..3 {
        reset(&service, PHONE, &other_code(&sent.code)).await.unwrap_err();
    }
    let limited = reset(&service, PHONE, &sent.code).await.unwrap_err();
    assert_eq!(limited.code, Code::ResourceExhausted);
    let of_staff = service.accounts.service().issue_reset_code(customer.customer_id).await.unwrap();
    assert_eq!(reset(&service, PHONE, &of_staff.code).await.unwrap(), customer.customer_id);
    service.login(PHONE, "battery staple").await.unwrap();
}

#[rstest]
#[tokio::test]
async fn sent_code_sets_a_new_password_but_not_for_staff_and_unknown_numbers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    mark_verified(&service, customer.customer_id, PHONE).await.unwrap();
    let sent = ask(&service, code_for(CodePurpose::Reset, PHONE)).await.unwrap();
    assert_eq!(sent.customer_id, customer.customer_id);
    assert_eq!(reset(&service, PHONE, &sent.code).await.unwrap(), customer.customer_id);
    assert_eq!(service.session(&session).await.unwrap_err().code, Code::Unauthenticated);
    service.login(PHONE, "battery staple").await.unwrap();

    let sent = ask(&service, code_for(CodePurpose::Reset, OTHER)).await.unwrap();
    assert_eq!(
        field_reasons(&reset(&service, OTHER, &sent.code).await.unwrap_err()),
        [("identifier", "invalid")]
    );
    let phone = "020 5500 0001";
    let role = DomainRole::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone, email: "", password: PASSWORD, role };
    service.accounts.service().add_staff(new).await.unwrap();
    for purpose in [CodePurpose::Reset, CodePurpose::SignIn] {
        let sent = ask(&service, code_for(purpose, phone)).await.unwrap();
        let refused = match purpose {
            CodePurpose::Reset => reset(&service, phone, &sent.code).await.err().unwrap(),
            _ => sign_in(&service, phone, &sent.code).await.err().unwrap(),
        };
        assert_eq!(reason(&refused), (Code::Conflict, "staff"));
    }
    service.login(phone, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn changed_number_needs_the_code_that_was_sent_to_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let update = |code: &str| wire::UpdateProfileRequest {
        customer_id: customer.customer_id,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: OTHER.to_owned(),
        email: EMAIL.to_owned(),
        current_password: PASSWORD.to_owned(),
        token: session.token.clone(),
        client_address: "10.0.0.1".to_owned(),
        phone_code: code.to_owned(),
        email_code: String::new(),
        verify_phone: true,
        verify_email: true,
        current_code: String::new(),
        ..Default::default()
    };
    let save = async |code: &str| -> Result<wire::UpdateProfileResponse, Error> {
        Ok(service.client().update_profile(update(code)).await?.into_inner())
    };
    assert_eq!(field_reasons(&save("").await.unwrap_err()), [("phone_code", "required")]);
    let verify = |customer_id| RequestCodeRequest { customer_id, ..code_for(CodePurpose::Verify, OTHER) };
    let of_another = ask(&service, verify(customer.customer_id + 1)).await.unwrap();
    assert_eq!(field_reasons(&save(&of_another.code).await.unwrap_err()), [("phone_code", "wrong_code")]);
    let sent = ask(&service, verify(customer.customer_id)).await.unwrap();
    let saved = save(&sent.code).await.unwrap();
    assert!(saved.sessions_ended);

    let mine = verified(&service, OTHER).await;
    assert!(!mine.is_new, "the number counts as verified");
    service.login(OTHER, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn customer_without_a_password_changes_the_number_by_a_code_to_the_present_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let made = verified(&service, PHONE).await;
    let customer_id = made.customer.unwrap().customer_id;
    let token = made.session.unwrap().token;
    let save = async |current_code: &str, phone_code: &str| -> Result<wire::UpdateProfileResponse, Error> {
        let request = wire::UpdateProfileRequest {
            customer_id,
            fname: "Noy".to_owned(),
            lname: "Keo".to_owned(),
            phone: OTHER.to_owned(),
            current_code: current_code.to_owned(),
            phone_code: phone_code.to_owned(),
            token: token.clone(),
            client_address: "10.0.0.1".to_owned(),
            verify_phone: true,
            verify_email: true,
            ..Default::default()
        };
        Ok(service.client().update_profile(request).await?.into_inner())
    };
    assert_eq!(field_reasons(&save("", "").await.unwrap_err()), [("current_password", "required")]);
    let request = |purpose, identifier| RequestCodeRequest { customer_id, ..code_for(purpose, identifier) };
    let current = ask(&service, request(CodePurpose::Confirm, "")).await.unwrap();
    assert_eq!(current.recipient, "+8562055123456");
    let new = ask(&service, request(CodePurpose::Verify, OTHER)).await.unwrap();
    // The code of the new number proves nothing about the present one.
    let wrong = if current.code == new.code { "x" } else { new.code.as_str() };
    let error = save(wrong, &new.code).await.unwrap_err();
    assert_eq!(error.detail.field, "current_code");
    assert_eq!(field_reasons(&save(&current.code, "").await.unwrap_err()), [("phone_code", "required")]);

    let saved = save(&current.code, &new.code).await.unwrap();
    assert!(saved.sessions_ended);
    let error = save(&current.code, &new.code).await;
    assert!(error.is_ok(), "nothing changes any more, so no proof is needed");
    assert_eq!(verified(&service, OTHER).await.customer.unwrap().customer_id, customer_id);
}

#[rstest]
#[tokio::test]
async fn staff_cannot_change_their_number_by_a_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let phone = "020 5500 0001";
    let role = DomainRole::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone, email: "", password: PASSWORD, role };
    let customer_id = service.accounts.service().add_staff(new).await.unwrap().customer_id;
    let request = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    let current = ask(&service, request).await.unwrap();
    let request = wire::UpdateProfileRequest {
        customer_id,
        fname: "Kham".to_owned(),
        lname: "Sy".to_owned(),
        phone: OTHER.to_owned(),
        current_code: current.code,
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    let error = Error::from(service.client().update_profile(request).await.unwrap_err());
    assert_eq!(field_reasons(&error), [("current_password", "required")]);
}

#[rstest]
#[tokio::test]
async fn account_is_closed_by_the_password_or_a_code_and_opens_for_none(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let customer_id = customer.customer_id;
    let close = |password: &str, code: &str| CloseAccountRequest {
        customer_id,
        password: password.to_owned(),
        code: code.to_owned(),
        client_address: "10.0.0.1".to_owned(),
    };
    let refused = async |request| Error::from(client(&service).close_account(request).await.unwrap_err());
    assert_eq!(field_reasons(&refused(close("", "")).await), [("password", "required")]);
    assert_eq!(field_reasons(&refused(close("wrong horse", "")).await), [("password", "invalid")]);
    let confirm = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    let sent = ask(&service, confirm).await.unwrap();
    assert_eq!(sent.recipient, "+8562055123456");
    assert_eq!(field_reasons(&refused(close("", &other_code(&sent.code))).await), [("code", "wrong_code")]);
    let erasure = client(&service).close_account(close("", &sent.code)).await.unwrap().into_inner().erasure;
    assert!(erasure.is_some());
    assert_eq!(service.session(&session).await.unwrap_err().code, Code::Unauthenticated);
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    let gone = sign_in(&service, PHONE, &sent.code).await.err().unwrap();
    assert_eq!(reason(&gone), (Code::Conflict, "erasing"));
    let mut client = client(&service);
    let unfinished = client.list_unfinished_erasures(wire::ListUnfinishedErasuresRequest {}).await;
    let unfinished = unfinished.unwrap().into_inner().erasures;
    assert_eq!(unfinished.iter().map(|one| one.customer_id).collect::<Vec<_>>(), [customer_id]);
}
