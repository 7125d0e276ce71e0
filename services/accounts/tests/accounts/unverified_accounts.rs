//! Accounts with an unverified phone number or e-mail address, which may be another person's: the owner of the number never
//! sees what the maker of the account has left in it. On both databases.

use heuan_accounts::{Config, service::CustomerWithoutPassword};
use heuan_proto::accounts::v1::{
    self as wire, CodePurpose, Customer, Session, SignInByCodeRequest, SignInByCodeResponse,
    SubmitMessageRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    addresses::add_home,
    codes::{ask, by_code, code_for, mark_verified, other_code, reset, sign_in, sign_in_with, verified},
    contact::{letter, submit},
    support::{MINUTE, PASSWORD, PHONE, TestAccounts, config, field_reasons, noy},
};

const EMAIL: &str = "noy@example.com";
const OTHER: &str = "020 5599 9999";
/// Password of the owner of the number.
const NEW_PASSWORD: &str = "battery staple";

fn reason(error: &Error) -> (Code, &str) {
    (error.code, error.detail.reason.as_str())
}

/// Signs in by a new code, and leaves an unverified account to its maker.
async fn starts_new_account(service: &TestAccounts, identifier: &str) -> SignInByCodeResponse {
    service.clock.advance(MINUTE);
    let code = ask(service, code_for(CodePurpose::SignIn, identifier)).await.unwrap().code;
    let asked = sign_in(service, identifier, &code).await.unwrap_err();
    assert_eq!(reason(&asked), (Code::Conflict, "unverified_account"));
    let request = SignInByCodeRequest { code, starts_new_account: true, ..by_code(identifier) };
    sign_in_with(service, request).await.unwrap()
}

/// The maker of an account whose only identifier is [`PHONE`], the number of another person.
async fn maker(service: &TestAccounts) -> (Customer, Session) {
    let request = wire::RegisterRequest { email: String::new(), ..noy() };
    service.register(request).await.unwrap()
}

/// The customer of a session.
async fn customer_of(service: &TestAccounts, session: &Session) -> Customer {
    service.session(session).await.unwrap().customer.unwrap()
}

#[rstest]
#[tokio::test]
async fn right_code_needs_the_password_of_an_unverified_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = service.noy().await;
    add_home(&service, made.customer_id).await;
    let code = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap().code;
    let asked = sign_in(&service, PHONE, &code).await.unwrap_err();
    assert_eq!(reason(&asked), (Code::Conflict, "unverified_account"));
    let enter = async |code: &str, password: &str| {
        let (code, account_password) = (code.to_owned(), password.to_owned());
        sign_in_with(&service, SignInByCodeRequest { code, account_password, ..by_code(PHONE) }).await
    };
    let wrong = enter(&code, "wrong horse").await.unwrap_err();
    assert_eq!(field_reasons(&wrong), [("account_password", "invalid")]);
    let wrong = enter(&other_code(&code), PASSWORD).await.unwrap_err();
    assert_eq!(field_reasons(&wrong), [("code", "wrong_code")], "the password alone is not enough");

    let opened = enter(&code, PASSWORD).await.unwrap();
    let customer = opened.customer.unwrap();
    assert_eq!((customer.customer_id, opened.is_new), (made.customer_id, false));
    assert_eq!((customer.fname.as_str(), customer.email.as_str()), ("Noy", EMAIL));
    assert_eq!(customer_of(&service, &session).await.customer_id, made.customer_id, "other sessions stay");
    assert_eq!(service.count("SELECT COUNT(*) FROM address").await, 1);
    service.login(PHONE, PASSWORD).await.unwrap();
    service.clock.advance(MINUTE);
    let again = verified(&service, PHONE).await;
    assert_eq!(again.customer.unwrap().customer_id, made.customer_id, "from now on the code is enough");
}

