//! Tests of bounces: delivery status notifications (RFC 3464) of several mail servers, and other mails.

use rstest::rstest;

use super::{dsn::parse, *};

/// A notification as sent by Postfix 3.7.
const POSTFIX: &str = include_str!("samples/postfix.eml");
/// A notification as sent by Exchange Online, which returns only the headers of the e-mail.
const EXCHANGE: &str = include_str!("samples/exchange.eml");
const DELAYED: &str = include_str!("samples/postfix_delayed.eml");

fn crlf(text: &str) -> Vec<u8> {
    text.replace('\n', "\r\n").into_bytes()
}

fn default_codes() -> Vec<String> {
    ["501", "550", "551", "553", "556", "5.1", "5.2.1", "5.4.4"].map(str::to_owned).to_vec()
}

#[test]
fn bounce_of_postfix_is_read_with_either_line_ending() {
    let expected = DeliveryStatus {
        recipients: vec![RecipientStatus {
            final_recipient: "noy@example.com".to_owned(),
            original_recipient: "noy@example.com".to_owned(),
            action: "failed".to_owned(),
            status: "5.1.1".to_owned(),
            diagnostic: "550 5.1.1 <noy@example.com>: Recipient address rejected: User unknown in virtual mailbox table"
                .to_owned(),
        }],
        tokens: vec!["AAAAAAAAAAcPOSTFIXTOKEN".to_owned()],
    };
    assert_eq!(parse(POSTFIX.as_bytes()).unwrap(), expected);
    assert_eq!(parse(&crlf(POSTFIX)).unwrap(), expected);
}

#[test]
fn bounce_of_exchange_is_read_with_headers_alone() {
    let status = parse(&crlf(EXCHANGE)).unwrap();
    let [recipient] = &status.recipients[..] else { panic!("{status:?}") };
    assert!(recipient.is_of("Noy@Example.com") && recipient.is_permanent_failure());
    assert_eq!((recipient.original_recipient.as_str(), recipient.status.as_str()), ("", "5.1.10"));
    assert!(recipient.diagnostic.starts_with("550 5.1.10 RESOLVER.ADR.RecipientNotFound"), "{recipient:?}");
    assert_eq!(status.tokens, ["AAAAAAAAAAcEXCHANGETOKEN"]);
    assert_eq!(reason(recipient, &default_codes()), FailureReason::InvalidAddress);
}

#[test]
fn delay_notification_is_not_a_permanent_failure() {
    let status = parse(DELAYED.as_bytes()).unwrap();
    assert_eq!(status.recipients[0].action, "delayed");
    assert!(!status.recipients[0].is_permanent_failure());
}

#[rstest]
#[case("5.1.1", "550 5.1.1 no such user", true)]
#[case("5.1.10", "550 5.1.10 RESOLVER.ADR.RecipientNotFound", true)]
#[case("5.0.0", "550 no such user", true)]
#[case("5.0.0", "550-5.1.1 no such user", true)]
#[case("5.0.0", "552 mailbox full", false)]
#[case("5.4.4", "Host or domain name not found. Name service error for name=exmaple.com", true)]
#[case("5.2.2", "552 5.2.2 mailbox full", false)]
#[case("5.7.1", "550 5.7.1 message refused as spam", false)]
#[case("5.0.0", "", false)]
#[case("5.7.26", "550 5.7.26 this mail is unauthenticated, see 5.1.1", false)]
fn enhanced_status_is_classified_like_an_smtp_reply(
    #[case] status: &str,
    #[case] diagnostic: &str,
    #[case] is_invalid: bool,
) {
    let status = RecipientStatus {
        status: status.to_owned(),
        diagnostic: diagnostic.to_owned(),
        ..RecipientStatus::default()
    };
    assert_eq!(reason(&status, &default_codes()) == FailureReason::InvalidAddress, is_invalid);
}

/// A notification with other parts.
fn report(status: &str, returned: &str) -> String {
    format!(
        "From: MAILER-DAEMON@mx.example\nTo: bounces@shop.example\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n\
         --b\nContent-Type: text/plain\n\nSorry\n\n\
         --b\nContent-Type: message/delivery-status\n\n{status}\n\
         --b\nContent-Type: text/rfc822-headers\n\n{returned}\n--b--\n"
    )
}

#[rstest]
#[case("", "no e-mail")]
#[case("Subject: hello\n\nI am on holiday.\n", "no delivery status")]
#[case(
    "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nx\n--b--\n",
    "no delivery status"
)]
#[case(
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nx\n--b--\n",
    "no part"
)]
#[case("Content-Type: multipart/report; report-type=delivery-status\n\n", "no part")]
#[case("\u{0}\u{1}\u{2}", "no ")]
fn mail_that_is_not_a_notification_is_refused_with_the_reason(#[case] mail: &str, #[case] why: &str) {
    let error = parse(mail.as_bytes()).unwrap_err();
    assert!(error.contains(why), "{error}");
}

