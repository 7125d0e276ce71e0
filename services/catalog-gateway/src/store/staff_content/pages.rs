//! SQL of content pages as items that the staff edit: table `content_page`.

use heuan_staff_content::ContentItem;
use heuan_store::{Result, Tx, on, run};

use super::{
    super::{content::parse, import::touch},
    item, json,
};
use crate::{
    content::PageBody,
    staff_content::{Checker, PageItemBody},
};

/// Lists whose pages are articles with only a number and paragraphs, as in a catalog folder: news and the
/// home guide (advice articles).
const ARTICLES: [&str; 2] = ["news", "homeguru"];

type Row = (String, String, String);

pub async fn list(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<ContentItem>> {
    let sql = "SELECT slug, date, body FROM content_page WHERE slug > $1 ORDER BY slug LIMIT $2";
    let rows: Vec<Row> = on!(*tx, |conn| sqlx::query_as(sql).bind(after).bind(limit).fetch_all(conn).await?);
    rows.into_iter().map(page).collect()
}

pub async fn read(tx: &mut Tx, slug: &str) -> Result<Option<ContentItem>> {
    let sql = "SELECT slug, date, body FROM content_page WHERE slug = $1";
    let row: Option<Row> = on!(*tx, |conn| sqlx::query_as(sql).bind(slug).fetch_optional(conn).await?);
    row.map(page).transpose()
}

fn page((slug, date, body): Row) -> Result<ContentItem> {
    let body: PageBody = parse("page", &body)?;
    item(slug, &PageItemBody::of(date, body))
}

/// Reports fields of an article that a catalog folder cannot represent.
pub fn check(slug: &str, page: &PageItemBody, checker: &mut Checker<'_>) {
    let Some((parent, name)) = slug.rsplit_once('/') else { return };
    if !ARTICLES.contains(&parent) {
        return;
    }
    if name.parse::<i64>().is_ok_and(|id| id > 0 && id.to_string() == name) {
        for (field, count) in [
            ("questions", page.questions.len()),
            ("jobs", page.jobs.len()),
            ("documents", page.documents.len()),
        ] {
            if count > 0 {
                checker.add_error(field, "an article has paragraphs only", "invalid");
            }
        }
    } else {
        checker.add_error("item_id", format!("an article is like {parent}/7"), "invalid");
    }
}

pub async fn write(tx: &mut Tx, item: &ContentItem, revision: i64) -> Result<()> {
    let body: PageItemBody = parse("page", &item.body)?;
    let (date, body) = body.into_parts();
    let parent = item.item_id.rsplit_once('/').map_or("", |(parent, _)| parent);
    let sql = "INSERT INTO content_page (slug, parent, position, date, body) \
         VALUES ($1, $2, (SELECT COALESCE(MAX(position), -1) + 1 FROM content_page WHERE parent = $2), $3, $4) \
         ON CONFLICT (slug) DO UPDATE SET date = excluded.date, body = excluded.body";
    run!(*tx, sql, &item.item_id, parent, &date, json(&body)?)?;
    touch(tx, "content", revision).await
}

/// Deletes a page without pages below it.
pub async fn delete(tx: &mut Tx, slug: &str, revision: i64) -> Result<bool> {
    let sql = "DELETE FROM content_page WHERE slug = $1 \
         AND NOT EXISTS (SELECT 1 FROM content_page below WHERE below.parent = $1)";
    let is_deleted = run!(*tx, sql, slug)? > 0;
    touch(tx, "content", revision).await?;
    Ok(is_deleted)
}
