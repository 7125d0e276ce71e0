//! Password guessing: uniform errors, uniform time, and limits; on both databases.

use crate::support::{PASSWORD, PHONE, TestAccounts, config, field_reasons, noy};
use futures::future::join_all;
use heuan_accounts::Config;
use heuan_proto::accounts::v1::{
    ChangePasswordRequest, RecordEventRequest, RegisterRequest, UpdateProfileRequest,
};
use heuan_rpc::{Code, Error};
use heuan_testkit::{Engine, TestDb};
use rstest::rstest;

const WINDOW: i64 = 900_000;

fn is_limited(error: &Error) -> bool {
    let limited = error.code == Code::ResourceExhausted;
    assert!(!limited || (1..=WINDOW).contains(&error.detail.retry_after_ms), "{error:?}");
    limited
}

#[rstest]
#[tokio::test]
async fn unknown_account_and_wrong_password_return_the_same_error(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let wrong = service.login(PHONE, "wrong horse").await.unwrap_err();
    assert_eq!((wrong.code, wrong.detail.reason.as_str()), (Code::Unauthenticated, "credentials"));
    for unknown in ["020 9999 9999", "unknown@example.com", "unknown", "' OR 1=1 --", "\0"] {
        assert_eq!(service.login(unknown, PASSWORD).await.unwrap_err(), wrong, "{unknown}");
    }
    assert_eq!(
        field_reasons(&service.login(" ", "").await.unwrap_err()),
        [("identifier", "required"), ("password", "required")]
    );
    let long = "x".repeat(5000);
    assert_eq!(
        field_reasons(&service.login(&long, &long).await.unwrap_err()),
        [("identifier", "too_long"), ("password", "too_long")]
    );
}

#[rstest]
#[tokio::test]
async fn any_spelling_of_an_identifier_signs_in(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, _) = service.noy().await;
    for text in ["2055123456", "+856 20 5512 3456", "໐໒໐໕໕໑໒໓໔໕໖", " NOY@example.COM "]
    {
        assert_eq!(service.login(text, PASSWORD).await.unwrap().0, customer, "{text}");
    }
}

#[rstest]
#[case::known(PHONE)]
#[case::unknown("unknown@example.com")]
#[tokio::test]
async fn failed_logins_of_one_account_from_one_address_are_limited(
    #[case] identifier: &str,
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits.clone()).await;
    service.noy().await;
    for _ in 0..3 {
        let error = service.login(identifier, "wrong horse").await.unwrap_err();
        assert_eq!(error.code, Code::Unauthenticated);
    }
    // The right password is refused, too, with the retry delay.
    assert!(is_limited(&service.login(identifier, PASSWORD).await.unwrap_err()));
    // The limit survives a restart and applies to other replicas.
    let other =
        TestAccounts::on(TestDb::at(service.db.location.clone()), limits, service.clock.clone()).await;
    assert!(is_limited(&other.login(identifier, PASSWORD).await.unwrap_err()));
    service.clock.advance(WINDOW);
    assert!(!is_limited(&service.login(identifier, "wrong horse").await.unwrap_err()));
}