#[test]
fn notification_without_a_recipient_is_refused_with_the_reason() {
    let error = parse(report("Reporting-MTA: dns; mx.example\n", "Subject: x\n").as_bytes()).unwrap_err();
    assert!(error.contains("names no recipient"), "{error}");
}

#[test]
fn fields_are_read_in_any_case_folded_and_with_angle_brackets() {
    let status = "REPORTING-MTA: dns; mx\n\nfinal-recipient : RFC822;\n <Noy@EXAMPLE.com>\nAction: FAILED\n\
                  STATUS: 5.1.1 (no such user)\nDiagnostic-Code: smtp;\n\t550 no\n  such user\n";
    let read = parse(report(status, "x-heuan-message:\n TOKEN\nSubject: x\n").as_bytes()).unwrap();
    let expected = RecipientStatus {
        final_recipient: "noy@example.com".to_owned(),
        action: "failed".to_owned(),
        status: "5.1.1".to_owned(),
        diagnostic: "550 no such user".to_owned(),
        ..RecipientStatus::default()
    };
    assert_eq!((read.recipients, read.tokens), (vec![expected], vec!["TOKEN".to_owned()]));
}

#[test]
fn returned_e_mail_that_is_cut_off_has_its_token() {
    let (cut, _) = POSTFIX.split_once("--inner\n").unwrap();
    assert_eq!(parse(&crlf(cut)).unwrap().tokens, ["AAAAAAAAAAcPOSTFIXTOKEN"]);
}

#[test]
fn token_in_the_body_of_the_returned_e_mail_is_not_read() {
    let status =
        "Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; noy@example.com\nAction: failed\nStatus: 5.1.1\n";
    let read = parse(report(status, "Subject: x\n\nX-Heuan-Message: TOKEN\n").as_bytes()).unwrap();
    assert!(read.tokens.is_empty(), "{read:?}");
}

/// Pseudorandom numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

#[test]
fn damaged_notifications_are_read_or_refused_within_the_limits() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let mut mail = crlf([POSTFIX, EXCHANGE, DELAYED][round % 3]);
        for _ in 0..=numbers.below(12) {
            let at = numbers.below(mail.len());
            match numbers.below(5) {
                0 => mail[at] = numbers.below(256) as u8,
                1 => mail.truncate(at + 1),
                2 => drop(mail.drain(at..(at + numbers.below(80)).min(mail.len()))),
                3 => {
                    let part = mail[at..(at + 200).min(mail.len())].to_vec();
                    mail.splice(at..at, part);
                }
                _ => mail.insert(at, b"\r\n:;<>\0-"[numbers.below(8)]),
            }
            if mail.is_empty() {
                break;
            }
        }
        if let Ok(status) = parse(&mail) {
            assert!((1..=50).contains(&status.recipients.len()) && status.tokens.len() <= 5, "{status:?}");
            assert!(status.recipients.iter().all(|one| !one.final_recipient.is_empty()), "{status:?}");
        }
    }
}

#[test]
fn notification_with_many_recipients_tokens_and_nested_parts_is_bounded() {
    let group = "\nFinal-Recipient: rfc822; noy@example.com\nAction: failed\nStatus: 5.1.1\n";
    let status = format!("Reporting-MTA: dns; mx\n{}", group.repeat(2000));
    let read = parse(report(&status, &"X-Heuan-Message: T\n".repeat(2000)).as_bytes()).unwrap();
    assert_eq!((read.recipients.len(), read.tokens.len()), (50, 5));
    let nested = "Content-Type: message/rfc822\n\n".repeat(20_000);
    let mail =
        format!("Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n{nested}");
    assert!(parse(mail.as_bytes()).is_err());
}

#[rstest]
#[case::few(100, true)]
#[case::more_than_are_read(300, false)]
#[case::as_many_as_fit(200_000, false)]
fn notification_with_many_parts_without_headers_is_refused(#[case] parts: usize, #[case] is_read: bool) {
    let mail = POSTFIX.trim_end();
    // The boundary of the notification, after whose end mark further parts follow.
    let boundary = mail.lines().last().unwrap().trim_end_matches('-');
    let (begin, _) = mail.rsplit_once(boundary).unwrap();
    let mail = format!("{begin}{}", format!("{boundary}\n\n").repeat(parts));
    let read = parse(mail.as_bytes());
    assert_eq!(read.is_ok(), is_read, "{read:?}");
    if !is_read {
        assert_eq!(read.unwrap_err(), "it has too many parts");
    }
}
