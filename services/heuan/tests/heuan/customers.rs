//! Customers on the command line beside a running shop: blocks, notes, club points, messages and undeliverable addresses.

use heuan_store::{DatabaseUrl, Db, run, sqlx::migrate::Migrator};
use heuan_testkit::Engine;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::support::{Browser, Open, Shop};

const NOY: &str = "020 5512 3456";
const PASSWORD: &str = "correct horse";

async fn shop(engine: Engine) -> Shop {
    let mut shop = Shop::new();
    if engine == Engine::Postgres {
        shop.database_url = Some(heuan_testkit::postgres::database().await);
    }
    shop
}

/// Runs `heuan customer`; returns whether it succeeded, and the output.
fn customer(shop: &Shop, words: &[&str]) -> (bool, String) {
    heuan(shop, "customer", words)
}

fn heuan(shop: &Shop, command: &str, words: &[&str]) -> (bool, String) {
    let words: Vec<&str> = [command].into_iter().chain(words.iter().copied()).collect();
    let output = shop.command(&words).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.success(), said)
}

async fn send(browser: &Browser, method: Method, path: &str, body: Value) -> (u16, Value) {
    let response = browser.send(method, path, &body).await;
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn login(browser: &Browser, phone: &str) -> (u16, Value) {
    let body = json!({"identifier": phone, "password": PASSWORD});
    send(browser, Method::POST, "/api/auth/login", body).await
}

/// A browser of a new customer, and the customer's id.
async fn registered(open: &Open, fname: &str, phone: &str) -> (Browser, String) {
    let browser = Browser::new(open).await;
    let body = json!({"fname": fname, "lname": "Keo", "phone": phone, "password": PASSWORD});
    let (status, body) = send(&browser, Method::POST, "/api/auth/register", body).await;
    assert_eq!(status, 201, "{body}");
    let customer_id = body["data"]["customer"]["cus_id"].to_string();
    (browser, customer_id)
}

/// A browser of a new manager.
async fn manager(shop: &Shop, open: &Open) -> (Browser, String) {
    let (browser, customer_id) = registered(open, "Kham", "020 5512 3457").await;
    let made = shop.command(&["staff", "add", "--existing", &customer_id]).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    // A new role ends the sessions of the account.
    assert_eq!(login(&browser, "020 5512 3457").await.0, 200);
    (browser, customer_id)
}

async fn name(browser: &Browser) -> Option<String> {
    let (_, body) = send(browser, Method::GET, "/api/v1/verify-token?nocache=1", json!({})).await;
    body["payload"]["fname"].as_str().map(str::to_owned)
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn customer_is_blocked_unblocked_and_signed_out_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let (noy, customer_id) = registered(&open, "Noy", NOY).await;
    let (kham, manager_id) = manager(&shop, &open).await;
    let (done, said) = customer(&shop, &["block", NOY, "--reason", " "]);
    assert!(!done && said.contains("reason: is needed"), "{said}");
    let (done, said) = customer(&shop, &["block", &manager_id, "--reason", "left"]);
    assert!(!done && said.contains("run `heuan staff remove` first"), "{said}");
    let (done, said) = customer(&shop, &["block", "020 5599 9999", "--reason", "never pays"]);
    assert!(!done && said.contains("no customer has this id, phone number or email address"), "{said}");
    assert_eq!(name(&noy).await.as_deref(), Some("Noy"));

    let (done, said) = customer(&shop, &["block", NOY, "--reason", "never pays"]);
    assert!(done && said.contains("blocked since") && said.contains("by command line: never pays"), "{said}");
    let (done, said) = customer(&shop, &["block", &customer_id, "--reason", "rude"]);
    assert!(done && said.contains("by command line: never pays"), "the first block stays: {said}");
    assert_eq!(name(&noy).await, None, "all sessions have ended");
    let (status, body) = login(&noy, NOY).await;
    assert_eq!((status, &body["reason"]), (403, &json!("blocked")));
    let path = format!("/api/staff/customers/{customer_id}");
    let (_, seen) = send(&kham, Method::GET, &path, json!({})).await;
    let block = &seen["data"]["block"];
    assert_eq!((&block["reason"], &block["by"]), (&json!("never pays"), &json!("command line")), "{seen}");

    let (done, said) = customer(&shop, &["unblock", NOY]);
    assert!(done && said.contains(": unblocked"), "{said}");
    let (done, said) = customer(&shop, &["unblock", NOY]);
    assert!(done && said.contains("was not blocked"), "{said}");
    assert_eq!(login(&noy, NOY).await.0, 200);

    let (done, said) = customer(&shop, &["sign-out", NOY]);
    assert!(done && said.contains("signed out everywhere"), "{said}");
    assert_eq!(name(&noy).await, None, "all sessions have ended");
    assert_eq!(login(&noy, NOY).await.0, 200);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn commands_are_in_the_audit_log_and_their_security_events_on_standard_error(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let (_, noy_id) = registered(&open, "Noy", NOY).await;
    let (kham, kham_id) = manager(&shop, &open).await;
    // Event of each command that is one of security, in the log lines of the shop.
    let commands: [(&[&str], Option<&str>); 11] = [
        (&["customer", "block", NOY, "--reason", "never pays"], Some("block")),
        (&["customer", "unblock", NOY], Some("unblock")),
        (&["customer", "sign-out", NOY], Some("session_ended")),
        (&["customer", "reset", NOY], Some("reset_code")),
        (&["customer", "note", NOY, "calls before noon"], None),
        (&["customer", "correct-points", NOY, "10", "--reason", "gift card"], Some("points_correction")),
        (&["customer", "notes", NOY], None),
        (&["customer", "export", NOY], None),
        (&["staff", "reset-second-factor", "020 5512 3457"], Some("second_factor_reset")),
        (&["staff", "add", "--existing", &noy_id, "--role", "clerk"], Some("role_change")),
        (&["staff", "remove", &noy_id], Some("role_change")),
    ];
    for (words, event) in commands {
        let output = shop.command(words).output().unwrap();
        let logged = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{words:?}: {logged}");
        assert!(!String::from_utf8(output.stdout).unwrap().contains("security event"), "{words:?}");
        let Some(event) = event else {
            assert_eq!(logged, "", "{words:?}");
            continue;
        };
        for field in ["security event", &format!("event=\"{event}\""), "actor=0", "result=\"success\""] {
            assert!(logged.contains(field), "{words:?}: {logged}");
        }
    }
    let mut json_log = shop.command(&["customer", "block", NOY, "--reason", "rude"]);
    let logged = json_log.env("HEUAN_LOG__FORMAT", "json").output().unwrap().stderr;
    let logged: Value = serde_json::from_slice(&logged).unwrap();
    assert_eq!((&logged["target"], &logged["actor"]), (&json!("heuan::security"), &json!(0)), "{logged}");
    let (done, said) = customer(&shop, &["note", NOY, " "]);
    assert!(!done, "{said}");

    assert_eq!(login(&kham, "020 5512 3457").await.0, 200, "the command has signed the manager out");
    let (status, log) = send(&kham, Method::GET, "/api/staff/audit", json!({})).await;
    assert_eq!(status, 200, "{log}");
    let entries = log["data"].as_array().unwrap();
    for entry in entries {
        let actor = (&entry["cus_id"], &entry["name"], &entry["role"], &entry["client_address"]);
        assert_eq!(actor, (&json!(0), &json!("command line"), &json!("manager"), &json!("")), "{entry}");
    }
    let entries: Vec<Value> = entries
        .iter()
        .rev()
        .map(|entry| json!([entry["action"], entry["subject"], entry["detail"], entry["status"]]))
        .collect();
    let (customers, people) = ("/api/staff/customers/{cus_id}", "/api/staff/people/{cus_id}");
    let expected = json!([
        [format!("PATCH {people}"), kham_id, "Kham Keo: manager", 200],
        [format!("PUT {customers}/block"), noy_id, "", 200],
        [format!("DELETE {customers}/block"), noy_id, "", 200],
        [format!("DELETE {customers}/sessions"), noy_id, "", 200],
        [format!("POST {customers}/reset-code"), noy_id, "", 200],
        [format!("POST {customers}/notes"), noy_id, "", 200],
        [format!("POST {customers}/points/corrections"), noy_id, "+10", 200],
        [format!("GET {customers}/export.json"), noy_id, "", 200],
        [format!("DELETE {people}/second-factor"), kham_id, "", 200],
        [format!("PATCH {people}"), noy_id, "Noy Keo: clerk", 200],
        [format!("DELETE {people}"), noy_id, "Noy Keo: removed", 200],
        [format!("PUT {customers}/block"), noy_id, "", 200],
        [format!("POST {customers}/notes"), noy_id, "", 400],
    ]);
    assert_eq!(Value::from(entries), expected);
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn notes_and_points_are_written_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let (_, customer_id) = registered(&open, "Noy", NOY).await;
    let (kham, _) = manager(&shop, &open).await;
    let (done, said) = customer(&shop, &["note", NOY, " "]);
    assert!(!done && said.contains("text: is needed"), "{said}");
    for text in ["calls in the morning", "pays in cash"] {
        let (done, said) = customer(&shop, &["note", NOY, text]);
        assert!(done && said.contains(&format!("by command line: {text}")), "{said}");
    }
    let (done, said) = customer(&shop, &["notes", &customer_id]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(done && lines.len() == 2, "{said}");
    assert!(lines[0].ends_with("pays in cash") && lines[1].ends_with("calls in the morning"), "{said}");

    let correct = |points: &str, more: &[&str]| {
        let words = [&["correct-points", NOY, points, "--reason", "gift card"], more].concat();
        customer(&shop, &words)
    };
    for _ in 0..2 {
        let (done, said) = correct("10", &["--key", "gift-1"]);
        assert!(done && said.contains("corrected by +10, 10 points now"), "{said}");
    }
    let (done, said) = correct("-4", &[]);
    assert!(done && said.contains("corrected by -4, 6 points now"), "{said}");
    let (done, said) = correct("-7", &[]);
    assert!(!done && said.contains("the customer has 6 points; no more than these can be taken"), "{said}");
    let (done, said) = correct("0", &[]);
    assert!(!done && said.contains("points: must be"), "{said}");
    let (done, said) = customer(&shop, &["points", NOY]);
    assert!(done && said.contains(": 6 points\n") && said.lines().count() == 3, "{said}");
    assert!(said.contains("+10 corrected  by command line: gift card"), "{said}");
    assert_eq!(customer(&shop, &["points", NOY, "--limit", "1"]).1.lines().count(), 2);
    // The erasure is the other change of points without an account.
    let path = format!("/api/staff/customers/{customer_id}/points");
    let (_, seen) = send(&kham, Method::GET, &path, json!({})).await;
    let entries = seen["data"]["entries"].as_array().unwrap();
    assert_eq!((entries.len(), &seen["data"]["balance"]), (2, &json!(6)), "{seen}");
    for entry in entries {
        assert_eq!((&entry["kind"], &entry["by"]), (&json!("corrected"), &json!("command line")), "{seen}");
    }
}

/// Marks an address of a customer as undeliverable, as a report of a provider does.
async fn mark(shop: &Shop, customer_id: &str, channel: &str, recipient: &str) {
    let location = DatabaseUrl::of("notifications", shop.data.path(), shop.database_url.as_deref());
    let db = Db::open(&location, &Migrator::DEFAULT).await.unwrap();
    let sql = "INSERT INTO undeliverable_address (customer_id, channel, recipient, detail, marked_at) \
         VALUES ($1, $2, $3, 'unknown\nnumber', 1795000000000)";
    let mut tx = db.begin().await.unwrap();
    run!(tx, sql, customer_id.parse::<i64>().unwrap(), channel, recipient).unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn undeliverable_address_is_listed_and_cleared_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let open = shop.open();
    let (_, customer_id) = registered(&open, "Noy", NOY).await;
    let (kham, _) = manager(&shop, &open).await;
    let messages = |words: &[&str]| heuan(&shop, "messages", words);
    let (done, said) = messages(&["undeliverable", NOY]);
    assert!(done && said.contains("no address is marked as undeliverable"), "{said}");

    mark(&shop, &customer_id, "sms", "+8562055123456").await;
    // The customer no longer has this address.
    mark(&shop, &customer_id, "email", "noy@example.com").await;
    let (done, said) = messages(&["undeliverable", &customer_id]);
    assert!(done && said.lines().count() == 1, "{said}");
    assert!(said.contains("sms  +8562055123456  since 2026-") && said.contains(": unknown number"), "{said}");
    let path = format!("/api/staff/customers/{customer_id}/undeliverable");
    let (_, seen) = send(&kham, Method::GET, &path, json!({})).await;
    assert_eq!(seen["data"][0]["channel"], "sms", "{seen}");

    let (done, said) = messages(&["clear-undeliverable", NOY, "fax"]);
    assert!(!done && said.contains("channel: must be email, sms or whatsapp"), "{said}");
    let (done, said) = messages(&["clear-undeliverable", "020 5599 9999", "sms"]);
    assert!(!done && said.contains("no customer has this id, phone number or email address"), "{said}");
    let (done, said) = messages(&["clear-undeliverable", NOY, "sms"]);
    assert!(done && said.contains("messages go to the address of the channel sms again"), "{said}");
    let (done, said) = messages(&["clear-undeliverable", NOY, "sms"]);
    assert!(!done && said.contains("this address is not marked"), "{said}");
    let (_, seen) = send(&kham, Method::GET, &path, json!({})).await;
    assert_eq!(seen["data"], json!([]), "{seen}");
}

/// Writes an SMS as the shop does.
async fn write_message(shop: &Shop, message_id: i64, kind: &str, state: &str) {
    let location = DatabaseUrl::of("notifications", shop.data.path(), shop.database_url.as_deref());
    let db = Db::open(&location, &Migrator::DEFAULT).await.unwrap();
    let sql = "INSERT INTO outgoing_message (message_id, no_id, channel, customer_id, kind, variables, idempotency_key, \
           state, next_at, until, tries, resends, attempted_at, recipient, language, subject, text, html, parts, reason, \
           detail, created_at, updated_at) \
         VALUES ($1, $2, 'sms', 7, $3, '{}', '', $4, 0, 0, 1, 0, 0, '+8562055123456', 'la', '', '', '', 0, '', \
           'no\nanswer', 1795000000000, 1795000000000)";
    let mut tx = db.begin().await.unwrap();
    run!(tx, sql, message_id, -message_id, kind, state).unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

#[rstest]
#[tokio::test(flavor = "multi_thread")]
async fn message_is_listed_and_sent_again_on_the_command_line(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let shop = shop(engine).await;
    let messages = |words: &[&str]| heuan(&shop, "messages", words);
    assert_eq!(messages(&["list"]), (true, String::new()));
    write_message(&shop, 1, "order.ready", "failed").await;
    write_message(&shop, 2, "code.sign_in", "sent").await;

    let (done, said) = messages(&["list"]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(done && lines.len() == 2, "{said}");
    assert!(lines[0].starts_with("2  2026-") && lines[0].contains("  sms  code.sign_in  "), "{said}");
    assert!(lines[1].ends_with("  sms  order.ready  +8562055123456  failed: no answer"), "{said}");
    let (done, said) = messages(&["list", "--state", "failed", "--channel", "sms"]);
    assert!(done && said == format!("{}\n", lines[1]), "{said}");
    let (done, said) = messages(&["list", "--state", "lost"]);
    assert!(!done && said.contains("state: must be waiting, sent, failed or not_configured"), "{said}");

    let (done, said) = messages(&["resend", "1"]);
    assert!(done && said.ends_with("  sms  order.ready  +8562055123456  waiting\n"), "{said}");
    let (done, said) = messages(&["resend", "1"]);
    assert!(!done && said.contains("the message is still to be sent"), "{said}");
    let (done, said) = messages(&["resend", "2"]);
    assert!(!done && said.contains("a code is not sent again"), "{said}");
    let (done, said) = messages(&["resend", "3"]);
    assert!(!done && said.contains("no such message"), "{said}");

    let open = shop.open();
    let (kham, _) = manager(&shop, &open).await;
    let (_, audit) = send(&kham, Method::GET, "/api/staff/audit", json!({})).await;
    let entries = audit["data"].as_array().unwrap().iter();
    let resent = entries.filter(|entry| entry["action"] == "POST /api/staff/outbox/{message_id}/resend");
    let resent: Vec<Value> = resent
        .map(|entry| json!([entry["name"], entry["subject"], entry["detail"], entry["status"]]))
        .collect();
    assert_eq!(resent.len(), 4, "{audit}");
    assert_eq!(resent[3], json!(["command line", "1", "sms order.ready", 200]), "{audit}");
}
