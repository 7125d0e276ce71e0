//! Queries that read the whole catalog in the form of a catalog folder.

use std::collections::{BTreeMap, HashMap};

use heuan_catalog_folder::{self as folder, Category, Content, Group, Product, Promotion, PromotionType};
use heuan_store::{Result, StoreError, Tx, on};
use serde::de::DeserializeOwned;
use time::{Date, macros::format_description};

use super::Store;
use crate::content::{Banner, Company, Hero, MenuItem, Message, NamedLink, PageBody, PopularSearch, Text};

/// Products of one query.
const BATCH: i64 = 1_000;
/// Sections of articles that `content.json` lists under their own names: news and the home guide (advice
/// articles).
const ARTICLES: [&str; 2] = ["news", "homeguru"];

/// The catalog at one moment.
pub struct CatalogSnapshot(Tx);

impl Store {
    pub async fn export_snapshot(&self) -> Result<CatalogSnapshot> {
        Ok(CatalogSnapshot(self.db.snapshot().await?))
    }
}

#[derive(heuan_store::FromRow)]
struct ProductRow {
    pro_id: i64,
    cat_id: i64,
    prog_id: i64,
    name_la: String,
    name_en: String,
    price: Option<i64>,
    original_price: Option<i64>,
    stock: Option<i64>,
    vatrate: i64,
    unit_la: String,
    unit_en: String,
    brand: String,
    img_cover: String,
    images: String,
    description_la: String,
    description_en: String,
    attributes: String,
    visible: i64,
    visible_from: Option<i64>,
    visible_until: Option<i64>,
    location: String,
}

#[derive(heuan_store::FromRow)]
struct PromotionRow {
    promo_id: i64,
    promo_type_id: i64,
    title_la: String,
    title_en: String,
    starts: String,
    ends: String,
    banner: String,
    published: i64,
}

impl CatalogSnapshot {
    pub async fn categories(&mut self) -> Result<Vec<Category>> {
        let sql = "SELECT cat_id, name_la, name_en, img, hidden FROM category ORDER BY position, cat_id";
        let rows: Vec<(i64, String, String, String, i64)> =
            on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let category = |(cat_id, cat_name_la, cat_name_en, cat_img, hidden)| Category {
            cat_id,
            cat_name_la,
            cat_name_en,
            cat_img,
            visible: hidden == 0,
        };
        Ok(rows.into_iter().map(category).collect())
    }

    pub async fn groups(&mut self) -> Result<Vec<Group>> {
        let sql =
            "SELECT prog_id, cat_id, name_la, name_en, hidden FROM product_group ORDER BY position, prog_id";
        let rows: Vec<(i64, i64, String, String, i64)> =
            on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let group = |(prog_id, cat_id, prog_name_la, prog_name_en, hidden)| Group {
            prog_id,
            cat_id,
            prog_name_la,
            prog_name_en,
            visible: hidden == 0,
        };
        Ok(rows.into_iter().map(group).collect())
    }

    /// The next 1,000 products after `pro_id`, by id. Their stock is the units on hand, as an import sets
    /// them.
    pub async fn products_after(&mut self, pro_id: i64) -> Result<Vec<Product>> {
        let sql = "SELECT p.pro_id, p.cat_id, p.prog_id, p.name_la, p.name_en, p.price, p.original_price, \
               CASE WHEN p.stock IS NULL THEN NULL WHEN k.on_hand < 0 THEN 0 ELSE COALESCE(k.on_hand, p.stock) END \
                 AS stock, \
               p.vatrate, p.unit_la, p.unit_en, p.brand, p.img_cover, p.images, p.description_la, p.description_en, \
               p.attributes, p.visible, p.visible_from, p.visible_until, p.location \
             FROM product p LEFT JOIN stock k ON k.pro_id = p.pro_id WHERE p.pro_id > $1 ORDER BY p.pro_id LIMIT $2";
        let rows: Vec<ProductRow> =
            on!(self.0, |conn| sqlx::query_as(sql).bind(pro_id).bind(BATCH).fetch_all(conn).await?);
        rows.into_iter().map(product).collect()
    }

