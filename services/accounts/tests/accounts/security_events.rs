//! Security events of the staff: each names the event, the account, who acted, and from which address.

use std::time::Duration;

use crate::support::{PASSWORD, PHONE, TestAccounts};
use heuan_accounts::{
    customer::Role as DomainRole,
    service::{CustomerWithoutPassword, NewStaff},
};
use heuan_proto::accounts::v1::{
    AddStaffRequest, BeginCustomerErasureRequest, CloseAccountRequest, CreateCustomerRequest,
    EndCustomerSessionsRequest, IssueResetCodeRequest, ResetSecondFactorRequest, Role,
    SetCustomerBlockRequest, SetStaffRoleRequest, code_service_client::CodeServiceClient,
    staff_customer_service_client::StaffCustomerServiceClient, staff_service_client::StaffServiceClient,
};
use heuan_rpc::Transport;
use heuan_testkit::{Engine, SecurityLog};

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
