//! Statements of the database and password hashes of logins, requested codes and entered codes: the same for known and unknown
//! numbers, so that their time reveals no account.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use heuan_accounts::{Config, customer::Role, service::NewStaff};
use heuan_proto::accounts::v1::{CodePurpose, RegisterRequest, ResetPasswordRequest, SignInByCodeRequest};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::set_default,
};

use crate::{
    codes::{ask, by_code, code_for, other_code, sign_in, sign_in_with},
    support::{HOUR, MINUTE, PASSWORD, PHONE, TestAccounts, config, field_reasons, noy},
};

/// Statements that jobs in the background run as well: those that delete expired rows, and the transactions around them.
const OF_BACKGROUND: [&str; 4] = ["DELETE", "BEGIN", "COMMIT", "ROLLBACK"];
const UNKNOWN: &str = "020 5599 9999";

/// Events of statements and of password hashes.
const TARGETS: [&str; 2] = ["sqlx::query", "heuan_accounts::hashing"];
/// Number of a member of the staff.
const STAFF: &str = "020 5500 0001";

/// Records the statements that sqlx logs, and the password hashes. Those to PostgreSQL are logged by the thread of the call, for
/// which the test sets it.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// The error of a call, and what it has run without the cleanup in the background.
    async fn of<T>(&self, call: impl Future<Output = T>) -> (T, Vec<String>) {
        self.0.lock().unwrap().clear();
        let answer = call.await;
        let is_of_call = |text: &String| {
            !OF_BACKGROUND.iter().any(|start| text.starts_with(start)) && !text.contains("search")
        };
        (answer, self.0.lock().unwrap().iter().filter(|text| is_of_call(text)).cloned().collect())
    }
}

impl Subscriber for Statements {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        TARGETS.contains(&metadata.target())
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut statement = Statement::default();
        event.record(&mut statement);
        self.0.lock().unwrap().push(statement.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

/// Text of a statement, which has placeholders and no values.
#[derive(Default)]
struct Statement(String);

impl Visit for Statement {
    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}

    fn record_str(&mut self, field: &Field, value: &str) {
        // A short statement has a summary only.
        if field.name() == "summary" || (field.name() == "db.statement" && !value.is_empty()) {
            value.trim().clone_into(&mut self.0);
        }
    }
}

async fn wrong_reset(service: &TestAccounts, identifier: &str, code: &str, device_token: &[u8]) -> Error {
    let request = ResetPasswordRequest {
        identifier: identifier.to_owned(),
        code: code.to_owned(),
        new_password: "battery staple".to_owned(),
        client_address: "10.0.0.1".to_owned(),
        device_token: device_token.to_vec(),
    };
    let error = service.client().reset_password(request).await.unwrap_err().into();
    assert_eq!(field_reasons(&error), [("code", "wrong_code")]);
    error
}

async fn wrong_sign_in(service: &TestAccounts, identifier: &str, code: &str) -> Error {
    let error = sign_in(service, identifier, code).await.err().unwrap();
    assert_eq!(field_reasons(&error), [("code", "wrong_code")]);
    error
}

/// Number that its owner has verified, and that an account has lost.
const LOST: &str = "020 5500 0002";

/// A service with a customer, a member of the staff, and a number that an account has lost.
async fn opened(config: Config) -> TestAccounts {
    let service = TestAccounts::with(Engine::Postgres, config).await;
    service.noy().await;
    let maker = RegisterRequest { phone: LOST.to_owned(), email: String::new(), ..noy() };
    service.register(maker).await.unwrap();
    let code = ask(&service, code_for(CodePurpose::SignIn, LOST)).await.unwrap().code;
    let request = SignInByCodeRequest { code, starts_new_account: true, ..by_code(LOST) };
    sign_in_with(&service, request).await.unwrap();
    // Its code counts neither for an address nor as the last one.
    service.clock.advance(HOUR);
    let role = Role::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone: STAFF, email: "", password: PASSWORD, role };
    service.accounts.service().add_staff(new).await.unwrap();
    service
}

/// A login is refused for its password, and from the fourth one for the delay of the account.
#[tokio::test]
async fn wrong_password_of_alternating_identifiers_runs_the_same_statements_for_known_and_unknown_ones() {
    let recorded = Statements::default();
    let _recording = set_default(recorded.clone());
    let service = opened(Config { failed_logins_before_delay: 2, ..config() }).await;
    let mut codes = Vec::new();
    for attempt in 0..6 {
        // Each attempt types the other identifier, from another address.
        let address = format!("10.6.6.{attempt}");
        let wrong = async |identifier: &str| {
            service.login_from(identifier, "wrong horse", &address).await.map(drop).unwrap_err()
        };
        let (known, of_known) = recorded.of(wrong([PHONE, "noy@example.com"][attempt % 2])).await;
        assert!(of_known.iter().any(|text| text.contains("rate_limit")), "{of_known:?}");
        let (unknown, of_unknown) = recorded.of(wrong(UNKNOWN)).await;
        // The column is that of the typed identifier.
        let of_phone = of_known.iter().map(|text| text.replace("email = $1", "phone = $1"));
        assert_eq!((of_phone.collect(), known.code), (of_unknown, unknown.code), "{attempt}");
        codes.push(known.code);
    }
    assert_eq!(codes[..3], [Code::Unauthenticated; 3]);
    assert_eq!(codes[3..], [Code::ResourceExhausted; 3]);
}

/// Hashes in a recording.
fn hashes(statements: &[String]) -> Vec<&String> {
    statements.iter().filter(|text| text.starts_with("argon2id")).collect()
}

