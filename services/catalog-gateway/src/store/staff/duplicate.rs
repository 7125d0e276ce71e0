//! SQL that copies a product under another id, idempotent by the ledger of the copy.

use std::collections::BTreeSet;

use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, Tx, on, run};

use super::{
    super::{
        Store,
        import::ranks::{self, RerankScope},
        next_revision, store_error,
    },
    edit::staff_product,
    ledger::{self, ChangeSet},
};
use crate::staff::{Actor, ChangeKind, Field, FieldValue, product_changed};

const FIELD: &str = "new_pro_id";

/// Fields that a copy has from the product.
const COPIED: [Field; 15] = [
    Field::NameLa,
    Field::NameEn,
    Field::DescriptionLa,
    Field::DescriptionEn,
    Field::Price,
    Field::OriginalPrice,
    Field::Vatrate,
    Field::UnitLa,
    Field::UnitEn,
    Field::Brand,
    Field::Category,
    Field::Group,
    Field::Attributes,
    Field::Cover,
    Field::Images,
];

impl Store {
    /// Copies a product under another id, without its stock, hidden. A repeated call changes nothing.
    pub async fn duplicate_product(
        &self,
        actor: &Actor,
        pro_id: i64,
        version: Option<i64>,
        new_pro_id: i64,
        now: i64,
    ) -> Result<(), Error> {
        if !(1..=heuan_catalog_folder::MAX_ID).contains(&new_pro_id) {
            let message = format!("must be from 1 to {}", heuan_catalog_folder::MAX_ID);
            return Err(Error::invalid(FIELD, message));
        }
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        let record = staff_product(&mut tx, pro_id).await?;
        if is_there(&mut tx, new_pro_id).await.map_err(store_error)? {
            let is_repeated = is_copy(&mut tx, new_pro_id, pro_id, actor).await.map_err(store_error)?;
            return if is_repeated { Ok(()) } else { Err(taken(FIELD, new_pro_id)) };
        }
        if version.is_some_and(|version| version != record.version) {
            return Err(product_changed());
        }
        let columns: Vec<&str> = COPIED.iter().map(|field| field.column()).collect();
        let columns = columns.join(", ");
        let sql = format!(
            "INSERT INTO product (pro_id, listed_at, updated_at, revision, visible, discount, brand_slug, {columns}) \
             SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), 0, discount, \
               brand_slug, {columns} FROM product WHERE pro_id = $4"
        );
        run!(tx, sqlx::AssertSqlSafe(sql.as_str()), new_pro_id, now, revision, pro_id)
            .map_err(store_error)?;
        run!(tx, "DELETE FROM removed_product WHERE pro_id = $1", new_pro_id).map_err(store_error)?;
        let mut fields: Vec<FieldValue> = COPIED
            .iter()
            .map(|field| FieldValue {
                pro_id: new_pro_id,
                field: *field,
                from: None,
                to: record.value(*field),
            })
            .filter(|change| change.to.as_deref().is_some_and(|to| !matches!(to, "" | "0" | "[]" | "{}")))
            .collect();
        let hidden = Some("0".to_owned());
        fields.push(FieldValue { pro_id: new_pro_id, field: Field::Visible, from: None, to: hidden });
        let reference = pro_id.to_string();
        let set = ChangeSet::new(ChangeKind::Duplicate, Some(actor), revision, now);
        let set = ChangeSet { reference: &reference, ..set };
        ledger::insert(&mut tx, &set, &fields).await.map_err(store_error)?;
        let scope = RerankScope::of(BTreeSet::from([record.cat_id]));
        ranks::write(&mut tx, &scope).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        Ok(())
    }
}

pub(super) async fn is_there(tx: &mut Tx, pro_id: i64) -> StoreResult<bool> {
    let sql = "SELECT COUNT(*) FROM product WHERE pro_id = $1";
    let count: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).bind(pro_id).fetch_one(conn).await?);
    Ok(count > 0)
}

/// Whether the actor made `copy` from `pro_id`.
async fn is_copy(tx: &mut Tx, copy: i64, pro_id: i64, actor: &Actor) -> StoreResult<bool> {
    let sql = "SELECT COUNT(*) FROM product_change c JOIN change_set s ON s.change_id = c.change_id \
         WHERE c.pro_id = $1 AND c.field = 'visible' AND s.kind = 'duplicate' AND s.reference = $2 \
           AND s.actor_id IS NOT DISTINCT FROM $3";
    let count: i64 = on!(*tx, |conn| {
        sqlx::query_scalar(sql)
            .bind(copy)
            .bind(pro_id.to_string())
            .bind(actor.account_id)
            .fetch_one(conn)
            .await?
    });
    Ok(count > 0)
}

pub(super) fn taken(field: &str, pro_id: i64) -> Error {
    let mut error = Error::invalid(field, format!("there is a product {pro_id} already"));
    "taken".clone_into(&mut error.detail.reason);
    error
}
