//! Second factor of staff; on both databases.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::FutureExt as _;

use crate::support::{PASSWORD, TestAccounts, config, field_reasons};
use heuan_accounts::{
    Config, FactorRule,
    customer::Role as DomainRole,
    service::{DEMO_MANAGER, NewStaff},
};
use heuan_proto::accounts::v1::{
    BeginSecondFactorRequest, ConfirmSecondFactorRequest, GetSessionRequest, LoginRequest,
    RenewRecoveryCodesRequest, ResetSecondFactorRequest, SecondFactor, Session, VerifySecondFactorRequest,
    staff_service_client::StaffServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;
use totp_rs::{Builder, Secret, Totp};

const PHONE: &str = "020 5500 0001";
const STEP: i64 = 30_000;

fn client(service: &TestAccounts) -> StaffServiceClient<Transport> {
    StaffServiceClient::new(Transport::in_process(service.accounts.routes(), Duration::from_secs(120)))
}

/// A clerk who has signed in.
pub async fn clerk(service: &TestAccounts) -> (i64, Session) {
    let role = DomainRole::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone: PHONE, email: "", password: PASSWORD, role };
    let customer_id = service.accounts.service().add_staff(new).await.unwrap().customer_id;
    (customer_id, service.login(PHONE, PASSWORD).await.unwrap().1)
}

async fn state(service: &TestAccounts, session: &Session) -> SecondFactor {
    let request = GetSessionRequest { token: session.token.clone(), peek: true, is_local: false };
    service.client().get_session(request).await.unwrap().into_inner().second_factor()
}

pub async fn begin(service: &TestAccounts, customer_id: i64, password: &str) -> Result<Totp, Error> {
    let (current_password, client_address) = (password.to_owned(), "10.0.0.1".to_owned());
    let request = BeginSecondFactorRequest { customer_id, current_password, client_address };
    let begun = client(service).begin_second_factor(request).await?.into_inner();
    assert!(begun.url.contains(&begun.secret) && begun.url.contains("issuer=Heuan"), "{}", begun.url);
    let secret = Secret::try_from_base32(&begun.secret).unwrap();
    Ok(Builder::new().with_secret(secret).build().unwrap())
}

pub fn code(service: &TestAccounts, app: &Totp) -> String {
    app.generate(service.clock.now_ms().unsigned_abs() / 1000).to_string()
}

pub async fn confirm(
    service: &TestAccounts,
    customer_id: i64,
    session: &Session,
    code: &str,
) -> Result<Vec<String>, Error> {
    let (token, code, client_address) = (session.token.clone(), code.to_owned(), "10.0.0.1".to_owned());
    let request = ConfirmSecondFactorRequest { customer_id, token, code, client_address };
    Ok(client(service).confirm_second_factor(request).await?.into_inner().recovery_codes)
}

pub async fn verify(
    service: &TestAccounts,
    customer_id: i64,
    session: &Session,
    code: &str,
) -> Result<(), Error> {
    let (token, code, client_address) = (session.token.clone(), code.to_owned(), "10.0.0.1".to_owned());
    let request = VerifySecondFactorRequest { customer_id, token, code, client_address };
    client(service).verify_second_factor(request).await?;
    Ok(())
}

