//! Limits of codes within a day, of clients that wait for each next window; on both databases.

use heuan_accounts::Config;
use heuan_proto::accounts::v1::{CodePurpose, RequestCodeRequest};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{ask, client, code_for, other_code, sign_in},
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
    let limits = Config { codes_per_address_and_day: 4, codes_per_shop_and_day: 12, ..config() };
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

/// A request for a code for a number of its own, from `address`.
fn from_address(number: usize, address: &str) -> RequestCodeRequest {
    let client_address = address.to_owned();
    RequestCodeRequest { client_address, ..code_for(CodePurpose::SignIn, &format!("020 5500 {number:04}")) }
}

/// Requests codes for the next numbers, the n-th from the address `of(n)`, until one is refused for the day. Returns how many were sent.
async fn request_until_refused(
    service: &TestAccounts,
    next: &mut usize,
    of: impl Fn(usize) -> String,
) -> usize {
    for sent in 0..50 {
        if let Err(refused) = ask(service, from_address(*next, &of(sent))).await {
            assert!(is_refused_for_the_day(&refused), "{refused:?}");
            return sent;
        }
        *next += 1;
    }
    panic!("the addresses have no limit")
}

/// A shop that sends 40 codes a day, of which four are for known browsers, and four of which an address always gets.
fn small_shop() -> Config {
    Config { codes_per_address_and_day: 4, codes_per_shop_and_day: 40, ..config() }
}

#[rstest]
#[tokio::test]
async fn networks_of_one_ipv6_line_have_a_quarter_of_the_codes_of_a_day_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, small_shop()).await;
    let owner = Browser::known(&service, PHONE).await;
    let mut next = 0;
    assert_eq!(
        request_until_refused(&service, &mut next, |network| format!("2001:db8:1:{network}::")).await,
        10
    );
    ask(&service, from_address(100, "2001:db8:2:1::")).await.unwrap();
    ask(&service, from_address(101, "10.0.0.2")).await.unwrap();
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn address_has_its_own_few_codes_after_the_shop_has_sent_half_of_those_of_the_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::with(engine, small_shop()).await;
    let owner = Browser::known(&service, PHONE).await;
    let mut next = 0;
    let mut sent_to = Vec::new();
    for address in ["10.1.0.1", "10.1.0.2", "10.1.0.3", "10.1.0.4", "10.1.0.5"] {
        sent_to.push(request_until_refused(&service, &mut next, |_| address.to_owned()).await);
    }
    // With that of the owner, twenty are sent after the second address has got nine.
    assert_eq!(sent_to, [10, 9, 4, 4, 4]);
    // The last ones of unknown browsers: an address that has got fewer than four is refused by the limit of the shop alone.
    assert_eq!(request_until_refused(&service, &mut next, |_| "10.1.0.6".to_owned()).await, 4);
    assert_eq!(request_until_refused(&service, &mut next, |_| "10.1.0.7".to_owned()).await, 0);
    owner.request(CodePurpose::SignIn, PHONE).await.unwrap();
    service.clock.advance(DAY);
    assert_eq!(request_until_refused(&service, &mut next, |_| "10.1.0.7".to_owned()).await, 10);
}

/// The defaults with numbers of a tenth: sixty of the customers of a quiet day instead of six hundred.
#[rstest]
#[tokio::test]
async fn customers_behind_one_ipv4_address_get_codes_on_a_quiet_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let Config { codes_per_address, codes_per_address_and_day, codes_per_shop_and_day, .. } = config();
    let limits = Config {
        codes_per_address: codes_per_address / 10,
        codes_per_address_and_day: codes_per_address_and_day / 10,
        codes_per_shop_and_day: codes_per_shop_and_day / 10,
        ..config()
    };
    let service = TestAccounts::with(engine, limits).await;
    for number in 0..60 {
        service.clock.advance(WINDOW / 5);
        ask(&service, from_address(number, "10.0.0.1")).await.unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn session_verifies_a_number_after_strangers_behind_its_address_have_used_up_its_codes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_account: 3, codes_per_account_and_day: 4, ..small_shop() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    let mut next = 0;
    assert_eq!(request_until_refused(&service, &mut next, |_| "10.0.0.1".to_owned()).await, 10);
    let verify = async |number: usize| {
        let number = format!("020 5511 {number:04}");
        let request = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Verify, &number) };
        ask(&service, request).await.map(drop)
    };
    let confirm = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    ask(&service, confirm).await.unwrap();
    for number in 0..2 {
        verify(number).await.unwrap();
    }
    let of_window = verify(2).await.unwrap_err();
    assert_eq!(of_window.code, Code::ResourceExhausted);
    assert!(!is_refused_for_the_day(&of_window));
    service.clock.advance(WINDOW);
    verify(2).await.unwrap();
    assert!(is_refused_for_the_day(&verify(3).await.unwrap_err()));
}

#[rstest]
#[tokio::test]
async fn accounts_behind_one_address_have_a_quarter_of_the_codes_of_a_day_together(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_account_and_day: 4, ..small_shop() };
    let service = TestAccounts::with(engine, limits).await;
    let mut sent = 0;
    // Accounts need not exist.
    for customer_id in 1..=4 {
        for n in 0..4 {
            let number = format!("020 5511 {:04}", 10 * customer_id + n);
            let request = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Verify, &number) };
            match ask(&service, request).await {
                Ok(_) => sent += 1,
                Err(refused) => assert!(is_refused_for_the_day(&refused), "{refused:?}"),
            }
        }
    }
    assert_eq!(sent, 10);
    ask(&service, from_address(1, "10.0.0.1")).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn concurrent_requests_do_not_pass_the_half_of_the_day_after_which_addresses_have_few_codes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { codes_per_address_and_day: 1, codes_per_shop_and_day: 8, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let address = |number: usize| format!("10.0.1.{number}");
    for number in 0..3 {
        ask(&service, from_address(number, &address(number))).await.unwrap();
    }
    // Each has got its own one, and one of them gets another, which is the fourth of the shop.
    let requests = (0..3).map(|number| {
        let request = from_address(10 + number, &address(number));
        let mut client = client(&service);
        async move { client.request_code(request).await.is_ok() }
    });
    let sent = futures::future::join_all(requests).await.into_iter().filter(|is_sent| *is_sent).count();
    assert_eq!(sent, 1);
}
