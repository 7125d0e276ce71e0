//! Security events: each names the event, the account, the address, and who acted if the staff did. Wrong secrets are events as well.

use std::time::Duration;

use crate::{
    codes::{ask, code_for, other_code},
    support::{PASSWORD, PHONE, TestAccounts, config},
};
use heuan_accounts::{
    Config,
    customer::Role as DomainRole,
    service::{CustomerWithoutPassword, NewStaff},
};
use heuan_proto::accounts::v1::{
    AddStaffRequest, BeginCustomerErasureRequest, BeginSecondFactorRequest, ChangePasswordRequest,
    CloseAccountRequest, CodePurpose, CreateCustomerRequest, EndCustomerSessionsRequest,
    IssueResetCodeRequest, ProveIdentifierRequest, RequestCodeRequest, ResetSecondFactorRequest, Role,
    SetCustomerBlockRequest, SetStaffRoleRequest, UpdateProfileRequest,
    code_service_client::CodeServiceClient, staff_customer_service_client::StaffCustomerServiceClient,
    staff_service_client::StaffServiceClient,
};
use heuan_rpc::{Code, Transport};
use heuan_testkit::{Engine, SecurityLog};
use rstest::rstest;

const TIMEOUT: Duration = Duration::from_secs(120);
const ADDRESS: &str = "203.0.113.7";
const FIELDS: [&str; 5] = ["event", "result", "account", "actor", "client_address"];

fn transport(service: &TestAccounts) -> Transport {
    Transport::in_process(service.accounts.routes(), TIMEOUT)
}

fn manager() -> NewStaff<'static> {
    let (phone, role) = ("020 5500 0001", DomainRole::Manager);
    NewStaff { fname: "Kham", lname: "Sy", phone, email: "", password: PASSWORD, role }
}

fn event(event: &str, account: i64, actor: i64, address: &str) -> [String; 5] {
    [event, "success", &account.to_string(), &actor.to_string(), address].map(str::to_owned)
}

#[tokio::test]
async fn role_changes_and_resets_over_the_network_name_the_manager_and_the_address() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let actor_id = service.accounts.service().add_staff(manager()).await.unwrap().customer_id;
    let mut client = StaffServiceClient::new(transport(&service));
    let client_address = ADDRESS.to_owned();
    let (log, _recording) = SecurityLog::recording();
    let added = client
        .add_staff(AddStaffRequest {
            actor_id,
            fname: "Sisouk".to_owned(),
            lname: "Keo".to_owned(),
            phone: "020 5500 0009".to_owned(),
            role: Role::Clerk.into(),
            client_address: client_address.clone(),
            ..Default::default()
        })
        .await
        .unwrap();
    let id = added.into_inner().customer.unwrap().customer_id;
    let reset =
        ResetSecondFactorRequest { actor_id, customer_id: id, client_address: client_address.clone() };
    client.reset_second_factor(reset).await.unwrap();
    let role = Role::Customer.into();
    let revoke = SetStaffRoleRequest { actor_id, customer_id: id, role, client_address };
    client.set_staff_role(revoke).await.unwrap();
    let expected = ["role_change", "second_factor_reset", "role_change"];
    assert_eq!(log.take(FIELDS), expected.map(|name| event(name, id, actor_id, ADDRESS)));
}

