//! `heuan news`: news to customers who agreed on the command line.

use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::{
    Shop,
    tables::{Tables, WITH_SMS},
};

const TEXTS: [&str; 8] = [
    "--title",
    "ປິດວັນສຸກ",
    "--body",
    "ພວກເຮົາປິດວັນສຸກ",
    "--title-en",
    "Closed on Friday",
    "--body-en",
    "We are closed on Friday",
];

/// Runs `heuan news` with `words` and `settings`; returns whether it succeeded, and the output.
fn news(shop: &Shop, words: &[&str], settings: &[(&str, &str)]) -> (bool, String) {
    let words: Vec<&str> = ["news"].into_iter().chain(words.iter().copied()).collect();
    let output = shop.command(&words).envs(settings.iter().copied()).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said)
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn news_are_sent_listed_and_canceled_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert_eq!(news(&shop, &["list"], &[]), (true, String::new()));
    let send: Vec<&str> = ["send", "--key", "friday"].into_iter().chain(TEXTS).collect();
    let (done, said) = news(&shop, &send, &WITH_SMS);
    assert!(!done && said.contains("set edge.public_url"), "{said}");
    let outside: Vec<&str> = send.iter().copied().chain(["--link", "https://shop.example"]).collect();
    let (done, said) = news(&shop, &outside, &[]);
    assert!(!done && said.contains("link: must be a path of this shop"), "{said}");
    assert_eq!(news(&shop, &["list"], &[]), (true, String::new()), "refused news are not written");

    let (done, said) = news(&shop, &send, &[]);
    assert!(done && said.starts_with("begun ") && said.contains("  sending  0 customers, "), "{said}");
    assert_eq!(news(&shop, &send, &[]), (true, said.clone()), "the same key sends once");
    let line = said.trim_start_matches("begun ");
    assert!(line.ends_with(": Closed on Friday\n"), "{line}");
    assert_eq!(news(&shop, &["list"], &[]), (true, line.to_owned()));

    let id = line.split_whitespace().next().unwrap();
    let (done, said) = news(&shop, &["cancel", id], &[]);
    assert!(done && said.starts_with("canceled ") && said.contains("  cancelled  "), "{said}");
    let (_, listed) = news(&shop, &["list"], &[]);
    assert_eq!(listed, said.trim_start_matches("canceled "));
    let (done, said) = news(&shop, &["cancel", "999999"], &[]);
    assert!(!done && said.contains("no such news"), "{said}");

    let audit = Tables::open(&shop, "accounts").await.rows("audit_entry").await;
    let is_recorded = |action: &str| audit.iter().any(|entry| entry.contains(action));
    for action in ["POST /api/staff/news", "POST /api/staff/news/{news_id}/cancel"] {
        assert!(is_recorded(action), "{action}: {audit:?}");
    }
}
