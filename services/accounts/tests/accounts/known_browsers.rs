//! One-time codes of known browsers while other clients exhaust the limits of the number, on both databases.

use heuan_accounts::Config;
use heuan_proto::accounts::v1::{self as wire, CodePurpose, RequestCodeRequest, SignInByCodeRequest};
use heuan_rpc::{Code, Error, Result};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{Asked, ask, by_code, client, code_for, other_code, sign_in, verified},
    support::{PASSWORD, PHONE, TestAccounts, config, field_reasons, noy},
};

const MINUTE: i64 = 60_000;
const STRANGER: &str = "020 5599 9999";

/// A browser, with the device token of its last sign-in.
pub struct Browser<'a> {
    service: &'a TestAccounts,
    device_token: Vec<u8>,
}

impl<'a> Browser<'a> {
    /// One that has signed in by a code.
    pub async fn known(service: &'a TestAccounts, identifier: &str) -> Self {
        Self { service, device_token: verified(service, identifier).await.device_token }
    }

    pub async fn request(&self, purpose: CodePurpose, identifier: &str) -> Result<Asked> {
        let device_token = self.device_token.clone();
        ask(self.service, RequestCodeRequest { device_token, ..code_for(purpose, identifier) }).await
    }

    pub async fn sign_in(&self, identifier: &str, code: &str) -> Result<wire::SignInByCodeResponse> {
        self.sign_in_with(identifier, code, "").await
    }

    /// Signs in to an account that has not verified the number, by its password.
    async fn sign_in_with(
        &self,
        identifier: &str,
        code: &str,
        password: &str,
    ) -> Result<wire::SignInByCodeResponse> {
        let request = SignInByCodeRequest {
            code: code.to_owned(),
            device_token: self.device_token.clone(),
            account_password: password.to_owned(),
            ..by_code(identifier)
        };
        Ok(client(self.service).sign_in_by_code(request).await?.into_inner())
    }

    async fn reset(&self, identifier: &str, code: &str) -> Result<i64> {
        let request = wire::ResetPasswordRequest {
            identifier: identifier.to_owned(),
            code: code.to_owned(),
            new_password: "battery staple".to_owned(),
            client_address: "10.0.0.1".to_owned(),
            device_token: self.device_token.clone(),
        };
        Ok(self.service.client().reset_password(request).await?.into_inner().customer_id)
    }
}

/// Strangers request codes for the number until none is left. Returns the last one.
async fn use_up_codes(service: &TestAccounts, purpose: CodePurpose, identifier: &str) -> Asked {
    let mut last = None;
    for _ in 0..=config().codes_per_recipient {
        service.clock.advance(MINUTE);
        match ask(service, code_for(purpose, identifier)).await {
            Ok(sent) => last = Some(sent),
            Err(error) => {
                assert_eq!(error.code, Code::ResourceExhausted);
                return last.expect("strangers get codes first");
            }
        }
    }
    panic!("strangers get codes without end")
}

fn code(error: &Error) -> (Code, Vec<(&str, &str)>) {
    (error.code, field_reasons(error))
}

fn wrong_code() -> (Code, Vec<(&'static str, &'static str)>) {
    (Code::InvalidArgument, vec![("code", "wrong_code")])
}

#[rstest]
#[tokio::test]
async fn known_browser_signs_in_after_unknown_browsers_have_used_up_the_codes_of_the_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    let sent = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    assert_eq!(sent.recipient, "+8562055123456");
    let signed_in = owner.sign_in(PHONE, &sent.code).await.unwrap();
    assert!(!signed_in.is_new && signed_in.new_device.is_none());
    let replayed = owner.sign_in(PHONE, &sent.code).await.unwrap_err();
    assert_eq!(replayed.code, Code::InvalidArgument);
}

