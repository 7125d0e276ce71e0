//! Roles of accounts that are blocked or being erased; on both databases.

use heuan_accounts::{customer::Role as DomainRole, service::NewStaff};
use heuan_proto::accounts::v1::{AddStaffRequest, Role, SetStaffRoleRequest};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

use crate::{
    staff::{client, member},
    support::{PHONE, TestAccounts},
};

async fn set_role(service: &TestAccounts, actor_id: i64, customer_id: i64, role: Role) -> Result<(), Error> {
    let request = SetStaffRoleRequest { actor_id, customer_id, role: role.into(), ..Default::default() };
    client(service).set_staff_role(request).await?;
    Ok(())
}

/// Runs a statement about one account, such as one that an earlier release wrote.
pub async fn write(service: &TestAccounts, sql: &'static str, customer_id: i64) {
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    heuan_store::run!(tx, sql, customer_id).unwrap();
    tx.commit().await.unwrap();
    tables.close().await;
}

const BLOCK: &str = "UPDATE customer SET blocked_at = 1 WHERE customer_id = $1";
const ERASE: &str = "INSERT INTO erasure (customer_id, begun_at) VALUES ($1, 1)";

#[rstest]
#[case::blocked(BLOCK, "blocked")]
#[case::erasing(ERASE, "erasing")]
#[tokio::test]
async fn account_that_is_blocked_or_being_erased_gets_no_role(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] state: &'static str,
    #[case] reason: &str,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let (noy, _) = service.noy().await;
    write(&service, state, noy.customer_id).await;
    let is_refused = |error: Error| error.code == Code::Conflict && error.detail.reason == reason;
    for role in [Role::Clerk, Role::Manager] {
        assert!(is_refused(set_role(&service, manager, noy.customer_id, role).await.unwrap_err()));
    }
    let grant = AddStaffRequest {
        actor_id: manager,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: PHONE.to_owned(),
        role: Role::Editor.into(),
        ..Default::default()
    };
    assert!(is_refused(client(&service).add_staff(grant).await.unwrap_err().into()));
    let operator = service.accounts.service();
    assert!(is_refused(operator.set_role(PHONE, DomainRole::Manager).await.unwrap_err()));
    let staff = NewStaff {
        fname: "Noy",
        lname: "Keo",
        phone: PHONE,
        email: "",
        password: "another password",
        role: DomainRole::Manager,
    };
    assert!(is_refused(operator.put_staff(staff).await.unwrap_err()));
    let others = "SELECT COUNT(*) FROM customer WHERE role <> 'customer'";
    assert_eq!(service.count(others).await, 1);
    // A role that an earlier release granted can be taken back.
    write(&service, "UPDATE customer SET role = 'clerk' WHERE customer_id = $1", noy.customer_id).await;
    set_role(&service, manager, noy.customer_id, Role::Customer).await.unwrap();
}

#[rstest]
#[case::blocked(BLOCK)]
#[case::erasing(ERASE)]
#[tokio::test]
async fn manager_who_cannot_sign_in_does_not_count_as_the_one_who_stays(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
    #[case] state: &'static str,
) {
    let service = TestAccounts::open(engine).await;
    let manager = member(&service, "020 5500 0001", DomainRole::Manager).await;
    let other = member(&service, "020 5500 0002", DomainRole::Manager).await;
    write(&service, state, other).await;
    let error = set_role(&service, manager, manager, Role::Clerk).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "last_manager"));
    set_role(&service, manager, other, Role::Customer).await.unwrap();
}

#[rstest]
#[tokio::test]
async fn erasure_of_an_account_that_has_a_role_is_not_completed(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (noy, _) = service.noy().await;
    let accounts = service.accounts.service();
    accounts.begin_erasure(noy.customer_id).await.unwrap();
    write(&service, "UPDATE customer SET role = 'manager' WHERE customer_id = $1", noy.customer_id).await;
    let error = accounts.erase(noy.customer_id).await.unwrap_err();
    assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "is_staff"));
    accounts.set_role(PHONE, DomainRole::Customer).await.unwrap();
    accounts.erase(noy.customer_id).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM customer").await, 0);
}
