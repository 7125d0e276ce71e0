//! Export and erasure of a customer, on both databases.

use crate::{
    codes::{ask, by_code, client, code_for, mark_verified, other_code, sign_in_with, verified},
    contact::{letter, submit},
    support::{DAY, HOUR, MINUTE, PASSWORD, PHONE, TestAccounts},
};
use heuan_accounts::customer::Role;
use heuan_proto::accounts::v1::{
    CloseAccountRequest, CodePurpose, RequestCodeRequest, SignInByCodeRequest, SubmitMessageRequest,
};
use heuan_rpc::Code;
use heuan_store::run;
use heuan_testkit::Engine;
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn begun_erasure_signs_the_customer_out_and_is_recorded(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    let (noy, session) = test.noy().await;
    let customer_id = noy.customer_id;
    for text in [PHONE, "+8562055123456", "NOY@example.com", &customer_id.to_string()] {
        let found = service.find_customer(text).await.unwrap();
        assert_eq!(found.map(|found| found.customer_id), Some(customer_id), "{text}");
    }
    assert!(service.find_customer("1").await.unwrap().is_none());

    let begun = service.begin_erasure(customer_id).await.unwrap();
    assert_eq!((begun.completed_at, begun.confirmed), (None, vec![]));
    assert_eq!(test.session(&session).await.unwrap_err().code, Code::Unauthenticated);
    assert_eq!(test.login(PHONE, PASSWORD).await.unwrap_err().code, Code::Unauthenticated);

    service.confirm_erasure(customer_id, "orders").await.unwrap();
    service.confirm_erasure(customer_id, "orders").await.unwrap();
    test.clock.advance(HOUR);
    let again = service.begin_erasure(customer_id).await.unwrap();
    assert_eq!((again.begun_at, again.confirmed), (begun.begun_at, vec!["orders".to_owned()]));

    service.erase(customer_id).await.unwrap();
    service.erase(customer_id).await.unwrap();
    let erased = service.erasure(customer_id).await.unwrap().unwrap();
    assert_eq!(erased.completed_at, Some(begun.begun_at + HOUR));
    assert_eq!(service.export(customer_id).await.unwrap_err().code, Code::NotFound);
    assert_eq!(test.count("SELECT COUNT(*) FROM customer").await, 0);
    let (next, _) = test.noy().await;
    assert!(next.customer_id > customer_id);
}

#[rstest]
#[tokio::test]
async fn erased_former_staff_member_stays_in_the_audit_log_without_name(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    let (noy, _) = test.noy().await;
    let customer_id = noy.customer_id;
    let tables = test.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO audit_entry \
           (entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status) \
         VALUES ($1, $6, $2, $3, 'clerk', 'PATCH', $4, $5, '10.0.0.1', 200)";
    // An older entry is deleted by the retention of the audit log.
    let now = test.clock.now_ms();
    run!(tx, sql, "own", customer_id, "Noy Keo", "", "Kham Sy: clerk", now).unwrap();
    run!(tx, sql, "role", 1_i64, "Kham Sy", customer_id.to_string(), "Noy Keo: removed", now).unwrap();
    run!(tx, sql, "namesake", 1_i64, "Kham Sy", "1", "Noy Keo: removed", now).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;

    service.set_role(&customer_id.to_string(), Role::Clerk).await.unwrap();
    let refused = service.begin_erasure(customer_id).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "is_staff"));
    service.set_role(PHONE, Role::Customer).await.unwrap();
    assert_eq!(service.export(customer_id).await.unwrap().staff_actions.len(), 1);
    // Fills the searched text.
    service.delete_expired().await.unwrap();
    let searched = "SELECT COUNT(*) FROM audit_entry WHERE search LIKE '%noy keo%'";
    assert_eq!(test.count(searched).await, 3);
    service.begin_erasure(customer_id).await.unwrap();
    service.erase(customer_id).await.unwrap();
    let kept = "SELECT COUNT(*) FROM audit_entry WHERE (entry_id = 'own' AND actor_name = '' AND client_address = '' \
         AND detail = 'Kham Sy: clerk') OR (entry_id = 'role' AND detail = '(erased): removed' AND actor_name = 'Kham Sy') \
         OR (entry_id = 'namesake' AND detail = 'Noy Keo: removed')";
    assert_eq!(test.count(kept).await, 3);
    let of_namesake =
        "SELECT COUNT(*) FROM audit_entry WHERE entry_id = 'namesake' AND search LIKE '%noy keo%'";
    assert_eq!((test.count(searched).await, test.count(of_namesake).await), (1, 1));
    let searched_as_erased =
        "SELECT COUNT(*) FROM audit_entry WHERE entry_id = 'role' AND search LIKE '%(erased): removed'";
    assert_eq!(test.count(searched_as_erased).await, 1);
}

