//! Accounts on a database of their own, called like from the edge.
#![allow(dead_code, reason = "each test file uses part of it")]

use std::time::Duration;

use heuan_accounts::{Accounts, Config, DEFAULTS, FactorRule};
use heuan_proto::accounts::v1::{
    self as wire, Customer, Session, accounts_service_client::AccountsServiceClient,
};
use heuan_rpc::{Error, Transport};
use heuan_runtime::{Settings, Shutdown, clock::Clock};
use heuan_store::{Db, run};
use heuan_testkit::{Engine, TestDb};
use sqlx::AssertSqlSafe;

pub const NOON: i64 = 1_795_237_200_000;
pub const MINUTE: i64 = 60_000;
pub const HOUR: i64 = 60 * 60 * 1000;
pub const DAY: i64 = 24 * HOUR;
pub const PHONE: &str = "020 5512 3456";
pub const PASSWORD: &str = "correct horse";

/// A code as it is sent.
pub struct SentCode {
    pub code: String,
    pub recipient: String,
    pub customer_id: i64,
}

pub struct TestAccounts {
    pub db: TestDb,
    pub accounts: Accounts,
    pub clock: Clock,
    pub shutdown: Shutdown,
    client: AccountsServiceClient<Transport>,
}

/// The defaults with cheap password hashing.
pub fn config() -> Config {
    let defaults: Config = Settings::load(DEFAULTS, &[]).unwrap().section("accounts").unwrap();
    Config {
        argon2_memory_kib: 64,
        argon2_iterations: 1,
        second_factor_required: FactorRule::Never,
        ..defaults
    }
}

impl TestAccounts {
    pub async fn open(engine: Engine) -> Self {
        Self::with(engine, config()).await
    }

    pub async fn with(engine: Engine, config: Config) -> Self {
        Self::on(TestDb::new(engine).await, config, Clock::fixed(NOON)).await
    }

    /// Another process on the same tables, if `db` belongs to another service.
    pub async fn on(db: TestDb, config: Config, clock: Clock) -> Self {
        let shutdown = Shutdown::new();
        let accounts = Accounts::open(&config, &db.location, clock.clone(), shutdown.clone()).await.unwrap();
        let client =
            AccountsServiceClient::new(Transport::in_process(accounts.routes(), Duration::from_secs(120)));
        Self { db, accounts, clock, shutdown, client }
    }

    pub fn client(&self) -> AccountsServiceClient<Transport> {
        self.client.clone()
    }

    pub async fn tables(&self) -> Db {
        static MIGRATIONS: sqlx::migrate::Migrator = heuan_store::migrate!();
        Db::open(&self.db.location, &MIGRATIONS).await.unwrap()
    }

    /// The code that was made last, as the outbox sends it.
    pub async fn last_code(&self) -> SentCode {
        let db = self.tables().await;
        let sql = "SELECT customer_id, recipient, payload FROM outbox WHERE kind LIKE 'code.%' \
             ORDER BY at DESC, event_id DESC LIMIT 1";
        let (customer_id, recipient, payload): (i64, String, String) =
            heuan_store::read!(db, |pool| sqlx::query_as(sql).fetch_one(pool).await.unwrap());
        db.close().await;
        let payload: serde_json::Value = serde_json::from_str(&payload).unwrap();
        SentCode { code: payload["code"].as_str().unwrap().to_owned(), recipient, customer_id }
    }

    /// Kind and recipient of the events in the outbox, in the order in which they were written.
    pub async fn events(&self) -> Vec<(String, String)> {
        let db = self.tables().await;
        let sql = "SELECT kind, recipient FROM outbox ORDER BY at, event_id";
        let events = heuan_store::read!(db, |pool| sqlx::query_as(sql).fetch_all(pool).await.unwrap());
        db.close().await;
        events
    }

    /// All text of a table, to search for data that must not be stored.
    pub async fn count(&self, sql: &'static str) -> i64 {
        let db = self.tables().await;
        heuan_store::read!(db, |pool| sqlx::query_scalar(sql).fetch_one(pool).await.unwrap())
    }

