//! Queries of the ledger of changes: writing change sets, and reading them for one product.

use heuan_rpc::Error;
use heuan_store::{Result, StoreError, Tx, on, read, run, values};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::super::{Store, store_error};
use crate::staff::{Actor, ChangeKind, ChangeSource, Field, FieldValue, LedgerEntry};

/// Rows of one insert.
const BATCH: usize = 500;

/// A change set that is about to be written.
#[derive(Clone, Debug)]
pub struct ChangeSet<'a> {
    pub change_id: String,
    pub at: i64,
    pub actor: Option<&'a Actor>,
    pub source: ChangeSource,
    pub kind: ChangeKind,
    pub reason: &'a str,
    pub reference: &'a str,
    /// 0 for a change that takes no revision.
    pub revision: i64,
}

impl<'a> ChangeSet<'a> {
    pub fn new(kind: ChangeKind, actor: Option<&'a Actor>, revision: i64, at: i64) -> Self {
        let source = match kind {
            ChangeKind::Import | ChangeKind::StockChange => ChangeSource::Import,
            ChangeKind::Sale | ChangeKind::Return => ChangeSource::Order,
            _ => ChangeSource::Edit,
        };
        let change_id = Uuid::now_v7().simple().to_string();
        Self { change_id, at, actor, source, kind, reason: "", reference: "", revision }
    }
}

impl ChangeSet<'_> {
    /// Whether an import should report that it overwrites these values, because the staff chose them, or because units
    /// were sold or returned.
    fn is_open(&self) -> bool {
        self.source != ChangeSource::Import && self.kind != ChangeKind::Undo
    }
}

/// Writes the change set without its fields.
pub async fn insert_set(tx: &mut Tx, set: &ChangeSet<'_>, product_count: i64) -> Result<()> {
    let sql = "INSERT INTO change_set \
         (change_id, at, actor_id, actor_name, source, kind, reason, reference, revision, product_count) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    run!(
        *tx,
        sql,
        &set.change_id,
        set.at,
        set.actor.and_then(|actor| actor.account_id),
        set.actor.map_or("", |actor| actor.name.as_str()),
        set.source.name(),
        set.kind.name(),
        set.reason,
        set.reference,
        set.revision,
        product_count
    )?;
    Ok(())
}

/// Writes the change set with its fields, which are grouped by product.
pub async fn insert(tx: &mut Tx, set: &ChangeSet<'_>, fields: &[FieldValue]) -> Result<()> {
    let mut products: Vec<i64> = fields.iter().map(|one| one.pro_id).collect();
    products.sort_unstable();
    products.dedup();
    insert_set(tx, set, i64::try_from(products.len()).unwrap_or(i64::MAX)).await?;
    for batch in fields.chunks(BATCH) {
        let sql = format!(
            "INSERT INTO product_change (pro_id, change_id, field, old_value, new_value, open_edit) VALUES {}",
            values(batch.len(), 6)
        );
        on!(*tx, |conn| {
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for FieldValue { pro_id, field, from, to } in batch {
                query = query
                    .bind(*pro_id)
                    .bind(&set.change_id)
                    .bind(field.column())
                    .bind(from.as_deref())
                    .bind(to.as_deref())
                    .bind(i64::from(set.is_open()));
            }
            query.execute(conn).await?;
        });
    }
    Ok(())
}

/// A row of the ledger with its change set.
#[derive(heuan_store::FromRow)]
struct Row {
    change_id: String,
    field: String,
    old_value: Option<String>,
    new_value: Option<String>,
    undone_by: Option<String>,
    at: i64,
    actor_id: Option<i64>,
    actor_name: String,
    source: String,
    kind: String,
    reason: String,
    reference: String,
    product_count: i64,
}

impl Store {
    /// The ledger of a product after `cursor`, newest first, and the next cursor. An empty cursor means the start or the
    /// end.
    pub async fn ledger(
        &self,
        pro_id: i64,
        cursor: &str,
        limit: usize,
    ) -> Result<(Vec<LedgerEntry>, String), Error> {
        let before = position(cursor)?;
        let sql = "SELECT c.change_id, c.field, c.old_value, c.new_value, c.undone_by, s.at, s.actor_id, s.actor_name, \
               s.source, s.kind, s.reason, s.reference, s.product_count \
             FROM product_change c JOIN change_set s ON s.change_id = c.change_id \
             WHERE c.pro_id = $1 AND c.change_id IN (SELECT DISTINCT d.change_id FROM product_change d \
               WHERE d.pro_id = $1 AND d.change_id < $2 ORDER BY d.change_id DESC LIMIT $3) \
             ORDER BY c.change_id DESC, c.field";
        let rows_wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let rows: Vec<Row> = read!(self.db, |pool| {
            sqlx::query_as(sql)
                .bind(pro_id)
                .bind(before)
                .bind(rows_wanted)
                .fetch_all(pool)
                .await
                .map_err(store_error)?
        });
        let mut entries: Vec<LedgerEntry> = Vec::new();
        for row in rows {
            add(&mut entries, pro_id, row).map_err(store_error)?;
        }
        let is_last = entries.len() <= limit;
        entries.truncate(limit);
        let next = entries.last().filter(|_| !is_last).map(|last| last.change_id.clone());
        Ok((entries, next.unwrap_or_default()))
    }
}