    pub async fn promotion_types(&mut self) -> Result<Vec<PromotionType>> {
        let sql =
            "SELECT promo_type_id, name_la, name_en FROM promotion_type ORDER BY position, promo_type_id";
        let rows: Vec<(i64, String, String)> =
            on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let kind = |(promo_type_id, promo_type_name, promo_type_name_en)| PromotionType {
            promo_type_id,
            promo_type_name,
            promo_type_name_en,
        };
        Ok(rows.into_iter().map(kind).collect())
    }

    pub async fn promotions(&mut self) -> Result<Vec<Promotion>> {
        let sql = "SELECT promo_id, pro_id FROM promotion_product ORDER BY promo_id, position, pro_id";
        let rows: Vec<(i64, i64)> = on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let mut products: HashMap<i64, Vec<i64>> = HashMap::new();
        for (promo_id, pro_id) in rows {
            products.entry(promo_id).or_default().push(pro_id);
        }
        let sql = "SELECT promo_id, promo_type_id, title_la, title_en, starts, ends, banner, published FROM promotion \
             ORDER BY position, promo_id";
        let rows: Vec<PromotionRow> = on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        Ok(rows
            .into_iter()
            .map(|row| Promotion {
                pro_ids: products.remove(&row.promo_id).unwrap_or_default(),
                promo_id: row.promo_id,
                promo_type_id: row.promo_type_id,
                title_la: row.title_la,
                title_en: row.title_en,
                starts: day(&row.starts),
                ends: day(&row.ends),
                banner: row.banner,
                published: row.published == 1,
            })
            .collect())
    }

    /// The sections of `content.json` that the shop has; `None` if it has none.
    pub async fn content(&mut self) -> Result<Option<Content>> {
        let mut content = Content::default();
        let rows: Vec<(String, String)> = on!(self.0, |conn| {
            sqlx::query_as("SELECT name, body FROM storefront").fetch_all(conn).await?
        });
        for (name, body) in &rows {
            match name.as_str() {
                "menu" => content.menu = Some(all(parse("menu", body)?, menu_item)),
                "messages" => content.top_messages = Some(all(parse("messages", body)?, message)),
                "banners" => {
                    let mut banners: Vec<Banner> = parse("banners", body)?;
                    banners.sort_by_key(|banner| banner.position);
                    content.banners = Some(all(banners, banner));
                }
                "hero" => content.hero = Some(hero(parse("hero", body)?)),
                "popular_searches" => {
                    content.popular_searches = Some(all(parse("popular_searches", body)?, search));
                }
                "company" => content.company = Some(company(parse("company", body)?)),
                // A section of a newer version. This version cannot import it either.
                _ => {}
            }
        }
        let sql = "SELECT slug, parent, date, body FROM content_page ORDER BY parent, position, slug";
        let pages: Vec<(String, String, String, String)> =
            on!(self.0, |conn| sqlx::query_as(sql).fetch_all(conn).await?);
        let mut others = BTreeMap::new();
        for (slug, parent, date, body) in &pages {
            let body: PageBody = parse("page", body)?;
            let section = match parent.as_str() {
                "news" => &mut content.news,
                "homeguru" => &mut content.homeguru,
                _ => {
                    others.insert(slug.clone(), page(date, body));
                    continue;
                }
            };
            let id = slug.rsplit_once('/').and_then(|(_, id)| id.parse().ok());
            let id = id.ok_or_else(|| StoreError::Corrupt {
                what: "page",
                reason: format!("{slug} is no article with a number"),
            })?;
            section.get_or_insert_default().push(article(id, date, body));
        }
        for (list, articles) in ARTICLES.into_iter().zip([&mut content.news, &mut content.homeguru]) {
            // The page of a section exists even if the section has no articles.
            if others.contains_key(list) {
                articles.get_or_insert_default();
            }
        }
        if !others.is_empty() {
            content.pages = Some(others);
        }
        Ok((content != Content::default()).then_some(content))
    }
}

