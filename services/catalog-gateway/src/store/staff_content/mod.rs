//! SQL of content that the staff edit, in the tables from which shoppers read it.

mod categories;
mod category_operator;
mod former_ids;
mod pages;
mod promotions;
mod storefront;

use std::{path::PathBuf, sync::Arc};

use heuan_media::MediaRoot;
use heuan_rpc::Error;
use heuan_staff_content::{ContentItem, ContentStore, ContentWrite, Contents, not_creatable, not_deletable};
use heuan_store::{Db, Result, StoreError, Tx};
use serde::{Serialize, de::DeserializeOwned};

use super::{Store, next_revision, store_error};
use crate::{
    content::{Banner, Hero},
    staff_content::{CategoriesBody, Checker, Kind, MenuBody, MessagesBody, PageItemBody, PromotionBody},
};

/// Items of every kind over the catalog's tables.
pub struct StaffContent {
    store: Arc<Store>,
    /// Folder of the images and documents that bodies refer to. Without it, references are not checked.
    media: Option<PathBuf>,
}

impl StaffContent {
    pub fn new(store: Arc<Store>, media: Option<PathBuf>) -> Self {
        Self { store, media }
    }
}

#[tonic::async_trait]
impl ContentStore for StaffContent {
    fn db(&self) -> &Db {
        &self.store.db
    }

    fn store_error(&self, error: StoreError) -> Error {
        store_error(error)
    }

    fn has_kind(&self, kind: &str) -> bool {
        Kind::parse(kind).is_some()
    }

    fn has_drafts(&self, kind: &str) -> bool {
        Kind::parse(kind).is_some_and(Kind::has_drafts)
    }

    async fn begin_change(&self, tx: &mut Tx) -> Result<i64, Error> {
        // The lock of the revision keeps imports and other editors out until the end.
        next_revision(tx).await.map_err(store_error)
    }

