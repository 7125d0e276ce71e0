//! SQL of an import's `content.json`: tables `storefront` and `content_page`.

use std::collections::HashMap;

use heuan_catalog_folder::{self as folder, CatalogFolder, Content};
use heuan_store::{Result, Tx, run};

use super::{json, touch};
use crate::content::{
    Banner, Company, DeliveryTime, Document, Hero, HeroTile, MenuItem, Message, NamedLink, PageBody,
    PopularSearch, Publication, Question, Text, Vacancy,
};

/// Writes `content.json`. The shop keeps its current data for absent sections.
pub async fn write(tx: &mut Tx, folder: &CatalogFolder, replace: bool, revision: i64) -> Result<()> {
    if replace {
        run!(*tx, "DELETE FROM storefront")?;
        run!(*tx, "DELETE FROM content_page")?;
    }
    if let Some(content) = &folder.content {
        write_storefront(tx, content).await?;
        let sizes = folder.documents.iter().map(|it| (it.path.as_str(), it.bytes)).collect();
        write_pages(tx, content, &sizes).await?;
    }
    if replace || folder.content.is_some() {
        touch(tx, "content", revision).await?;
    }
    Ok(())
}

async fn write_storefront(tx: &mut Tx, content: &Content) -> Result<()> {
    if let Some(menu) = &content.menu {
        put(tx, "menu", json(&menu.iter().map(menu_item).collect::<Vec<_>>())?).await?;
    }
    if let Some(messages) = &content.top_messages {
        let messages: Vec<Message> = messages
            .iter()
            .map(|it| Message { text: Text { la: it.la.clone(), en: it.en.clone() }, href: it.href.clone() })
            .collect();
        put(tx, "messages", json(&messages)?).await?;
    }
    if let Some(banners) = &content.banners {
        let banners: Vec<Banner> = banners
            .iter()
            .zip(0..)
            .map(|(it, position)| Banner {
                id: it.id,
                image: it.image.clone(),
                title: text(&it.title),
                href: it.href.clone(),
                starts: it.starts.clone(),
                ends: it.ends.clone(),
                published: it.published,
                position,
            })
            .collect();
        put(tx, "banners", json(&banners)?).await?;
    }
    if let Some(it) = &content.hero {
        let tiles = it.tiles.iter().map(hero_tile).collect();
        put(tx, "hero", json(&Hero { title: text(&it.title), text: text(&it.text), tiles })?).await?;
    }
    if let Some(proposed) = &content.popular_searches {
        let mut proposed: Vec<_> = proposed.iter().collect();
        proposed.sort_by_key(|it| std::cmp::Reverse(it.icount));
        let searches: Vec<_> = proposed
            .iter()
            .map(|it| PopularSearch { text: it.searchtext.clone(), count: it.icount })
            .collect();
        put(tx, "popular_searches", json(&searches)?).await?;
    }
    if let Some(it) = &content.company {
        put(tx, "company", json(&company(it))?).await?;
    }
    Ok(())
}

async fn write_pages(tx: &mut Tx, content: &Content, sizes: &HashMap<&str, u64>) -> Result<()> {
    for (list, articles, la, en) in [
        ("news", &content.news, "ຂ່າວສານ", "News"),
        ("homeguru", &content.homeguru, "ຮຽນຮູ້ເລື່ອງເຮືອນ", "Home Guru"),
    ] {
        let Some(articles) = articles else { continue };
        // The list page of the section. The `pages` below may define its text.
        let title = Text { la: la.to_owned(), en: en.to_owned() };
        put_page(tx, list, 0, "", &PageBody { title, ..PageBody::default() }).await?;
        run!(*tx, "DELETE FROM content_page WHERE parent = $1", list)?;
        for (position, it) in articles.iter().enumerate() {
            let body = PageBody {
                title: text(&it.title),
                image: it.image.clone(),
                paragraphs: it.paragraphs.iter().map(text).collect(),
                publication: publication(it.published, &it.starts, &it.ends),
                ..PageBody::default()
            };
            put_page(tx, &format!("{list}/{}", it.id), position as i64, &it.date, &body).await?;
        }
    }
    for (position, (slug, it)) in content.pages.iter().flatten().enumerate() {
        put_page(tx, slug, position as i64, &it.date, &page(it, sizes)).await?;
    }
    Ok(())
}

