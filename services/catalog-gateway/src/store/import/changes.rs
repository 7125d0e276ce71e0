//! Changes of an import by table: counts, and the first rows.

use std::collections::{BTreeMap, HashMap, HashSet};

use heuan_store::{Result, Tx, on};
use serde::{Deserialize, Serialize};

use heuan_catalog_folder::STOCK_CHANGE;

use crate::staff::Field;

/// Maximum new and removed rows of each table that are named.
const NAMED: usize = 20;
/// Maximum changed rows of each table that are named; for products, changed fields.
const CHANGED: usize = 100;
/// Maximum characters of a value that are shown.
const SHOWN_CHARS: usize = 200;

/// Changes of an import in one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChanges {
    /// `categories`, `groups`, `products`, `promotion_types`, `promotions`, `content`, `branches` or `media`.
    pub table: String,
    pub added: u64,
    pub changed: u64,
    pub removed: u64,
    /// The first rows.
    #[serde(default)]
    pub rows: Vec<ChangedRow>,
    /// Columns that the file names.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Columns that the staff had edited since the previous import: column, edited products, overwritten
    /// products.
    #[serde(default)]
    pub edited: Vec<(String, u64, u64)>,
    /// Suspicious changes of prices.
    #[serde(default)]
    pub prices: PriceChanges,
}

/// Numbers of products whose price is removed or falls by more than half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PriceChanges {
    /// Products that lose their price. An imported price of 0 counts as no price.
    pub removed: u64,
    /// Products among `removed` that are hidden after the import.
    pub removed_hidden: u64,
    /// Products whose price falls by more than half.
    pub halved: u64,
    /// Products among `halved` that are hidden after the import.
    pub halved_hidden: u64,
}

/// A new, changed or removed row; for a changed product, one field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedRow {
    pub kind: RowKind,
    pub id: String,
    pub name_la: String,
    pub name_en: String,
    /// Column of the file, or empty.
    #[serde(default)]
    pub field: String,
    #[serde(default)]
    pub from: Option<String>,
    #[serde(default)]
    pub to: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowKind {
    #[default]
    Added,
    Changed,
    Removed,
}

impl TableChanges {
    /// Counts a row, and names it if it is among the first.
    pub fn count(&mut self, row: ChangedRow) {
        let (count, max) = match row.kind {
            RowKind::Added => (&mut self.added, NAMED),
            RowKind::Changed => (&mut self.changed, CHANGED),
            RowKind::Removed => (&mut self.removed, NAMED),
        };
        *count += 1;
        if *count <= max as u64 {
            self.rows.push(row);
        }
    }
}

/// Small tables: name in reports, name in the message of the command, and a query for id, names and all other values that
/// count as a change, in the order of the shop.
const KINDS: [(&str, &str, &str); 6] = [
    (
        "categories",
        "categories",
        "SELECT CAST(cat_id AS TEXT), name_la, name_en, CAST(hidden AS TEXT) || ' ' || img FROM category \
           ORDER BY position, cat_id",
    ),
    (
        "groups",
        "groups",
        "SELECT CAST(prog_id AS TEXT), name_la, name_en, CAST(hidden AS TEXT) || ' ' || CAST(cat_id AS TEXT) \
           FROM product_group ORDER BY position, prog_id",
    ),
    (
        "promotion_types",
        "promotion types",
        "SELECT CAST(promo_type_id AS TEXT), name_la, name_en, '' FROM promotion_type \
           ORDER BY position, promo_type_id",
    ),
    (
        "promotions",
        "promotions",
        "SELECT CAST(promo_id AS TEXT), title_la, title_en, \
           CAST(promo_type_id AS TEXT) || ' ' || starts || ' ' || ends || ' ' || banner || ' ' || CAST(published AS TEXT) FROM promotion \
             ORDER BY position, promo_id",
    ),
    (
        "content",
        "pages",
        "SELECT slug, '', '', date || ' ' || body FROM content_page ORDER BY parent, position, slug",
    ),
    ("content", "parts of header and footer", "SELECT name, '', '', body FROM storefront ORDER BY name"),
];
/// Index of the promotions in [`KINDS`]. Their products are in another table.
const PROMOTIONS: usize = 3;

/// A row of a small table.
#[derive(Debug, PartialEq)]
pub struct Entity {
    name_la: String,
    name_en: String,
    rest: String,
}

/// All rows of the small tables at one moment.
#[derive(Debug)]
pub struct Entities([EntityTable; KINDS.len()]);

/// All rows of one small table: by id, and their ids in the order of the shop.
#[derive(Debug, Default)]
struct EntityTable {
    rows: HashMap<String, Entity>,
    order: Vec<String>,
}