fn product(row: ProductRow) -> Result<Product> {
    let id = |id: i64| (id != 0).then_some(id);
    Ok(Product {
        pro_id: row.pro_id,
        cat_id: id(row.cat_id),
        prog_id: id(row.prog_id),
        pro_name_la: row.name_la,
        pro_name_en: row.name_en,
        price: row.price,
        product_price1: row.original_price,
        stock: row.stock,
        stock_change: None,
        stock_change_line: 0,
        vatrate: row.vatrate,
        unit_name_la: row.unit_la,
        unit_name_en: row.unit_en,
        brand: row.brand,
        pro_img_cover: row.img_cover,
        images: parse("images", &row.images)?,
        description_la: row.description_la,
        description_en: row.description_en,
        attributes: row.attributes,
        visible: row.visible == 1,
        visible_from: row.visible_from,
        visible_until: row.visible_until,
        location: row.location,
    })
}

fn day(text: &str) -> Option<Date> {
    Date::parse(text, format_description!("[year]-[month]-[day]")).ok()
}

fn parse<T: DeserializeOwned>(what: &'static str, body: &str) -> Result<T> {
    serde_json::from_str(body).map_err(|error| StoreError::Corrupt { what, reason: error.to_string() })
}

fn all<A, B>(list: Vec<A>, one: impl Fn(A) -> B) -> Vec<B> {
    list.into_iter().map(one).collect()
}

fn text(from: Text) -> folder::Text {
    folder::Text { la: from.la, en: from.en }
}

fn menu_item(from: MenuItem) -> folder::MenuItem {
    folder::MenuItem {
        id: from.id,
        label: text(from.label),
        sublabel: from.sublabel.map(text).unwrap_or_default(),
        href: from.href,
        kind: if from.children.is_empty() { "link" } else { "dropdown" }.to_owned(),
        children: all(from.children, menu_item),
    }
}

fn message(from: Message) -> folder::TopMessage {
    folder::TopMessage { la: from.text.la, en: from.text.en, href: from.href }
}

fn banner(from: Banner) -> folder::Banner {
    folder::Banner {
        id: from.id,
        image: from.image,
        title: text(from.title),
        href: from.href,
        starts: from.starts,
        ends: from.ends,
        published: from.published,
    }
}

fn hero(from: Hero) -> folder::Hero {
    let tile = |tile: crate::content::HeroTile| folder::HeroTile {
        image: tile.image,
        title: text(tile.title),
        text: text(tile.text),
        href: tile.href,
    };
    folder::Hero { title: text(from.title), text: text(from.text), tiles: all(from.tiles, tile) }
}

fn search(from: PopularSearch) -> folder::PopularSearch {
    folder::PopularSearch { searchtext: from.text, icount: from.count }
}

fn company(from: Company) -> folder::Company {
    let links = |links: Vec<NamedLink>| all(links, |it| folder::NamedLink { name: it.name, url: it.url });
    folder::Company {
        name: from.name,
        legal_name: text(from.legal_name),
        address: text(from.address),
        hours: from.hours,
        timezone: from.timezone,
        hotline: from.hotline,
        customer_service: from.customer_service,
        tax_number: from.tax_number,
        email: from.email,
        currency: from.currency,
        points_per_kip: (from.points_per_kip != 0).then_some(from.points_per_kip),
        free_delivery_from: from.free_delivery_from,
        delivery_times: all(from.delivery_times, |it| folder::DeliveryTime {
            area: text(it.area),
            min_days: it.min_days,
            max_days: it.max_days,
        }),
        return_days: from.return_days,
        social: links(from.social),
        apps: links(from.apps),
    }
}

fn article(id: i64, date: &str, body: PageBody) -> folder::Article {
    folder::Article {
        id,
        date: date.to_owned(),
        image: body.image,
        title: text(body.title),
        paragraphs: all(body.paragraphs, text),
        starts: body.publication.starts,
        ends: body.publication.ends,
        published: body.publication.published,
    }
}

fn page(date: &str, body: PageBody) -> folder::Page {
    folder::Page {
        title: text(body.title),
        image: body.image,
        date: date.to_owned(),
        paragraphs: all(body.paragraphs, text),
        questions: all(body.questions, |it| folder::Question { q: text(it.question), a: text(it.answer) }),
        jobs: all(body.jobs, |it| folder::Vacancy {
            title: text(it.title),
            branch: it.branch,
            kind: text(it.kind),
        }),
        documents: all(body.documents, |it| folder::Document {
            title: text(it.title),
            date: it.date,
            file: it.file,
            size: None,
        }),
        starts: body.publication.starts,
        ends: body.publication.ends,
        published: body.publication.published,
    }
}
