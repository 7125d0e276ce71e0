//! `heuan staff`: the only way to grant the staff role.

use std::{
    io::Write as _,
    process::{Output, Stdio},
};

use crate::support::Shop;
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
    let (code, said) = staff(&shop, &["add", "--existing", "2055123456"], "");
    assert_eq!(code, Some(0), "{said}");
    assert!(staff(&shop, &["list"], "").1.contains("Noy Keo"));
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
