//! Banners, the home page's first view, header messages and the menu: rows of table `storefront`.

use heuan_rpc::Error;
use heuan_staff_content::ContentItem;
use heuan_store::{Result, Tx, on, run};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    super::{content::parse, import::touch},
    former_ids, item, json, parsed,
};
use crate::{
    content::{Banner, Hero, MenuItem, Message},
    staff_content::{Kind, MenuBody, MessagesBody},
};

async fn get<T: DeserializeOwned>(tx: &mut Tx, name: &'static str) -> Result<Option<T>> {
    let sql = "SELECT body FROM storefront WHERE name = $1";
    let body: Option<String> =
        on!(*tx, |conn| sqlx::query_scalar(sql).bind(name).fetch_optional(conn).await?);
    body.map(|body| parse(name, &body)).transpose()
}

async fn put(tx: &mut Tx, name: &str, body: &str, revision: i64) -> Result<()> {
    let sql = "INSERT INTO storefront (name, body) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET body = excluded.body";
    run!(*tx, sql, name, body)?;
    touch(tx, "content", revision).await
}

/// The only item of a kind; an absent one is empty.
pub async fn read(tx: &mut Tx, kind: Kind) -> Result<ContentItem> {
    match kind {
        Kind::Hero => item(kind.name(), &get::<Hero>(tx, "hero").await?.unwrap_or_default()),
        Kind::Messages => {
            let messages: Vec<Message> = get(tx, "messages").await?.unwrap_or_default();
            item(kind.name(), &MessagesBody { messages })
        }
        _ => {
            let items: Vec<MenuItem> = get(tx, "menu").await?.unwrap_or_default();
            item(kind.name(), &MenuBody { items })
        }
    }
}

/// The banners after an id, by id.
pub async fn banners(tx: &mut Tx, after: i64) -> Result<Vec<ContentItem>> {
    let mut banners: Vec<Banner> = get(tx, "banners").await?.unwrap_or_default();
    banners.retain(|banner| banner.id > after);
    banners.sort_by_key(|banner| banner.id);
    let of = |banner: Banner| Ok(ContentItem { item_id: banner.id.to_string(), body: banner_body(&banner)? });
    banners.into_iter().map(of).collect()
}

/// The body of a banner, which has no id.
pub fn banner_body(banner: &Banner) -> Result<String> {
    let mut object: Map<String, Value> = parse("banner", &json(banner)?)?;
    object.remove("id");
    json(&object)
}

/// A body as a banner with an id, which the caller replaces.
pub fn with_id(body: &str) -> Result<String, Error> {
    let mut object: Map<String, Value> = parsed(body)?;
    object.insert("id".to_owned(), Value::from(1));
    serde_json::to_string(&object).map_err(Error::internal)
}

/// The next id of a banner, above the ids of all banners including deleted ones.
pub async fn next_banner_id(tx: &mut Tx) -> Result<i64> {
    let banners: Vec<Banner> = get(tx, "banners").await?.unwrap_or_default();
    let highest = banners.iter().map(|banner| banner.id).max().unwrap_or(0);
    Ok(highest.max(former_ids::highest_item(tx, Kind::Banner).await?) + 1)
}

pub async fn write(tx: &mut Tx, kind: Kind, item: &ContentItem, revision: i64) -> Result<()> {
    match kind {
        Kind::Hero => put(tx, "hero", &item.body, revision).await,
        Kind::Messages => {
            let body: MessagesBody = parse("messages", &item.body)?;
            put(tx, "messages", &json(&body.messages)?, revision).await
        }
        Kind::Menu => {
            let body: MenuBody = parse("menu", &item.body)?;
            put(tx, "menu", &json(&body.items)?, revision).await
        }
        _ => write_banner(tx, item, revision).await,
    }
}

async fn write_banner(tx: &mut Tx, item: &ContentItem, revision: i64) -> Result<()> {
    let mut object: Map<String, Value> = parse("banner", &item.body)?;
    let id: i64 = item.item_id.parse().unwrap_or_default();
    object.insert("id".to_owned(), Value::from(id));
    let banner: Banner = parse("banner", &json(&object)?)?;
    let mut banners: Vec<Banner> = get(tx, "banners").await?.unwrap_or_default();
    match banners.iter_mut().find(|other| other.id == id) {
        Some(same) => *same = banner,
        None => banners.push(banner),
    }
    put(tx, "banners", &json(&banners)?, revision).await
}

pub async fn delete_banner(tx: &mut Tx, item_id: &str, revision: i64) -> Result<bool> {
    let mut banners: Vec<Banner> = get(tx, "banners").await?.unwrap_or_default();
    banners.retain(|banner| banner.id.to_string() != item_id);
    put(tx, "banners", &json(&banners)?, revision).await?;
    Ok(true)
}
