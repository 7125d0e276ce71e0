//! SQL of bulk changes: selects the products, applies the change and records it, in one transaction.

use std::collections::BTreeMap;

use heuan_rpc::Error;
use heuan_store::{Tx, on};
use sqlx::AssertSqlSafe;

use super::{
    super::{
        Store, next_revision,
        products::{Bind, bound},
        store_error,
    },
    apply, edit,
    ledger::{self, ChangeSet},
    list::{clause, conditions},
    record::{self, Record},
    request_key::{self, DoneRequest},
};
use crate::staff::{
    Actor, BulkChange, ChangeKind, Field, FieldValue, MAX_SELECTED, RequestKey, Schedule, Selection, digest,
};

/// Maximum products that are listed in a result.
const MAX_LISTED: usize = 1000;

/// Effect of a bulk change or of its preview.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkResult {
    /// Empty if nothing was changed.
    pub change_id: String,
    /// Digest of the changes of each product; empty unless it is a preview.
    pub preview_id: String,
    pub matched: usize,
    pub changed: usize,
    /// The first changed products, by id.
    pub products: Vec<ChangedProduct>,
    /// The first products that this change cannot be applied to, by id.
    pub skipped: Vec<Skipped>,
    pub skipped_count: usize,
    /// All skipped products by reason.
    pub skipped_by_reason: BTreeMap<&'static str, usize>,
    /// Products whose price falls by more than half.
    pub halved: usize,
    /// Hidden products among `halved`.
    pub halved_hidden: usize,
    /// Products whose price reaches the original price, so that they are no longer reduced.
    pub reductions_ended: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedProduct {
    pub pro_id: i64,
    pub name_la: String,
    pub name_en: String,
    pub img_cover: String,
    pub before: Option<i64>,
    pub after: Option<i64>,
    pub location_before: Option<String>,
    pub location_after: Option<String>,
}

/// A product that is not changed: `no_price`, `not_positive`, `unknown`, or the field that an undo did not restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub pro_id: i64,
    pub reason: &'static str,
    /// Whether an undo did not restore the field because its former value is gone. Otherwise the field was
    /// changed again since.
    pub removed: bool,
}

/// Whether a bulk change is applied or only previewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BulkMode {
    Preview,
    Apply {
        /// The preview that the change must equal; checked if given.
        preview_id: Option<String>,
        key: Option<RequestKey>,
    },
}

impl Store {
    /// Changes all selected products in one transaction, under one revision and one change set; a preview or a repeated
    /// request changes nothing.
    pub async fn change_products(
        &self,
        actor: &Actor,
        selection: &Selection,
        change: &BulkChange,
        mode: &BulkMode,
        (now, low_stock): (i64, i64),
    ) -> Result<BulkResult, Error> {
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        let key = mode.key();
        if let Some(done) = request_key::find(&mut tx, actor, key).await? {
            return Ok(done.into());
        }
        let wanted = selected(&mut tx, selection, low_stock).await?;
        let records = record::read(&mut tx, &wanted).await.map_err(store_error)?;
        let category = match change {
            BulkChange::Group(prog_id) if *prog_id > 0 => Some(edit::category_of(&mut tx, *prog_id).await?),
            _ => None,
        };
        let mut result = BulkResult { matched: wanted.len(), ..BulkResult::default() };
        for pro_id in wanted.iter().filter(|id| records.binary_search_by_key(*id, |it| it.pro_id).is_err()) {
            result.skip(*pro_id, "unknown");
        }
        let mut changes = Vec::new();
        for record in &records {
            match changed(record, change, category) {
                Ok(fields) if fields.is_empty() => {}
                Ok(fields) => {
                    result.count_prices(record, &fields);
                    result.list(record, &fields);
                    changes.extend(fields);
                }
                Err(reason) => result.skip(record.pro_id, reason),
            }
        }
        match mode {
            BulkMode::Preview => {
                result.preview_id = preview_id(&wanted, &changes);
                return Ok(result);
            }
            BulkMode::Apply { preview_id: Some(seen), .. } if *seen != preview_id(&wanted, &changes) => {
                return Err(preview_outdated());
            }
            BulkMode::Apply { .. } if changes.is_empty() => return Ok(result),
            BulkMode::Apply { .. } => {}
        }
        let set = ChangeSet::new(ChangeKind::Bulk, Some(actor), revision, now);
        ledger::insert(&mut tx, &set, &changes).await.map_err(store_error)?;
        apply::write(&mut tx, &changes, revision, now).await.map_err(store_error)?;
        result.change_id = set.change_id;
        request_key::store(&mut tx, actor, key, &result.counts(), now).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        Ok(result)
    }
}

impl BulkMode {
    fn key(&self) -> Option<&RequestKey> {
        match self {
            Self::Preview => None,
            Self::Apply { key, .. } => key.as_ref(),
        }
    }
}

/// Id of a preview. It is equal for the same selected products with the same changes of their values.
fn preview_id(selected: &[i64], changes: &[FieldValue]) -> String {
    digest(&(selected, changes))
}

fn preview_outdated() -> Error {
    let message = "the selected products or their values have changed since the preview; look at it again";
    Error::conflict("preview_outdated", message)
}

