//! Limits of codes within a day, of clients that wait for each next window; on both databases.

use heuan_accounts::Config;
use heuan_proto::accounts::v1::{CodePurpose, RequestCodeRequest};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{ask, code_for, other_code, sign_in},
    known_browsers::Browser,
    support::{DAY, MINUTE, PHONE, TestAccounts, config, field_reasons},
};

const OTHER: &str = "020 5599 9999";
/// Of the limits within a window.
const WINDOW: i64 = 15 * MINUTE;

/// Whether a call is refused for longer than any window.
fn is_refused_for_the_day(error: &Error) -> bool {
    error.code == Code::ResourceExhausted
        && error.detail.reason.is_empty()
        && error.detail.retry_after_ms > DAY / 2
}

#[rstest]
#[tokio::test]
async fn codes_to_a_number_end_for_the_day_and_known_browsers_have_their_own(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, Config { codes_per_recipient_and_day: 4, ..config() }).await;
    let owner = Browser::known(&service, PHONE).await;
    let of_stranger = async || {
        service.clock.advance(WINDOW);
        ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.map(drop)
    };
    for _ in 1..4 {
        of_stranger().await.unwrap();
    }
    assert!(is_refused_for_the_day(&of_stranger().await.unwrap_err()));
    ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
    for _ in 0..4 {
        service.clock.advance(WINDOW);
        owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    }
    service.clock.advance(WINDOW);
    let refused = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert!(is_refused_for_the_day(&refused));
    service.clock.advance(DAY);
    of_stranger().await.unwrap();
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn wrong_codes_of_a_number_end_for_the_day_and_known_browsers_have_their_own(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_recipient_and_day: 6, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let owner = Browser::known(&service, PHONE).await;
    for _ in 0..2 {
        service.clock.advance(WINDOW);
        let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
        for _ in 0..3 {
            let wrong = sign_in(&service, PHONE, &other_code(&sent.code)).await.unwrap_err();
            assert_eq!(field_reasons(&wrong), [("code", "wrong_code")]);
        }
    }
    service.clock.advance(WINDOW);
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    assert!(is_refused_for_the_day(&sign_in(&service, PHONE, &sent.code).await.unwrap_err()));
    // Neither the refused tries nor those of strangers cost the owner a try.
    let of_owner = owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    for _ in 0..3 {
        let wrong = owner.sign_in(PHONE, &other_code(&of_owner.code)).await.unwrap_err();
        assert_eq!(field_reasons(&wrong), [("code", "wrong_code")]);
    }
    owner.sign_in(PHONE, &of_owner.code).await.unwrap();
    service.clock.advance(DAY);
    let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    sign_in(&service, PHONE, &sent.code).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn right_code_counts_in_no_limit_of_wrong_codes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { wrong_codes_per_recipient_and_day: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    for _ in 0..3 {
        service.clock.advance(WINDOW);
        let sent = ask(&service, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
        sign_in(&service, PHONE, &sent.code).await.unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn codes_of_the_shop_end_for_the_day_and_the_last_tenth_is_for_known_browsers(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_shop_and_day: 10, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let owner = Browser::known(&service, PHONE).await;
    // With the one that made the browser known, nine.
    for number in 1..9 {
        service.clock.advance(WINDOW);
        ask(&service, code_for(CodePurpose::SignIn, &format!("020 5500 000{number}"))).await.unwrap();
    }
    let unsent = ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap_err();
    assert!(is_refused_for_the_day(&unsent));
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    service.clock.advance(MINUTE);
    let refused = owner.request(CodePurpose::SignIn, PHONE).await.unwrap_err();
    assert!(is_refused_for_the_day(&refused), "the shop has sent ten");
    service.clock.advance(DAY);
    ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn codes_requested_from_an_address_end_for_the_day_and_leave_those_of_other_addresses(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_address_and_day: 4, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let owner = Browser::known(&service, PHONE).await;
    // With the one that made the browser known, four, each for another number.
    for number in 1..4 {
        service.clock.advance(WINDOW);
        ask(&service, code_for(CodePurpose::SignIn, &format!("020 5500 000{number}"))).await.unwrap();
    }
    service.clock.advance(WINDOW);
    let refused = ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap_err();
    assert!(is_refused_for_the_day(&refused));
    let from_elsewhere =
        RequestCodeRequest { client_address: "10.0.0.2".to_owned(), ..code_for(CodePurpose::SignIn, OTHER) };
    ask(&service, from_elsewhere).await.unwrap();
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    service.clock.advance(DAY);
    ask(&service, code_for(CodePurpose::SignIn, OTHER)).await.unwrap();
}
