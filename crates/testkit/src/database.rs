//! Test databases: an empty SQLite file or PostgreSQL schema for each test, removed afterwards.

use heuan_store::DatabaseUrl;
use tempfile::TempDir;

use crate::postgres;

/// Databases on which every store is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// An empty database for one test.
pub struct TestDb {
    pub location: DatabaseUrl,
    // Folder of the SQLite file, which is removed when this is dropped.
    _folder: Option<TempDir>,
}

impl TestDb {
    /// A database that the test created itself.
    pub fn at(location: DatabaseUrl) -> Self {
        Self { location, _folder: None }
    }

    pub async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let location = DatabaseUrl::File(folder.path().join("test.db"));
                Self { location, _folder: Some(folder) }
            }
            Engine::Postgres => {
                let schema = format!("test_{}", uuid::Uuid::now_v7().simple());
                Self { location: DatabaseUrl::Postgres { url: postgres::url().await, schema }, _folder: None }
            }
        }
    }
}
