//! E-mails that bounce after the server had accepted them, on both databases.

use heuan_notifications::{BounceError, Bounced, Bounces, EmailConfig};
use heuan_proto::notifications::v1 as wire;
use heuan_runtime::clock::Clock;
use heuan_testkit::{Engine, TestDb, eventually};
use rstest::rstest;

use crate::support::{
    KHAM, NOON, NOY, Service, config, event,
    mail_server::{Mail, MailServer},
};

const EMAIL: &str = "noy@example.com";

/// A shop that has sent an e-mail about an order to Noy.
struct Sent {
    db: TestDb,
    service: Service,
    server: MailServer,
    mail: Mail,
}

impl Sent {
    async fn new(engine: Engine) -> Self {
        let db = TestDb::new(engine).await;
        let server = MailServer::start().await;
        let return_path = "bounces@shop.example".to_owned();
        let service = Service::open_messages(&db, Clock::fixed(NOON), |config| {
            config.email = EmailConfig { return_path, ..server.config() };
        })
        .await;
        service.accounts.set_person(NOY, "Noy", "", EMAIL).await;
        service.choose(NOY, &["email"], "en").await.unwrap();
        service.deliver(vec![event("o1", "order.ready", NOY)]).await.unwrap();
        service.state_is("email", "sent").await;
        let mail = server.received().remove(0);
        Self { db, service, server, mail }
    }

    /// As the command `heuan messages bounce` does, beside the running shop.
    async fn receive(&self, bounce: &str) -> Result<Bounced, BounceError> {
        let bounces = Bounces::open(&config(), &self.db.location, self.service.clock.clone()).await.unwrap();
        let received = bounces.receive(bounce.as_bytes()).await;
        bounces.close().await;
        received
    }

    async fn message(&self) -> wire::OutgoingMessage {
        self.service.of_channel("email").await.remove(0)
    }
}

/// A notification about an e-mail, which it returns without its body.
fn bounce(mail: &Mail, recipient: &str, action: &str, status: &str, reply: &str) -> String {
    let head = mail.content.replace("\r\n", "\n");
    let head = head.split("\n\n").next().unwrap().to_owned();
    let text = format!(
        "From: MAILER-DAEMON@mx.example\nTo: {to}\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status;\n\tboundary=\"outer/1\"\n\n\
         --outer/1\nContent-Type: text/plain\n\nIt could not be delivered.\n\n\
         --outer/1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n\
         Final-Recipient: rfc822; {recipient}\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; {reply}\n\n\
         --outer/1\nContent-Type: text/rfc822-headers\n\n{head}\n\n--outer/1--\n",
        to = mail.from,
    );
    text.replace('\n', "\r\n")
}

