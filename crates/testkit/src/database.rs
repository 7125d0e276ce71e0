use heuan_store::Location;
use tempfile::TempDir;

use crate::postgres;

/// The databases every store must work on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// An empty database of its own for one test.
pub struct TestDb {
    pub location: Location,
    // Removes the file with the test.
    _folder: Option<TempDir>,
}

impl TestDb {
    /// A database that somebody else made.
    pub fn at(location: Location) -> Self {
        Self { location, _folder: None }
    }

    pub async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let location = Location::File(folder.path().join("test.db"));
                Self { location, _folder: Some(folder) }
            }
            Engine::Postgres => {
                let schema = format!("test_{}", uuid::Uuid::now_v7().simple());
                Self { location: Location::Postgres { url: postgres::url().await, schema }, _folder: None }
            }
        }
    }
}