impl Store {
    /// The change sets of a kind after `cursor`, newest first, without their fields, and the next cursor.
    pub async fn change_sets(
        &self,
        kind: ChangeKind,
        cursor: &str,
        limit: usize,
    ) -> Result<(Vec<LedgerEntry>, String), Error> {
        let before = position(cursor)?;
        let sql = "SELECT s.change_id, s.at, s.actor_id, s.actor_name, s.source, s.kind, s.reason, s.reference, \
               s.product_count, CAST(CASE WHEN EXISTS (SELECT 1 FROM product_change c \
                 WHERE c.change_id = s.change_id AND c.undone_by IS NULL) THEN 0 ELSE 1 END AS BIGINT) AS undone \
             FROM change_set s WHERE s.kind = $1 AND s.change_id < $2 ORDER BY s.change_id DESC LIMIT $3";
        let rows_wanted = i64::try_from(limit).unwrap_or(i64::MAX).saturating_add(1);
        let rows: Vec<SetRow> = read!(self.db, |pool| {
            let query = sqlx::query_as(sql).bind(kind.name()).bind(before).bind(rows_wanted);
            query.fetch_all(pool).await.map_err(store_error)?
        });
        let is_last = rows.len() <= limit;
        let sets = rows.into_iter().take(limit).map(SetRow::entry).collect::<Result<Vec<_>>>();
        let sets = sets.map_err(store_error)?;
        let next = sets.last().filter(|_| !is_last).map(|last| last.change_id.clone());
        Ok((sets, next.unwrap_or_default()))
    }
}

/// A change set without its fields. The numbers are in the same order as the columns.
#[derive(heuan_store::FromRow)]
struct SetRow {
    change_id: String,
    at: i64,
    actor_id: Option<i64>,
    actor_name: String,
    source: String,
    kind: String,
    reason: String,
    reference: String,
    product_count: i64,
    undone: i64,
}

impl SetRow {
    fn entry(self) -> Result<LedgerEntry> {
        Ok(LedgerEntry {
            source: source_of(&self.change_id, &self.source)?,
            change_id: self.change_id,
            at: self.at,
            account_id: self.actor_id,
            name: self.actor_name,
            kind: self.kind,
            reason: self.reason,
            reference: self.reference,
            product_count: self.product_count,
            undone: self.undone == 1,
            fields: Vec::new(),
        })
    }
}

/// The id before which a page begins; an empty cursor means the first page.
fn position(cursor: &str) -> Result<&str, Error> {
    if !cursor.bytes().all(|byte| byte.is_ascii_hexdigit()) || cursor.len() > 32 {
        return Err(Error::invalid("cursor", "is not one of this list"));
    }
    // Later than every id.
    Ok(if cursor.is_empty() { "g" } else { cursor })
}

fn source_of(change_id: &str, name: &str) -> Result<ChangeSource> {
    ChangeSource::from_name(name).ok_or_else(|| StoreError::Corrupt {
        what: "change set",
        reason: format!("{change_id} has source {name}"),
    })
}

fn add(entries: &mut Vec<LedgerEntry>, pro_id: i64, row: Row) -> Result<()> {
    let undone = row.undone_by.is_some();
    // A field of a newer release is left out.
    let field = Field::from_column(&row.field).map(|field| FieldValue {
        pro_id,
        field,
        from: row.old_value,
        to: row.new_value,
    });
    match entries.last_mut() {
        Some(entry) if entry.change_id == row.change_id => {
            entry.undone &= undone;
            entry.fields.extend(field);
        }
        _ => {
            let source = source_of(&row.change_id, &row.source)?;
            entries.push(LedgerEntry {
                change_id: row.change_id,
                at: row.at,
                account_id: row.actor_id,
                name: row.actor_name,
                source,
                kind: row.kind,
                reason: row.reason,
                reference: row.reference,
                product_count: row.product_count,
                undone,
                fields: field.into_iter().collect(),
            });
        }
    }
    Ok(())
}
