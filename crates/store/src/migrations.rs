//! Migrations, and the treatment of migrations of a newer release.

use sqlx::migrate::{Migrate, MigrateError, Migrator};

use crate::{Result, StoreError, error::list};

/// Table in which sqlx records applied migrations.
const TABLE: &str = "_sqlx_migrations";

/// Treatment of migrations that this release does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newer {
    /// They are accepted, because migrations only add: a replica of the previous release may restart during a rollout, and a
    /// rollout can be reverted.
    Tolerate,
    /// They are rejected, for an operator who runs `heuan migrate` with an old binary.
    Refuse,
}

/// Applies the missing migrations of `known` to the database of `service`.
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
        // The table is created under the lock, because concurrent creation would fail.
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
    // A gap means that the tables belong to another branch of the code and not to a newer release.
    if let Some(gap) = unknown.iter().find(|version| **version <= newest) {
        return Err(MigrateError::VersionMissing(*gap).into());
    }
    if !unknown.is_empty() {
        let versions = list(&unknown);
        tracing::warn!(
            service,
            "database has migrations of a newer release: {versions}; this release knows those up to {newest} and continues"
        );
    }
    Ok(())
}

/// Returns applied migrations that are not in `known`, in order.
async fn unknown<C: Migrate>(connection: &mut C, known: &Migrator) -> Result<Vec<i64>> {
    let applied = connection.list_applied_migrations(TABLE).await?;
    let versions = applied.into_iter().map(|migration| migration.version);
    Ok(versions.filter(|version| !known.version_exists(*version)).collect())
}
