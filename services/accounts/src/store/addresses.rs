//! Queries of address books. A change locks the customer's row first, so that changes of one book take turns.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, StoreError, Tx, on, read, run};
use sqlx::AssertSqlSafe;

use super::{Store, store_error};
use crate::address::{Address, Position};

/// Maximum addresses of a book.
const MAX_ADDRESSES: usize = 20;

/// An address with its id.
#[derive(Debug)]
pub struct StoredAddress {
    pub address_id: String,
    pub address: Address,
    pub is_default: bool,
    /// Unix milliseconds.
    pub changed_at: i64,
}

#[derive(heuan_store::FromRow)]
struct Row {
    address_id: String,
    label: String,
    receiver: String,
    phone: String,
    province: String,
    district: String,
    village: String,
    landmark: String,
    driver_note: String,
    lat_e6: Option<i64>,
    lng_e6: Option<i64>,
    is_default: i64,
    changed_at: i64,
}

const COLUMNS: &str = "address_id, label, receiver, phone, province, district, village, landmark, driver_note, \
     lat_e6, lng_e6, is_default, changed_at";

/// The order in which a book is listed.
const ORDER: &str = "ORDER BY is_default DESC, changed_at DESC, address_id DESC";

impl From<Row> for StoredAddress {
    fn from(row: Row) -> Self {
        let position = row.lat_e6.zip(row.lng_e6).map(|(lat_e6, lng_e6)| Position { lat_e6, lng_e6 });
        Self {
            address_id: row.address_id,
            is_default: row.is_default == 1,
            changed_at: row.changed_at,
            address: Address {
                label: row.label,
                receiver: row.receiver,
                phone: row.phone,
                province: row.province,
                district: row.district,
                village: row.village,
                landmark: row.landmark,
                driver_note: row.driver_note,
                position,
            },
        }
    }
}

