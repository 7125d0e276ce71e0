//! Time of logins, requested codes and entered codes, which must not reveal whether a number has an account, on both databases.
//!
//! The gate compares statements and password hashes (`statements.rs`). `make verify STAGES=timing` compares times, which a busy machine
//! changes.

use std::time::{Duration, Instant};

use heuan_accounts::{Config, customer::Role, service::NewStaff};
use heuan_proto::accounts::v1::CodePurpose;
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    codes::{ask, client, code_for, other_code, reset, sign_in},
    support::{MINUTE, PASSWORD, PHONE, TestAccounts, config},
};

/// That of the shop. A hash allocates 19 MiB, and whether glibc keeps them depends on what else was freed: a difference of 10 ms
/// between calls that does not exist in the shop.
#[global_allocator]
static ALLOCATOR: heuan_allocator::Allocator = heuan_allocator::Allocator;

const UNKNOWN: &str = "020 5599 9999";
const STAFF: &str = "020 5500 0001";
/// Pairs of a call with a known number and one with an unknown number, whose order alternates.
const PAIRS: usize = 60;
/// Pairs before them, which are not counted: they open connections and fill caches.
const WARM_UP: usize = 5;
/// Pairs in which one side is slower, from which on a difference is significant: by chance in 1 of 2,500 runs (sign test).
const SIGNIFICANT: usize = 44;
/// Whole percent of the time of a call. A significant difference below it is noise to a caller behind a network.
const NOISE_PERCENT: u128 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Login,
    StaffLogin,
    RequestCode,
    SignInByCode,
    Reset,
}

impl Call {
    fn known_number(self) -> &'static str {
        if self == Self::StaffLogin { STAFF } else { PHONE }
    }

    /// Codes of the call's numbers, for a call that enters one; both numbers get one, so that its hash is verified.
    async fn prepare(self, service: &TestAccounts, customer_id: i64, numbers: [&str; 2]) -> [String; 2] {
        let purpose = match self {
            Self::SignInByCode => CodePurpose::SignIn,
            Self::Reset => CodePurpose::Reset,
            Self::Login | Self::StaffLogin | Self::RequestCode => return Default::default(),
        };
        if self == Self::Reset {
            // The known number has a code of the staff as well, which the unknown one cannot have.
            service.accounts.service().issue_reset_code(customer_id).await.unwrap();
        }
        let mut codes = [String::new(), String::new()];
        for (code, number) in codes.iter_mut().zip(numbers) {
            *code = other_code(&ask(service, code_for(purpose, number)).await.unwrap().code);
        }
        codes
    }

    /// Makes the call, which fails unless it requests a code.
    async fn make(self, service: &TestAccounts, number: &str, code: &str) {
        match self {
            Self::Login | Self::StaffLogin => drop(service.login(number, "wrong horse").await.unwrap_err()),
            Self::RequestCode => {
                client(service).request_code(code_for(CodePurpose::Reset, number)).await.unwrap();
            }
            Self::SignInByCode => drop(sign_in(service, number, code).await.unwrap_err()),
            Self::Reset => drop(reset(service, number, code).await.unwrap_err()),
        }
    }
}

/// Hashing as in a shop, because it is what takes time, and no limits.
fn unlimited() -> Config {
    Config {
        argon2_memory_kib: 19_456,
        argon2_iterations: 2,
        codes_per_account: 0,
        codes_per_account_and_day: 0,
        codes_per_recipient: 0,
        codes_per_recipient_and_day: 0,
        codes_per_address: 0,
        codes_per_address_and_day: 0,
        codes_per_shop: 0,
        codes_per_shop_and_day: 0,
        wrong_codes_per_recipient: 0,
        wrong_codes_per_recipient_and_day: 0,
        wrong_codes_per_address: 0,
        failed_logins_per_account_and_address: 0,
        failed_logins_before_delay: 0,
        failed_logins_per_address: 0,
        ..config()
    }
}

#[rstest]
#[tokio::test]
#[ignore = "compares times, which a busy machine changes: make verify STAGES=timing"]
async fn known_and_unknown_numbers_take_the_same_time(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[values(Call::Login, Call::StaffLogin, Call::RequestCode, Call::SignInByCode, Call::Reset)] call: Call,
) {
    heuan_allocator::limit_memory();
    let service = TestAccounts::with(engine, unlimited()).await;
    let customer_id = service.noy().await.0.customer_id;
    let role = Role::Clerk;
    let new = NewStaff { fname: "Kham", lname: "Sy", phone: STAFF, email: "", password: PASSWORD, role };
    service.accounts.service().add_staff(new).await.unwrap();
    let numbers = [call.known_number(), UNKNOWN];
    let mut pairs = Vec::new();
    for round in 0..WARM_UP + PAIRS {
        service.clock.advance(MINUTE);
        let codes = call.prepare(&service, customer_id, numbers).await;
        let mut times = [Duration::ZERO; 2];
        for index in [round % 2, 1 - round % 2] {
            let began = Instant::now();
            call.make(&service, numbers[index], &codes[index]).await;
            times[index] = began.elapsed();
        }
        pairs.push(times);
    }
    assert_eq!(difference(&pairs[WARM_UP..]), None);
}

/// Difference between the times of known numbers, the first of each pair, and those of unknown ones; `None` if it is not
/// significant.
fn difference(pairs: &[[Duration; 2]]) -> Option<String> {
    let slower = pairs.iter().filter(|[known, unknown]| known > unknown).count();
    let [known, unknown] = [0, 1].map(|side| median(pairs.iter().map(|pair| pair[side]).collect()));
    let is_significant = slower.max(pairs.len() - slower) >= SIGNIFICANT;
    let is_large = known.abs_diff(unknown).as_nanos() * 100 > known.min(unknown).as_nanos() * NOISE_PERCENT;
    let text =
        || format!("known {known:?}, unknown {unknown:?}; {slower} of {} known are slower", pairs.len());
    (is_significant && is_large).then(text)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[test]
fn difference_of_times_is_one_that_is_large_and_in_most_pairs() {
    let ms = Duration::from_millis;
    let pairs = |known: &dyn Fn(u64) -> u64| -> Vec<_> {
        (0..60).map(|n| [ms(1000 + known(n)), ms(1000 + n % 7)]).collect()
    };
    assert_eq!(difference(&pairs(&|n| n % 7)), None, "the same");
    assert_eq!(difference(&pairs(&|n| n % 7 + 5)), None, "always slower, by half a percent");
    assert_eq!(difference(&pairs(&|n| if n % 2 == 0 { 900 } else { 0 })), None, "slower by chance");
    assert!(difference(&pairs(&|_| 500)).is_some(), "half a hash more");
}