#[tokio::test]
async fn help_for_customers_and_blocks_name_the_member_of_staff_and_the_address() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let actor_id = service.accounts.service().add_staff(manager()).await.unwrap().customer_id;
    let mut client = StaffCustomerServiceClient::new(transport(&service));
    let address = || ADDRESS.to_owned();
    let (log, _recording) = SecurityLog::recording();
    let new = CreateCustomerRequest {
        actor_id,
        fname: "Noy".to_owned(),
        phone: PHONE.to_owned(),
        client_address: address(),
        ..Default::default()
    };
    let created = client.create_customer(new).await.unwrap().into_inner();
    let customer_id = created.customer.unwrap().customer_id;
    let issue = IssueResetCodeRequest { actor_id, customer_id, client_address: address() };
    client.issue_reset_code(issue).await.unwrap();
    let end = EndCustomerSessionsRequest { actor_id, customer_id, client_address: address() };
    client.end_customer_sessions(end).await.unwrap();
    for blocked in [true, false] {
        let (reason, client_address) = ("spam".to_owned(), address());
        let request = SetCustomerBlockRequest { actor_id, customer_id, blocked, reason, client_address };
        client.set_customer_block(request).await.unwrap();
    }
    let erase = BeginCustomerErasureRequest { actor_id, customer_id, client_address: address() };
    client.begin_customer_erasure(erase).await.unwrap();
    let expected = ["registration", "reset_code", "session_ended", "block", "unblock", "erasure"];
    assert_eq!(log.take(FIELDS), expected.map(|name| event(name, customer_id, actor_id, ADDRESS)));
}

#[tokio::test]
async fn operator_commands_have_no_address_and_a_customer_who_leaves_is_the_actor() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let accounts = service.accounts.service();
    let noy = service.noy().await.0.customer_id;
    let (log, _recording) = SecurityLog::recording();
    let member = accounts.add_staff(manager()).await.unwrap().customer_id;
    accounts.reset_second_factor(member).await.unwrap();
    accounts.issue_reset_code(noy).await.unwrap();
    let new = CustomerWithoutPassword { fname: "Vilay", lname: "", phone: "020 5500 0003" };
    let created = accounts.create_customer_without_password(new).await.unwrap().customer_id;
    let close = CloseAccountRequest {
        customer_id: noy,
        password: PASSWORD.to_owned(),
        client_address: ADDRESS.to_owned(),
        ..Default::default()
    };
    CodeServiceClient::new(transport(&service)).close_account(close).await.unwrap();
    let expected = [
        event("role_change", member, 0, ""),
        event("second_factor_reset", member, 0, ""),
        event("reset_code", noy, 0, ""),
        event("registration", created, 0, ""),
        event("erasure", noy, noy, ADDRESS),
    ];
    assert_eq!(log.take(FIELDS), expected);
}

/// A code for a step of a signed-in customer.
async fn code_of(service: &TestAccounts, customer_id: i64, purpose: CodePurpose, identifier: &str) -> String {
    let request = RequestCodeRequest { customer_id, ..code_for(purpose, identifier) };
    let code = ask(service, request).await.unwrap().code;
    // The next one is the last.
    service.clock.advance(1);
    code
}

/// Event, result, account and address of an attempt without an actor.
fn attempt(event: &str, result: &str, account: i64) -> [String; 5] {
    [event, result, &account.to_string(), "", ADDRESS].map(str::to_owned)
}

#[rstest]
#[tokio::test]
async fn wrong_secret_of_a_step_in_a_session_is_recorded_as_a_failure(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    let (address, other) = (|| ADDRESS.to_owned(), "020 5599 9999");
    let mut codes = CodeServiceClient::new(transport(&service));
    let confirm = code_of(&service, customer_id, CodePurpose::Confirm, "").await;
    let own = code_of(&service, customer_id, CodePurpose::Verify, PHONE).await;
    let of_other = code_of(&service, customer_id, CodePurpose::Verify, other).await;
    let (log, _recording) = SecurityLog::recording();
    let close = |password: &str, code: &str| CloseAccountRequest {
        customer_id,
        password: password.to_owned(),
        code: code.to_owned(),
        client_address: address(),
    };
    codes.close_account(close("", "")).await.unwrap_err();
    assert!(log.take(FIELDS).is_empty(), "a form without a secret is no guess");
    codes.close_account(close("wrong horse", "")).await.unwrap_err();
    codes.close_account(close("", &other_code(&confirm))).await.unwrap_err();
    for code in [other_code(&own), own] {
        let identifier = PHONE.to_owned();
        let _ = codes
            .prove_identifier(ProveIdentifierRequest {
                customer_id,
                identifier,
                code,
                client_address: address(),
            })
            .await;
    }
    let update = UpdateProfileRequest {
        customer_id,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: other.to_owned(),
        current_password: PASSWORD.to_owned(),
        phone_code: other_code(&of_other),
        verify_phone: true,
        client_address: address(),
        ..Default::default()
    };
    service.client().update_profile(update).await.unwrap_err();
    let change = ChangePasswordRequest {
        customer_id,
        current_password: "wrong horse".to_owned(),
        new_password: "battery staple".to_owned(),
        client_address: address(),
        ..Default::default()
    };
    service.client().change_password(change).await.unwrap_err();
    let expected = [
        ("erasure", "failure"),
        ("erasure", "failure"),
        ("identifier_proof", "failure"),
        ("identifier_proof", "success"),
        ("identifier_change", "failure"),
        ("password_change", "failure"),
    ];
    assert_eq!(log.take(FIELDS), expected.map(|(event, result)| attempt(event, result, customer_id)));
}

