//! Writing of changed fields, for one product or thousands.

use std::collections::{BTreeMap, BTreeSet};

use heuan_store::{Result, StoreError, Tx, numbered, on, values};
use sqlx::AssertSqlSafe;

use super::super::import::ranks::{self, RerankScope};
use crate::brand::brand_slug;
use crate::staff::{Field, FieldValue};

/// Products of one statement.
const BATCH: usize = 400;

/// A value to bind.
enum Value {
    Number(Option<i64>),
    Text(String),
}

/// The changed fields of one product.
type ChangedFields<'a> = BTreeMap<Field, &'a FieldValue>;

/// The product of a change, by `pro_id`, and its changed fields.
type ChangedProduct<'a> = (i64, ChangedFields<'a>);

/// Writes the new values under `revision`, and ranks the categories whose order they change. The ledger is written by the
/// caller.
pub async fn write(tx: &mut Tx, changes: &[FieldValue], revision: i64, now: i64) -> Result<()> {
    let mut by_product: BTreeMap<i64, ChangedFields<'_>> = BTreeMap::new();
    for change in changes {
        by_product.entry(change.pro_id).or_default().insert(change.field, change);
    }
    // Products in which the same fields change are written together.
    let mut alike: BTreeMap<Vec<Field>, Vec<ChangedProduct<'_>>> = BTreeMap::new();
    for (pro_id, fields) in by_product {
        alike.entry(fields.keys().copied().collect()).or_default().push((pro_id, fields));
    }
    for (fields, products) in &alike {
        let columns = columns(fields);
        for batch in products.chunks(BATCH) {
            write_batch(tx, &columns, batch, revision, now).await?;
        }
    }
    rank(tx, changes).await
}

/// The columns of the fields, and the slug, which is derived from the brand.
fn columns(fields: &[Field]) -> Vec<(&'static str, Field)> {
    let mut columns: Vec<(&'static str, Field)> =
        fields.iter().map(|field| (field.column(), *field)).collect();
    if fields.contains(&Field::Brand) {
        columns.push(("brand_slug", Field::Brand));
    }
    columns
}

async fn write_batch(
    tx: &mut Tx,
    columns: &[(&'static str, Field)],
    batch: &[ChangedProduct<'_>],
    revision: i64,
    now: i64,
) -> Result<()> {
    let mut set = Vec::new();
    for (index, (column, field)) in columns.iter().enumerate() {
        let kind = if field.is_number() { "BIGINT" } else { "TEXT" };
        set.push(format!("{column} = CAST(v.column{} AS {kind})", index + 2));
    }
    let new = |wanted: Field| {
        let place = columns.iter().position(|(_, field)| *field == wanted);
        place.map_or_else(
            || format!("product.{}", wanted.column()),
            |place| format!("CAST(v.column{} AS BIGINT)", place + 2),
        )
    };
    if columns.iter().any(|(_, field)| matches!(field, Field::Price | Field::OriginalPrice)) {
        let discount = super::super::import::discount(&new(Field::Price), &new(Field::OriginalPrice));
        set.push(format!("discount = {discount}"));
    }
    let width = columns.len() + 1;
    let (revision_at, now_at) = (batch.len() * width + 1, batch.len() * width + 2);
    let sql = format!(
        "UPDATE product SET {}, version = product.version + 1, revision = ${revision_at}, updated_at = ${now_at} \
         FROM (VALUES {}) AS v WHERE product.pro_id = v.column1",
        set.join(", "),
        values(batch.len(), width)
    );
    let mut bound = Vec::with_capacity(batch.len() * width);
    for (pro_id, fields) in batch {
        bound.push(Value::Number(Some(*pro_id)));
        for (column, field) in columns {
            let text = fields.get(field).and_then(|change| change.to.as_deref());
            bound.push(value(column, *field, text)?);
        }
    }
    on!(*tx, |conn| {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in bound {
            query = match value {
                Value::Number(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
            };
        }
        query.bind(revision).bind(now).execute(conn).await?;
    });
    Ok(())
}

fn value(column: &str, field: Field, text: Option<&str>) -> Result<Value> {
    if !field.is_number() {
        let text = text.unwrap_or_default();
        return Ok(Value::Text(if column == "brand_slug" { brand_slug(text) } else { text.to_owned() }));
    }
    let number = text.map(str::parse).transpose();
    number.map(Value::Number).map_err(|_| StoreError::Corrupt {
        what: "change of a product",
        reason: format!("{column} is {text:?}, which is no number"),
    })
}

/// Ranks the categories that a product enters or leaves, or in which it moves to the end of its group or back.
pub async fn rank(tx: &mut Tx, changes: &[FieldValue]) -> Result<()> {
    let mut categories = BTreeSet::new();
    let mut moved = Vec::new();
    for change in changes {
        match change.field {
            Field::Category => {
                let ids = [&change.from, &change.to].into_iter().flatten();
                categories.extend(ids.filter_map(|id| id.parse::<i64>().ok()));
            }
            Field::Group => moved.push((change.pro_id, true)),
            Field::Price | Field::Stock | Field::Cover => moved.push((change.pro_id, false)),
            _ => {}
        }
    }
    for batch in moved.chunks(BATCH) {
        categories.extend(outdated(tx, batch).await?);
    }
    ranks::write(tx, &RerankScope::of(categories)).await
}

/// The categories of products that changed their group, or whose position within it is outdated.
async fn outdated(tx: &mut Tx, batch: &[(i64, bool)]) -> Result<Vec<i64>> {
    let sql = format!(
        "SELECT DISTINCT cat_id FROM product WHERE pro_id IN ({}) AND ($1 = 1 OR ranked_last <> {})",
        numbered(2, batch.len()),
        ranks::is_last("price", "stock", "img_cover")
    );
    let any_group = batch.iter().any(|(_, group)| *group);
    Ok(on!(*tx, |conn| {
        let mut query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(i64::from(any_group));
        for (pro_id, _) in batch {
            query = query.bind(*pro_id);
        }
        query.fetch_all(conn).await?
    }))
}