#[rstest]
#[case::customer(PHONE)]
#[case::staff(STAFF)]
#[case::lost(LOST)]
#[tokio::test]
async fn wrong_password_runs_the_same_statements_and_hashes_for_known_and_unknown_numbers(
    #[case] known: &str,
) {
    let recorded = Statements::default();
    let _recording = set_default(recorded.clone());
    let service = opened(config()).await;
    // Beyond the limit of one address and of the delay as well, and from a browser that has signed in to another account.
    for device in [vec![], vec![7; 32]] {
        for n in 0..25 {
            let address = format!("10.0.{n}.1");
            let wrong = async |identifier: &str| {
                let login = service.login_with_device(identifier, "wrong horse", &address, &device);
                login.await.err().unwrap()
            };
            let (refused, of_known) = recorded.of(wrong(known)).await;
            let (unknown, of_unknown) = recorded.of(wrong(UNKNOWN)).await;
            assert_eq!((refused.code, &refused.message), (unknown.code, &unknown.message));
            assert_eq!(of_known, of_unknown);
            let is_admitted = refused.code == Code::Unauthenticated;
            // That of the account, and that of one that has lost the number.
            assert_eq!(hashes(&of_known).len(), if is_admitted { 2 } else { 0 }, "{of_known:?}");
        }
        service.clock.advance(HOUR);
    }
}

#[rstest]
#[case::customer(PHONE)]
#[case::staff(STAFF)]
#[case::lost(LOST)]
#[tokio::test]
async fn requested_code_runs_the_same_statements_and_hashes_for_known_and_unknown_numbers(
    #[case] known: &str,
    #[values(CodePurpose::SignIn, CodePurpose::Reset)] purpose: CodePurpose,
) {
    let recorded = Statements::default();
    let _recording = set_default(recorded.clone());
    let service = opened(config()).await;
    // The sixth is beyond the limit of its recipient.
    for n in 0..6 {
        let (sent, of_known) = recorded.of(request(&service, known, purpose)).await;
        let (unknown, of_unknown) = recorded.of(request(&service, UNKNOWN, purpose)).await;
        assert_eq!(of_known, of_unknown);
        assert_eq!((sent.is_ok(), unknown.is_ok()), (n < 5, n < 5));
        assert_eq!(hashes(&of_known).len(), usize::from(n < 5), "{of_known:?}");
        service.clock.advance(MINUTE);
    }
}

async fn request(service: &TestAccounts, identifier: &str, purpose: CodePurpose) -> Result<(), Error> {
    crate::codes::client(service).request_code(code_for(purpose, identifier)).await?;
    Ok(())
}

#[tokio::test]
async fn wrong_code_of_the_staff_runs_the_same_statements_and_hashes_for_known_and_unknown_numbers() {
    let recorded = Statements::default();
    let _recording = set_default(recorded.clone());
    let service = TestAccounts::open(Engine::Postgres).await;
    let customer_id = service.noy().await.0.customer_id;
    let (_, without_a_code) = recorded.of(wrong_reset(&service, PHONE, "000000", &[])).await;
    assert!(without_a_code.iter().any(|text| text.contains("UPDATE one_time_code")), "{without_a_code:?}");
    let code = service.accounts.service().issue_reset_code(customer_id).await.unwrap().code;
    let wrong = other_code(&code);
    // Beyond its tries as well, and from a browser that has signed in to another account.
    for device_token in [vec![], vec![7; 32]] {
        for _ in 0..6 {
            let (_, known) = recorded.of(wrong_reset(&service, PHONE, &wrong, &device_token)).await;
            let (_, unknown) = recorded.of(wrong_reset(&service, UNKNOWN, &wrong, &device_token)).await;
            assert_eq!(known, unknown);
            assert_eq!(hashes(&known), hashes(&without_a_code));
            assert_eq!(known.len() > without_a_code.len(), !device_token.is_empty());
        }
    }
}

#[rstest]
#[case::customer(PHONE)]
#[case::staff(STAFF)]
#[case::lost(LOST)]
#[tokio::test]
async fn wrong_code_that_was_sent_runs_the_same_statements_and_hashes_for_known_and_unknown_numbers(
    #[case] known: &str,
    #[values(CodePurpose::SignIn, CodePurpose::Reset)] purpose: CodePurpose,
) {
    let recorded = Statements::default();
    let _recording = set_default(recorded.clone());
    let service = opened(config()).await;
    let wrong = async |identifier: &str, code: &str| match purpose {
        CodePurpose::SignIn => wrong_sign_in(&service, identifier, code).await,
        _ => wrong_reset(&service, identifier, code, &[]).await,
    };
    let without_a_code = recorded.of(wrong(known, "000000")).await.1;
    assert!(without_a_code.iter().any(|text| text.contains("UPDATE sent_code")), "{without_a_code:?}");
    assert_eq!(without_a_code, recorded.of(wrong(UNKNOWN, "000000")).await.1);
    let code = ask(&service, code_for(purpose, known)).await.unwrap().code;
    let of_unknown = ask(&service, code_for(purpose, UNKNOWN)).await.unwrap().code;
    // Beyond its tries as well.
    for _ in 0..6 {
        let (_, known) = recorded.of(wrong(known, &other_code(&code))).await;
        let (_, unknown) = recorded.of(wrong(UNKNOWN, &other_code(&of_unknown))).await;
        assert_eq!(known, unknown);
        assert_eq!(hashes(&known), hashes(&without_a_code));
    }
}
