//! SQL of promotions as items that the staff edit: tables `promotion` and `promotion_product`.

use std::collections::HashMap;

use heuan_staff_content::ContentItem;
use heuan_store::{Result, Tx, numbered, on, run};
use serde_json::Value;
use sqlx::AssertSqlSafe;

use super::{
    super::{content::parse, import::touch},
    former_ids, item,
};
use crate::{
    content::Text,
    staff_content::{Checker, Kind, PromotionBody},
};

/// Products of one query.
const BATCH: usize = 400;
/// Maximum unknown products that an error names.
const NAMED: usize = 5;

#[derive(heuan_store::FromRow)]
struct Row {
    promo_id: i64,
    promo_type_id: i64,
    title_la: String,
    title_en: String,
    starts: String,
    ends: String,
    banner: String,
    published: i64,
    position: i64,
}

pub async fn list(tx: &mut Tx, after: i64, limit: i64) -> Result<Vec<ContentItem>> {
    between(tx, after, i64::MAX, limit).await
}

pub async fn read(tx: &mut Tx, promo_id: i64) -> Result<Option<ContentItem>> {
    Ok(between(tx, promo_id.saturating_sub(1), promo_id, 1).await?.pop())
}

/// The promotions after one id up to another.
async fn between(tx: &mut Tx, after: i64, to: i64, limit: i64) -> Result<Vec<ContentItem>> {
    let sql = "SELECT promo_id, promo_type_id, title_la, title_en, starts, ends, banner, published, position \
         FROM promotion WHERE promo_id > $1 AND promo_id <= $2 ORDER BY promo_id LIMIT $3";
    let rows: Vec<Row> =
        on!(*tx, |conn| { sqlx::query_as(sql).bind(after).bind(to).bind(limit).fetch_all(conn).await? });
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
    let sql = "SELECT promo_id, pro_id FROM promotion_product WHERE promo_id >= $1 AND promo_id <= $2 \
         ORDER BY promo_id, position, pro_id";
    let products: Vec<(i64, i64)> = on!(*tx, |conn| {
        sqlx::query_as(sql).bind(first.promo_id).bind(last.promo_id).fetch_all(conn).await?
    });
    let mut of: HashMap<i64, Vec<i64>> = HashMap::new();
    for (promo_id, pro_id) in products {
        of.entry(promo_id).or_default().push(pro_id);
    }
    let body = |row: Row| {
        let body = PromotionBody {
            title: Text { la: row.title_la, en: row.title_en },
            promo_type_id: row.promo_type_id,
            new_type: None,
            starts: row.starts,
            ends: row.ends,
            banner: row.banner,
            pro_ids: of.remove(&row.promo_id).unwrap_or_default(),
            published: row.published == 1,
            position: row.position,
        };
        item(row.promo_id.to_string(), &body)
    };
    rows.into_iter().map(body).collect()
}

/// The next id of a promotion, above the ids of all promotions including deleted ones.
pub async fn next_id(tx: &mut Tx) -> Result<i64> {
    let sql = "SELECT COALESCE(MAX(promo_id), 0) FROM promotion";
    let highest: i64 = on!(*tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?);
    Ok(highest.max(former_ids::highest_item(tx, Kind::Promotion).await?) + 1)
}

/// The highest id of a type that a promotion had before a change, or 0. An undo of the change needs that type.
async fn highest_former_type(tx: &mut Tx) -> Result<i64> {
    let mut highest = 0;
    let read = |body: &Value| highest = highest.max(body["promo_type_id"].as_i64().unwrap_or_default());
    former_ids::read_former_bodies(tx, Kind::Promotion, read).await?;
    Ok(highest)
}

