//! SQL of scheduled visibility: shows and hides due products, in transactions of 500.

use heuan_rpc::Error;
use heuan_store::read;

use super::{
    super::{Store, next_revision, store_error},
    apply,
    ledger::{self, ChangeSet},
    record,
};
use crate::staff::{ChangeKind, FieldValue};

/// Products of one transaction.
const BATCH: i64 = 500;
/// Ids of due products. Each part reads its own index. With an order, SQLite would merge two scans of all products.
const DUE: &str = "SELECT pro_id FROM product WHERE visible_from <= $1 \
     UNION SELECT pro_id FROM product WHERE visible_until <= $1 LIMIT $2";

impl Store {
    /// Shows and hides the products whose scheduled time has passed, and returns their number. Another process may
    /// do the same.
    pub async fn apply_schedules(&self, now: i64) -> Result<usize, Error> {
        let mut total = 0;
        loop {
            let due = self.due(now).await?;
            if due.is_empty() {
                return Ok(total);
            }
            let mut tx = self.db.begin().await.map_err(store_error)?;
            // The lock of the revision keeps every other writer of products out until the end.
            let revision = next_revision(&mut tx).await.map_err(store_error)?;
            let mut changes = Vec::new();
            for record in record::read(&mut tx, &due).await.map_err(store_error)? {
                let after = record.schedule().at(now).values().into_iter();
                let after = after.map(|(field, to)| FieldValue {
                    pro_id: record.pro_id,
                    field,
                    from: record.value(field),
                    to,
                });
                changes.extend(after.filter(|change| change.from != change.to));
            }
            if changes.is_empty() {
                return Ok(total);
            }
            let set = ChangeSet::new(ChangeKind::Schedule, None, revision, now);
            ledger::insert(&mut tx, &set, &changes).await.map_err(store_error)?;
            apply::write(&mut tx, &changes, revision, now).await.map_err(store_error)?;
            tx.commit().await.map_err(store_error)?;
            self.publish_revision(revision);
            total += due.len();
        }
    }

    async fn due(&self, now: i64) -> Result<Vec<i64>, Error> {
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(DUE).bind(now).bind(BATCH).fetch_all(pool).await.map_err(store_error)?
        }))
    }
}

#[cfg(test)]
mod tests {
    use heuan_store::{Db, sqlx::AssertSqlSafe};
    use heuan_testkit::{Engine, TestDb};

    use super::*;

    /// The query runs several times a second.
    #[tokio::test]
    async fn due_products_are_read_from_the_indexes_of_their_times() {
        let place = TestDb::new(Engine::Sqlite).await;
        let db = Db::open(&place.location, &crate::store::MIGRATIONS).await.unwrap();
        let sql = format!("EXPLAIN QUERY PLAN {DUE}");
        let steps: Vec<(i64, i64, i64, String)> =
            read!(db, |pool| sqlx::query_as(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap());
        let reads = |start: &str| steps.iter().any(|step| step.3.starts_with(start));
        assert!(reads("SEARCH product USING INDEX product_visible_from"), "{steps:?}");
        assert!(reads("SEARCH product USING INDEX product_visible_until"), "{steps:?}");
        assert!(!reads("SCAN"), "{steps:?}");
    }
}