    pub async fn register(&self, request: wire::RegisterRequest) -> Result<(Customer, Session), Error> {
        let answer = self.client().register(request).await?.into_inner();
        Ok((answer.customer.unwrap(), answer.session.unwrap()))
    }

    /// A customer with [`PHONE`] and [`PASSWORD`].
    pub async fn noy(&self) -> (Customer, Session) {
        self.register(noy()).await.unwrap()
    }

    pub async fn login(&self, identifier: &str, password: &str) -> Result<(Customer, Session), Error> {
        self.login_from(identifier, password, "10.0.0.1").await
    }

    pub async fn login_from(
        &self,
        identifier: &str,
        password: &str,
        address: &str,
    ) -> Result<(Customer, Session), Error> {
        self.login_with_device(identifier, password, address, &[]).await
    }

    /// Logs in from a browser with a device token.
    pub async fn login_with_device(
        &self,
        identifier: &str,
        password: &str,
        address: &str,
        device: &[u8],
    ) -> Result<(Customer, Session), Error> {
        let request = wire::LoginRequest {
            identifier: identifier.to_owned(),
            password: password.to_owned(),
            client_address: address.to_owned(),
            device_token: device.to_vec(),
            ..Default::default()
        };
        let answer = self.client().login(request).await?.into_inner();
        Ok((answer.customer.unwrap(), answer.session.unwrap()))
    }

    /// Logs in from a browser with a device token, and returns the next one.
    pub async fn login_with(&self, device: &[u8], password: &str) -> Result<Vec<u8>, Error> {
        let request = wire::LoginRequest {
            identifier: PHONE.to_owned(),
            password: password.to_owned(),
            client_address: "10.0.0.1".to_owned(),
            device_token: device.to_vec(),
            ..Default::default()
        };
        Ok(self.client().login(request).await?.into_inner().device_token)
    }

    pub async fn session(&self, session: &Session) -> Result<wire::GetSessionResponse, Error> {
        let request = wire::GetSessionRequest { token: session.token.clone(), peek: false, is_local: false };
        Ok(self.client().get_session(request).await?.into_inner())
    }
}

pub fn noy() -> wire::RegisterRequest {
    wire::RegisterRequest {
        fname: "Noy".to_owned(),
        lname: "Keo".to_owned(),
        phone: PHONE.to_owned(),
        email: "Noy@Example.com".to_owned(),
        password: PASSWORD.to_owned(),
        client_address: "10.0.0.1".to_owned(),
        ..Default::default()
    }
}

/// The invalid fields and their reasons, in order.
pub fn field_reasons(error: &Error) -> Vec<(&str, &str)> {
    error.detail.errors.iter().map(|error| (error.field.as_str(), error.reason.as_str())).collect()
}

/// Refuses each write of this kind to a table, as a full disk does that has room for other changes. `kind` is `INSERT` or `UPDATE`.
pub async fn refuse_writes(service: &TestAccounts, engine: Engine, kind: &str, table: &str) {
    let statements = match engine {
        Engine::Sqlite => vec![format!(
            "CREATE TRIGGER refuse BEFORE {kind} ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
        )],
        Engine::Postgres => vec![
            "CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; \
               END $$ LANGUAGE plpgsql"
                .to_owned(),
            format!("CREATE TRIGGER refuse BEFORE {kind} ON {table} FOR EACH ROW EXECUTE FUNCTION refuse()"),
        ],
    };
    execute(service, statements).await;
}

/// Ends [`refuse_writes`].
pub async fn accept_writes(service: &TestAccounts, engine: Engine, table: &str) {
    let statement = match engine {
        Engine::Sqlite => "DROP TRIGGER refuse".to_owned(),
        Engine::Postgres => format!("DROP TRIGGER refuse ON {table}"),
    };
    execute(service, vec![statement]).await;
}

async fn execute(service: &TestAccounts, statements: Vec<String>) {
    let tables = service.tables().await;
    let mut tx = tables.begin().await.unwrap();
    for statement in statements {
        run!(tx, AssertSqlSafe(statement)).unwrap();
    }
    tx.commit().await.unwrap();
    tables.close().await;
}