#[rstest]
#[tokio::test]
async fn passwords_with_a_right_code_are_limited_like_logins(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 2, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    let code = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap().code;
    let enter = async |password: &str| {
        let (code, account_password) = (code.clone(), password.to_owned());
        let request = SignInByCodeRequest { code, account_password, ..by_code(PHONE) };
        sign_in_with(&service, request).await.err().unwrap()
    };
    for _ in 0..2 {
        assert_eq!(field_reasons(&enter("wrong horse").await), [("account_password", "invalid")]);
    }
    assert_eq!(enter(PASSWORD).await.code, Code::ResourceExhausted);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn owner_of_the_number_begins_with_an_empty_account_and_the_maker_keeps_theirs(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = service.noy().await;
    add_home(&service, made.customer_id).await;
    let written = SubmitMessageRequest { token: session.token.clone(), ..letter() };
    submit(&service, written).await.unwrap();

    let owner = starts_new_account(&service, PHONE).await;
    let customer = owner.customer.unwrap();
    assert!(owner.is_new && customer.customer_id != made.customer_id);
    assert_eq!((customer.fname.as_str(), customer.email.as_str()), ("", ""));
    assert_eq!(customer.phone, "+8562055123456");
    let export = service.accounts.service().export(customer.customer_id).await.unwrap();
    assert_eq!((export.addresses.len(), export.contact_messages.len(), export.sessions.len()), (0, 0, 1));
    assert!(export.profile.phone_verified_at.is_some() && export.profile.email_verified_at.is_none());
    assert_eq!(export.profile.former_identifier, None);

    let left = customer_of(&service, &session).await;
    assert_eq!((left.customer_id, left.fname.as_str()), (made.customer_id, "Noy"));
    assert_eq!((left.phone.as_str(), left.email.as_str()), ("", EMAIL));
    let export = service.accounts.service().export(made.customer_id).await.unwrap();
    assert_eq!((export.addresses.len(), export.contact_messages.len()), (1, 1));
    assert_eq!(export.profile.former_identifier.as_deref(), Some("+8562055123456"));
    assert_eq!(service.login(EMAIL, PASSWORD).await.unwrap().0.customer_id, made.customer_id);
    let notices = "SELECT COUNT(*) FROM outbox WHERE kind = 'security.identifier_lost'";
    assert_eq!(service.count(notices).await, 1);
    let dropped = "SELECT COUNT(*) FROM outbox WHERE kind = 'security.identifier'";
    assert_eq!(service.count(dropped).await, 0, "nothing is sent to the other address");

    let request = wire::RegisterRequest { email: String::new(), ..noy() };
    let taken = service.register(request).await.unwrap_err();
    assert_eq!(reason(&taken), (Code::Conflict, "taken"));
    service.clock.advance(MINUTE);
    let again = verified(&service, PHONE).await;
    assert_eq!((again.is_new, again.customer.unwrap().customer_id), (false, customer.customer_id));
}

#[rstest]
#[tokio::test]
async fn owner_of_the_number_adds_it_to_their_account_by_its_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = maker(&service).await;
    let add = async |address: &str| -> Result<i64, Error> {
        let owner = verified(&service, address).await;
        let customer_id = owner.customer.unwrap().customer_id;
        let request =
            |purpose, identifier| wire::RequestCodeRequest { customer_id, ..code_for(purpose, identifier) };
        let current_code = ask(&service, request(CodePurpose::Confirm, "")).await.unwrap().code;
        let phone_code = ask(&service, request(CodePurpose::Verify, PHONE)).await.unwrap().code;
        let update = wire::UpdateProfileRequest {
            customer_id,
            phone: PHONE.to_owned(),
            email: address.to_owned(),
            fname: "Kham".to_owned(),
            lname: "Sy".to_owned(),
            current_code,
            phone_code,
            token: owner.session.unwrap().token,
            client_address: "10.0.0.1".to_owned(),
            verify_phone: true,
            verify_email: true,
            ..Default::default()
        };
        service.client().update_profile(update).await?;
        Ok(customer_id)
    };
    let owner = add("kham@example.com").await.unwrap();
    let left = customer_of(&service, &session).await;
    assert_eq!((left.customer_id, left.phone.as_str()), (made.customer_id, ""));
    let notices = "SELECT COUNT(*) FROM outbox WHERE kind = 'security.identifier_lost'";
    assert_eq!(service.count(notices).await, 1);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.customer_id, made.customer_id);
    service.clock.advance(MINUTE);
    assert_eq!(verified(&service, PHONE).await.customer.unwrap().customer_id, owner);

    // Verified, it stays.
    service.clock.advance(MINUTE);
    let taken = add("somchit@example.com").await.unwrap_err();
    assert_eq!(reason(&taken), (Code::Conflict, "taken"));
    assert_eq!(field_reasons(&taken), [("phone", "taken")]);
}