#[rstest]
#[tokio::test]
async fn password_for_a_second_factor_is_recorded_and_limited(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.accounts.service().add_staff(manager()).await.unwrap().customer_id;
    let mut staff = StaffServiceClient::new(transport(&service));
    let (log, _recording) = SecurityLog::recording();
    for password in [PASSWORD, "wrong horse", "wrong horse"] {
        let (current_password, client_address) = (password.to_owned(), ADDRESS.to_owned());
        let request = BeginSecondFactorRequest { customer_id, current_password, client_address };
        let _ = staff.begin_second_factor(request).await;
    }
    let expected = ["success", "failure", "limited"];
    assert_eq!(log.take(FIELDS), expected.map(|result| attempt("second_factor_setup", result, customer_id)));
}

#[rstest]
#[tokio::test]
async fn right_wrong_and_refused_login_is_recorded_with_its_account_and_address(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let limits = Config { failed_logins_per_account_and_address: 1, ..config() };
    let service = TestAccounts::with(engine, limits).await;
    let customer_id = service.noy().await.0.customer_id;
    let (log, _recording) = SecurityLog::recording();
    service.login_from(PHONE, PASSWORD, ADDRESS).await.unwrap();
    // The right password after the limit is not checked.
    for (password, code) in [("wrong horse", Code::Unauthenticated), (PASSWORD, Code::ResourceExhausted)] {
        let error = service.login_from(PHONE, password, ADDRESS).await.unwrap_err();
        assert_eq!(error.code, code, "{error:?}");
    }
    let expected = ["success", "failure", "limited"];
    assert_eq!(log.take(FIELDS), expected.map(|result| attempt("sign_in", result, customer_id)));
    service.login_from("020 5599 9999", PASSWORD, ADDRESS).await.unwrap_err();
    let unknown = ["sign_in", "failure", "", "", ADDRESS].map(str::to_owned);
    assert_eq!(log.take(FIELDS), [unknown], "no account is known");
}

#[rstest]
#[tokio::test]
async fn changed_password_number_and_address_are_recorded_as_successes(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let customer_id = service.noy().await.0.customer_id;
    let (log, _recording) = SecurityLog::recording();
    let change = ChangePasswordRequest {
        customer_id,
        current_password: PASSWORD.to_owned(),
        new_password: "battery staple".to_owned(),
        client_address: ADDRESS.to_owned(),
        ..Default::default()
    };
    service.client().change_password(change).await.unwrap();
    // The name is no event, and needs no password.
    for (fname, phone, email) in [
        ("Noy", "020 5599 9999", "noy@example.com"),
        ("Noy", "020 5599 9999", "keo@example.com"),
        ("Kham", "020 5599 9999", "keo@example.com"),
    ] {
        let update = UpdateProfileRequest {
            customer_id,
            fname: fname.to_owned(),
            lname: "Keo".to_owned(),
            phone: phone.to_owned(),
            email: email.to_owned(),
            current_password: "battery staple".to_owned(),
            client_address: ADDRESS.to_owned(),
            ..Default::default()
        };
        service.client().update_profile(update).await.unwrap();
    }
    let expected = ["password_change", "identifier_change", "identifier_change"];
    assert_eq!(log.take(FIELDS), expected.map(|event| attempt(event, "success", customer_id)));
}
