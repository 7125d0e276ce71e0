//! Bringing tables up to date, and what a release makes of tables that a newer one has brought further.

use sqlx::migrate::{Migrate, MigrateError, Migrator};

use crate::{Result, StoreError};

/// The table in which sqlx keeps what was applied.
const TABLE: &str = "_sqlx_migrations";

/// What to do about migrations that this release does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newer {
    /// They only add, so this release works beside them: a replica of the release before may restart during a rollout, and
    /// a rollout may be taken back.
    Tolerate,
    /// An operator who migrates with an old binary is told.
    Refuse,
}

/// Applies what is missing of `known` on `connection`, the database of `service`.
pub(crate) async fn run<C: Migrate>(
    connection: &mut C,
    known: &Migrator,
    service: &str,
    newer: Newer,
) -> Result<()> {
    let mut tolerant = Migrator::with_migrations(known.iter().cloned().collect());
    tolerant.set_ignore_missing(true);
    let newest = known.iter().map(|migration| migration.version).max().unwrap_or_default();
    if newer == Newer::Refuse {
        // Under the lock: of several that make the table at once all but one would fail.
        connection.lock().await?;
        connection.ensure_migrations_table(TABLE).await?;
        let unknown = unknown(connection, known).await;
        connection.unlock().await?;
        let unknown = unknown?;
        if !unknown.is_empty() {
            return Err(StoreError::Newer { service: service.to_owned(), versions: unknown, newest });
        }
    }
    tolerant.run_direct(None, connection, false).await?;
    let unknown = unknown(connection, known).await?;
    // A gap is no newer release: these tables belong to another line of the code.
    if let Some(gap) = unknown.iter().find(|version| **version <= newest) {
        return Err(MigrateError::VersionMissing(*gap).into());
    }
    if !unknown.is_empty() {
        let versions = list(&unknown);
        tracing::warn!(
            service,
            "database has migrations of a newer release: {versions}; this release knows those up to {newest} and goes on"
        );
    }
    Ok(())
}

/// Applied migrations that are not among `known`, in their order.
async fn unknown<C: Migrate>(connection: &mut C, known: &Migrator) -> Result<Vec<i64>> {
    let applied = connection.list_applied_migrations(TABLE).await?;
    let versions = applied.into_iter().map(|migration| migration.version);
    Ok(versions.filter(|version| !known.version_exists(*version)).collect())
}

pub(crate) fn list(versions: &[i64]) -> String {
    let versions: Vec<String> = versions.iter().map(i64::to_string).collect();
    versions.join(", ")
}
