//! Statements of the database that entered codes and passwords run: the same for known and unknown numbers, so that their time reveals no
//! account.

use std::{
    fmt,
    sync::{Arc, Mutex},
};

use heuan_accounts::Config;
use heuan_proto::accounts::v1::ResetPasswordRequest;
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::set_default,
};

use crate::{
    codes::{other_code, sign_in},
    support::{PHONE, TestAccounts, config, faults},
};

/// Statements that jobs in the background run as well: those that delete expired rows, and the transactions around them.
const OF_BACKGROUND: [&str; 4] = ["DELETE", "BEGIN", "COMMIT", "ROLLBACK"];
const UNKNOWN: &str = "020 5599 9999";

/// Records the statements that sqlx logs. Those to PostgreSQL are logged by the thread of the call, for which the test sets it.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// What a call has run, without the cleanup in the background.
    async fn of(&self, call: impl Future<Output = Error>) -> Vec<String> {
        self.run(call).await.0
    }

    /// The same, with the error.
    async fn run(&self, call: impl Future<Output = Error>) -> (Vec<String>, Error) {
        self.0.lock().unwrap().clear();
        let error = call.await;
        let is_of_call = |text: &String| {
            !OF_BACKGROUND.iter().any(|start| text.starts_with(start)) && !text.contains("search")
        };
        let texts = self.0.lock().unwrap().iter().filter(|text| is_of_call(text)).cloned().collect();
        (texts, error)
    }
}

impl Subscriber for Statements {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
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
    wrong_code(service.client().reset_password(request).await.unwrap_err().into())
}

fn wrong_code(error: Error) -> Error {
    assert_eq!(faults(&error), [("code", "wrong_code")]);
    error
}

/// A login is refused for its password, and from the fourth one for the delay of the account.
#[tokio::test]
async fn wrong_password_runs_the_same_statements_for_known_and_unknown_identifiers() {
    let statements = Statements::default();
    let _recording = set_default(statements.clone());
    let limits = Config { failed_logins_before_delay: 2, ..config() };
    let service = TestAccounts::with(Engine::Postgres, limits).await;
    service.noy().await;
    let mut codes = Vec::new();
    for attempt in 0..6 {
        // Each attempt types the other identifier, from another address.
        let address = format!("10.6.6.{attempt}");
        let wrong = async |identifier: &str| {
            service.login_from(identifier, "wrong horse", &address).await.map(drop).unwrap_err()
        };
        let (known, error) = statements.run(wrong([PHONE, "noy@example.com"][attempt % 2])).await;
        assert!(known.iter().any(|text| text.contains("rate_limit")), "{known:?}");
        assert_eq!((known, error.clone()), statements.run(wrong(UNKNOWN)).await, "{attempt}");
        codes.push(error.code);
    }
    assert_eq!(codes[..3], [Code::Unauthenticated; 3]);
    assert_eq!(codes[3..], [Code::ResourceExhausted; 3]);
}

#[tokio::test]
async fn wrong_code_of_the_staff_runs_the_same_statements_for_known_and_unknown_numbers() {
    let statements = Statements::default();
    let _recording = set_default(statements.clone());
    let service = TestAccounts::open(Engine::Postgres).await;
    let customer_id = service.noy().await.0.customer_id;
    let without_a_code = statements.of(wrong_reset(&service, PHONE, "000000", &[])).await;
    assert!(without_a_code.iter().any(|text| text.contains("UPDATE one_time_code")), "{without_a_code:?}");
    let code = service.accounts.service().issue_reset_code(customer_id).await.unwrap().code;
    let wrong = other_code(&code);
    // Beyond its tries as well, and from a browser that has signed in to another account.
    for device_token in [vec![], vec![7; 32]] {
        for _ in 0..6 {
            let known = statements.of(wrong_reset(&service, PHONE, &wrong, &device_token)).await;
            let unknown = statements.of(wrong_reset(&service, UNKNOWN, &wrong, &device_token)).await;
            assert_eq!(known, unknown);
            assert_eq!(known.len() > without_a_code.len(), !device_token.is_empty());
        }
    }
}

#[tokio::test]
async fn wrong_code_to_sign_in_runs_the_same_statements_for_known_and_unknown_numbers() {
    let statements = Statements::default();
    let _recording = set_default(statements.clone());
    let service = TestAccounts::open(Engine::Postgres).await;
    service.noy().await;
    let wrong =
        async |identifier: &str| wrong_code(sign_in(&service, identifier, "000000").await.err().unwrap());
    let known = statements.of(wrong(PHONE)).await;
    assert!(known.iter().any(|text| text.contains("UPDATE sent_code")), "{known:?}");
    assert_eq!(known, statements.of(wrong(UNKNOWN)).await);
}
