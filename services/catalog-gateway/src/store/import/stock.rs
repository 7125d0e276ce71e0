//! SQL of an import's counted and changed stock: table `stock`. Reserved units stay reserved.

use heuan_catalog_folder::{MAX_ERRORS_PER_FILE, MAX_STOCK};
use heuan_store::{Result, Tx, on, run};

/// Locks the stock rows that the import counts or deletes, in the order used by reservations. PostgreSQL locks row by
/// row, so the opposite order would deadlock. This is the last step, because sales of these products wait from here on.
pub async fn lock(tx: &mut Tx, import_id: &str, replace: bool) -> Result<()> {
    let Tx::Pg(connection) = tx else { return Ok(()) };
    let sql = "SELECT pro_id FROM stock WHERE $2 OR pro_id IN (SELECT pro_id FROM import_product WHERE import_id = $1) \
         ORDER BY pro_id FOR UPDATE";
    sqlx::query(sql).bind(import_id).bind(replace).execute(connection).await?;
    Ok(())
}

/// Sets the counted stock as the stock on hand. Reserved units stay reserved.
pub async fn count(tx: &mut Tx, import_id: &str, revision: i64) -> Result<()> {
    let counted = "INSERT INTO stock (pro_id, on_hand) \
         SELECT pro_id, stock FROM import_product WHERE import_id = $1 AND stock IS NOT NULL ORDER BY pro_id \
         ON CONFLICT (pro_id) DO UPDATE SET on_hand = excluded.on_hand WHERE stock.on_hand <> excluded.on_hand";
    run!(*tx, counted, import_id)?;
    // The stock of these products is no longer counted: they are not for sale, but reserved units can still
    // be sold.
    let uncounted = "UPDATE stock SET on_hand = reserved WHERE on_hand <> reserved AND pro_id IN \
         (SELECT pro_id FROM import_product WHERE import_id = $1 AND stock IS NULL AND stock_change IS NULL)";
    run!(*tx, uncounted, import_id)?;
    let shown = "UPDATE product SET stock = s.free, revision = $2, version = product.version + 1 FROM \
         (SELECT i.pro_id, CASE WHEN i.stock IS NULL THEN NULL \
                                WHEN k.on_hand > k.reserved THEN k.on_hand - k.reserved ELSE 0 END AS free \
          FROM import_product i LEFT JOIN stock k ON k.pro_id = i.pro_id \
          WHERE i.import_id = $1 AND i.stock_change IS NULL) s \
         WHERE s.pro_id = product.pro_id AND product.stock IS DISTINCT FROM s.free";
    run!(*tx, shown, import_id, revision)?;
    Ok(())
}

/// Rows whose units cannot be added or taken off.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedStock {
    /// The first refused rows, by product.
    pub changes: Vec<RefusedChange>,
    /// Number of all rows, including those not listed.
    pub total: u64,
}

/// A row whose units cannot be added or taken off.
#[derive(Clone, Debug, PartialEq, Eq, heuan_store::FromRow)]
pub struct RefusedChange {
    pub pro_id: i64,
    pub change: i64,
    /// 1 if the stock of the product is counted, otherwise 0.
    counted: i64,
    on_hand: i64,
    reserved: i64,
    /// Number of refused rows.
    total: i64,
}

impl RefusedChange {
    /// Stable name of the reason, and its values.
    pub fn code(&self) -> (&'static str, Vec<(&'static str, String)>) {
        let mut values = vec![("id", self.pro_id.to_string())];
        if self.counted == 0 {
            return ("stock_not_counted", values);
        }
        values.push(("units", self.on_hand.to_string()));
        if self.change > 0 {
            values.push(("max", MAX_STOCK.to_string()));
            return ("stock_too_high", values);
        }
        values.push(("held", self.reserved.to_string()));
        ("stock_held", values)
    }

    pub fn reason(&self) -> String {
        let Self { pro_id, change, counted, on_hand, reserved, total: _ } = self;
        if *counted == 0 {
            format!("product {pro_id} is not counted; count or receive it first")
        } else if *change > 0 {
            format!("product {pro_id} has {on_hand} units; more than {MAX_STOCK} are not possible")
        } else {
            format!("product {pro_id} has {on_hand} units, of which {reserved} are held for open orders")
        }
    }
}

/// Rows that would take off more units than are free, or add more than possible. The stock is locked.
pub async fn refused(tx: &mut Tx, import_id: &str) -> Result<RefusedStock> {
    let sql = "SELECT i.pro_id, i.stock_change AS change, \
           CAST(CASE WHEN p.stock IS NULL THEN 0 ELSE 1 END AS BIGINT) AS counted, \
           COALESCE(k.on_hand, 0) AS on_hand, COALESCE(k.reserved, 0) AS reserved, COUNT(*) OVER () AS total \
         FROM import_product i JOIN product p ON p.pro_id = i.pro_id LEFT JOIN stock k ON k.pro_id = i.pro_id \
         WHERE i.import_id = $1 AND i.stock_change <> 0 AND ( \
           (i.stock_change < 0 AND (p.stock IS NULL OR COALESCE(k.on_hand, 0) + i.stock_change < COALESCE(k.reserved, 0))) \
           OR COALESCE(k.on_hand, 0) + i.stock_change > $2) \
         ORDER BY i.pro_id LIMIT $3";
    let listed = i64::try_from(MAX_ERRORS_PER_FILE).unwrap_or(i64::MAX);
    let changes: Vec<RefusedChange> = on!(*tx, |conn| sqlx::query_as(sql)
        .bind(import_id)
        .bind(MAX_STOCK)
        .bind(listed)
        .fetch_all(conn)
        .await?);
    let total = changes.first().map_or(0, |first| first.total.unsigned_abs());
    Ok(RefusedStock { changes, total })
}

/// Adds the units of the rows that change the stock. Reserved units stay reserved.
pub async fn add(tx: &mut Tx, import_id: &str, revision: i64) -> Result<()> {
    let added = "INSERT INTO stock (pro_id, on_hand) \
         SELECT pro_id, stock_change FROM import_product WHERE import_id = $1 AND stock_change <> 0 ORDER BY pro_id \
         ON CONFLICT (pro_id) DO UPDATE SET on_hand = stock.on_hand + excluded.on_hand";
    run!(*tx, added, import_id)?;
    let shown = "UPDATE product SET stock = s.free, revision = $2, version = product.version + 1 FROM \
         (SELECT i.pro_id, CASE WHEN k.on_hand > k.reserved THEN k.on_hand - k.reserved ELSE 0 END AS free \
          FROM import_product i JOIN stock k ON k.pro_id = i.pro_id WHERE i.import_id = $1 AND i.stock_change <> 0) s \
         WHERE s.pro_id = product.pro_id";
    run!(*tx, shown, import_id, revision)?;
    Ok(())
}

/// Deletes the stock of removed products, unless units are reserved, or were sold and may be returned.
pub async fn delete_stock_of_removed(tx: &mut Tx) -> Result<()> {
    let removed = "pro_id IN (SELECT pro_id FROM removed_product)";
    let delete = format!("DELETE FROM stock WHERE reserved = 0 AND sold = 0 AND {removed}");
    run!(*tx, sqlx::AssertSqlSafe(delete.as_str()))?;
    let zero_on_hand = format!("UPDATE stock SET on_hand = reserved WHERE on_hand <> reserved AND {removed}");
    run!(*tx, sqlx::AssertSqlSafe(zero_on_hand.as_str()))?;
    Ok(())
}