#[rstest]
#[tokio::test]
async fn known_browser_signs_in_after_unknown_browsers_have_used_up_the_tries_of_the_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    service.clock.advance(MINUTE);
    let of_owner = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    let of_unknown_browsers = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    for _ in 0..20 {
        sign_in(&service, PHONE, &other_code(&of_unknown_browsers.code)).await.unwrap_err();
    }
    let used_up = sign_in(&service, PHONE, &of_unknown_browsers.code).await.unwrap_err();
    assert_eq!(code(&used_up), wrong_code());
    owner.sign_in(PHONE, &of_owner.code).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn code_of_a_known_browser_is_neither_replaced_nor_entered_nor_tried_by_unknown_browsers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    service.clock.advance(MINUTE);
    let of_owner = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    // No pause between the two, and each is waiting to be sent.
    let of_unknown_browsers = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM sent_code").await, 2);
    let waiting = "SELECT COUNT(DISTINCT code_subject) FROM outbox WHERE kind = 'code.sign_in'";
    assert_eq!(service.count(waiting).await, 2);
    if of_owner.code != of_unknown_browsers.code {
        let entered = sign_in(&service, PHONE, &of_owner.code).await.unwrap_err();
        assert_eq!(code(&entered), wrong_code());
    }
    let tries = "SELECT COALESCE(MIN(tries), 0) FROM sent_code";
    assert_eq!(service.count(tries).await, 0, "the try was one of the strangers' code");
    service.clock.advance(MINUTE);
    ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM sent_code").await, 2, "at most two of a number");
    owner.sign_in(PHONE, &of_owner.code).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM sent_code").await, 1, "that of the strangers stays");
}

#[rstest]
#[tokio::test]
async fn known_browser_may_enter_the_code_that_was_requested_elsewhere(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    service.clock.advance(MINUTE);
    let elsewhere = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    let device_token = owner.sign_in(PHONE, &elsewhere.code).await.unwrap().device_token;
    let owner = Browser { device_token, ..owner };
    service.clock.advance(MINUTE);
    let alone = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    owner.sign_in(PHONE, &alone.code).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn known_browsers_of_an_account_are_limited_together_and_by_each_sign_in(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { wrong_codes_per_recipient: 3, ..config() }).await;
    let mut owner = Browser::known(&service, PHONE).await;
    // A sign-in gives another device token, and no other counter.
    for _ in 0..config().codes_per_recipient {
        service.clock.advance(MINUTE);
        let sent = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
        owner.device_token = owner.sign_in(PHONE, &sent.code).await.unwrap().device_token;
    }
    service.clock.advance(MINUTE);
    let refused = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);

    service.clock.advance(15 * MINUTE);
    let sent = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    let again = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert_eq!((again.code, again.detail.retry_after_ms), (Code::ResourceExhausted, MINUTE));
    for _ in 0..3 {
        let wrong = owner.sign_in(PHONE, &other_code(&sent.code)).await.unwrap_err();
        assert_eq!(code(&wrong), wrong_code());
    }
    let refused = owner.sign_in(PHONE, &sent.code).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);
    // Its wrong codes do not count for unknown browsers.
    let of_unknown_browsers = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    sign_in(&service, PHONE, &of_unknown_browsers.code).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn device_of_another_account_and_a_forged_one_are_unknown_browsers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    let other = Browser::known(&service, STRANGER).await;
    let last = use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    for _ in 0..config().code_tries {
        sign_in(&service, PHONE, &other_code(&last.code)).await.unwrap_err();
    }
    let of_owner = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    let forged = [vec![7; 32], vec![7; 31], vec![0; 1000], Vec::new(), other.device_token];
    for device_token in forged {
        let stranger = Browser { service: &service, device_token };
        let unsent = stranger.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
        assert_eq!(unsent.code, Code::ResourceExhausted);
        let refused = stranger.sign_in(PHONE, &of_owner.code).await.unwrap_err();
        assert_eq!(code(&refused), wrong_code());
    }
    // A token that was replaced at a sign-in is forged, too.
    owner.sign_in(PHONE, &of_owner.code).await.unwrap();
    let unsent = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert_eq!(unsent.code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn browser_that_registered_a_number_without_its_code_is_a_stranger_until_it_proves_the_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let device_token = service.login_with(&[], PASSWORD).await.unwrap();
    let maker = Browser { service: &service, device_token };
    let last = use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    for purpose in [CodePurpose::SignIn, CodePurpose::Reset] {
        let unsent = maker.request(purpose, PHONE).await.unwrap_err();
        assert_eq!(unsent.code, Code::ResourceExhausted);
    }
    let wrong = maker.sign_in(PHONE, &other_code(&last.code)).await.unwrap_err();
    assert_eq!(code(&wrong), wrong_code());
    let own = "SELECT COUNT(*) FROM rate_limit WHERE name LIKE '%known-browsers%'";
    assert_eq!(service.count(own).await, 0);

    let device_token = maker.sign_in_with(PHONE, &last.code, PASSWORD).await.unwrap().device_token;
    let owner = Browser { device_token, ..maker };
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    assert_eq!(service.count(own).await, 2, "that of the window and that of the day");
}

