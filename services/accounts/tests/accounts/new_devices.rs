//! Notices of new devices, and browsers that are forgotten with their session; on both databases.

use std::time::Duration;

use heuan_accounts::{customer::Role, service::NewStaff};
use heuan_proto::accounts::v1::{
    CodePurpose, EndAllSessionsRequest, EndSessionRequest, ListSessionsRequest, LoginRequest, LoginResponse,
    RegisterRequest, SetCustomerBlockRequest, SignInByCodeRequest, SignInByCodeResponse,
    staff_customer_service_client::StaffCustomerServiceClient,
};
use heuan_rpc::Transport;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{ask, by_code, code_for, sign_in_with},
    second_factor::{begin, clerk, code as app_code, confirm},
    staff::member,
    support::{MINUTE, PASSWORD, PHONE, TestAccounts, noy},
};

const OTHER: &str = "020 5577 7777";
/// Number of [`clerk`].
const CLERK: &str = "020 5500 0001";
const CHROME: &str = "Mozilla/5.0 (Linux; Android 14) Chrome/142.0.0.0 Mobile Safari/537.36";

/// A login from a browser with a device token.
async fn login(service: &TestAccounts, identifier: &str, device_token: &[u8]) -> LoginResponse {
    let request = LoginRequest {
        identifier: identifier.to_owned(),
        password: PASSWORD.to_owned(),
        user_agent: CHROME.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        device_token: device_token.to_vec(),
        ..Default::default()
    };
    service.client().login(request).await.unwrap().into_inner()
}

async fn sign_in_by_code(service: &TestAccounts, device_token: &[u8]) -> SignInByCodeResponse {
    service.clock.advance(MINUTE);
    let code = ask(service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap().code;
    let (device_token, user_agent) = (device_token.to_vec(), CHROME.to_owned());
    let request = SignInByCodeRequest { code, device_token, user_agent, ..by_code(PHONE) };
    sign_in_with(service, request).await.unwrap()
}

/// The customer ends a session in the list.
async fn end_in_list(service: &TestAccounts, customer_id: i64, token: &[u8]) {
    let request = ListSessionsRequest { customer_id, token: token.to_vec() };
    let listed = service.client().list_sessions(request).await.unwrap().into_inner().sessions;
    let session_id = listed.into_iter().find(|one| one.is_current).unwrap().session_id;
    let request = EndSessionRequest { customer_id, session_id, ..Default::default() };
    service.client().end_session(request).await.unwrap();
}

/// Number of written notices of a new device.
async fn notices(service: &TestAccounts) -> usize {
    service.events().await.iter().filter(|(kind, _)| kind == "security.device").count()
}

const DEVICES: &str = "SELECT COUNT(*) FROM device";

#[rstest]
#[tokio::test]
async fn browser_of_a_session_that_is_ended_in_the_list_signs_in_as_a_new_one(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = service.client().register(noy()).await.unwrap().into_inner();
    let customer_id = owner.customer.unwrap().customer_id;
    let lost = login(&service, PHONE, &[]).await;
    assert_eq!((notices(&service).await, service.count(DEVICES).await), (1, 2));
    end_in_list(&service, customer_id, &lost.session.unwrap().token).await;
    assert_eq!(service.count(DEVICES).await, 1);
    let again = login(&service, PHONE, &lost.device_token).await;
    assert_eq!(again.new_device.as_deref(), Some("Chrome on Android"));
    assert_eq!(notices(&service).await, 2);
    assert_eq!(login(&service, PHONE, &owner.device_token).await.new_device, None, "the others stay known");
    // A sign-out in the browser itself keeps it known.
    let request = heuan_proto::accounts::v1::LogoutRequest {
        token: again.session.unwrap().token,
        ..Default::default()
    };
    service.client().logout(request).await.unwrap();
    assert_eq!(login(&service, PHONE, &again.device_token).await.new_device, None);
    assert_eq!(notices(&service).await, 2);
}

#[rstest]
#[tokio::test]
async fn browser_of_two_accounts_is_forgotten_by_the_one_that_ends_its_session(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let first = service.client().register(noy()).await.unwrap().into_inner();
    let request = RegisterRequest { phone: OTHER.to_owned(), email: String::new(), ..noy() };
    service.register(request).await.unwrap();
    // The sign-in to the other account replaces the device token, which the first session has to follow.
    let second = login(&service, OTHER, &first.device_token).await;
    end_in_list(&service, first.customer.unwrap().customer_id, &first.session.unwrap().token).await;
    let known = login(&service, OTHER, &second.device_token).await;
    assert_eq!(known.new_device, None);
    assert!(login(&service, PHONE, &known.device_token).await.new_device.is_some());
}

#[rstest]
#[case::began_in_it("UPDATE session SET device_hash = ''")]
#[case::its_token_was_replaced_in_it("UPDATE device SET token_hash = 'of the next sign-in'")]
#[tokio::test]
async fn ended_session_of_an_earlier_release_forgets_every_browser_without_another_session(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] of_earlier_release: &'static str,
) {
    let service = TestAccounts::open(engine).await;
    let lost = service.client().register(noy()).await.unwrap().into_inner();
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    heuan_store::run!(tx, of_earlier_release).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
    let own = login(&service, PHONE, &[]).await;
    end_in_list(&service, lost.customer.unwrap().customer_id, &lost.session.unwrap().token).await;
    assert_eq!(service.count(DEVICES).await, 1);
    assert_eq!(login(&service, PHONE, &own.device_token).await.new_device, None);
}