    async fn list(
        &self,
        tx: &mut Tx,
        kind: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<ContentItem>, Error> {
        list(tx, known(kind)?, after, limit).await.map_err(store_error)
    }

    async fn read(&self, tx: &mut Tx, kind: &str, item_id: &str) -> Result<Option<ContentItem>, Error> {
        let kind = known(kind)?;
        let item = match kind {
            Kind::Promotion => match item_id.parse() {
                Ok(id) => promotions::read(tx, id).await,
                Err(_) => Ok(None),
            },
            Kind::Page => pages::read(tx, item_id).await,
            _ => list(tx, kind, "", usize::MAX)
                .await
                .map(|items| items.into_iter().find(|item| item.item_id == item_id)),
        };
        item.map_err(store_error)
    }

    async fn check(
        &self,
        tx: &mut Tx,
        kind: &str,
        item_id: Option<&str>,
        body: &str,
    ) -> Result<ContentItem, Error> {
        let media = self.media.as_deref().and_then(|media| MediaRoot::open(media).ok());
        let mut checker = Checker::new(media.as_ref());
        let kind = known(kind)?;
        let (item_id, body) = match kind {
            Kind::Promotion => {
                let mut body: PromotionBody = parsed(body)?;
                checker.promotion(&mut body);
                promotions::check(tx, &mut body, &mut checker).await.map_err(store_error)?;
                let new_id = promotions::next_id(tx).await.map_err(store_error)?;
                (number(item_id, new_id)?, json(&body).map_err(store_error)?)
            }
            Kind::Banner => {
                let mut banner: Banner = parsed(&storefront::with_id(body)?)?;
                checker.banner(&mut banner);
                let new_id = storefront::next_banner_id(tx).await.map_err(store_error)?;
                let id = number(item_id, new_id)?;
                banner.id = id.parse().unwrap_or(new_id);
                (id, storefront::banner_body(&banner).map_err(store_error)?)
            }
            Kind::Hero => {
                let mut hero: Hero = parsed(body)?;
                checker.hero(&mut hero);
                (single(kind, item_id)?, json(&hero).map_err(store_error)?)
            }
            Kind::Messages => {
                let mut messages: MessagesBody = parsed(body)?;
                checker.messages(&mut messages);
                (single(kind, item_id)?, json(&messages).map_err(store_error)?)
            }
            Kind::Page => {
                let slug = item_id.ok_or_else(|| Error::invalid("item_id", "name the slug of the page"))?;
                let mut page: PageItemBody = parsed(body)?;
                checker.page(slug, &mut page);
                pages::check(slug, &page, &mut checker);
                (slug.to_owned(), json(&page).map_err(store_error)?)
            }
            Kind::Menu => {
                let mut menu: MenuBody = parsed(body)?;
                checker.menu(&mut menu);
                (single(kind, item_id)?, json(&menu).map_err(store_error)?)
            }
            Kind::Categories => {
                let mut body: CategoriesBody = parsed(body)?;
                checker.categories(&mut body);
                categories::check(tx, &mut body, &mut checker).await.map_err(store_error)?;
                (single(kind, item_id)?, json(&body).map_err(store_error)?)
            }
        };
        checker.finish()?;
        Ok(ContentItem { item_id, body })
    }

    async fn write(
        &self,
        tx: &mut Tx,
        kind: &str,
        item: &ContentItem,
        by: &ContentWrite<'_>,
    ) -> Result<(), Error> {
        match known(kind)? {
            Kind::Promotion => promotions::write(tx, item, by.revision).await,
            Kind::Page => pages::write(tx, item, by.revision).await,
            Kind::Categories => categories::write(tx, item, by).await,
            kind => storefront::write(tx, kind, item, by.revision).await,
        }
        .map_err(store_error)
    }

    async fn delete(&self, tx: &mut Tx, kind: &str, item_id: &str, revision: i64) -> Result<(), Error> {
        let deleted = match known(kind)? {
            Kind::Promotion => promotions::delete(tx, item_id, revision).await,
            Kind::Page => pages::delete(tx, item_id, revision).await,
            Kind::Banner => storefront::delete_banner(tx, item_id, revision).await,
            Kind::Hero | Kind::Messages | Kind::Menu | Kind::Categories => Ok(false),
        };
        if deleted.map_err(store_error)? { Ok(()) } else { Err(not_deletable()) }
    }

    fn committed(&self, revision: i64) {
        self.store.publish_revision(revision);
    }
}

/// All items at this moment, for the ledger of an import.
pub async fn contents(tx: &mut Tx) -> Result<Contents> {
    let mut contents = Contents::new();
    for kind in Kind::ALL {
        for item in list(tx, kind, "", usize::MAX).await? {
            if kind.is_single() && is_empty(kind, &item)? {
                // The item was never written; the first import creates it.
                continue;
            }
            contents.insert((kind.name().to_owned(), item.item_id), item.body);
        }
    }
    Ok(contents)
}

/// Whether the only item of a kind is empty.
fn is_empty(kind: Kind, item: &ContentItem) -> Result<bool> {
    let empty = match kind {
        Kind::Hero => json(&Hero::default())?,
        Kind::Messages => json(&MessagesBody { messages: Vec::new() })?,
        Kind::Menu => json(&MenuBody { items: Vec::new() })?,
        _ => json(&CategoriesBody { categories: Vec::new() })?,
    };
    Ok(item.body == empty)
}

async fn list(tx: &mut Tx, kind: Kind, after: &str, limit: usize) -> Result<Vec<ContentItem>> {
    let limit_i64 = i64::try_from(limit).unwrap_or(i64::MAX);
    let items = match kind {
        Kind::Promotion => return promotions::list(tx, after.parse().unwrap_or(0), limit_i64).await,
        Kind::Page => return pages::list(tx, after, limit_i64).await,
        Kind::Categories => vec![categories::read(tx).await?],
        Kind::Banner => storefront::banners(tx, after.parse().unwrap_or(0)).await?,
        Kind::Hero | Kind::Messages | Kind::Menu => vec![storefront::read(tx, kind).await?],
    };
    let is_after = |item: &ContentItem| !kind.is_single() || after < item.item_id.as_str();
    Ok(items.into_iter().filter(is_after).take(limit).collect())
}

fn known(kind: &str) -> Result<Kind, Error> {
    Kind::parse(kind).ok_or_else(|| Error::invalid("kind", "unknown kind of content"))
}

fn parsed<T: DeserializeOwned>(body: &str) -> Result<T, Error> {
    serde_json::from_str(body).map_err(|_| Error::invalid("body", "is not of the shape of its kind"))
}

fn number(item_id: Option<&str>, new_id: i64) -> Result<String, Error> {
    let id = match item_id {
        Some(id) => id.parse().ok().filter(|id: &i64| *id > 0),
        None => Some(new_id),
    };
    id.map(|id| id.to_string()).ok_or_else(|| Error::invalid("item_id", "must be a positive number"))
}

fn single(kind: Kind, item_id: Option<&str>) -> Result<String, Error> {
    if item_id == Some(kind.name()) { Ok(kind.name().to_owned()) } else { Err(not_creatable()) }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| StoreError::Corrupt { what: "content", reason: error.to_string() })
}

fn item(item_id: impl Into<String>, body: &impl Serialize) -> Result<ContentItem> {
    Ok(ContentItem { item_id: item_id.into(), body: json(body)? })
}