/// The result of a repetition lists no products, because the ledger has them.
impl From<DoneRequest> for BulkResult {
    fn from(done: DoneRequest) -> Self {
        let count = |number: i64| usize::try_from(number).unwrap_or_default();
        Self {
            change_id: done.change_id,
            matched: count(done.matched),
            changed: count(done.changed),
            skipped_count: count(done.skipped),
            ..Self::default()
        }
    }
}

impl BulkResult {
    fn counts(&self) -> DoneRequest {
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        DoneRequest {
            change_id: self.change_id.clone(),
            matched: count(self.matched),
            changed: count(self.changed),
            skipped: count(self.skipped_count),
        }
    }

    fn skip(&mut self, pro_id: i64, reason: &'static str) {
        self.skipped_count += 1;
        *self.skipped_by_reason.entry(reason).or_default() += 1;
        if self.skipped.len() < MAX_LISTED {
            self.skipped.push(Skipped { pro_id, reason, removed: false });
        }
    }

    /// Counts the product if its price falls by more than half, or is no longer reduced.
    fn count_prices(&mut self, record: &Record, fields: &[FieldValue]) {
        let Some(field) = fields.iter().find(|it| it.field == Field::Price) else { return };
        let after = field.to.as_deref().and_then(|price| price.parse::<i64>().ok());
        let Some((before, after)) = record.price.zip(after) else { return };
        if after < before - after {
            self.halved += 1;
            self.halved_hidden += usize::from(record.visible != 1);
        }
        if record.original_price.is_some_and(|original| before < original && after >= original) {
            self.reductions_ended += 1;
        }
    }

    fn list(&mut self, record: &Record, fields: &[FieldValue]) {
        self.changed += 1;
        if self.products.len() == MAX_LISTED {
            return;
        }
        let number = |value: &Option<String>| value.as_deref().and_then(|value| value.parse().ok());
        let Some(first) = fields.first() else { return };
        // Only the schedule ends; the visibility stays the same.
        let (before, after) = if first.field.is_schedule() {
            (Some(record.visible), Some(record.visible))
        } else {
            (number(&first.from), number(&first.to))
        };
        let is_location = first.field == Field::Location;
        let location = |value: &Option<String>| value.clone().filter(|_| is_location);
        self.products.push(ChangedProduct {
            pro_id: record.pro_id,
            name_la: record.name_la.clone(),
            name_en: record.name_en.clone(),
            img_cover: record.img_cover.clone(),
            before: before.filter(|_| !is_location),
            after: after.filter(|_| !is_location),
            location_before: location(&first.from),
            location_after: location(&first.to),
        });
    }
}

/// The ids of the selection, sorted and without duplicates.
async fn selected(tx: &mut Tx, selection: &Selection, low_stock: i64) -> Result<Vec<i64>, Error> {
    let mut ids = match selection {
        Selection::These(ids) => ids.clone(),
        Selection::Matching(filter) => {
            let (parts, mut binds) = conditions(filter, low_stock);
            binds.push(Bind::Int(i64::try_from(MAX_SELECTED).unwrap_or(i64::MAX).saturating_add(1)));
            let sql = format!("SELECT p.pro_id FROM product p{} LIMIT ${}", clause(&parts), binds.len());
            on!(*tx, |conn| {
                bound!(sqlx::query_scalar(AssertSqlSafe(sql)), &binds)
                    .fetch_all(conn)
                    .await
                    .map_err(store_error)?
            })
        }
    };
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > MAX_SELECTED {
        let field = if matches!(selection, Selection::These(_)) { "pro_ids" } else { "filter" };
        return Err(too_many(field));
    }
    Ok(ids)
}

/// The error for a selection of more products than a bulk change takes.
pub(super) fn too_many(field: &str) -> Error {
    Error::invalid(field, format!("selects more than {MAX_SELECTED} products; narrow it down"))
}

/// The changed fields of one product, the requested one first, or the reason why it cannot be changed.
fn changed(
    record: &Record,
    change: &BulkChange,
    category: Option<i64>,
) -> Result<Vec<FieldValue>, &'static str> {
    let mut values = Vec::new();
    match *change {
        BulkChange::Price(change) => {
            let price = record.price.filter(|price| *price > 0).ok_or("no_price")?;
            let after = change.apply(price).ok_or("not_positive")?;
            values.push((Field::Price, after));
        }
        BulkChange::Group(prog_id) => {
            values.push((Field::Group, prog_id));
            values.extend(category.map(|cat_id| (Field::Category, cat_id)));
        }
        BulkChange::Location(ref location) => {
            return Ok(differing(record, [(Field::Location, Some(location.clone()))]));
        }
        BulkChange::Visible(visible) => {
            // As in an edit, showing or hiding a product ends its schedule.
            let until = record.visible_until.filter(|_| visible);
            let after = Schedule { visible, from: None, until };
            return Ok(differing(record, after.values()));
        }
    }
    Ok(differing(record, values.into_iter().map(|(field, to)| (field, Some(to.to_string())))))
}

/// The values that the product does not have yet.
fn differing(record: &Record, values: impl IntoIterator<Item = (Field, Option<String>)>) -> Vec<FieldValue> {
    let changes = values.into_iter().map(|(field, to)| FieldValue {
        pro_id: record.pro_id,
        field,
        from: record.value(field),
        to,
    });
    changes.filter(|change| change.from != change.to).collect()
}