#[rstest]
#[tokio::test]
async fn first_sign_in_after_all_browsers_were_forgotten_is_noticed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let made = sign_in_by_code(&service, &[]).await;
    assert!(made.is_new && made.new_device.is_none(), "the browser that makes the account");
    let customer_id = made.customer.unwrap().customer_id;
    assert_eq!(notices(&service).await, 0);
    let forget = async || {
        let all = EndAllSessionsRequest { customer_id, ..Default::default() };
        service.client().end_all_sessions(all).await.unwrap();
        assert_eq!(service.count(DEVICES).await, 0);
    };
    forget().await;
    let stranger = sign_in_by_code(&service, &[]).await;
    assert_eq!(stranger.new_device.as_deref(), Some("Chrome on Android"));
    assert_eq!(notices(&service).await, 1);
    assert_eq!(sign_in_by_code(&service, &stranger.device_token).await.new_device, None);
    forget().await;
    let code = service.accounts.service().issue_reset_code(customer_id).await.unwrap().code;
    crate::codes::reset(&service, PHONE, &code).await.unwrap();
    let request = LoginRequest {
        identifier: PHONE.to_owned(),
        password: "battery staple".to_owned(),
        user_agent: CHROME.to_owned(),
        ..Default::default()
    };
    let by_password = service.client().login(request).await.unwrap().into_inner();
    assert!(by_password.new_device.is_some());
    assert_eq!(notices(&service).await, 2);
}

#[rstest]
#[tokio::test]
async fn removed_second_factor_forgets_the_browsers_of_the_lost_phone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let role = Role::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone: PHONE, email: "", password: PASSWORD, role };
    let customer_id = service.accounts.service().add_staff(new).await.unwrap().customer_id;
    let lost = login(&service, PHONE, &[]).await;
    assert!(lost.new_device.is_some(), "the operator has made the account");
    assert_eq!(login(&service, PHONE, &lost.device_token).await.new_device, None);
    service.accounts.service().reset_second_factor(customer_id).await.unwrap();
    assert_eq!(service.count(DEVICES).await, 0);
}

#[rstest]
#[tokio::test]
async fn devices_of_an_account_are_bounded_and_end_with_a_reset_password(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    let request = RegisterRequest { phone: OTHER.to_owned(), email: "noi@example.com".to_owned(), ..noy() };
    let of_other = service.client().register(request).await.unwrap().into_inner().device_token;
    // Neither a made-up token nor that of another account is known; both are stored as a new one.
    for device_token in [vec![7; 32], vec![7; 31], of_other] {
        assert!(login(&service, PHONE, &device_token).await.new_device.is_some());
    }
    let mut last = login(&service, PHONE, &[]).await;
    for _ in 0..55 {
        service.clock.advance(1);
        last = login(&service, PHONE, &[]).await;
    }
    let of_customer =
        "SELECT COUNT(*) FROM device WHERE customer_id = (SELECT MIN(customer_id) FROM customer)";
    assert_eq!(service.count(of_customer).await, 50);
    assert_eq!(login(&service, PHONE, &last.device_token).await.new_device, None);
    let code = service.accounts.service().issue_reset_code(customer_id).await.unwrap().code;
    crate::codes::reset(&service, PHONE, &code).await.unwrap();
    assert_eq!(service.count(of_customer).await, 0);
}

#[rstest]
#[tokio::test]
async fn confirmed_second_factor_forgets_the_browsers_that_signed_in_with_the_password_alone(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer_id, session) = clerk(&service).await;
    for _ in 0..2 {
        login(&service, CLERK, &[]).await;
    }
    assert_eq!(service.count(DEVICES).await, 3);
    let app = begin(&service, customer_id, PASSWORD).await.unwrap();
    confirm(&service, customer_id, &session, &app_code(&service, &app)).await.unwrap();
    assert_eq!(service.count(DEVICES).await, 1);
}

#[rstest]
#[tokio::test]
async fn blocked_customer_is_known_in_no_browser_afterwards(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    let manager = member(&service, "020 5500 0001", Role::Manager).await;
    let set_block = async |blocked: bool| {
        let reason = "spam".to_owned();
        let request =
            SetCustomerBlockRequest { actor_id: manager, customer_id, blocked, reason, ..Default::default() };
        let transport = Transport::in_process(service.accounts.routes(), Duration::from_secs(120));
        StaffCustomerServiceClient::new(transport).set_customer_block(request).await.unwrap();
    };
    let before = login(&service, PHONE, &[]).await;
    set_block(true).await;
    set_block(false).await;
    assert!(login(&service, PHONE, &before.device_token).await.new_device.is_some());
}