impl Store {
    /// The book of a customer, the default address first.
    pub async fn addresses(&self, customer_id: i64) -> StoreResult<Vec<StoredAddress>> {
        let sql = format!("SELECT {COLUMNS} FROM address WHERE customer_id = $1 {ORDER}");
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(AssertSqlSafe(sql)).bind(customer_id).fetch_all(pool).await?
        });
        Ok(rows.into_iter().map(StoredAddress::from).collect())
    }

    /// Adds an address, unless the book has an equal one; the second value is whether it was added. The first address
    /// becomes the default. Returns a conflict if the book is full.
    pub async fn add_address(
        &self,
        customer_id: i64,
        address_id: String,
        address: Address,
        is_default: bool,
        now: i64,
    ) -> Result<(StoredAddress, bool), Error> {
        let mut tx = self.begin().await?;
        lock(&mut tx, customer_id).await?;
        let book = book(&mut tx, customer_id).await.map_err(store_error)?;
        let is_default = is_default || book.is_empty();
        let count = book.len();
        if let Some(mut known) = book.into_iter().find(|stored| stored.address == address) {
            if is_default && !known.is_default {
                make_default(&mut tx, customer_id, &known.address_id).await.map_err(store_error)?;
                known.is_default = true;
                tx.commit().await.map_err(store_error)?;
            }
            return Ok((known, false));
        }
        if count >= MAX_ADDRESSES {
            return Err(Error::conflict(
                "address_limit",
                format!("the address book has {MAX_ADDRESSES} addresses, the most it can have"),
            ));
        }
        let sql = format!(
            "INSERT INTO address ({COLUMNS}, customer_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, $13)"
        );
        let Address { label, receiver, phone, province, district, village, landmark, driver_note, position } =
            &address;
        let (lat, lng) = position.map(|it| (it.lat_e6, it.lng_e6)).unzip();
        run!(
            tx,
            AssertSqlSafe(sql.as_str()),
            &address_id,
            label,
            receiver,
            phone,
            province,
            district,
            village,
            landmark,
            driver_note,
            lat,
            lng,
            now,
            customer_id,
        )
        .map_err(store_error)?;
        if is_default {
            make_default(&mut tx, customer_id, &address_id).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        Ok((StoredAddress { address_id, address, is_default, changed_at: now }, true))
    }

    /// Replaces the fields of an address, and makes it the default if `is_default`.
    pub async fn update_address(
        &self,
        customer_id: i64,
        address_id: &str,
        address: Address,
        is_default: bool,
        now: i64,
    ) -> Result<StoredAddress, Error> {
        let mut tx = self.begin().await?;
        lock(&mut tx, customer_id).await?;
        let book = book(&mut tx, customer_id).await.map_err(store_error)?;
        let before = book.iter().find(|stored| stored.address_id == address_id).ok_or_else(no_address)?;
        if book.iter().any(|stored| stored.address_id != address_id && stored.address == address) {
            return Err(Error::conflict("address_exists", "the address book has this address already"));
        }
        let sql = "UPDATE address SET label = $3, receiver = $4, phone = $5, province = $6, district = $7, \
               village = $8, landmark = $9, driver_note = $10, lat_e6 = $11, lng_e6 = $12, changed_at = $13 \
             WHERE customer_id = $1 AND address_id = $2";
        let Address { label, receiver, phone, province, district, village, landmark, driver_note, position } =
            &address;
        let (lat, lng) = position.map(|it| (it.lat_e6, it.lng_e6)).unzip();
        run!(
            tx,
            sql,
            customer_id,
            address_id,
            label,
            receiver,
            phone,
            province,
            district,
            village,
            landmark,
            driver_note,
            lat,
            lng,
            now,
        )
        .map_err(store_error)?;
        if is_default && !before.is_default {
            make_default(&mut tx, customer_id, address_id).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)?;
        let is_default = is_default || before.is_default;
        let address_id = address_id.to_owned();
        Ok(StoredAddress { address_id, address, is_default, changed_at: now })
    }

    /// Deletes an address; if it was the default, the last changed of the others becomes the default.
    pub async fn delete_address(&self, customer_id: i64, address_id: &str) -> Result<(), Error> {
        let mut tx = self.begin().await?;
        lock(&mut tx, customer_id).await?;
        let sql = "DELETE FROM address WHERE customer_id = $1 AND address_id = $2";
        if run!(tx, sql, customer_id, address_id).map_err(store_error)? == 0 {
            return Err(no_address());
        }
        let book = book(&mut tx, customer_id).await.map_err(store_error)?;
        if let Some(next) = book.first().filter(|first| !first.is_default) {
            make_default(&mut tx, customer_id, &next.address_id).await.map_err(store_error)?;
        }
        tx.commit().await.map_err(store_error)
    }
}

fn no_address() -> Error {
    Error::not_found("no such address")
}

/// Locks the customer's row until the transaction ends.
async fn lock(tx: &mut Tx, customer_id: i64) -> Result<(), Error> {
    let sql = "UPDATE customer SET role = role WHERE customer_id = $1";
    if run!(*tx, sql, customer_id).map_err(store_error)? == 0 {
        return Err(Error::not_found("no such customer"));
    }
    Ok(())
}

async fn book(tx: &mut Tx, customer_id: i64) -> Result<Vec<StoredAddress>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM address WHERE customer_id = $1 {ORDER}");
    let rows: Vec<Row> =
        on!(*tx, |conn| { sqlx::query_as(AssertSqlSafe(sql)).bind(customer_id).fetch_all(conn).await? });
    Ok(rows.into_iter().map(StoredAddress::from).collect())
}

async fn make_default(tx: &mut Tx, customer_id: i64, address_id: &str) -> StoreResult<()> {
    let sql = "UPDATE address SET is_default = 0 WHERE customer_id = $1 AND is_default = 1";
    run!(*tx, sql, customer_id)?;
    let sql = "UPDATE address SET is_default = 1 WHERE customer_id = $1 AND address_id = $2";
    run!(*tx, sql, customer_id, address_id)?;
    Ok(())
}
