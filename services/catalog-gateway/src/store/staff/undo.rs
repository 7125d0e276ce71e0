//! SQL that undoes a change set. A field is restored only where no later change has touched it, and where its former
//! value still exists: the group, the category, or the file of the image.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};

use heuan_media::MediaRoot;
use heuan_rpc::Error;
use heuan_store::{Result as StoreResult, StoreError, Tx, on, values};
use sqlx::AssertSqlSafe;

use super::{
    super::{Store, next_revision, store_error},
    Skipped, adjust, apply, edit,
    ledger::{self, ChangeSet},
    placement::{Placement, Taxonomy},
    record::{self, Record},
};
use crate::staff::{Actor, ChangeKind, ChangeSource, Field, FieldValue, is_undoable, stock_held};

/// Maximum skipped products that are listed in a result.
const MAX_LISTED: usize = 1000;
/// Rows of one statement.
const BATCH: usize = 500;

/// Effect of an undo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoResult {
    pub change_id: String,
    /// Number of products that have their former values again.
    pub undone: usize,
    /// The first fields that were not restored, by product: because they were changed again since, or their
    /// former value is gone.
    pub skipped: Vec<Skipped>,
    /// Number of all fields that were not restored.
    pub skipped_count: usize,
    /// Number of unrestored fields whose former value is gone.
    pub removed_count: usize,
    /// The product, if the undo concerned only one.
    pub pro_id: Option<i64>,
}

/// Change set to undo.
#[derive(Clone, Copy, Debug)]
pub struct UndoRequest<'a> {
    pub change_id: &'a str,
    /// If present, only the changes of this product are undone.
    pub pro_id: Option<i64>,
    /// Folder of the shop's images. If it is `None`, the existence of image files is not checked.
    pub media: Option<&'a Path>,
}

/// A field of the change set.
struct Done {
    value: FieldValue,
    undone: bool,
}

impl Store {
    /// Restores the former values of the fields in a change set, of all products or of one, unless they were
    /// changed again since.
    pub async fn undo_change(
        &self,
        actor: &Actor,
        request: UndoRequest<'_>,
        now: i64,
    ) -> Result<UndoResult, Error> {
        let UndoRequest { change_id, pro_id, media } = request;
        let mut tx = self.db.begin().await.map_err(store_error)?;
        let revision = next_revision(&mut tx).await.map_err(store_error)?;
        let (source, kind) = source(&mut tx, change_id).await?;
        let is_refused = source == ChangeSource::Order || !is_undoable(&kind);
        if is_refused || (source == ChangeSource::Import && pro_id.is_none()) {
            return Err(Error::conflict("not_undoable", not_undoable(source)));
        }
        let done = fields(&mut tx, change_id, pro_id).await.map_err(store_error)?;
        if done.is_empty() {
            return Err(no_such_change());
        }
        let open: Vec<FieldValue> = done.into_iter().filter(|one| !one.undone).map(|one| one.value).collect();
        if open.is_empty() {
            return Err(Error::conflict("already_undone", "this change is undone already"));
        }
        let products: BTreeSet<i64> = open.iter().map(|one| one.pro_id).collect();
        let ids: Vec<i64> = products.iter().copied().collect();
        let records = record::read(&mut tx, &ids).await.map_err(store_error)?;
        let records: HashMap<i64, Record> = records.into_iter().map(|it| (it.pro_id, it)).collect();

        let media = media.and_then(|media| MediaRoot::open(media).ok());
        let mut plan = Plan::of(&mut tx, open, &records, media.as_ref(), now).await?;
        if plan.restored.is_empty() {
            return Err(plan.nothing_restored());
        }
        let set = ChangeSet::new(ChangeKind::Undo, Some(actor), revision, now);
        let set = ChangeSet { reference: change_id, ..set };
        plan.write(&mut tx, &set).await.map_err(store_error)?;
        tx.commit().await.map_err(store_error)?;
        self.publish_revision(revision);
        let restored: BTreeSet<i64> = plan.restored.iter().map(|one| one.pro_id).collect();
        let skipped_count = plan.skipped.len();
        let removed_count = plan.skipped.iter().filter(|one| one.removed).count();
        plan.skipped.truncate(MAX_LISTED);
        Ok(UndoResult {
            change_id: set.change_id,
            undone: restored.len(),
            skipped: plan.skipped,
            skipped_count,
            removed_count,
            pro_id: products.first().copied().filter(|_| products.len() == 1),
        })
    }
}

/// Changes that an undo writes.
#[derive(Default)]
struct Plan {
    /// Ledger rows of the undo: from the present value to the former one.
    restored: Vec<FieldValue>,
    /// New units on hand; `None` is uncounted.
    on_hand: BTreeMap<i64, Option<i64>>,
    /// Fields of the change set that need no change, because they already have their former value.
    settled: Vec<(i64, Field)>,
    skipped: Vec<Skipped>,
}

