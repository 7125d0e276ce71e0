//! Registration and profile, on both databases.

use crate::support::{NOON, PASSWORD, TestAccounts, field_reasons, noy};
use futures::future::join_all;
use heuan_accounts::{
    customer::Details,
    store::{IdentifierProofs, Store},
};
use heuan_proto::accounts::v1::{GetCustomerRequest, RegisterRequest, Role, UpdateProfileRequest};
use heuan_rpc::{Code, Error};
use heuan_testkit::Engine;
use rstest::rstest;

#[rstest]
#[tokio::test]
async fn registration_signs_the_customer_in(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    assert_eq!((customer.phone.as_str(), customer.email.as_str()), ("+8562055123456", "noy@example.com"));
    assert_eq!((customer.role(), customer.created_at_ms), (Role::Customer, NOON));
    assert_eq!(session.token.len(), 32);
    assert_eq!(service.session(&session).await.unwrap().customer.unwrap(), customer);
    let request = GetCustomerRequest { customer_id: customer.customer_id };
    assert_eq!(
        service.client().get_customer(request).await.unwrap().into_inner().customer.unwrap(),
        customer
    );
    let error = service.client().get_customer(GetCustomerRequest { customer_id: 1 }).await.unwrap_err();
    assert_eq!(Error::from(error).code, Code::NotFound);
}

