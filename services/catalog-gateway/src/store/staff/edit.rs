//! SQL of a product edit with optimistic locking: an edit of another version is refused as `product_changed`.

use std::collections::BTreeSet;

use heuan_catalog_folder::MAX_IMAGES;
use heuan_rpc::Error;
use heuan_store::{Tx, on};

use super::{
    super::{Store, next_revision, store_error},
    apply,
    detail::no_such_product,
    ledger::{self, ChangeSet},
    record::{self, Record},
};
use crate::staff::{Actor, ChangeKind, Field, FieldValue, Fields, ProductEdit, product_changed};

impl Store {
    /// Changes the fields of one product if it still has `version`. Values that are equal change nothing.
    pub async fn edit_product(
        &self,
        actor: &Actor,
        pro_id: i64,
        version: i64,
        edit: &ProductEdit,
        now: i64,
    ) -> Result<(), Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        // The lock of the revision keeps every other writer of products out until the end.
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        let record = staff_product(&mut tx, pro_id).await?;
        if record.version != version {
            return Err(product_changed());
        }
        let values = resolved(&mut tx, &record, edit, now).await?;
        let changes: Vec<FieldValue> = values
            .into_iter()
            .map(|(field, to)| FieldValue { pro_id, field, from: record.value(field), to })
            .filter(|change| change.from != change.to)
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        let set = ChangeSet::new(ChangeKind::Edit, Some(actor), revision, now);
        ledger::insert(&mut tx, &set, &changes).await.map_err(store_error)?;
        apply::write(&mut tx, &changes, revision, now).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        Ok(())
    }
}

pub(super) async fn staff_product(tx: &mut Tx, pro_id: i64) -> Result<Record, Error> {
    record::read(tx, &[pro_id]).await.map_err(store_error)?.pop().ok_or_else(no_such_product)
}

/// The values with the values that follow from them, checked against the product and the catalog.
pub(super) async fn resolved(
    tx: &mut Tx,
    record: &Record,
    edit: &ProductEdit,
    now: i64,
) -> Result<Fields, Error> {
    let mut values = edit.values.clone();
    check_names(record, &values)?;
    check_images(record, edit)?;
    record.schedule().complete(&mut values, now)?;
    let number = |field| values.get(&field).and_then(|value| value.as_deref()?.parse::<i64>().ok());
    let (category, group) = (number(Field::Category), number(Field::Group));
    if category.is_none() && group.is_none() {
        return Ok(values);
    }
    if let Some(cat_id) = category.filter(|id| *id != 0)
        && !exists(tx, "SELECT COUNT(*) FROM category WHERE cat_id = $1", cat_id).await?
    {
        return Err(Error::invalid(Field::Category.name(), format!("there is no category {cat_id}")));
    }
    match group.unwrap_or(record.prog_id) {
        0 => {}
        prog_id => {
            let of_group = category_of(tx, prog_id).await?;
            match category {
                None => drop(values.insert(Field::Category, Some(of_group.to_string()))),
                Some(cat_id) if cat_id != of_group => {
                    let message = format!("group {prog_id} is in category {of_group}, not {cat_id}");
                    return Err(Error::invalid(Field::Category.name(), message));
                }
                Some(_) => {}
            }
        }
    }
    Ok(values)
}

/// The category of a group.
pub(super) async fn category_of(tx: &mut Tx, prog_id: i64) -> Result<i64, Error> {
    let sql = "SELECT cat_id FROM product_group WHERE prog_id = $1";
    let found: Option<i64> = on!(*tx, |conn| sqlx::query_scalar(sql)
        .bind(prog_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    found.ok_or_else(|| Error::invalid(Field::Group.name(), format!("there is no group {prog_id}")))
}

async fn exists(tx: &mut Tx, sql: &'static str, id: i64) -> Result<bool, Error> {
    let count: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(id).fetch_one(conn).await.map_err(store_error)?);
    Ok(count > 0)
}

fn check_names(record: &Record, values: &Fields) -> Result<(), Error> {
    let is_empty = |field| {
        let name = values.get(&field).cloned().unwrap_or_else(|| record.value(field));
        name.is_none_or(|name| name.is_empty())
    };
    let renames = values.contains_key(&Field::NameLa) || values.contains_key(&Field::NameEn);
    if renames && is_empty(Field::NameLa) && is_empty(Field::NameEn) {
        let field = if values.contains_key(&Field::NameLa) { Field::NameLa } else { Field::NameEn };
        return Err(Error::invalid(field.name(), "a name is needed, in Lao or in English"));
    }
    Ok(())
}

/// Checks the images of an edit. It may reorder or remove images, or name images that were uploaded before.
fn check_images(record: &Record, edit: &ProductEdit) -> Result<(), Error> {
    let values = &edit.values;
    let mut present: BTreeSet<String> = images(&record.images).into_iter().collect();
    present.insert(record.img_cover.clone());
    present.extend(edit.uploaded.iter().cloned());
    let known = |path: &String| path.is_empty() || present.contains(path);
    if let Some(Some(cover)) = values.get(&Field::Cover)
        && !known(cover)
    {
        return Err(Error::invalid(Field::Cover.name(), "is not an image of this product"));
    }
    if let Some(Some(json)) = values.get(&Field::Images) {
        let paths = images(json);
        if !paths.iter().all(|path| !path.is_empty() && known(path)) {
            return Err(Error::invalid(
                Field::Images.name(),
                "has a path that is not an image of this product",
            ));
        }
        if paths.len() > MAX_IMAGES {
            return Err(Error::invalid(Field::Images.name(), format!("has more than {MAX_IMAGES} images")));
        }
        if paths.iter().collect::<BTreeSet<_>>().len() < paths.len() {
            return Err(Error::invalid(Field::Images.name(), "has an image twice"));
        }
    }
    Ok(())
}

/// The paths of the column `images`.
pub(super) fn images(json: &str) -> Vec<String> {
    serde_json::from_str(json).unwrap_or_default()
}