impl Plan {
    /// Decides for each field of `open` whether it is restored.
    async fn of(
        tx: &mut Tx,
        open: Vec<FieldValue>,
        records: &HashMap<i64, Record>,
        media: Option<&MediaRoot>,
        now: i64,
    ) -> Result<Self, Error> {
        let mut plan = Self::default();
        let (placed, others): (Vec<FieldValue>, Vec<FieldValue>) =
            open.into_iter().partition(|one| matches!(one.field, Field::Category | Field::Group));
        plan.place(&Taxonomy::read(tx).await.map_err(store_error)?, records, &placed);
        for one in others {
            match records.get(&one.pro_id) {
                None => plan.skip_removed(one.pro_id, one.field),
                Some(record) if one.field == Field::Stock => plan.stock(tx, record, one).await?,
                Some(record) if record.value(one.field) != one.to => plan.skip(one.pro_id, one.field),
                Some(_) if lacks_image(media, &one) => plan.skip_removed(one.pro_id, one.field),
                Some(_) => plan.restore(one, now),
            }
        }
        plan.end_unreachable(records);
        Ok(plan)
    }

    fn restore(&mut self, done: FieldValue, now: i64) {
        let FieldValue { pro_id, field, from, to } = done;
        // A former time in the past would be due at once.
        let is_past = |at: &String| at.parse::<i64>().is_ok_and(|at| at <= now);
        let from = from.filter(|at| !field.is_schedule() || !is_past(at));
        self.restored.push(FieldValue { pro_id, field, from: to, to: from });
    }

    /// Restores the categories and groups of `done`, which is in the order of products.
    fn place(&mut self, taxonomy: &Taxonomy, records: &HashMap<i64, Record>, done: &[FieldValue]) {
        for of_product in done.chunk_by(|one, next| one.pro_id == next.pro_id) {
            let find = |field| of_product.iter().find(|one| one.field == field);
            let (category, group) = (find(Field::Category), find(Field::Group));
            let pro_id = of_product[0].pro_id;
            let Some(record) = records.get(&pro_id) else {
                self.skip_removed(pro_id, of_product[0].field);
                continue;
            };
            match taxonomy.former(record, category, group) {
                Placement::Changed(field) => self.skip(pro_id, field),
                Placement::Removed(field) => self.skip_removed(pro_id, field),
                Placement::Restored { cat_id, prog_id } => {
                    for (field, id) in [(Field::Category, cat_id), (Field::Group, prog_id)] {
                        let (from, to) = (record.value(field), Some(id.to_string()));
                        if from == to {
                            self.settled.push((pro_id, field));
                        } else {
                            self.restored.push(FieldValue { pro_id, field, from, to });
                        }
                    }
                }
            }
        }
    }

    /// Clears the end of each schedule whose beginning has passed, because a product that stays hidden cannot be hidden
    /// again.
    fn end_unreachable(&mut self, records: &HashMap<i64, Record>) {
        let restored: HashMap<(i64, Field), Option<&str>> =
            self.restored.iter().map(|one| ((one.pro_id, one.field), one.to.as_deref())).collect();
        let after = |record: &Record, field: Field| match restored.get(&(record.pro_id, field)) {
            Some(to) => to.map(str::to_owned),
            None => record.value(field),
        };
        let is_unreachable = |record: &&Record| {
            after(record, Field::Visible).as_deref() == Some("0")
                && after(record, Field::VisibleFrom).is_none()
                && after(record, Field::VisibleUntil).is_some()
        };
        let unreachable: BTreeSet<i64> =
            records.values().filter(is_unreachable).map(|record| record.pro_id).collect();
        let field = Field::VisibleUntil;
        self.restored.retain(|one| one.field != field || !unreachable.contains(&one.pro_id));
        for pro_id in unreachable {
            let from = records.get(&pro_id).and_then(|record| record.value(field));
            if from.is_some() {
                self.restored.push(FieldValue { pro_id, field, from, to: None });
            }
        }
    }

    /// Records a field that was changed again since.
    fn skip(&mut self, pro_id: i64, field: Field) {
        self.skipped.push(Skipped { pro_id, reason: field.name(), removed: false });
    }

    /// Records a field whose former value is gone.
    fn skip_removed(&mut self, pro_id: i64, field: Field) {
        self.skipped.push(Skipped { pro_id, reason: field.name(), removed: true });
    }

    fn nothing_restored(&self) -> Error {
        if self.skipped.iter().all(|one| one.removed) {
            let message = "the product, or the group, category or image that it had, was removed since";
            return Error::conflict("former_value_removed", message);
        }
        Error::conflict("change_superseded", "everything in it was changed again since")
    }