/// Creates the new type of a promotion, or finds the one with these names. A transaction with errors is rolled back.
async fn resolve_type(tx: &mut Tx, body: &mut PromotionBody) -> Result<()> {
    let Some(Text { la, en }) = body.new_type.take() else { return Ok(()) };
    let sql = "SELECT MIN(promo_type_id) FROM promotion_type WHERE name_la = $1 AND name_en = $2";
    let known: Option<i64> =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(&la).bind(&en).fetch_one(conn).await?);
    if let Some(known) = known {
        body.promo_type_id = known;
        return Ok(());
    }
    let former = highest_former_type(tx).await?;
    let sql = "INSERT INTO promotion_type (promo_type_id, name_la, name_en, position) \
         SELECT CASE WHEN COALESCE(MAX(promo_type_id), 0) < $3 THEN $3 ELSE COALESCE(MAX(promo_type_id), 0) END + 1, \
           CAST($1 AS TEXT), CAST($2 AS TEXT), COALESCE(MAX(position), 0) + 1 \
         FROM promotion_type RETURNING promo_type_id";
    body.promo_type_id =
        on!(*tx, |conn| { sqlx::query_scalar(sql).bind(&la).bind(&en).bind(former).fetch_one(conn).await? });
    Ok(())
}

/// Creates a new type, and reports an unknown one and unknown products.
pub async fn check(tx: &mut Tx, body: &mut PromotionBody, checker: &mut Checker<'_>) -> Result<()> {
    if checker.is_clean() {
        resolve_type(tx, body).await?;
    }
    let sql = "SELECT COUNT(*) FROM promotion_type WHERE promo_type_id = $1";
    let types: i64 =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(body.promo_type_id).fetch_one(conn).await?);
    if types == 0 && body.new_type.is_none() {
        checker.add_error("promo_type_id", "there is no such promotion type", "unknown");
    }
    let mut unknown = Vec::new();
    for batch in body.pro_ids.chunks(BATCH) {
        let sql = format!("SELECT pro_id FROM product WHERE pro_id IN ({})", numbered(1, batch.len()));
        let known: Vec<i64> = on!(*tx, |conn| {
            let mut query = sqlx::query_scalar(AssertSqlSafe(sql));
            for id in batch {
                query = query.bind(*id);
            }
            query.fetch_all(conn).await?
        });
        unknown.extend(batch.iter().filter(|id| !known.contains(id)).copied());
    }
    if !unknown.is_empty() {
        let names: Vec<String> = unknown.iter().take(NAMED).map(i64::to_string).collect();
        let more = if unknown.len() > NAMED { ", …" } else { "" };
        checker.add_error("pro_ids", format!("there is no product {}{more}", names.join(", ")), "unknown");
    }
    Ok(())
}

pub async fn write(tx: &mut Tx, item: &ContentItem, revision: i64) -> Result<()> {
    let promo_id: i64 = item.item_id.parse().unwrap_or_default();
    let body: PromotionBody = parse("promotion", &item.body)?;
    let sql = "INSERT INTO promotion \
           (promo_id, promo_type_id, title_la, title_en, starts, ends, banner, published, position) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (promo_id) DO UPDATE SET \
           promo_type_id = excluded.promo_type_id, title_la = excluded.title_la, title_en = excluded.title_en, \
           starts = excluded.starts, ends = excluded.ends, banner = excluded.banner, \
           published = excluded.published, position = excluded.position";
    run!(
        *tx,
        sql,
        promo_id,
        body.promo_type_id,
        &body.title.la,
        &body.title.en,
        &body.starts,
        &body.ends,
        &body.banner,
        i64::from(body.published),
        body.position
    )?;
    run!(*tx, "DELETE FROM promotion_product WHERE promo_id = $1", promo_id)?;
    let sql = "INSERT INTO promotion_product (promo_id, pro_id, position) VALUES ($1, $2, $3)";
    for (pro_id, position) in body.pro_ids.iter().zip(0_i64..) {
        run!(*tx, sql, promo_id, pro_id, position)?;
    }
    touch(tx, "promotion", revision).await
}

pub async fn delete(tx: &mut Tx, item_id: &str, revision: i64) -> Result<bool> {
    let promo_id: i64 = item_id.parse().unwrap_or_default();
    run!(*tx, "DELETE FROM promotion_product WHERE promo_id = $1", promo_id)?;
    run!(*tx, "DELETE FROM promotion WHERE promo_id = $1", promo_id)?;
    touch(tx, "promotion", revision).await?;
    Ok(true)
}