#[rstest]
#[tokio::test]
async fn maker_without_another_identifier_signs_in_by_the_lost_number_until_another_one_is_given(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = maker(&service).await;
    let owner = starts_new_account(&service, PHONE).await.customer.unwrap();
    let left = customer_of(&service, &session).await;
    assert_eq!((left.phone.as_str(), left.email.as_str()), ("", ""));
    let contact = wire::GetContactRequest { customer_id: made.customer_id };
    let contact = service.client().get_contact(contact).await.unwrap().into_inner();
    assert_eq!((contact.customer.unwrap().phone, contact.phone_verified_at_ms), (String::new(), 0));
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.customer_id, made.customer_id);

    // The owner of the number sets a password, and both sign in by their own.
    service.clock.advance(MINUTE);
    let code = ask(&service, code_for(CodePurpose::Reset, PHONE)).await.unwrap().code;
    assert_eq!(reset(&service, PHONE, &code).await.unwrap(), owner.customer_id);
    assert_eq!(service.login(PHONE, NEW_PASSWORD).await.unwrap().0.customer_id, owner.customer_id);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap().0.customer_id, made.customer_id);
    assert_eq!(service.login(PHONE, "wrong horse").await.unwrap_err().code, Code::Unauthenticated);

    // The staff help by a code, after asking who it is.
    let code = service.accounts.service().issue_reset_code(made.customer_id).await.unwrap().code;
    assert_eq!(reset(&service, PHONE, &code).await.unwrap(), made.customer_id);
    assert_eq!(service.login(PHONE, NEW_PASSWORD).await.unwrap().0.customer_id, owner.customer_id);

    let code = service.accounts.service().issue_reset_code(made.customer_id).await.unwrap().code;
    let request = wire::ResetPasswordRequest {
        identifier: PHONE.to_owned(),
        code,
        new_password: PASSWORD.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    service.client().reset_password(request).await.unwrap();
    let update = wire::UpdateProfileRequest {
        customer_id: made.customer_id,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: OTHER.to_owned(),
        current_password: PASSWORD.to_owned(),
        ..Default::default()
    };
    service.client().update_profile(update).await.unwrap();
    assert_eq!(service.login(OTHER, PASSWORD).await.unwrap().0.customer_id, made.customer_id);
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::Unauthenticated);
    let without_recipient = "SELECT COUNT(*) FROM outbox WHERE recipient LIKE 'none:%'";
    assert_eq!(service.count(without_recipient).await, 0);
}

#[rstest]
#[tokio::test]
async fn address_of_an_account_with_a_verified_number_goes_to_its_owner(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    mark_verified(&service, customer_id, PHONE).await.unwrap();
    let other = starts_new_account(&service, EMAIL).await.customer.unwrap();
    assert_ne!(other.customer_id, customer_id);
    let (kept, _) = service.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!((kept.customer_id, kept.email.as_str()), (customer_id, ""));
    service.clock.advance(MINUTE);
    assert_eq!(verified(&service, PHONE).await.customer.unwrap().customer_id, customer_id);
    assert_eq!(verified(&service, EMAIL).await.customer.unwrap().customer_id, other.customer_id);
}

#[rstest]
#[tokio::test]
async fn sent_code_sets_no_new_password_of_an_unverified_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = service.noy().await;
    let code = ask(&service, code_for(CodePurpose::Reset, PHONE)).await.unwrap().code;
    let refused = reset(&service, PHONE, &code).await.unwrap_err();
    assert_eq!(reason(&refused), (Code::Conflict, "unverified"));
    assert!(service.session(&session).await.is_ok());
    service.login(PHONE, PASSWORD).await.unwrap();
    let code = service.accounts.service().issue_reset_code(made.customer_id).await.unwrap().code;
    assert_eq!(reset(&service, PHONE, &code).await.unwrap(), made.customer_id);
    let owner = starts_new_account(&service, PHONE).await;
    assert!(owner.is_new, "a code of the staff proves no number");
}

