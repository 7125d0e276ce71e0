//! Address books, on both databases.

use std::time::Duration;

use crate::support::{HOUR, TestAccounts, config, field_reasons};
use heuan_accounts::Config;
use heuan_proto::accounts::v1::{
    AddAddressRequest, AddressInput, DeleteAddressRequest, ListAddressesRequest, MapPosition, SavedAddress,
    UpdateAddressRequest, address_service_client::AddressServiceClient,
};
use heuan_rpc::{Code, Error, Transport};
use heuan_testkit::Engine;
use rstest::rstest;

fn home() -> AddressInput {
    AddressInput {
        label: "Home".to_owned(),
        receiver: "Noy Keo".to_owned(),
        phone: "020 5512 3456".to_owned(),
        province: "ນະຄອນຫຼວງວຽງຈັນ".to_owned(),
        district: "ໄຊທານີ".to_owned(),
        village: "ດົງໂດກ".to_owned(),
        landmark: "Blue gate behind the temple".to_owned(),
        driver_note: "Gate 2 m wide\nNo stairs".to_owned(),
        position: Some(MapPosition { lat: 18.038_111_4, lng: 102.635_222_4 }),
        is_default: false,
    }
}

/// Writes an address into the book of a customer.
pub async fn add_home(test: &TestAccounts, customer_id: i64) {
    Book::of(test, customer_id).add(home()).await.unwrap();
}

fn site(number: usize) -> AddressInput {
    AddressInput { label: format!("Site {number}"), position: None, ..home() }
}

struct Book {
    client: AddressServiceClient<Transport>,
    customer_id: i64,
}

impl Book {
    async fn of_noy(test: &TestAccounts) -> Self {
        let (noy, _) = test.noy().await;
        Self::of(test, noy.customer_id)
    }

    fn of(test: &TestAccounts, customer_id: i64) -> Self {
        let transport = Transport::in_process(test.accounts.routes(), Duration::from_secs(60));
        Self { client: AddressServiceClient::new(transport), customer_id }
    }

    async fn add(&self, fields: AddressInput) -> Result<(SavedAddress, bool), Error> {
        let request = AddAddressRequest { customer_id: self.customer_id, fields: Some(fields) };
        let added = self.client.clone().add_address(request).await?.into_inner();
        Ok((added.address.unwrap(), added.is_new))
    }

    async fn update(&self, address_id: &str, fields: AddressInput) -> Result<SavedAddress, Error> {
        let (customer_id, address_id) = (self.customer_id, address_id.to_owned());
        let request = UpdateAddressRequest { customer_id, address_id, fields: Some(fields) };
        Ok(self.client.clone().update_address(request).await?.into_inner().address.unwrap())
    }

    async fn delete(&self, address_id: &str) -> Result<(), Error> {
        let request =
            DeleteAddressRequest { customer_id: self.customer_id, address_id: address_id.to_owned() };
        self.client.clone().delete_address(request).await?;
        Ok(())
    }

    async fn list(&self) -> Vec<SavedAddress> {
        let request = ListAddressesRequest { customer_id: self.customer_id };
        self.client.clone().list_addresses(request).await.unwrap().into_inner().addresses
    }

    /// Labels in the order of the list; the default one has a star.
    async fn labels(&self) -> Vec<String> {
        let fields = self.list().await.into_iter().filter_map(|address| address.fields);
        fields.map(|it| if it.is_default { format!("{}*", it.label) } else { it.label }).collect()
    }
}

#[rstest]
#[tokio::test]
async fn book_with_addresses_has_one_default(#[values(Engine::Sqlite, Engine::Postgres)] engine: Engine) {
    let test = TestAccounts::open(engine).await;
    let book = Book::of_noy(&test).await;
    let (first, is_new) = book.add(home()).await.unwrap();
    assert!(is_new && first.fields.as_ref().unwrap().is_default);
    let expected = AddressInput {
        phone: "+8562055123456".to_owned(),
        position: Some(MapPosition { lat: 18.038_111, lng: 102.635_222 }),
        is_default: true,
        ..home()
    };
    assert_eq!(book.list().await[0].fields, Some(expected));

    test.clock.advance(HOUR);
    let (one, _) = book.add(site(1)).await.unwrap();
    test.clock.advance(HOUR);
    let (two, _) = book.add(AddressInput { is_default: true, ..site(2) }).await.unwrap();
    assert_eq!(book.labels().await, ["Site 2*", "Site 1", "Home"]);

    // False leaves the default as it is; true moves it.
    let renamed = AddressInput { label: "Depot".to_owned(), ..site(2) };
    assert!(book.update(&two.address_id, renamed).await.unwrap().fields.unwrap().is_default);
    book.update(&one.address_id, AddressInput { is_default: true, ..site(1) }).await.unwrap();
    assert_eq!(book.labels().await, ["Site 1*", "Depot", "Home"]);

    book.delete(&one.address_id).await.unwrap();
    assert_eq!(book.labels().await, ["Depot*", "Home"], "the last changed follows the default");
    assert_eq!(book.delete(&one.address_id).await.unwrap_err().code, Code::NotFound);
    book.delete(&first.address_id).await.unwrap();
    book.delete(&two.address_id).await.unwrap();
    assert!(book.list().await.is_empty());
}

