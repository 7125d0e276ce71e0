//! The real accounts service, with customers and sessions written into its tables.

use heuan_accounts::{Accounts, Config};
use heuan_proto::accounts::v1::accounts_service_client::AccountsServiceClient;
use heuan_rpc::Transport;
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_store::{Db, run};
use heuan_testkit::{Engine, TestDb};

use super::{KHAM, LONG, NOY};

/// Expiry of the sessions, later than the current time of every test.
const LATER: i64 = 10_000_000_000_000;

pub struct TestAccounts {
    pub accounts: Accounts,
    db: TestDb,
}

/// The session of a customer that exists from the beginning.
pub fn session_of(customer_id: i64) -> String {
    format!("{customer_id:016x}")
}

impl TestAccounts {
    /// [`NOY`] and [`KHAM`] are customers with one session each, [`session_of`] them.
    pub async fn open(clock: Clock, shutdown: Shutdown) -> Self {
        let mut config: Config =
            Settings::load(heuan_accounts::DEFAULTS, &[]).unwrap().section("accounts").unwrap();
        (config.argon2_memory_kib, config.argon2_iterations) = (64, 1);
        let db = TestDb::new(Engine::Sqlite).await;
        let accounts = Accounts::open(&config, &db.location, clock, shutdown).await.unwrap();
        let opened = Self { accounts, db };
        for customer_id in [NOY, KHAM] {
            opened.add_customer(customer_id).await;
            opened.begin_session(customer_id, &session_of(customer_id), LATER).await;
        }
        opened
    }

    pub fn transport(&self) -> Transport {
        Transport::in_process(self.accounts.routes(), LONG)
    }

    pub fn client(&self) -> AccountsServiceClient<Transport> {
        AccountsServiceClient::new(self.transport())
    }

    pub async fn add_customer(&self, customer_id: i64) {
        let sql = "INSERT INTO customer (customer_id, fname, lname, phone, role, password_hash, created_at) \
             VALUES ($1, 'F', 'L', $2, 'customer', '-', 0)";
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, sql, customer_id, format!("+85620{customer_id:08}")).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    pub async fn set_person(&self, customer_id: i64, name: &str, phone: &str, email: &str) {
        let sql = "UPDATE customer SET fname = $2, lname = '', phone = NULLIF($3, ''), email = NULLIF($4, '') WHERE customer_id = $1";
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, sql, customer_id, name, phone, email).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    /// The customer proves the phone number.
    pub async fn verify_phone(&self, customer_id: i64, at: i64) {
        let sql = "UPDATE customer SET verified_phone = phone, phone_verified_at = $2 WHERE customer_id = $1";
        self.set(sql, customer_id, at).await;
    }

    /// The customer proves the e-mail address.
    pub async fn verify_email(&self, customer_id: i64, at: i64) {
        let sql = "UPDATE customer SET verified_email = email, email_verified_at = $2 WHERE customer_id = $1";
        self.set(sql, customer_id, at).await;
    }

    pub async fn block(&self, customer_id: i64, at: i64) {
        self.set("UPDATE customer SET blocked_at = $2 WHERE customer_id = $1", customer_id, at).await;
    }

    async fn set(&self, sql: &'static str, customer_id: i64, at: i64) {
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, sql, customer_id, at).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    /// Writes a session whose token's digest begins with `session_id`.
    pub async fn begin_session(&self, customer_id: i64, session_id: &str, expires_at: i64) {
        let sql = "INSERT INTO session (token_hash, customer_id, created_at, seen_at, expires_at) \
             VALUES ($1, $2, 0, 0, $3)";
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, sql, format!("{session_id:0<64}"), customer_id, expires_at).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    /// Deletes a customer with everything that belongs to the account.
    pub async fn remove_customer(&self, customer_id: i64) {
        let tables = self.tables().await;
        let mut tx = tables.begin().await.unwrap();
        run!(tx, "DELETE FROM session WHERE customer_id = $1", customer_id).unwrap();
        run!(tx, "DELETE FROM customer WHERE customer_id = $1", customer_id).unwrap();
        tx.commit().await.unwrap();
        tables.close().await;
    }

    async fn tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!("../accounts/migrations");
        Db::open(&self.db.location, &MIGRATIONS).await.unwrap()
    }
}
