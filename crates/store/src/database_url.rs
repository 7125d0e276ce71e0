//! Location of the tables of a service.

use std::path::{Path, PathBuf};

/// Location of a service's tables.
#[derive(Clone, Debug)]
pub enum DatabaseUrl {
    /// A SQLite file in the data folder.
    File(PathBuf),
    /// A PostgreSQL URL and the schema of the service.
    Postgres { url: String, schema: String },
}

impl DatabaseUrl {
    /// Returns the schema `service` of `database_url` if one is configured, else `service.db` in `data_dir`.
    pub fn of(service: &str, data_dir: &Path, database_url: Option<&str>) -> Self {
        let schema = service.replace('-', "_");
        match database_url {
            Some(url) if !url.is_empty() => Self::Postgres { url: url.to_owned(), schema },
            _ => Self::File(data_dir.join(format!("{service}.db"))),
        }
    }

    /// Returns the name of the service.
    pub fn service(&self) -> String {
        match self {
            Self::File(path) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            Self::Postgres { schema, .. } => schema.replace('_', "-"),
        }
    }
}