async fn put(tx: &mut Tx, name: &str, body: String) -> Result<()> {
    let sql = "INSERT INTO storefront (name, body) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET body = excluded.body";
    run!(*tx, sql, name, body)?;
    Ok(())
}

async fn put_page(tx: &mut Tx, slug: &str, position: i64, date: &str, body: &PageBody) -> Result<()> {
    let sql = "INSERT INTO content_page (slug, parent, position, date, body) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (slug) DO UPDATE SET parent = excluded.parent, position = excluded.position, \
           date = excluded.date, body = excluded.body";
    let parent = slug.rsplit_once('/').map_or("", |(parent, _)| parent);
    run!(*tx, sql, slug, parent, position, date, json(body)?)?;
    Ok(())
}

fn delivery_time(from: &folder::DeliveryTime) -> DeliveryTime {
    DeliveryTime { area: text(&from.area), min_days: from.min_days, max_days: from.max_days }
}

fn text(from: &folder::Text) -> Text {
    Text { la: from.la.clone(), en: from.en.clone() }
}

fn hero_tile(from: &folder::HeroTile) -> HeroTile {
    HeroTile {
        image: from.image.clone(),
        title: text(&from.title),
        text: text(&from.text),
        href: from.href.clone(),
    }
}

fn menu_item(from: &folder::MenuItem) -> MenuItem {
    let sublabel = text(&from.sublabel);
    MenuItem {
        id: from.id,
        label: text(&from.label),
        sublabel: (sublabel != Text::default()).then_some(sublabel),
        href: from.href.clone(),
        children: from.children.iter().map(menu_item).collect(),
    }
}

fn company(from: &folder::Company) -> Company {
    let links = |links: &[folder::NamedLink]| {
        links.iter().map(|it| NamedLink { name: it.name.clone(), url: it.url.clone() }).collect()
    };
    Company {
        name: from.name.clone(),
        legal_name: text(&from.legal_name),
        address: text(&from.address),
        hours: from.hours.clone(),
        timezone: from.timezone.clone(),
        hotline: from.hotline.clone(),
        customer_service: from.customer_service.clone(),
        tax_number: from.tax_number.clone(),
        delivery_times: from.delivery_times.iter().map(delivery_time).collect(),
        return_days: from.return_days,
        email: from.email.clone(),
        currency: from.currency.clone(),
        points_per_kip: from.points_per_kip.unwrap_or(0),
        free_delivery_from: from.free_delivery_from,
        social: links(&from.social),
        apps: links(&from.apps),
    }
}

fn page(from: &folder::Page, sizes: &HashMap<&str, u64>) -> PageBody {
    PageBody {
        title: text(&from.title),
        image: from.image.clone(),
        paragraphs: from.paragraphs.iter().map(text).collect(),
        questions: from
            .questions
            .iter()
            .map(|it| Question { question: text(&it.q), answer: text(&it.a) })
            .collect(),
        jobs: from
            .jobs
            .iter()
            .map(|it| Vacancy { title: text(&it.title), branch: it.branch.clone(), kind: text(&it.kind) })
            .collect(),
        documents: from
            .documents
            .iter()
            .map(|it| Document {
                title: text(&it.title),
                date: it.date.clone(),
                file: it.file.clone(),
                size: sizes.get(it.file.as_str()).copied().unwrap_or_default(),
            })
            .collect(),
        publication: publication(from.published, &from.starts, &from.ends),
    }
}

fn publication(published: bool, starts: &str, ends: &str) -> Publication {
    Publication { published, starts: starts.to_owned(), ends: ends.to_owned() }
}