#[rstest]
#[tokio::test]
async fn code_of_the_app_verifies_a_session_and_is_accepted_once(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (id, first) = clerk(&service).await;
    assert_eq!(state(&service, &first).await, SecondFactor::NotRequired);
    let error = begin(&service, id, "wrong horse").await.unwrap_err();
    assert_eq!(error.detail.field, "current_password");
    let app = begin(&service, id, PASSWORD).await.unwrap();
    assert_eq!(state(&service, &first).await, SecondFactor::NotRequired, "no effect before it is confirmed");
    let other = service.login(PHONE, PASSWORD).await.unwrap().1;

    assert_eq!(
        field_reasons(&confirm(&service, id, &first, "000000").await.unwrap_err()),
        [("code", "invalid")]
    );
    let used = code(&service, &app);
    let recovery = confirm(&service, id, &first, &used).await.unwrap();
    assert_eq!((recovery.len(), state(&service, &first).await), (10, SecondFactor::Verified));
    assert!(service.session(&other).await.is_err(), "sessions opened with the password alone end");
    let error = begin(&service, id, PASSWORD).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "second_factor_exists"));

    let second = service.login(PHONE, PASSWORD).await.unwrap().1;
    assert_eq!(state(&service, &second).await, SecondFactor::Pending);
    assert!(verify(&service, id, &second, &used).await.is_err(), "a code is accepted once");
    service.clock.advance(STEP);
    let next = code(&service, &app);
    verify(&service, id, &second, &format!("{} {}", &next[..3], &next[3..])).await.unwrap();
    assert_eq!(state(&service, &second).await, SecondFactor::Verified);

    let third = service.login(PHONE, PASSWORD).await.unwrap().1;
    verify(&service, id, &third, &recovery[0].to_uppercase()).await.unwrap();
    assert_eq!(state(&service, &third).await, SecondFactor::Verified);
    let fourth = service.login(PHONE, PASSWORD).await.unwrap().1;
    assert!(verify(&service, id, &fourth, &recovery[0]).await.is_err(), "a recovery code is used up");
    assert_eq!(state(&service, &fourth).await, SecondFactor::Pending);
}

#[rstest]
#[tokio::test]
async fn wrong_codes_are_limited_and_a_right_one_resets_the_limit(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (id, session) = clerk(&service).await;
    let app = begin(&service, id, PASSWORD).await.unwrap();
    confirm(&service, id, &session, &code(&service, &app)).await.unwrap();
    for _ in 0..2 {
        for _ in 0..4 {
            assert_eq!(
                verify(&service, id, &session, "nonsense").await.unwrap_err().code,
                Code::InvalidArgument
            );
        }
        service.clock.advance(STEP);
        verify(&service, id, &session, &code(&service, &app)).await.unwrap();
    }
    for _ in 0..5 {
        verify(&service, id, &session, "nonsense").await.unwrap_err();
    }
    service.clock.advance(STEP);
    let error = verify(&service, id, &session, &code(&service, &app)).await.unwrap_err();
    assert_eq!(error.code, Code::ResourceExhausted);
    assert!(error.detail.retry_after_ms > 0);
}

#[rstest]
#[tokio::test]
async fn manager_resets_a_lost_factor_and_a_clerk_does_not(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (id, session) = clerk(&service).await;
    let app = begin(&service, id, PASSWORD).await.unwrap();
    confirm(&service, id, &session, &code(&service, &app)).await.unwrap();
    let denied = ResetSecondFactorRequest { actor_id: id, customer_id: id, ..Default::default() };
    let error = Error::from(client(&service).reset_second_factor(denied).await.unwrap_err());
    assert_eq!(error.code, Code::PermissionDenied);

    let (role, phone) = (DomainRole::Manager, "020 5500 0002");
    let new = NewStaff { fname: "Chan", lname: "Tha", phone, email: "", password: PASSWORD, role };
    let actor_id = service.accounts.service().add_staff(new).await.unwrap().customer_id;
    let reset = ResetSecondFactorRequest { actor_id, customer_id: id, ..Default::default() };
    client(&service).reset_second_factor(reset).await.unwrap();
    assert!(service.session(&session).await.is_err());
    let again = service.login(PHONE, PASSWORD).await.unwrap().1;
    assert_eq!(state(&service, &again).await, SecondFactor::NotRequired);
}

#[tokio::test]
async fn required_factor_is_missing_until_it_is_set_up_and_customers_need_none() {
    let service =
        TestAccounts::with(Engine::Sqlite, Config { second_factor_required: FactorRule::Always, ..config() })
            .await;
    let (id, session) = clerk(&service).await;
    assert_eq!(state(&service, &session).await, SecondFactor::Missing);
    let (noy, hers) = service.noy().await;
    assert_eq!(state(&service, &hers).await, SecondFactor::NotRequired);
    assert_eq!(begin(&service, noy.customer_id, PASSWORD).await.unwrap_err().code, Code::NotFound);
    let app = begin(&service, id, PASSWORD).await.unwrap();
    confirm(&service, id, &session, &code(&service, &app)).await.unwrap();
    assert_eq!(state(&service, &session).await, SecondFactor::Verified);
}

