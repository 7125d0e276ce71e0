//! SQL that creates a product with an id of its own, idempotent by the key of the request.

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, run};

use super::{
    super::{Store, next_revision, store_error},
    adjust, apply,
    duplicate::{is_there, taken},
    edit::{resolved, staff_product},
    ledger::{self, ChangeSet},
    request_key::{self, DoneRequest},
};
use crate::staff::{Actor, ChangeKind, Field, FieldValue, ProductEdit, RequestKey};

/// Error field of the id.
pub(super) const FIELD: &str = "pro_id";

impl Store {
    /// Creates a product with the values of `edit`, counted with 0 units, hidden unless the edit shows it. Without an id the
    /// product gets the next free one. Returns its id; a repeated request returns the id of the first one.
    pub async fn create_product(
        &self,
        actor: &Actor,
        pro_id: Option<i64>,
        edit: &ProductEdit,
        key: Option<&RequestKey>,
        now: i64,
    ) -> Result<i64, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        if let Some(done) = request_key::find(&mut tx, actor, key).await? {
            return product_of(&mut tx, &done.change_id).await.map_err(store_error);
        }
        let pro_id = self.new_id(&mut tx, pro_id).await?;
        if ![Field::NameLa, Field::NameEn].iter().any(|name| edit.values.contains_key(name)) {
            return Err(Error::invalid(Field::NameLa.name(), "a name is needed, in Lao or in English"));
        }
        let sql = "INSERT INTO product (pro_id, cat_id, prog_id, name_la, name_en, visible, listed_at, revision) \
             VALUES ($1, 0, 0, '', '', 0, $2, $3)";
        run!(tx, sql, pro_id, now, revision).map_err(store_error)?;
        run!(tx, "DELETE FROM removed_product WHERE pro_id = $1", pro_id).map_err(store_error)?;
        let record = staff_product(&mut tx, pro_id).await?;
        let values = resolved(&mut tx, &record, edit, now).await?;
        let changes: Vec<FieldValue> = values
            .into_iter()
            .map(|(field, to)| FieldValue { pro_id, field, from: record.value(field), to })
            .filter(|change| change.from != change.to)
            .collect();
        let stock = FieldValue { pro_id, field: Field::Stock, from: None, to: Some("0".to_owned()) };
        let set = ChangeSet::new(ChangeKind::Create, Some(actor), revision, now);
        let all: Vec<FieldValue> = changes.iter().cloned().chain([stock]).collect();
        ledger::insert(&mut tx, &set, &all).await.map_err(store_error)?;
        adjust::set_on_hand(&mut tx, pro_id, Some(0), revision, now).await.map_err(store_error)?;
        apply::write(&mut tx, &changes, revision, now).await.map_err(store_error)?;
        let done = DoneRequest { change_id: set.change_id, matched: 1, changed: 1, skipped: 0 };
        request_key::store(&mut tx, actor, key, &done, now).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        Ok(pro_id)
    }

    /// The wanted id if it is free, or the id after the highest one that a product has or had.
    async fn new_id(&self, tx: &mut Tx, wanted: Option<i64>) -> Result<i64, Error> {
        let id = match wanted {
            Some(id) if is_there(tx, id).await.map_err(store_error)? => return Err(taken(FIELD, id)),
            Some(id) => id,
            None => next_id(tx).await.map_err(store_error)?,
        };
        if (1..=heuan_catalog_folder::MAX_ID).contains(&id) {
            return Ok(id);
        }
        Err(Error::invalid(FIELD, format!("must be from 1 to {}", heuan_catalog_folder::MAX_ID)))
    }
}

async fn next_id(tx: &mut Tx) -> StoreResult<i64> {
    let sql = "SELECT COALESCE(MAX(pro_id), 0) + 1 FROM \
         (SELECT MAX(pro_id) AS pro_id FROM product UNION ALL SELECT MAX(pro_id) FROM removed_product) ids";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?))
}

async fn product_of(tx: &mut Tx, change_id: &str) -> StoreResult<i64> {
    let sql = "SELECT MIN(pro_id) FROM product_change WHERE change_id = $1";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).bind(change_id).fetch_one(conn).await?))
}