#[rstest]
#[tokio::test]
async fn erased_customer_leaves_no_reason_of_a_discount_in_the_audit_log(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    let (noy, _) = test.noy().await;
    let customer_id = noy.customer_id;
    let tables = test.tables().await;
    let mut tx = tables.begin().await.unwrap();
    let sql = "INSERT INTO audit_entry \
           (entry_id, at, actor_id, actor_name, role, action, subject, detail, client_address, status) \
         VALUES ($1, $3, 1, 'Kham Sy', 'clerk', 'POST /api/staff/orders', '', $2, '10.0.0.1', 201)";
    let now = test.clock.now_ms();
    for (entry_id, of) in [("own", customer_id), ("other", customer_id * 10)] {
        run!(tx, sql, entry_id, format!("N-1 for customer {of}, discount 300 kip: cousin of Kham"), now)
            .unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;

    service.begin_erasure(customer_id).await.unwrap();
    service.erase(customer_id).await.unwrap();
    let kept = "SELECT COUNT(*) FROM audit_entry \
         WHERE (entry_id = 'own' AND detail NOT LIKE '%cousin%') OR (entry_id = 'other' AND detail LIKE '%cousin%')";
    assert_eq!(test.count(kept).await, 2);
}

/// The customer closes the account with the password.
async fn close(test: &TestAccounts, customer_id: i64) {
    let request = CloseAccountRequest {
        customer_id,
        password: PASSWORD.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    };
    client(test).close_account(request).await.unwrap();
}

/// Two contact messages of visitors, with the number and with the address of [`TestAccounts::noy`].
async fn visitors(test: &TestAccounts) {
    for letter in [
        SubmitMessageRequest { email: String::new(), ..letter() },
        SubmitMessageRequest { phone: String::new(), ..letter() },
    ] {
        submit(test, letter).await.unwrap();
    }
}

const CONTACTS: &str = "SELECT COUNT(*) FROM contact";
const CODES: &str = "SELECT COUNT(*) FROM outbox WHERE kind LIKE 'code.%' AND customer_id = 0";

#[rstest]
#[tokio::test]
async fn customer_who_closes_the_account_deletes_nothing_by_an_unverified_number_or_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    visitors(&test).await;
    // The owner of the number requests a code before a stranger registers it.
    ask(&test, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    let (stranger, session) = test.noy().await;
    let own = SubmitMessageRequest { token: session.token, ..letter() };
    submit(&test, own).await.unwrap();
    close(&test, stranger.customer_id).await;
    assert!(service.erasure(stranger.customer_id).await.unwrap().unwrap().is_by_customer);
    service.erase(stranger.customer_id).await.unwrap();
    assert_eq!((test.count(CONTACTS).await, test.count(CODES).await), (2, 1));
    assert_eq!(test.count("SELECT COUNT(*) FROM contact WHERE customer_id IS NOT NULL").await, 0);
}

#[rstest]
#[tokio::test]
async fn customer_who_closes_the_account_deletes_by_a_verified_number_and_not_by_an_unverified_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    visitors(&test).await;
    ask(&test, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    let (noy, _) = test.noy().await;
    test.clock.advance(MINUTE);
    mark_verified(&test, noy.customer_id, PHONE).await.unwrap();
    close(&test, noy.customer_id).await;
    test.accounts.service().erase(noy.customer_id).await.unwrap();
    assert_eq!((test.count(CONTACTS).await, test.count(CODES).await), (1, 0));
    assert_eq!(test.count("SELECT COUNT(*) FROM contact WHERE email IS NOT NULL").await, 1);
}

#[rstest]
#[case::alone(false)]
#[case::after_the_customer(true)]
#[tokio::test]
async fn staff_and_operator_delete_by_number_and_address_without_a_proof(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] closes_before: bool,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    visitors(&test).await;
    ask(&test, code_for(CodePurpose::SignIn, PHONE)).await.unwrap();
    let (noy, _) = test.noy().await;
    if closes_before {
        close(&test, noy.customer_id).await;
    }
    let erasure = service.begin_erasure(noy.customer_id).await.unwrap();
    assert!(!erasure.is_by_customer);
    service.erase(noy.customer_id).await.unwrap();
    assert_eq!((test.count(CONTACTS).await, test.count(CODES).await), (0, 0));
}

