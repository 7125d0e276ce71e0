//! `heuan messages bounce`: exit codes and output for the mail server that pipes mail to it.

use std::{
    io::Write as _,
    process::{Output, Stdio},
};

use crate::support::Shop;

/// Runs the command with `mail` on standard input; returns the exit code and the output.
fn bounce(shop: &Shop, mail: &[u8], environment: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = shop.command(&["messages", "bounce"]);
    command.envs(environment.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    // The command may end before it has read all of a mail that is too large.
    let _ = process.stdin.take().unwrap().write_all(mail);
    let Output { status, stdout, stderr } = process.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap() + &String::from_utf8(stderr).unwrap())
}

#[test]
fn mail_that_is_no_bounce_of_the_shop_is_refused_permanently() {
    let shop = Shop::new();
    let postfix = include_bytes!("../../../notifications/src/message/bounce/samples/postfix.eml");
    for (mail, why) in [
        (&b""[..], "is no bounce"),
        (b"Subject: Hello\r\n\r\nI am on holiday.\r\n", "is no bounce"),
        (postfix, "X-Heuan-Message"),
        (&vec![b'a'; 3 * 1024 * 1024], "larger than 1048576 bytes"),
    ] {
        let (code, said) = bounce(&shop, mail, &[]);
        assert_eq!(code, Some(65), "{said}");
        assert!(said.contains(why), "{said}");
        assert!(!said.contains('@'), "mail servers log the output: {said}");
    }
}

#[test]
fn mail_is_to_be_tried_again_while_the_settings_are_wrong() {
    let shop = Shop::new();
    let (code, said) =
        bounce(&shop, b"Subject: Hello\r\n\r\n", &[("HEUAN_NOTIFICATIONS__RETENTION_DAYS", "many")]);
    assert_eq!(code, Some(75), "{said}");
}
