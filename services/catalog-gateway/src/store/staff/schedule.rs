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
        // Each part of the query reads its own index.
        let sql = "SELECT pro_id FROM product WHERE visible_from <= $1 \
             UNION SELECT pro_id FROM product WHERE visible_until <= $1 ORDER BY pro_id LIMIT $2";
        Ok(read!(self.db, |pool| {
            sqlx::query_scalar(sql).bind(now).bind(BATCH).fetch_all(pool).await.map_err(store_error)?
        }))
    }
}
