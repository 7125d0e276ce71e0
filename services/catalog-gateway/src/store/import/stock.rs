//! SQL of an import's counted stock: table `stock`. Reserved units stay reserved.

use heuan_store::{Result, Tx, run};

/// Locks the stock rows that the import counts or deletes, in the order used by reservations. PostgreSQL locks row by
/// row, so the opposite order would deadlock. Because sales of these products wait from here on, this is the last step.
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
    // No longer counted: not for sale, but reserved units can still be sold.
    let uncounted = "UPDATE stock SET on_hand = reserved WHERE on_hand <> reserved AND pro_id IN \
         (SELECT pro_id FROM import_product WHERE import_id = $1 AND stock IS NULL)";
    run!(*tx, uncounted, import_id)?;
    let shown = "UPDATE product SET stock = s.free, revision = $2, version = product.version + 1 FROM \
         (SELECT i.pro_id, CASE WHEN i.stock IS NULL THEN NULL \
                                WHEN k.on_hand > k.reserved THEN k.on_hand - k.reserved ELSE 0 END AS free \
          FROM import_product i LEFT JOIN stock k ON k.pro_id = i.pro_id WHERE i.import_id = $1) s \
         WHERE s.pro_id = product.pro_id AND product.stock IS DISTINCT FROM s.free";
    run!(*tx, shown, import_id, revision)?;
    Ok(())
}

/// Deletes the stock of removed products, unless units are reserved, or sold and possibly returned.
pub async fn delete_stock_of_removed(tx: &mut Tx) -> Result<()> {
    let removed = "pro_id IN (SELECT pro_id FROM removed_product)";
    let delete = format!("DELETE FROM stock WHERE reserved = 0 AND sold = 0 AND {removed}");
    run!(*tx, sqlx::AssertSqlSafe(delete.as_str()))?;
    let zero_on_hand = format!("UPDATE stock SET on_hand = reserved WHERE on_hand <> reserved AND {removed}");
    run!(*tx, sqlx::AssertSqlSafe(zero_on_hand.as_str()))?;
    Ok(())
}