#[rstest]
#[tokio::test]
async fn address_equal_to_one_of_the_book_is_not_added_twice(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let book = Book::of_noy(&test).await;
    let (first, _) = book.add(home()).await.unwrap();
    let (second, _) = book.add(site(1)).await.unwrap();
    let spelled = AddressInput { phone: "+856 20 5512 3456".to_owned(), is_default: true, ..site(1) };
    let (again, is_new) = book.add(spelled).await.unwrap();
    assert_eq!((again.address_id.as_str(), is_new), (second.address_id.as_str(), false));
    assert_eq!(book.labels().await, ["Site 1*", "Home"]);
    let refused = book.update(&first.address_id, site(1)).await.unwrap_err();
    assert_eq!((refused.code, refused.detail.reason.as_str()), (Code::Conflict, "address_exists"));
}

#[rstest]
#[tokio::test]
async fn concurrent_additions_stay_within_the_limit_and_share_one_default(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let book = Book::of_noy(&test).await;
    let added = futures::future::join_all((0..24).map(|number| book.add(site(number)))).await;
    let refused: Vec<Error> = added.into_iter().filter_map(Result::err).collect();
    let reasons: Vec<&str> = refused.iter().map(|error| error.detail.reason.as_str()).collect();
    assert_eq!(reasons, ["address_limit"; 4]);
    let labels = book.labels().await;
    assert_eq!((labels.len(), labels.iter().filter(|label| label.ends_with('*')).count()), (20, 1));
}

#[tokio::test]
async fn every_invalid_field_of_an_address_is_reported() {
    let test = TestAccounts::open(Engine::Sqlite).await;
    let book = Book::of_noy(&test).await;
    let error = book.add(AddressInput::default()).await.unwrap_err();
    let missing = ["receiver", "phone", "province", "district", "village"];
    assert_eq!(field_reasons(&error), missing.map(|field| (field, "required")));
    let long = AddressInput {
        label: "ກ".repeat(41),
        receiver: "ກ".repeat(81),
        phone: "12".to_owned(),
        province: "ກ".repeat(101),
        district: "a\u{202E}".to_owned(),
        village: "a\nb".to_owned(),
        landmark: "ກ".repeat(201),
        driver_note: "ກ".repeat(301),
        position: Some(MapPosition { lat: 48.85, lng: 2.35 }),
        is_default: true,
    };
    let error = book.add(long).await.unwrap_err();
    let expected = [
        ("label", "too_long"),
        ("receiver", "too_long"),
        ("phone", "invalid"),
        ("province", "too_long"),
        ("district", "invalid"),
        ("village", "invalid"),
        ("landmark", "too_long"),
        ("driver_note", "too_long"),
        ("position", "invalid"),
    ];
    assert_eq!(field_reasons(&error), expected);
    assert!(book.list().await.is_empty());
}

#[rstest]
#[tokio::test]
async fn address_of_another_customer_is_not_found(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let book = Book::of_noy(&test).await;
    let (address, _) = book.add(home()).await.unwrap();
    let other = heuan_proto::accounts::v1::RegisterRequest {
        phone: "020 5577 7777".to_owned(),
        email: String::new(),
        ..crate::support::noy()
    };
    let (other, _) = test.register(other).await.unwrap();
    let others = Book::of(&test, other.customer_id);
    assert!(others.list().await.is_empty());
    assert_eq!(others.update(&address.address_id, site(1)).await.unwrap_err().code, Code::NotFound);
    assert_eq!(others.delete(&address.address_id).await.unwrap_err().code, Code::NotFound);
    assert_eq!(Book::of(&test, 1).add(home()).await.unwrap_err().code, Code::NotFound);
    assert_eq!(book.labels().await, ["Home*"]);
}

#[rstest]
#[tokio::test]
async fn address_changes_of_an_account_are_limited(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::with(engine, Config { address_changes_per_account: 2, ..config() }).await;
    let book = Book::of_noy(&test).await;
    let (address, _) = book.add(home()).await.unwrap();
    book.update(&address.address_id, site(1)).await.unwrap();
    let limited = book.delete(&address.address_id).await.unwrap_err();
    assert_eq!(limited.code, Code::ResourceExhausted);
    assert!(limited.detail.retry_after_ms > 0);
    assert_eq!(book.labels().await, ["Site 1*"]);
}

#[rstest]
#[tokio::test]
async fn export_has_the_address_book_and_erasure_deletes_it(
    #[values(Engine::Sqlite, Engine::Postgres)] engine: Engine,
) {
    let test = TestAccounts::open(engine).await;
    let book = Book::of_noy(&test).await;
    book.add(home()).await.unwrap();
    book.add(site(1)).await.unwrap();
    let service = test.accounts.service();
    let exported = service.export(book.customer_id).await.unwrap().addresses;
    assert_eq!(exported.len(), 2);
    assert_eq!(exported[0].position.as_deref(), Some("18.038111,102.635222"));
    assert_eq!(
        (exported[1].driver_note.as_str(), exported[1].is_default),
        ("Gate 2 m wide\nNo stairs", false)
    );

    service.begin_erasure(book.customer_id).await.unwrap();
    service.erase(book.customer_id).await.unwrap();
    assert_eq!(test.count("SELECT COUNT(*) FROM address").await, 0);
    assert_eq!(test.count("SELECT COUNT(*) FROM rate_limit WHERE name LIKE 'address-account:%'").await, 0);
}