/// The default: only the demo on the machine of the shop is open without a second factor.
#[tokio::test]
async fn demo_needs_no_factor_in_a_browser_of_its_machine() {
    let auto = Config { second_factor_required: FactorRule::ExceptInDemo, ..config() };
    let service = TestAccounts::with(Engine::Sqlite, auto).await;
    let (_, session) = clerk(&service).await;
    let factor = async |is_local: bool| {
        let request = GetSessionRequest { token: session.token.clone(), peek: true, is_local };
        service.client().get_session(request).await.unwrap().into_inner().second_factor()
    };
    assert_eq!(factor(true).await, SecondFactor::Missing, "no demo");
    let is_demo = Arc::new(AtomicBool::new(true));
    let shown = Arc::clone(&is_demo);
    let check = move || std::future::ready(shown.load(Ordering::SeqCst)).boxed();
    service.accounts.service().set_demo_check(Box::new(check));
    assert_eq!((factor(true).await, factor(false).await), (SecondFactor::NotRequired, SecondFactor::Missing));
    // The shop has its own catalog now.
    is_demo.store(false, Ordering::SeqCst);
    assert_eq!(factor(true).await, SecondFactor::Missing);
}

#[rstest]
#[tokio::test]
async fn renewed_recovery_codes_replace_the_old_ones(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (id, session) = clerk(&service).await;
    let app = begin(&service, id, PASSWORD).await.unwrap();
    let old = confirm(&service, id, &session, &code(&service, &app)).await.unwrap();
    let renew = async |code: &str| {
        let (token, code, client_address) = (session.token.clone(), code.to_owned(), "10.0.0.1".to_owned());
        let request = RenewRecoveryCodesRequest { customer_id: id, token, code, client_address };
        client(&service)
            .renew_recovery_codes(request)
            .await
            .map(|renewed| renewed.into_inner().recovery_codes)
    };
    assert!(renew("000000").await.is_err(), "a wrong code");
    service.clock.advance(STEP);
    let new = renew(&code(&service, &app)).await.unwrap();
    assert_eq!(new.len(), 10);
    let next = service.login(PHONE, PASSWORD).await.unwrap().1;
    assert!(verify(&service, id, &next, &old[0]).await.is_err(), "an old code");
    verify(&service, id, &next, &new[0]).await.unwrap();
    let newest = renew(&new[1]).await.unwrap();
    assert!(verify(&service, id, &next, &new[2]).await.is_err(), "a code of the second set");
    verify(&service, id, &next, &newest[2]).await.unwrap();
}

/// Its password is printed on the terminal of a shop that listens on every interface.
#[rstest]
#[tokio::test]
async fn demo_manager_signs_in_on_the_machine_of_the_shop_only(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (role, email) = (DomainRole::Manager, DEMO_MANAGER);
    let new = NewStaff { fname: "Demo", lname: "Manager", phone: "", email, password: PASSWORD, role };
    service.accounts.service().add_staff(new).await.unwrap();
    let login = async |is_local: bool, password: &str| {
        let (identifier, password) = (DEMO_MANAGER.to_owned(), password.to_owned());
        let request = LoginRequest { identifier, password, is_local, ..LoginRequest::default() };
        service.client().login(request).await.map_err(Error::from)
    };
    let (refused, wrong) =
        (login(false, PASSWORD).await.unwrap_err(), login(false, "wrong horse").await.unwrap_err());
    assert_eq!((refused.code, refused.message), (wrong.code, wrong.message), "like a wrong password");
    let session = login(true, PASSWORD).await.unwrap().into_inner().session.unwrap();
    let look = async |is_local: bool| {
        let request = GetSessionRequest { token: session.token.clone(), peek: true, is_local };
        service.client().get_session(request).await.map_err(Error::from).map_err(|error| error.code)
    };
    assert!(look(true).await.is_ok());
    assert_eq!(look(false).await.unwrap_err(), Code::Unauthenticated);
}
