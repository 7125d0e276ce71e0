//! `heuan staff`: the only way to grant the staff role.

use std::{
    io::Write as _,
    process::{Output, Stdio},
};

use crate::support::{Browser, GOOD, Open, Shop, folder};
use heuan_testkit::Engine;
use rstest::rstest;

/// Runs `heuan staff` with `input` on standard input; returns the exit code and the output.
fn staff(shop: &Shop, words: &[&str], input: &str) -> (Option<i32>, String) {
    let words: Vec<&str> = ["staff"].into_iter().chain(words.iter().copied()).collect();
    let mut command = shop.command(&words);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = process.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

const NOY: [&str; 7] = ["add", "--fname", "Noy", "--lname", "Keo", "--phone", "020 5512 3456"];

fn add_noy() -> Vec<&'static str> {
    NOY.into_iter().chain(["--password-stdin"]).collect()
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn staff_role_is_granted_and_revoked(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    assert_eq!(staff(&shop, &["list"], ""), (Some(0), String::new()));
    let (code, said) = staff(&shop, &add_noy(), "correct horse\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("correct horse"));
    let (_, listed) = staff(&shop, &["list"], "");
    assert!(listed.contains("Noy Keo  +8562055123456") && listed.lines().count() == 1, "{listed}");

    let (code, said) = staff(&shop, &add_noy(), "correct horse\n");
    assert_eq!(code, Some(1));
    assert!(said.contains("phone has an account already"), "{said}");

    // The account remains without the role, and may get it again.
    let (code, said) = staff(&shop, &["remove", "+856 20 5512 3456"], "");
    assert!(code == Some(0) && said.contains("staff no more"), "{said}");
    assert_eq!(staff(&shop, &["list"], ""), (Some(0), String::new()));
    assert!(staff(&shop, &["remove", "2055123456"], "").1.contains("was no staff"));
    // Anyone can register with the number of another person.
    let (code, said) = staff(&shop, &["add", "--existing", "2055123456"], "");
    assert_eq!(code, Some(1));
    assert!(said.contains("its name is Noy Keo") && said.contains("by its id "), "{said}");
    assert_eq!(staff(&shop, &["list"], ""), (Some(0), String::new()));
    let id = said.rsplit("by its id ").next().and_then(|rest| rest.split_whitespace().next()).unwrap();
    let (code, said) = staff(&shop, &["add", "--existing", id], "");
    assert_eq!(code, Some(0), "{said}");
    assert!(staff(&shop, &["list"], "").1.contains("Noy Keo"));
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn home_branch_is_set_by_id_or_code_and_removed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let mut catalog: Vec<(&str, &str)> = GOOD.to_vec();
    catalog.push(("branches.csv", "b_id,b_code,b_name,b_name_eng\n4,SK02,ສີໄຄ,Sikhay\n"));
    assert!(shop.import(folder(&catalog).path(), &[]).status.success());
    assert_eq!(staff(&shop, &add_noy(), "correct horse\n").0, Some(0));
    for named in ["4", "sk02"] {
        let (code, said) = staff(&shop, &["branch", "2055123456", named], "");
        assert!(code == Some(0) && said.contains("home branch now 4 Sikhay: "), "{said}");
        assert!(staff(&shop, &["list"], "").1.contains("manager  branch 4"));
        let (code, said) = staff(&shop, &["branch", "2055123456", "none"], "");
        assert!(code == Some(0) && said.contains("no home branch now: "), "{said}");
        assert!(!staff(&shop, &["list"], "").1.contains("branch"));
    }
    let (code, said) = staff(&shop, &["branch", "2055123456", "9"], "");
    assert!(code == Some(1) && said.contains("no such branch; name one of these, or none: 4 SK02"), "{said}");
    let (code, said) = staff(&shop, &["branch", "020 5599 9999", "4"], "");
    assert!(code == Some(1) && said.contains("no member of staff has this account"), "{said}");
}

/// Signs in at an open shop and returns the HTTP status.
async fn sign_in(open: &Open, identifier: &str, password: &str) -> u16 {
    let browser = Browser::new(open).await;
    let body = serde_json::json!({"identifier": identifier, "password": password});
    browser.send(reqwest::Method::POST, "/api/auth/login", &body).await.status().as_u16()
}

/// Identifier and password of the line that begins with `sign in as`.
fn sign_in_line(said: &str) -> (String, String) {
    let line = said.lines().find_map(|line| line.trim().strip_prefix("sign in as ")).unwrap();
    let (identifier, password) = line.split_once("  password ").unwrap();
    (identifier.to_owned(), password.to_owned())
}

#[tokio::test]
async fn demo_manager_signs_in_with_the_password_that_was_printed_last() {
    let shop = Shop::new();
    let demo = folder(&GOOD);
    let demo = demo.path().to_str().unwrap();
    let auto = ("HEUAN_ACCOUNTS__SECOND_FACTOR_REQUIRED", "auto");
    let environment = [("DEMO", "1"), ("HEUAN_SHOP__DEMO_DIR", demo), auto];
    let (open, lines) = shop.open_and_read(&environment, "sign in as");
    let (identifier, first) = sign_in_line(&lines);
    assert!(lines.contains("/staff"), "{lines}");
    assert_eq!(sign_in(&open, &identifier, &first).await, 200);
    let (code, said) = staff(&shop, &["demo"], "");
    assert_eq!(code, Some(0), "{said}");
    let (identifier, second) = sign_in_line(&said);
    assert_eq!(sign_in(&open, &identifier, &first).await, 401);
    assert_eq!(sign_in(&open, &identifier, &second).await, 200);
    assert_eq!(open.end(), Some(0));
}

#[test]
fn demo_manager_is_refused_in_a_shop_that_is_not_the_demo() {
    let shop = Shop::new();
    let (code, said) = staff(&shop, &["demo"], "");
    assert!(code == Some(1) && said.contains("the catalog is not the demo"), "{said}");
    assert!(shop.import(folder(&GOOD).path(), &[]).status.success());
    let (code, said) = staff(&shop, &["demo"], "");
    assert!(code == Some(1) && said.contains("the catalog is not the demo"), "{said}");
    assert_eq!(staff(&shop, &["list"], ""), (Some(0), String::new()));
}

#[test]
fn staff_command_errors_are_reported() {
    let shop = Shop::new();
    let (code, said) = staff(&shop, &add_noy(), "short\n");
    assert!(code == Some(1) && said.contains("password must have at least 8 characters"), "{said}");
    let words = ["add", "--fname", "", "--lname", "Keo", "--email", "noy", "--password-stdin"];
    let (code, said) = staff(&shop, &words, "correct horse");
    assert_eq!(code, Some(1));
    assert!(said.contains("fname is needed; email must be an email address"), "{said}");
    let (code, said) = staff(&shop, &["add", "--fname", "Noy"], "");
    assert!(code == Some(2) && said.contains("--lname") && said.contains("--phone"), "{said}");
    let (code, said) = staff(&shop, &["remove", "020 5512 3456"], "");
    assert!(code == Some(1) && said.contains("no account has this"), "{said}");
    let (code, said) = staff(&shop, &["add", "--existing", "unknown"], "");
    assert!(code == Some(1) && said.contains("no account has this"), "{said}");
    let (code, said) = staff(&shop, &add_noy(), &"x".repeat(5000));
    assert!(code == Some(1) && said.contains("too long"), "{said}");
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn contact_message_is_marked_as_done_and_as_open_again(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    let goods = folder(&GOOD);
    assert!(shop.import(goods.path(), &[]).status.success());
    let open = shop.open_with(&[]);
    let body = serde_json::json!({
        "sender_type": 1, "topic": 3, "name": "Noy", "phone": "020 5512 3456", "message": "Is it in stock?",
    });
    let sent = Browser::new(&open).await.send(reqwest::Method::POST, "/api/v1/contact", &body).await;
    assert!(sent.status().is_success(), "{sent:?}");
    let contact = |words: &[&str]| {
        let words: Vec<&str> = ["contact"].into_iter().chain(words.iter().copied()).collect();
        let Output { status, stdout, stderr } = shop.command(&words).output().unwrap();
        (status.success(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
    };
    let (_, listed) = contact(&[]);
    let number = listed.strip_prefix('#').and_then(|rest| rest.split(' ').next()).unwrap();
    for (word, is_done) in [("--done", true), ("--done", true), ("--reopen", false)] {
        let (fine, said) = contact(&[word, number]);
        assert!(fine && said.contains("Is it in stock?") && said.contains("  done") == is_done, "{said}");
    }
    let (fine, said) = contact(&["--done", "999999"]);
    assert!(!fine && said.contains("no such message"), "{said}");
    assert_eq!(open.end(), Some(0));
}
