//! SQL of content for shoppers: tables `storefront` and `content_page`.

use heuan_store::{Result, StoreError, read};
use serde::de::DeserializeOwned;

use super::Store;
use crate::content::{Page, PageBody, PageLink, Publication, Storefront};

#[derive(heuan_store::FromRow)]
struct PageRow {
    slug: String,
    date: String,
    body: String,
}

impl Store {
    /// The content of header and footer as shoppers see it on `day`.
    pub async fn storefront(&self, day: &str) -> Result<Storefront> {
        let rows: Vec<(String, String)> =
            read!(self.db, |pool| sqlx::query_as("SELECT name, body FROM storefront")
                .fetch_all(pool)
                .await?);
        let mut storefront = Storefront::default();
        for (name, body) in &rows {
            match name.as_str() {
                "menu" => storefront.menu = parse("menu", body)?,
                "messages" => storefront.messages = parse("messages", body)?,
                "banners" => storefront.banners = parse("banners", body)?,
                "hero" => storefront.hero = Some(parse("hero", body)?),
                "popular_searches" => storefront.popular_searches = parse("popular_searches", body)?,
                "company" => storefront.company = parse("company", body)?,
                // A section of a newer version; this version ignores it.
                _ => {}
            }
        }
        storefront.banners.retain(|banner| banner.is_shown(day));
        storefront.banners.sort_by_key(|banner| banner.position);
        storefront.company = storefront.company.with_defaults();
        storefront.page_slugs = self.page_slugs(day).await?;
        Ok(storefront)
    }

    async fn page_slugs(&self, day: &str) -> Result<Vec<String>> {
        let sql = "SELECT slug, body FROM content_page WHERE parent NOT IN ('news', 'homeguru') ORDER BY slug LIMIT 10000";
        let rows: Vec<(String, String)> = read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        let mut slugs = Vec::with_capacity(rows.len());
        for (slug, body) in rows {
            if parse::<Publication>("page", &body)?.is_shown(day) {
                slugs.push(slug);
            }
        }
        Ok(slugs)
    }

    /// A page as shoppers see it on `day`, with the pages below it.
    pub async fn page(&self, slug: &str, day: &str) -> Result<Option<Page>> {
        let sql = "SELECT slug, date, body FROM content_page WHERE slug = $1";
        let row: Option<PageRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(slug).fetch_optional(pool).await?);
        let Some(row) = row else { return Ok(None) };
        let body: PageBody = parse("page", &row.body)?;
        if !body.publication.is_shown(day) {
            return Ok(None);
        }
        let sql = "SELECT slug, date, body FROM content_page WHERE parent = $1 \
             ORDER BY date DESC, position, slug LIMIT 200";
        let below: Vec<PageRow> =
            read!(self.db, |pool| sqlx::query_as(sql).bind(slug).fetch_all(pool).await?);
        Ok(Some(Page { items: links(below, day)?, body, slug: row.slug, date: row.date }))
    }

    /// The pages that shoppers see on `day`.
    pub async fn pages(&self, day: &str) -> Result<Vec<PageLink>> {
        let sql = "SELECT slug, date, body FROM content_page ORDER BY parent, position, slug";
        let rows: Vec<PageRow> = read!(self.db, |pool| sqlx::query_as(sql).fetch_all(pool).await?);
        links(rows, day)
    }
}

fn links(rows: Vec<PageRow>, day: &str) -> Result<Vec<PageLink>> {
    let mut links = Vec::with_capacity(rows.len());
    for row in rows {
        let body: PageBody = parse("page", &row.body)?;
        if !body.publication.is_shown(day) {
            continue;
        }
        links.push(PageLink {
            slug: row.slug,
            date: row.date,
            title: body.title,
            image: body.image,
            summary: body.paragraphs.into_iter().next().unwrap_or_default(),
        });
    }
    Ok(links)
}

pub(super) fn parse<T: DeserializeOwned>(what: &'static str, body: &str) -> Result<T> {
    serde_json::from_str(body).map_err(|error| StoreError::Corrupt { what, reason: error.to_string() })
}
