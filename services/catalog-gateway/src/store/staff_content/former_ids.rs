//! Ids of former content. They are not assigned again, because histories, undo and the addresses of pages still name them.

use heuan_store::{Result, Tx, on};
use serde_json::Value;

use crate::staff_content::Kind;

/// Former bodies of one query. A body has up to some 100 kB.
const BATCH: i64 = 50;

/// The highest id in the ledger of a kind whose items have numeric ids, or 0. The ledger has every deleted
/// item.
pub async fn highest_item(tx: &mut Tx, kind: Kind) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(CAST(item_id AS BIGINT)), 0) FROM content_change WHERE kind = $1";
    Ok(on!(*tx, |conn| sqlx::query_scalar(sql).bind(kind.name()).fetch_one(conn).await?))
}

/// Reads every body that an item of the kind had before a change of the staff or an import.
pub async fn read_former_bodies(tx: &mut Tx, kind: Kind, mut read: impl FnMut(&Value) + Send) -> Result<()> {
    let sql = "SELECT change_id, old_body FROM content_change \
         WHERE kind = $1 AND change_id > $2 AND old_body IS NOT NULL ORDER BY change_id LIMIT $3";
    let mut after = String::new();
    loop {
        let rows: Vec<(String, String)> = on!(*tx, |conn| {
            sqlx::query_as(sql).bind(kind.name()).bind(&after).bind(BATCH).fetch_all(conn).await?
        });
        let Some((last, _)) = rows.last() else { return Ok(()) };
        after.clone_from(last);
        for (_, body) in &rows {
            if let Ok(body) = serde_json::from_str(body) {
                read(&body);
            }
        }
    }
}