#[rstest]
#[tokio::test]
async fn customer_proves_the_present_number_in_a_session_of_the_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (made, session) = service.noy().await;
    let another = mark_verified(&service, made.customer_id, OTHER).await.unwrap_err();
    assert_eq!(field_reasons(&another), [("identifier", "invalid")]);
    mark_verified(&service, made.customer_id, PHONE).await.unwrap();
    assert!(service.session(&session).await.is_ok());
    let request = wire::GetContactRequest { customer_id: made.customer_id };
    let contact = service.client().get_contact(request).await.unwrap().into_inner();
    assert_eq!(contact.phone_verified_at_ms, service.clock.now_ms());
    assert_eq!(contact.email_verified_at_ms, 0);
    assert_eq!(verified(&service, PHONE).await.customer.unwrap().customer_id, made.customer_id);
}

#[rstest]
#[tokio::test]
async fn logins_of_the_maker_do_not_reset_wrong_passwords_of_the_owner(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    maker(&service).await;
    starts_new_account(&service, PHONE).await;
    for _ in 0..3 {
        service.login(PHONE, PASSWORD).await.unwrap();
        assert_eq!(service.login(PHONE, "a guess").await.unwrap_err().code, Code::Unauthenticated);
    }
    assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn blocked_account_keeps_its_number(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    maker(&service).await;
    let db = service.tables().await;
    let mut tx = db.begin().await.unwrap();
    heuan_store::run!(tx, "UPDATE customer SET blocked_at = 1").unwrap();
    tx.commit().await.unwrap();
    db.close().await;
    let code = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap().code;
    let request = SignInByCodeRequest { code, starts_new_account: true, ..by_code(PHONE) };
    let refused = sign_in_with(&service, request).await.unwrap_err();
    assert_eq!(reason(&refused), (Code::PermissionDenied, "blocked"));
}

#[rstest]
#[tokio::test]
async fn erased_owner_leaves_the_number_in_no_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (_, session) = maker(&service).await;
    let owner = starts_new_account(&service, PHONE).await.customer.unwrap();
    service.accounts.service().begin_erasure(owner.customer_id).await.unwrap();
    service.accounts.service().erase(owner.customer_id).await.unwrap();
    let with_number = "SELECT COUNT(*) FROM customer WHERE former_identifier IS NOT NULL OR phone LIKE '+%'";
    assert_eq!(service.count(with_number).await, 0);
    assert!(service.session(&session).await.is_ok());
}

#[rstest]
#[tokio::test]
async fn export_has_messages_of_visitors_only_for_a_verified_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    submit(&service, SubmitMessageRequest { email: String::new(), ..letter() }).await.unwrap();
    let messages =
        async || service.accounts.service().export(customer_id).await.unwrap().contact_messages.len();
    assert_eq!(messages().await, 0, "the number may be another person's");
    mark_verified(&service, customer_id, PHONE).await.unwrap();
    assert_eq!(messages().await, 1);
}

#[rstest]
#[tokio::test]
async fn account_made_by_the_staff_is_opened_by_its_first_code_unless_a_password_was_set(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let made = async |phone: &str| {
        let new = CustomerWithoutPassword { fname: "Noy", lname: "", phone };
        service.accounts.service().create_customer_without_password(new).await.unwrap().customer_id
    };
    let (unopened, opened) = (made(PHONE).await, made(OTHER).await);
    let code = service.accounts.service().issue_reset_code(opened).await.unwrap().code;
    assert_eq!(reset(&service, OTHER, &code).await.unwrap(), opened);
    let first = verified(&service, PHONE).await;
    assert_eq!((first.is_new, first.customer.unwrap().customer_id), (false, unopened));
    let other = starts_new_account(&service, OTHER).await;
    assert!(other.is_new, "a code of the staff proves no number");
}