#[rstest]
#[tokio::test]
async fn wrong_passwords_of_a_stranger_do_not_lock_the_owner_out(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    for _ in 0..10 {
        service.login_from(PHONE, "wrong horse", "10.6.6.6").await.unwrap_err();
    }
    assert!(is_limited(&service.login_from(PHONE, PASSWORD, "10.6.6.6").await.unwrap_err()));
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn account_guessed_from_many_addresses_is_slowed_down_except_for_its_devices(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_before_delay: 3, login_delay_max_s: 4, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    let device = service.login_with(&[], PASSWORD).await.unwrap();
    let guess = async |n: usize| {
        service.login_from(PHONE, "wrong horse", &format!("10.6.{}.{}", n / 250, n % 250)).await.unwrap_err()
    };
    for n in 0..4 {
        assert_eq!(guess(n).await.code, Code::Unauthenticated, "{n}");
    }
    // One second, two, four, four: an attempt before that is refused, whatever its password.
    for (n, wait) in [(10, 1000), (20, 2000), (30, 4000), (40, 4000)] {
        let error = guess(n).await;
        assert_eq!((error.code, error.detail.retry_after_ms), (Code::ResourceExhausted, wait));
        assert!(is_limited(&service.login(PHONE, PASSWORD).await.unwrap_err()));
        service.clock.advance(wait - 1);
        assert!(is_limited(&guess(n + 1).await));
        service.clock.advance(1);
        assert_eq!(guess(n + 2).await.code, Code::Unauthenticated);
    }
    let device = service.login_with(&device, PASSWORD).await.unwrap();
    // The token of a device is replaced by each login, and limited by its own failures.
    for _ in 0..10 {
        assert_eq!(service.login_with(&device, "wrong horse").await.unwrap_err().code, Code::Unauthenticated);
    }
    assert!(is_limited(&service.login_with(&device, PASSWORD).await.unwrap_err()));
    service.clock.advance(4000);
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn failed_logins_by_phone_number_and_by_e_mail_address_of_an_account_count_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_before_delay: 3, login_delay_max_s: 4, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    let guess = async |n: usize, identifiers: [&str; 2]| {
        let address = format!("10.6.{}.{}", n / 250, n % 250);
        service.login_from(identifiers[n % 2], "wrong horse", &address).await.unwrap_err().code
    };
    let known = [PHONE, "noy@example.com"];
    for n in 0..4 {
        assert_eq!(guess(n, known).await, Code::Unauthenticated, "{n}");
    }
    for n in 4..6 {
        assert_eq!(guess(n, known).await, Code::ResourceExhausted, "{n}");
    }
    // Identifiers without an account have a counter each, and so has one that is written like the account.
    for unknown in [["unknown@example.com", "020 5599 9999"], ["1", "account 1"]] {
        for n in 10..18 {
            assert_eq!(guess(n, unknown).await, Code::Unauthenticated, "{unknown:?} {n}");
        }
        assert_eq!(guess(18, unknown).await, Code::ResourceExhausted, "{unknown:?}");
    }
    service.clock.advance(4000);
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn failed_logins_from_one_address_are_limited_for_both_identifiers_of_an_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 3, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    for identifier in [PHONE, "noy@example.com"] {
        service.login(identifier, "wrong horse").await.unwrap_err();
    }
    // The right password for one identifier resets what was counted for the other.
    service.login("noy@example.com", PASSWORD).await.unwrap();
    for identifier in [PHONE, "noy@example.com", PHONE] {
        assert_eq!(service.login(identifier, "wrong horse").await.unwrap_err().code, Code::Unauthenticated);
    }
    for identifier in ["noy@example.com", PHONE] {
        assert!(is_limited(&service.login(identifier, PASSWORD).await.unwrap_err()));
    }
}

#[rstest]
#[tokio::test]
async fn device_token_of_an_earlier_login_is_unknown(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    let first = service.login_with(&[], PASSWORD).await.unwrap();
    let second = service.login_with(&first, PASSWORD).await.unwrap();
    assert_ne!(first, second);
    service.login(PHONE, "wrong horse").await.unwrap_err();
    assert!(is_limited(&service.login_with(&first, PASSWORD).await.unwrap_err()));
    service.login_with(&second, PASSWORD).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM device").await, 2, "registration and login");
}

#[rstest]
#[tokio::test]
async fn address_limit_refuses_only_accounts_that_have_failed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { failed_logins_per_address: 2, ..config() }).await;
    service.noy().await;
    for n in 0..3 {
        let error = service.login(&format!("unknown{n}@example.com"), "wrong horse").await.unwrap_err();
        assert_eq!(error.code, Code::Unauthenticated);
    }
    assert!(is_limited(&service.login("unknown0@example.com", "wrong horse").await.unwrap_err()));
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn right_password_resets_the_failed_logins(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let limits =
        Config { failed_logins_per_account_and_address: 2, failed_logins_per_address: 6, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    for _ in 0..5 {
        assert!(service.login(PHONE, "wrong horse").await.is_err());
        service.login(PHONE, PASSWORD).await.unwrap();
    }
    // The address counts its five failed attempts, but not the successful ones.
    assert_eq!(service.login(PHONE, "wrong horse").await.unwrap_err().code, Code::Unauthenticated);
    assert!(is_limited(&service.login(PHONE, PASSWORD).await.unwrap_err()));
    service.login_from(PHONE, PASSWORD, "10.9.9.9").await.unwrap();
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_failed_logins_are_counted_like_sequential_ones(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 3, hash_waiting: 100, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    service.noy().await;
    let answers = join_all((0..40).map(|_| service.login(PHONE, "wrong horse"))).await;
    let codes: Vec<Code> = answers.into_iter().map(|answer| answer.unwrap_err().code).collect();
    assert_eq!(codes.iter().filter(|code| **code == Code::Unauthenticated).count(), 3, "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, Code::Unauthenticated | Code::ResourceExhausted)));
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn burst_of_logins_is_refused_and_not_counted(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let narrow =
        Config { hash_parallel: 1, hash_waiting: 1, hash_reserved: 0, argon2_memory_kib: 8192, ..config() };
    let service = TestAccounts::with(engine, narrow).await;
    service.noy().await;
    let answers = join_all((0..30).map(|_| service.login(PHONE, PASSWORD))).await;
    assert!(answers.iter().any(Result::is_ok));
    let refused: Vec<Error> = answers.into_iter().filter_map(Result::err).collect();
    assert!(!refused.is_empty() && refused.iter().all(is_limited), "{refused:?}");
    service.login(PHONE, PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn registrations_are_limited_because_they_reveal_accounts(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { registrations_per_address: 3, ..config() }).await;
    service.noy().await;
    let from = |address: &str| RegisterRequest { client_address: address.to_owned(), ..noy() };
    for _ in 0..2 {
        assert_eq!(service.register(from("10.0.0.1")).await.unwrap_err().code, Code::Conflict);
    }
    assert!(is_limited(&service.register(from("10.0.0.1")).await.unwrap_err()));
    assert_eq!(service.register(from("10.0.0.2")).await.unwrap_err().code, Code::Conflict);
}

#[rstest]
#[tokio::test]
async fn profile_and_password_changes_are_limited(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits =
        Config { profile_changes_per_account: 2, failed_logins_per_account_and_address: 2, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let (customer, session) = service.noy().await;
    let customer_id = customer.customer_id;
    let update = async || {
        let (fname, lname) = ("N".to_owned(), "K".to_owned());
        let (phone, email) = (PHONE.to_owned(), "noy@example.com".to_owned());
        let request = UpdateProfileRequest { customer_id, fname, lname, phone, email, ..Default::default() };
        service.client().update_profile(request).await.map(drop).map_err(Error::from)
    };
    update().await.unwrap();
    update().await.unwrap();
    assert!(is_limited(&update().await.unwrap_err()));

    let change = async |current: &str| {
        let request = ChangePasswordRequest {
            customer_id,
            current_password: current.to_owned(),
            new_password: "a better one".to_owned(),
            token: session.token.clone(),
            ..Default::default()
        };
        service.client().change_password(request).await.map(drop).map_err(Error::from)
    };
    for _ in 0..2 {
        assert_eq!(change("wrong horse").await.unwrap_err().detail.field, "current");
    }
    assert!(is_limited(&change(PASSWORD).await.unwrap_err()));
    service.clock.advance(WINDOW);
    change(PASSWORD).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn events_are_limited_and_deleted(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::with(engine, Config { events_per_address: 3, ..config() }).await;
    let (_, session) = service.noy().await;
    let record = async |log_type: &str, log_value: &str, token: &[u8]| {
        let request = RecordEventRequest {
            log_type: log_type.to_owned(),
            log_value: log_value.to_owned(),
            client_address: "10.0.0.1".to_owned(),
            token: token.to_vec(),
        };
        service.client().record_event(request).await.map(drop).map_err(Error::from)
    };
    let wrong = record("", &"x".repeat(501), &[]).await.unwrap_err();
    assert_eq!(field_reasons(&wrong), [("log_type", "required"), ("log_value", "too_long")]);
    assert_eq!(field_reasons(&record("a\0b", "", &[]).await.unwrap_err()), [("log_type", "invalid")]);
    record("logout", "ອອກ\nແລ້ວ", &session.token).await.unwrap();
    record("logout", "", &[]).await.unwrap();
    record(&"t".repeat(40), &"ກ".repeat(500), b"unknown's").await.unwrap();
    assert!(is_limited(&record("logout", "", &[]).await.unwrap_err()));
    assert_eq!(service.count("SELECT COUNT(*) FROM event").await, 3);
    assert_eq!(service.count("SELECT COUNT(*) FROM event WHERE customer_id IS NOT NULL").await, 1);
}

#[tokio::test]
async fn zero_means_no_limit() {
    let limits = Config {
        failed_logins_per_account_and_address: 0,
        failed_logins_before_delay: 0,
        failed_logins_per_address: 0,
        ..config()
    };
    let service = TestAccounts::with(Engine::Sqlite, limits).await;
    for _ in 0..25 {
        assert_eq!(service.login(PHONE, PASSWORD).await.unwrap_err().code, Code::Unauthenticated);
    }
}

#[rstest]
#[tokio::test]
async fn hash_with_outdated_parameters_is_replaced(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let today = Config { argon2_iterations: 2, ..config() };
    let today = TestAccounts::on(TestDb::at(service.db.location.clone()), today, service.clock.clone()).await;
    today.login(PHONE, PASSWORD).await.unwrap();
    assert_eq!(today.count("SELECT COUNT(*) FROM customer WHERE password_hash LIKE '%t=2%'").await, 1);
    today.login(PHONE, PASSWORD).await.unwrap();
    service.login(PHONE, PASSWORD).await.unwrap();
}