    /// Reverts the difference of units, so that sales in between stay. The first count of a product is reverted only
    /// if nothing has changed since.
    async fn stock(&mut self, tx: &mut Tx, record: &Record, done: FieldValue) -> Result<(), Error> {
        let level = adjust::locked(tx, done.pro_id).await.map_err(store_error)?;
        let number = |text: &Option<String>| text.as_deref().map(str::parse::<i64>).transpose();
        let (Ok(from), Ok(to)) = (number(&done.from), number(&done.to)) else {
            let reason = format!("product {} has {:?} to {:?}", done.pro_id, done.from, done.to);
            return Err(store_error(StoreError::Corrupt { what: "change of stock", reason }));
        };
        let after = match (from, to, record.stock) {
            (Some(from), Some(to), Some(_)) => Some(level.on_hand - (to - from)),
            (None, Some(to), Some(_)) if level.on_hand == to => None,
            (Some(from), None, None) => Some(from.max(level.reserved)),
            _ => {
                self.skip(done.pro_id, done.field);
                return Ok(());
            }
        };
        if after.is_some_and(|after| after < level.reserved) {
            return Err(stock_held(level.reserved));
        }
        self.on_hand.insert(done.pro_id, after);
        self.restored.push(FieldValue {
            from: record.stock.is_some().then(|| level.on_hand.to_string()),
            to: after.map(|after| after.to_string()),
            ..done
        });
        Ok(())
    }

    async fn write(&self, tx: &mut Tx, set: &ChangeSet<'_>) -> StoreResult<()> {
        ledger::insert(tx, set, &self.restored).await?;
        let (stock, fields): (Vec<FieldValue>, Vec<FieldValue>) =
            self.restored.iter().cloned().partition(|one| one.field == Field::Stock);
        apply::write(tx, &fields, set.revision, set.at).await?;
        for (pro_id, on_hand) in &self.on_hand {
            adjust::set_on_hand(tx, *pro_id, *on_hand, set.revision, set.at).await?;
        }
        apply::rank(tx, &stock).await?;
        let restored = self.restored.iter().map(|one| (one.pro_id, one.field));
        mark(tx, set, &restored.chain(self.settled.iter().copied()).collect::<Vec<_>>()).await
    }
}

/// Marks the rows of the undone change set.
async fn mark(tx: &mut Tx, undo: &ChangeSet<'_>, restored: &[(i64, Field)]) -> StoreResult<()> {
    for batch in restored.chunks(BATCH) {
        let (by, of) = (batch.len() * 2 + 1, batch.len() * 2 + 2);
        let sql = format!(
            "UPDATE product_change SET undone_by = ${by} FROM (VALUES {}) AS v \
             WHERE product_change.change_id = ${of} AND product_change.pro_id = v.column1 \
               AND product_change.field = v.column2",
            values(batch.len(), 2)
        );
        on!(*tx, |conn| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (pro_id, field) in batch {
                query = query.bind(*pro_id).bind(field.column());
            }
            query.bind(&undo.change_id).bind(undo.reference).execute(conn).await?;
        });
    }
    Ok(())
}

/// Whether the field names an image whose file is no longer stored, for example after an import with
/// `replace`.
fn lacks_image(media: Option<&MediaRoot>, done: &FieldValue) -> bool {
    let (Some(media), Some(from)) = (media, done.from.as_deref()) else { return false };
    let paths = match done.field {
        Field::Cover => vec![from.to_owned()],
        Field::Images => edit::images(from),
        _ => return false,
    };
    paths.iter().any(|path| !path.is_empty() && media.resolve(path).is_err())
}

/// Source of a change set, and its kind.
async fn source(tx: &mut Tx, change_id: &str) -> Result<(ChangeSource, String), Error> {
    let sql = "SELECT source, kind FROM change_set WHERE change_id = $1";
    let found: Option<(String, String)> = on!(*tx, |conn| sqlx::query_as(sql)
        .bind(change_id)
        .fetch_optional(conn)
        .await
        .map_err(store_error)?);
    let (source, kind) = found.ok_or_else(no_such_change)?;
    Ok((ChangeSource::from_name(&source).ok_or_else(no_such_change)?, kind))
}

/// A row of `product_change`: `pro_id`, `field`, `old_value`, `new_value`, `undone_by`.
type ChangeRow = (i64, String, Option<String>, Option<String>, Option<String>);

async fn fields(tx: &mut Tx, change_id: &str, pro_id: Option<i64>) -> StoreResult<Vec<Done>> {
    let sql = "SELECT pro_id, field, old_value, new_value, undone_by FROM product_change \
         WHERE change_id = $1 AND ($2 = 0 OR pro_id = $2) ORDER BY pro_id, field";
    let rows: Vec<ChangeRow> = on!(*tx, |conn| {
        sqlx::query_as(sql).bind(change_id).bind(pro_id.unwrap_or(0)).fetch_all(conn).await?
    });
    let done = rows.into_iter().filter_map(|(pro_id, field, from, to, undone_by)| {
        let field = Field::from_column(&field)?;
        Some(Done { value: FieldValue { pro_id, field, from, to }, undone: undone_by.is_some() })
    });
    Ok(done.collect())
}

fn no_such_change() -> Error {
    Error::not_found("no such change")
}

fn not_undoable(source: ChangeSource) -> &'static str {
    match source {
        ChangeSource::Edit => "a copy is hidden instead, and what a schedule did is changed in the product",
        ChangeSource::Order => "a sale or return is changed in its order",
        ChangeSource::Import => "an import is undone product by product, or by importing the former values",
    }
}