#[rstest]
#[tokio::test]
async fn account_with_a_number_that_it_has_not_verified_gets_no_further_codes_to_confirm(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (maker, _) = service.noy().await;
    use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    let confirm = RequestCodeRequest { customer_id: maker.customer_id, ..code_for(CodePurpose::Confirm, "") };
    let refused = ask(&service, confirm).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn erasure_of_an_account_gives_no_further_codes_for_its_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (maker, _) = service.noy().await;
    use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    let accounts = service.accounts.service();
    accounts.begin_erasure(maker.customer_id).await.unwrap();
    accounts.erase(maker.customer_id).await.unwrap();
    let refused = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn known_browser_sets_a_new_password_after_unknown_browsers_have_used_up_the_codes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let owner = Browser::known(&service, PHONE).await;
    let last = use_up_codes(&service, CodePurpose::Reset, PHONE).await;
    let stranger = Browser { service: &service, device_token: Vec::new() };
    for _ in 0..config().code_tries {
        stranger.reset(PHONE, &other_code(&last.code)).await.unwrap_err();
    }
    let sent = owner.request(CodePurpose::Reset, PHONE).await.unwrap();
    assert_eq!(code(&stranger.reset(PHONE, &sent.code).await.unwrap_err()), wrong_code());
    owner.reset(PHONE, &sent.code).await.unwrap();
    service.login(PHONE, "battery staple").await.unwrap();
}

#[rstest]
#[tokio::test]
async fn signed_in_customer_confirms_after_unknown_browsers_have_used_up_the_codes_of_the_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = verified(&service, PHONE).await.customer.unwrap().customer_id;
    use_up_codes(&service, CodePurpose::SignIn, PHONE).await;
    let confirm = || RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    let sent = ask(&service, confirm()).await.unwrap();
    assert_eq!(sent.recipient, "+8562055123456");
    // A code for another number protects its owner from messages, who may be another person.
    let verify = RequestCodeRequest { customer_id: customer_id + 1, ..code_for(CodePurpose::Verify, PHONE) };
    assert_eq!(ask(&service, verify).await.unwrap_err().code, Code::ResourceExhausted);
}

/// Strangers behind the address of the owner, as in a mobile network, request codes for other numbers and enter wrong ones.
async fn use_up_limits_of_address(service: &TestAccounts, limits: &Config) {
    // One was requested to make the browser of the owner known.
    for number in 1..limits.codes_per_address {
        ask(service, code_for(CodePurpose::SignIn, &format!("020 5500 000{number}"))).await.unwrap();
    }
    let unsent = ask(service, code_for(CodePurpose::SignIn, STRANGER)).await.unwrap_err();
    assert_eq!(unsent.code, Code::ResourceExhausted);
    for _ in 0..limits.wrong_codes_per_address {
        sign_in(service, STRANGER, "123456").await.unwrap_err();
    }
    let refused = sign_in(service, STRANGER, "123456").await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);
}