/// Counters of a customer's id, and of numbers. Right codes leave counters of 0.
const OF_CUSTOMER: &str = "SELECT COUNT(*) FROM rate_limit WHERE count > 0 AND (name LIKE 'code-known-browsers%' \
     OR name LIKE 'code-request-account%' OR name LIKE 'wrong-code%' OR name LIKE 'entered-code%' OR name LIKE 'contact-account:%' OR name LIKE 'login-account:%')";
const OF_NUMBER: &str = "SELECT COUNT(*) FROM rate_limit WHERE count > 0 AND name LIKE 'code-recipient%'";
const COUNTERS: &str = "SELECT COUNT(*) FROM rate_limit";

/// A customer with a verified number, with a count in each of these counters.
async fn counted(test: &TestAccounts) -> i64 {
    let signed_in = verified(test, PHONE).await;
    let (customer, session) = (signed_in.customer.unwrap(), signed_in.session.unwrap());
    let customer_id = customer.customer_id;
    test.clock.advance(MINUTE);
    let device_token = signed_in.device_token;
    let known =
        RequestCodeRequest { device_token: device_token.clone(), ..code_for(CodePurpose::SignIn, PHONE) };
    let code = other_code(&ask(test, known).await.unwrap().code);
    let wrong = SignInByCodeRequest { code, device_token, ..by_code(PHONE) };
    sign_in_with(test, wrong).await.unwrap_err();
    test.clock.advance(MINUTE);
    let confirm = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Confirm, "") };
    let code = other_code(&ask(test, confirm).await.unwrap().code);
    let close = CloseAccountRequest { customer_id, code, ..Default::default() };
    client(test).close_account(close).await.unwrap_err();
    submit(test, SubmitMessageRequest { token: session.token, ..letter() }).await.unwrap();
    test.login(PHONE, "wrong horse").await.unwrap_err();
    let other = RequestCodeRequest { customer_id, ..code_for(CodePurpose::Verify, "020 5599 9999") };
    ask(test, other).await.unwrap();
    customer_id
}

#[rstest]
#[tokio::test]
async fn erasure_deletes_the_counters_of_the_customer_and_the_rest_expires_within_a_day(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let service = test.accounts.service();
    let customer_id = counted(&test).await;
    // Of codes, those for another number and wrong ones, with those within a day; entered codes, contact messages and logins.
    assert_eq!((test.count(OF_CUSTOMER).await, test.count(OF_NUMBER).await), (11, 4));
    service.begin_erasure(customer_id).await.unwrap();
    service.erase(customer_id).await.unwrap();
    assert_eq!((test.count(OF_CUSTOMER).await, test.count(OF_NUMBER).await), (0, 4));
    test.clock.advance(DAY);
    service.delete_expired().await.unwrap();
    assert_eq!(test.count(COUNTERS).await, 0);
}