impl EntityTable {
    /// Ids in both tables whose position among the common ids differs.
    fn moved_since<'a>(&'a self, after: &'a Self) -> HashSet<&'a String> {
        let was = self.order.iter().filter(|id| after.rows.contains_key(*id));
        let is = after.order.iter().filter(|id| self.rows.contains_key(*id));
        was.zip(is).filter(|(was, is)| was != is).map(|(_, is)| is).collect()
    }
}

impl Entities {
    pub async fn in_shop(tx: &mut Tx) -> Result<Self> {
        let mut present: [EntityTable; KINDS.len()] = Default::default();
        for (entities, (_, _, sql)) in present.iter_mut().zip(KINDS) {
            let rows: Vec<(String, String, String, String)> =
                on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
            for (id, name_la, name_en, rest) in rows {
                entities.order.push(id.clone());
                entities.rows.insert(id, Entity { name_la, name_en, rest });
            }
        }
        let sql = "SELECT CAST(promo_id AS TEXT), CAST(pro_id AS TEXT) FROM promotion_product ORDER BY promo_id, position";
        let products: Vec<(String, String)> = on!(*tx, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        for (promo_id, pro_id) in products {
            if let Some(promotion) = present[PROMOTIONS].rows.get_mut(&promo_id) {
                promotion.rest.push(' ');
                promotion.rest.push_str(&pro_id);
            }
        }
        Ok(Self(present))
    }

    /// The rows of the tables with these names, in the order of their ids.
    pub fn rows(&self, tables: &[String]) -> Vec<(&'static str, BTreeMap<&str, &Entity>)> {
        let kinds = KINDS.iter().map(|(table, ..)| *table).zip(&self.0);
        let named = kinds.filter(|(table, _)| tables.iter().any(|name| name == table));
        named
            .map(|(table, of)| (table, of.rows.iter().map(|(id, row)| (id.as_str(), row)).collect()))
            .collect()
    }

    /// Number of removed rows by kind; kinds without removals are omitted.
    pub fn removed_since(&self, after: &Self) -> Vec<(&'static str, u64)> {
        let lost = self.0.iter().zip(&after.0).map(|(before, after)| {
            before.rows.keys().filter(|id| !after.rows.contains_key(*id)).count() as u64
        });
        KINDS.iter().map(|(_, kind, _)| *kind).zip(lost).filter(|(_, count)| *count > 0).collect()
    }

    /// Changed tables; pages and parts of the site are both `content`. A row with another position in the order counts as
    /// changed.
    pub fn changes_since(&self, after: &Self) -> Vec<TableChanges> {
        let mut tables: Vec<TableChanges> = Vec::new();
        for ((table, ..), (before, after)) in KINDS.iter().zip(self.0.iter().zip(&after.0)) {
            let moved = before.moved_since(after);
            let (before, after) = (&before.rows, &after.rows);
            let mut ids: Vec<&String> =
                before.keys().chain(after.keys().filter(|id| !before.contains_key(*id))).collect();
            ids.sort_by_key(|id| (id.len(), *id));
            let mut changes = match tables.pop_if(|last| last.table == *table) {
                Some(same) => same,
                None => TableChanges { table: (*table).to_owned(), ..TableChanges::default() },
            };
            for id in ids {
                let (kind, entity) = match (before.get(id), after.get(id)) {
                    (None, Some(new)) => (RowKind::Added, new),
                    (Some(old), Some(new)) if old != new || moved.contains(id) => (RowKind::Changed, new),
                    (Some(old), None) => (RowKind::Removed, old),
                    _ => continue,
                };
                let (name_la, name_en) = (entity.name_la.clone(), entity.name_en.clone());
                changes.count(ChangedRow { kind, id: id.clone(), name_la, name_en, ..ChangedRow::default() });
            }
            tables.push(changes);
        }
        tables.retain(|table| table.added + table.changed + table.removed > 0);
        tables
    }
}

type NamedProduct = (i64, String, String);

/// Staged products that the shop does not have. Must be called before the merge.
pub async fn new_products(tx: &mut Tx, import_id: &str, changes: &mut TableChanges) -> Result<()> {
    let new = "FROM import_product i WHERE i.import_id = $1 \
         AND NOT EXISTS (SELECT 1 FROM product p WHERE p.pro_id = i.pro_id)";
    let count = format!("SELECT COUNT(*) {new}");
    let count: i64 = on!(*tx, |conn| sqlx::query_scalar(sqlx::AssertSqlSafe(count))
        .bind(import_id)
        .fetch_one(conn)
        .await?);
    let first = format!("SELECT i.pro_id, i.name_la, i.name_en {new} ORDER BY i.pro_id LIMIT {NAMED}");
    let first: Vec<NamedProduct> =
        on!(*tx, |conn| sqlx::query_as(sqlx::AssertSqlSafe(first)).bind(import_id).fetch_all(conn).await?);
    changes.added = count.unsigned_abs();
    changes.rows.extend(first.into_iter().map(|product| named(RowKind::Added, product)));
    Ok(())
}

/// Products that are not staged, which `replace` removes. Must be called before they are removed.
pub async fn lost_products(tx: &mut Tx, import_id: &str, changes: &mut TableChanges) -> Result<()> {
    let sql = format!(
        "SELECT p.pro_id, p.name_la, p.name_en FROM product p WHERE NOT EXISTS \
           (SELECT 1 FROM import_product i WHERE i.import_id = $1 AND i.pro_id = p.pro_id) \
         ORDER BY p.pro_id LIMIT {NAMED}"
    );
    let first: Vec<NamedProduct> =
        on!(*tx, |conn| sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(import_id).fetch_all(conn).await?);
    changes.rows.extend(first.into_iter().map(|product| named(RowKind::Removed, product)));
    Ok(())
}

/// Counts the products to which the change set of the import gives no price, or less than half of their price. Must be called
/// after the merge, which may show or hide products.
pub async fn count_prices(tx: &mut Tx, change_id: &str, prices: &mut PriceChanges) -> Result<()> {
    let sql = "SELECT COALESCE(SUM(removed), 0), COALESCE(SUM(removed * hidden), 0), \
           COALESCE(SUM(halved), 0), COALESCE(SUM(halved * hidden), 0) \
         FROM (SELECT CASE WHEN new_price IS NULL THEN 1 ELSE 0 END AS removed, \
                 CASE WHEN new_price < old_price - new_price THEN 1 ELSE 0 END AS halved, \
                 CASE WHEN visible = 1 THEN 0 ELSE 1 END AS hidden \
               FROM (SELECT CAST(c.old_value AS BIGINT) AS old_price, CAST(c.new_value AS BIGINT) AS new_price, p.visible \
                     FROM product_change c JOIN product p ON p.pro_id = c.pro_id \
                     WHERE c.change_id = $1 AND c.field = 'price') changed) counted";
    let (removed, removed_hidden, halved, halved_hidden): (i64, i64, i64, i64) =
        on!(*tx, |conn| sqlx::query_as(sql).bind(change_id).fetch_one(conn).await?);
    *prices = PriceChanges {
        removed: removed.unsigned_abs(),
        removed_hidden: removed_hidden.unsigned_abs(),
        halved: halved.unsigned_abs(),
        halved_hidden: halved_hidden.unsigned_abs(),
    };
    Ok(())
}

/// A changed field: `pro_id`, `name_la`, `name_en`, `field`, `old_value`, `new_value`.
type FieldRow = (i64, String, String, String, Option<String>, Option<String>);

/// Changed fields in the two change sets of the import: the one of its columns, and the one of changed stock.
pub async fn changed_products(tx: &mut Tx, ids: [&str; 2], changes: &mut TableChanges) -> Result<()> {
    let [fields_id, stock_id] = ids;
    let sql = "SELECT COUNT(DISTINCT pro_id) FROM product_change WHERE change_id IN ($1, $2)";
    let count: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(fields_id).bind(stock_id).fetch_one(conn).await?);
    let sql = format!(
        "SELECT c.pro_id, p.name_la, p.name_en, CASE WHEN c.change_id = $2 THEN 'stock_change' ELSE c.field END, \
           c.old_value, c.new_value \
         FROM product_change c JOIN product p ON p.pro_id = c.pro_id WHERE c.change_id IN ($1, $2) \
         ORDER BY c.pro_id, c.field LIMIT {CHANGED}"
    );
    let first: Vec<FieldRow> = on!(*tx, |conn| sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(fields_id)
        .bind(stock_id)
        .fetch_all(conn)
        .await?);
    changes.changed = count.unsigned_abs();
    changes.rows.extend(first.into_iter().map(|(pro_id, name_la, name_en, field, from, to)| {
        let is_change = field == STOCK_CHANGE;
        let column =
            if is_change { STOCK_CHANGE } else { Field::from_column(&field).map_or("", Field::file_column) };
        ChangedRow {
            field: column.to_owned(),
            from: short(from),
            to: short(to),
            ..named(RowKind::Changed, (pro_id, name_la, name_en))
        }
    }));
    Ok(())
}

/// The beginning of a value, because a description may have 64 kB.
fn short(value: Option<String>) -> Option<String> {
    value.map(|value| value.chars().take(SHOWN_CHARS).collect())
}

fn named(kind: RowKind, (pro_id, name_la, name_en): NamedProduct) -> ChangedRow {
    ChangedRow { kind, id: pro_id.to_string(), name_la, name_en, ..ChangedRow::default() }
}