const UNKNOWN: &str = "550 5.1.1 no such user";

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn bounce_of_an_unknown_mailbox_fails_the_message_and_marks_the_address_as_a_refusal_does(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let sent = Sent::new(engine).await;
    assert_eq!(sent.mail.from, "bounces@shop.example");
    assert!(!sent.mail.header("X-Heuan-Message").is_empty());
    sent.service.clock.advance(3_600_000);
    let bounce = bounce(&sent.mail, "NOY@example.com", "failed", "5.1.1", UNKNOWN);
    let message_id = sent.message().await.message_id;
    assert_eq!(sent.receive(&bounce).await.unwrap(), Bounced::Marked { message_id });
    let message = sent.message().await;
    assert_eq!((message.state.as_str(), message.reason.as_str()), ("failed", "invalid_address"));
    assert!(message.is_undeliverable && message.detail.contains(UNKNOWN), "{message:?}");
    let marked = sent.service.undeliverable(NOY).await;
    assert_eq!((marked[0].recipient.as_str(), marked[0].marked_at_ms), (EMAIL, NOON), "since the attempt");

    // A repetition changes nothing, also after the staff have deleted the mark.
    sent.service.clear(wire::MessageActorRole::Clerk, "email").await.unwrap();
    assert!(matches!(sent.receive(&bounce).await.unwrap(), Bounced::Ignored { .. }));
    assert!(sent.service.undeliverable(NOY).await.is_empty());
    // Nor does it fail the next sending before that is made.
    sent.service.resend(message_id).await.unwrap();
    eventually("it is sent again", async || sent.server.received().len() == 2).await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn address_that_was_verified_after_the_attempt_is_not_marked_by_a_late_bounce(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let sent = Sent::new(engine).await;
    sent.service.accounts.set_person(NOY, "Noy", "+8562055512345", EMAIL).await;
    sent.service.accounts.verify_email(NOY, NOON + 1).await;
    sent.service.clock.advance(60_000);
    sent.receive(&bounce(&sent.mail, EMAIL, "failed", "5.1.1", UNKNOWN)).await.unwrap();
    assert_eq!(sent.message().await.state, "failed");
    assert!(sent.service.undeliverable(NOY).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn bounce_that_comes_weeks_after_the_e_mail_changes_nothing() {
    let sent = Sent::new(Engine::Sqlite).await;
    sent.service.clock.advance(15 * 24 * 3_600_000);
    let late = bounce(&sent.mail, EMAIL, "failed", "5.1.1", UNKNOWN);
    assert!(matches!(sent.receive(&late).await.unwrap(), Bounced::Ignored { .. }));
    assert_eq!(sent.message().await.state, "sent");
    assert!(sent.service.undeliverable(NOY).await.is_empty());
}

#[rstest]
#[case("delayed", "4.4.1", "connection timed out", "sent", "")]
#[case("failed", "4.2.2", "452 4.2.2 mailbox full", "sent", "")]
#[case("delivered", "2.0.0", "250 ok", "sent", "")]
#[case("relayed", "5.1.1", "250 ok", "sent", "")]
#[case("failed", "5.7.1", "550 5.7.1 refused as spam", "failed", "refused")]
#[case("failed", "5.2.2", "552 5.2.2 mailbox full", "failed", "refused")]
#[tokio::test(flavor = "multi_thread")]
async fn other_reports_mark_no_address(
    #[case] action: &str,
    #[case] status: &str,
    #[case] reply: &str,
    #[case] state: &str,
    #[case] reason: &str,
) {
    let sent = Sent::new(Engine::Sqlite).await;
    let received = sent.receive(&bounce(&sent.mail, EMAIL, action, status, reply)).await.unwrap();
    let message = sent.message().await;
    assert_eq!((message.state.as_str(), message.reason.as_str()), (state, reason), "{received:?}");
    assert!(sent.service.undeliverable(NOY).await.is_empty());
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn forged_bounce_marks_no_address(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let sent = Sent::new(engine).await;
    sent.service.accounts.set_person(KHAM, "Kham", "", "kham@example.com").await;
    sent.service.choose(KHAM, &["email"], "en").await.unwrap();
    sent.service.deliver(vec![event("o2", "order.ready", KHAM)]).await.unwrap();
    eventually("both are sent", async || sent.server.received().len() == 2).await;
    let token = sent.mail.header("X-Heuan-Message");
    let own =
        |changed: &str| Mail { content: sent.mail.content.replace(&token, changed), ..sent.mail.clone() };
    // Of a reader who has an e-mail of the shop: another message, a changed signature, none at all.
    let of_kham = {
        let received = sent.server.received();
        received.iter().find(|mail| mail.to == ["kham@example.com"]).unwrap().header("X-Heuan-Message")
    };
    let mixed = format!("{}{}", &of_kham[..11], &token[11..]);
    let last = if token.ends_with('A') { "B" } else { "A" };
    let changed = format!("{}{last}", &token[..token.len() - 1]);
    for forged in [mixed.as_str(), changed.as_str(), "", "AAAA", &token[1..]] {
        let forged = bounce(&own(forged), EMAIL, "failed", "5.1.1", UNKNOWN);
        assert!(matches!(sent.receive(&forged).await.unwrap_err(), BounceError::Unknown));
    }
    // With the token of one's own e-mail another address is named.
    let other = bounce(&sent.mail, "kham@example.com", "failed", "5.1.1", UNKNOWN);
    assert!(matches!(sent.receive(&other).await.unwrap(), Bounced::Ignored { .. }));
    let no_bounce = sent.receive("Subject: Hello\r\n\r\nBuy my things.\r\n").await.unwrap_err();
    assert!(matches!(no_bounce, BounceError::Unreadable(_)), "{no_bounce}");
    let large = "a".repeat(heuan_notifications::MAX_BOUNCE_BYTES + 1);
    assert!(matches!(sent.receive(&large).await.unwrap_err(), BounceError::TooLarge));
    for customer_id in [NOY, KHAM] {
        assert!(sent.service.undeliverable(customer_id).await.is_empty());
    }
    assert_eq!(sent.message().await.state, "sent");
}
