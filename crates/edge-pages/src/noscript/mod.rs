//! The `<noscript>` content of a page: heading, products with prices, contact and links. Rendered from the embedded responses.

#![allow(
    clippy::format_push_string,
    reason = "markup reads best as one expression, and is made once per change"
)]

mod article;
mod parts;
mod products;

use serde::Deserialize;

use self::parts::{Link, list};
use super::{
    Page,
    data::Data,
    head::{
        PageContext,
        page_meta::{Category, Company, DataEnvelope, Text},
        texts::texts,
    },
};

use heuan_edge_api::{category::CategoriesQuery, content::CompanyQuery, content::MenuQuery};
use heuan_edge_http::escape::html;

/// Maximum menu entries that are listed; a merchant's menu may have thousands.
const MAX_ENTRIES: usize = 100;

#[derive(Deserialize)]
struct MenuItem {
    label: Text,
    href: String,
    #[serde(rename = "dropDownMenuData")]
    children: Vec<MenuItem>,
}

/// Renders the `<noscript>` of a page under `heading`; `page` is `None` for the 404 page.
pub fn render(visit: PageContext<'_>, page: Option<&Page>, heading: &str, data: &Data) -> String {
    let company = data.read::<DataEnvelope<Company>>(&CompanyQuery).map(|answer| answer.data);
    let content = page.map(|page| content(visit, page, data)).unwrap_or_default();
    format!(
        "<noscript><div class=\"wrap\">\n<header>{home} {contact}</header>\n<main>\n<h1>{heading}</h1>\n{content}\
         <p>{note}</p>\n</main>\n<nav>\n{links}</nav>\n<footer>{imprint}</footer>\n</div></noscript>\n",
        home = Link::new("/", visit.shop_name).render(visit),
        contact = company.as_ref().map(contact).unwrap_or_default(),
        heading = html(heading),
        note = html(texts(visit.language).no_script),
        links = links(visit, data),
        imprint = company.as_ref().map(|company| imprint(visit, company)).unwrap_or_default(),
    )
}

/// Renders the `<noscript>` of a server-rendered page: the links of its menus.
pub fn beside_view(visit: PageContext<'_>, data: &Data) -> String {
    format!(
        "<noscript><nav class=\"wrap\">\n<p>{note}</p>\n{links}</nav></noscript>\n",
        note = html(texts(visit.language).no_script),
        links = links(visit, data),
    )
}

fn content(visit: PageContext<'_>, page: &Page, data: &Data) -> String {
    match page {
        Page::Home => products::home(visit, data),
        Page::Shop(query) => products::products(visit, query, data) + &products::turn(visit, page, data),
        Page::Search(query) => products::found(visit, query, data),
        Page::Collection(query) => {
            products::products(visit, query, data) + &products::turn(visit, page, data)
        }
        Page::Product { pro_id } => products::product(visit, *pro_id, data),
        Page::Collections => products::collections(visit, data),
        Page::PromotionTypes => {
            products::promotion_types(visit, data) + &products::promotions(visit, None, data)
        }
        Page::Promotions => products::promotions(visit, None, data),
        Page::PromotionsOfType { promo_type_id } => products::promotions(visit, Some(*promo_type_id), data),
        Page::Content { slug, .. } => article::content(visit, slug, data),
        Page::Sitemap => products::groups(visit, data),
        Page::Personal { .. } => String::new(),
    }
}

/// Renders the contact data.
fn contact(company: &Company) -> String {
    let numbers = [&company.hotline, &company.customer_service].map(|number| parts::telephone(number));
    numbers.join(" ") + " " + &parts::email(&company.email)
}

/// Renders the categories and the shop's menu.
fn links(visit: PageContext<'_>, data: &Data) -> String {
    let categories = data.read::<DataEnvelope<Vec<Category>>>(&CategoriesQuery).map(|answer| answer.data);
    let categories = categories.into_iter().flatten().map(|category| {
        let name = visit.language.pick(&category.cat_name_la, &category.cat_name_en);
        Link::new(format!("/shop?category={}", category.cat_id), name)
    });
    let menu =
        data.read::<DataEnvelope<Vec<MenuItem>>>(&MenuQuery).map(|answer| answer.data).unwrap_or_default();
    let mut entries = Vec::new();
    flatten(visit, &menu, &mut entries);
    let all = [Link::new("/shop", texts(visit.language).shop)].into_iter().chain(categories).chain(entries);
    list(all.map(|link| link.render(visit)))
}

/// Renders menu entries recursively. The importer limits the depth.
fn flatten(visit: PageContext<'_>, items: &[MenuItem], entries: &mut Vec<Link>) {
    for item in items {
        if item.href != "#" && entries.len() < MAX_ENTRIES {
            entries
                .push(Link::new(item.href.clone(), visit.language.pick_text(&item.label.la, &item.label.en)));
        }
        flatten(visit, &item.children, entries);
    }
}

fn imprint(visit: PageContext<'_>, company: &Company) -> String {
    let pick = |text: &Text| html(visit.language.pick_text(&text.la, &text.en));
    let lines = [pick(&company.legal_name), pick(&company.address), html(&company.hours), contact(company)];
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    lines.map(|line| ["<p>", line, "</p>\n"].concat()).collect()
}
