//! Reads the tables of a running shop.

use heuan_store::{
    DatabaseUrl,
    sqlx::{
        self, AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, sqlite::SqliteConnectOptions,
    },
};
use heuan_testkit::eventually;

use super::Shop;

pub const SERVICES: [&str; 8] = [
    "accounts",
    "catalog-gateway",
    "weather-branches",
    "image-search",
    "notifications",
    "orders",
    "chat",
    "search",
];

/// Settings of a provider of SMS that is not there, so that messages wait with their texts.
pub const WITH_SMS: [(&str, &str); 2] = [
    ("HEUAN_NOTIFICATIONS__SMS__URL", "http://127.0.0.1:9/send"),
    ("HEUAN_NOTIFICATIONS__SMS__BODY", "{\"to\": {{ to }}, \"text\": {{ text }}}"),
];

/// An open connection to the tables of a service.
pub enum Tables {
    Sqlite(sqlx::SqliteConnection),
    Postgres(Box<PgConnection>, String),
}

impl Tables {
    pub async fn open(shop: &Shop, service: &str) -> Self {
        match DatabaseUrl::of(service, shop.data.path(), shop.database_url.as_deref()) {
            DatabaseUrl::File(path) => {
                let options = SqliteConnectOptions::new().filename(path);
                Self::Sqlite(options.connect().await.unwrap())
            }
            DatabaseUrl::Postgres { url, schema } => {
                let mut connection = PgConnection::connect(&url).await.unwrap();
                let sql = AssertSqlSafe(format!("SET search_path TO \"{schema}\""));
                sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
                Self::Postgres(Box::new(connection), schema)
            }
        }
    }

    pub async fn names(&mut self) -> Vec<String> {
        let rows: Vec<String> = match self {
            Self::Sqlite(connection) => {
                let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection, schema) => {
                let sql = "SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY tablename";
                sqlx::query_scalar(sql).bind(&*schema).fetch_all(&mut **connection).await.unwrap()
            }
        };
        rows.into_iter().filter(|name| !name.starts_with("_sqlx") && !name.starts_with("sqlite_")).collect()
    }

    pub async fn columns(&mut self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => {
                let sql = AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection, schema) => {
                let sql = "SELECT column_name::text FROM information_schema.columns \
                     WHERE table_schema = $1 AND table_name = $2";
                sqlx::query_scalar(sql).bind(&*schema).bind(table).fetch_all(&mut **connection).await.unwrap()
            }
        }
    }

    /// Every row of a table as text.
    pub async fn rows(&mut self, table: &str) -> Vec<String> {
        match self {
            Self::Sqlite(connection) => {
                let sql = AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
                let columns: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut *connection).await.unwrap();
                let columns: Vec<String> = columns.iter().map(|name| format!("quote(\"{name}\")")).collect();
                let sql = AssertSqlSafe(format!("SELECT {} FROM \"{table}\"", columns.join(" || '|' || ")));
                sqlx::query_scalar(sql).fetch_all(connection).await.unwrap()
            }
            Self::Postgres(connection, _) => {
                let sql = AssertSqlSafe(format!("SELECT t::text FROM \"{table}\" t"));
                sqlx::query_scalar(sql).fetch_all(&mut **connection).await.unwrap()
            }
        }
    }

    pub async fn run(&mut self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match self {
            Self::Sqlite(connection) => sqlx::raw_sql(sql).execute(connection).await.map(drop).unwrap(),
            Self::Postgres(connection, _) => {
                sqlx::raw_sql(sql).execute(&mut **connection).await.map(drop).unwrap();
            }
        }
    }
}

/// The code of the last message to a phone number, which no provider has accepted yet.
pub async fn code_for(shop: &Shop, phone: &str) -> String {
    let mut last = None;
    eventually("the code is a message", async || {
        let rows = Tables::open(shop, "notifications").await.rows("outgoing_message").await;
        last = rows.iter().filter(|row| row.contains(phone)).filter_map(|row| code_in(row)).next_back();
        last.is_some()
    })
    .await;
    last.unwrap()
}

/// The six digits after a key `code` in the text of a row.
fn code_in(row: &str) -> Option<String> {
    row.match_indices("code").find_map(|(at, word)| {
        let rest = row[at + word.len()..].trim_start_matches(['"', ':']);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (digits.len() == 6).then_some(digits)
    })
}
