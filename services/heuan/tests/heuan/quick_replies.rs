//! `heuan quick-replies`: quick replies of the chat on the command line.

use heuan_testkit::Engine;
use rstest::rstest;

use crate::support::Shop;

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn quick_reply_is_added_changed_and_removed_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let replies = |words: &[&str]| {
        let words: Vec<&str> = ["quick-replies"].into_iter().chain(words.iter().copied()).collect();
        let output = shop.command(&words).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        (output.status.success(), said)
    };
    let (_, before) = replies(&["list"]);
    let (done, said) = replies(&["add", "Hours", "We are open from 8 to 17"]);
    assert!(done && said.ends_with("  Hours: We are open from 8 to 17\n"), "{said}");
    let id = said.split_whitespace().nth(1).unwrap();
    let (done, said) = replies(&["add", " ", "We are open"]);
    assert!(!done && said.contains("title: must have 1 to 60 characters"), "{said}");

    let (done, said) = replies(&["change", id, "Hours", "We are open from 8 to 18"]);
    assert_eq!((done, said), (true, format!("changed {id}  Hours: We are open from 8 to 18\n")));
    let (done, said) = replies(&["change", "999999", "Hours", "We are closed"]);
    assert!(!done && said.contains("no such quick reply"), "{said}");
    let (_, listed) = replies(&["list"]);
    assert_eq!(listed, format!("{before}{id}  Hours: We are open from 8 to 18\n"));
    assert_eq!(replies(&["remove", id]), (true, format!("removed {id}\n")));
    assert_eq!(replies(&["list"]), (true, before));
}