#[rstest]
#[tokio::test]
async fn phone_or_email_belongs_to_one_account(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let again = |phone: &str, email: &str| RegisterRequest {
        phone: phone.to_owned(),
        email: email.to_owned(),
        ..noy()
    };
    for (phone, email, expected) in [
        ("໐໒໐ ໕໕໑໒ ໓໔໕໖", "other@example.com", vec!["phone"]),
        ("020 9999 9999", "NOY@example.com", vec!["email"]),
        ("+8562055123456", "noy@example.com", vec!["phone", "email"]),
    ] {
        let error = service.register(again(phone, email)).await.unwrap_err();
        assert_eq!((error.code, error.detail.reason.as_str()), (Code::Conflict, "taken"));
        assert_eq!(error.detail.field, expected[0]);
        let fields: Vec<_> = expected.into_iter().map(|field| (field, "taken")).collect();
        assert_eq!(field_reasons(&error), fields);
    }
    // Several accounts may have no email address.
    service.register(again("020 9999 9999", "")).await.unwrap();
    service.register(again("020 9999 9998", "")).await.unwrap();
    assert_eq!(service.count("SELECT COUNT(*) FROM customer").await, 3);
    assert_eq!(service.count("SELECT COUNT(*) FROM session").await, 3);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_registrations_of_one_number_create_one_account(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let answers = join_all((0..16).map(|_| service.register(noy()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for error in answers.into_iter().filter_map(Result::err) {
        assert_eq!(error.detail.reason, "taken", "{error}");
    }
    assert_eq!(service.count("SELECT COUNT(*) FROM session").await, 1);
}

#[tokio::test]
async fn all_invalid_fields_are_reported_together() {
    let service = TestAccounts::open(Engine::Sqlite).await;
    let request = RegisterRequest {
        fname: String::new(),
        phone: "12345".to_owned(),
        email: "noy".to_owned(),
        password: "short".to_owned(),
        ..noy()
    };
    let error = service.register(request).await.unwrap_err();
    assert_eq!((error.code, error.detail.field.as_str()), (Code::InvalidArgument, "fname"));
    let expected =
        [("fname", "required"), ("phone", "invalid"), ("email", "invalid"), ("password", "too_short")];
    assert_eq!(field_reasons(&error), expected);
    let request = RegisterRequest { password: "2055123456".to_owned(), ..noy() };
    assert_eq!(field_reasons(&service.register(request).await.unwrap_err()), [("password", "invalid")]);
    assert_eq!(service.count("SELECT COUNT(*) FROM customer").await, 0);
}

#[rstest]
#[tokio::test]
async fn password_and_token_are_not_stored(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    service.noy().await;
    let sql = "SELECT COUNT(*) FROM customer WHERE password_hash LIKE '$argon2id$v=19$m=64,t=1,p=1$%' \
         AND password_hash NOT LIKE '%correct horse%'";
    assert_eq!(service.count(sql).await, 1);
    assert_eq!(service.count("SELECT COUNT(*) FROM session WHERE LENGTH(token_hash) = 64").await, 1);
    assert_eq!(service.count("SELECT COUNT(*) FROM rate_limit WHERE name LIKE '%10.0.0.1%'").await, 0);
}

#[rstest]
#[tokio::test]
async fn profile_is_updated_atomically(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let service = TestAccounts::open(engine).await;
    let (customer, session) = service.noy().await;
    let other = RegisterRequest { phone: String::new(), email: "other@example.com".to_owned(), ..noy() };
    service.register(other).await.unwrap();
    let update = async |phone: &str, email: &str| {
        let request = UpdateProfileRequest {
            customer_id: customer.customer_id,
            fname: "ນ້ອຍ".to_owned(),
            lname: "ແກ້ວ".to_owned(),
            phone: phone.to_owned(),
            email: email.to_owned(),
            current_password: PASSWORD.to_owned(),
            token: session.token.clone(),
            ..Default::default()
        };
        let answer = service.client().update_profile(request).await;
        answer.map(|answer| answer.into_inner().customer.unwrap()).map_err(Error::from)
    };
    let updated = update("021 412 345", "").await.unwrap();
    assert_eq!((updated.phone.as_str(), updated.email.as_str()), ("+85621412345", ""));
    assert_eq!(service.session(&session).await.unwrap().customer.unwrap(), updated);
    assert!(service.login("+856 21 412345", PASSWORD).await.is_ok());
    assert!(service.login("noy@example.com", PASSWORD).await.is_err());

    assert_eq!(update("021 412 345", "").await.unwrap(), updated, "one's own number is not a conflict");
    let error = update("021 412 345", "Other@example.com").await.unwrap_err();
    assert_eq!((error.code, field_reasons(&error)), (Code::Conflict, vec![("email", "taken")]));
    assert_eq!(field_reasons(&update("", "").await.unwrap_err()), [("phone", "required")]);
    assert_eq!(
        service.session(&session).await.unwrap().customer.unwrap(),
        updated,
        "refused, nothing changed"
    );
}

#[rstest]
#[tokio::test]
async fn profile_that_was_read_before_a_change_of_number_keeps_the_new_number(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let service = TestAccounts::open(engine).await;
    let (customer, _) = service.noy().await;
    let customer_id = customer.customer_id;
    let store = Store::open(&service.db.location).await.unwrap();
    let seen = store.credentials_of(customer_id).await.unwrap().unwrap().customer.details;
    let changed = UpdateProfileRequest {
        customer_id,
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: "020 5599 9999".to_owned(),
        email: "noy@example.com".to_owned(),
        current_password: PASSWORD.to_owned(),
        ..Default::default()
    };
    service.client().update_profile(changed).await.unwrap();

    let save = async |details: Details| {
        let proofs = IdentifierProofs::default();
        let saved = store.update_details(customer_id, &details, &seen, None, &proofs).await.unwrap();
        saved.unwrap().details
    };
    let renamed = save(Details { fname: "Noi".to_owned(), ..seen.clone() }).await;
    let stored = (renamed.fname.as_str(), renamed.phone.as_deref(), renamed.email.as_deref());
    assert_eq!(stored, ("Noi", Some("+8562055999999"), Some("noy@example.com")));
    // A confirmed change of the address keeps the number as well.
    let moved = save(Details { email: Some("noi@example.com".to_owned()), ..seen.clone() }).await;
    assert_eq!(moved.phone.as_deref(), Some("+8562055999999"));
    assert_eq!(moved.email.as_deref(), Some("noi@example.com"));
    store.close().await;
}