#[rstest]
#[tokio::test]
async fn known_browser_signs_in_and_resets_after_unknown_browsers_have_used_up_the_limits_of_its_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_address: 3, wrong_codes_per_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits.clone()).await;
    let mut owner = Browser::known(&service, PHONE).await;
    use_up_limits_of_address(&service, &limits).await;
    let of_addresses = "SELECT CAST(SUM(count) AS BIGINT) FROM rate_limit WHERE name LIKE 'code-%address:%'";
    let before = service.count(of_addresses).await;
    let sent = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    assert_eq!(code(&owner.sign_in(PHONE, &other_code(&sent.code)).await.unwrap_err()), wrong_code());
    owner.device_token = owner.sign_in(PHONE, &sent.code).await.unwrap().device_token;
    let sent = owner.request(CodePurpose::Reset, PHONE).await.unwrap();
    owner.reset(PHONE, &sent.code).await.unwrap();
    assert_eq!(service.count(of_addresses).await, before, "nothing is counted by address");
}

#[rstest]
#[tokio::test]
async fn new_customer_enters_a_code_after_strangers_have_used_up_the_wrong_codes_of_the_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    for _ in 0..3 {
        assert_eq!(code(&sign_in(&service, STRANGER, "123456").await.unwrap_err()), wrong_code());
    }
    let is_refused = async |number: &str, code: &str| {
        sign_in(&service, number, code).await.is_err_and(|error| error.code == Code::ResourceExhausted)
    };
    assert!(is_refused(STRANGER, "123456").await);
    verified(&service, PHONE).await;
    service.clock.advance(MINUTE);
    // A right code is not counted, and a wrong one ends what the number has beyond the limit.
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    let wrong = sign_in(&service, PHONE, &other_code(&sent.code)).await.unwrap_err();
    assert_eq!(code(&wrong), wrong_code());
    assert!(is_refused(PHONE, &sent.code).await);
    let request =
        SignInByCodeRequest { code: sent.code, client_address: "10.0.0.2".to_owned(), ..by_code(PHONE) };
    client(&service).sign_in_by_code(request).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn session_confirms_after_unknown_browsers_have_used_up_the_limits_of_its_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_address: 3, wrong_codes_per_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits.clone()).await;
    let customer_id = verified(&service, PHONE).await.customer.unwrap().customer_id;
    use_up_limits_of_address(&service, &limits).await;
    let confirm = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    let sent = ask(&service, confirm).await.unwrap();
    let closing = wire::CloseAccountRequest {
        customer_id,
        code: sent.code,
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    client(&service).close_account(closing).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn last_tenth_of_the_codes_of_the_shop_is_for_known_browsers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_shop: 10, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let owner = Browser::known(&service, PHONE).await;
    // With the one that made the browser known, nine.
    for number in 1..9 {
        ask(&service, code_for(CodePurpose::SignIn, &format!("020 5500 000{number}"))).await.unwrap();
    }
    let unsent = ask(&service, code_for(CodePurpose::SignIn, STRANGER)).await.unwrap_err();
    assert_eq!(unsent.code, Code::ResourceExhausted);
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    service.clock.advance(MINUTE);
    let refused = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted, "the shop has sent ten");
}

#[rstest]
#[tokio::test]
async fn entered_codes_of_known_browsers_are_limited_by_account_without_a_code(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let owner = Browser::known(&service, PHONE).await;
    for _ in 0..3 {
        assert_eq!(code(&owner.sign_in(PHONE, "123456").await.unwrap_err()), wrong_code());
    }
    let refused = owner.sign_in(PHONE, "123456").await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted);
    verified(&service, STRANGER).await;
}

#[rstest]
#[tokio::test]
async fn browser_of_an_unverified_account_is_limited_by_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { codes_per_address: 1, ..config() }).await;
    service.noy().await;
    let device_token = service.login_with(&[], PASSWORD).await.unwrap();
    let maker = Browser { service: &service, device_token };
    maker.request(CodePurpose::SignIn, PHONE).await.unwrap();
    let refused = maker.request(CodePurpose::SignIn, &noy().email).await.unwrap_err();
    assert_eq!(refused.code, Code::ResourceExhausted, "the address has requested one");
}
