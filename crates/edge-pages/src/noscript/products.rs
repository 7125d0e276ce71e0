//! Product lists and promotions without scripts.

use std::collections::HashSet;

use heuan_edge_api::{
    cached_query::CachedQuery,
    collection::{CollectionQuery, PATH_PART},
    group::GroupsQuery,
    product::ProductQuery,
    promotion::{PromotionTypesQuery, PromotionsQuery},
    search::SearchQuery,
};
use heuan_edge_http::escape::html;
use percent_encoding::utf8_percent_encode;
use serde::Deserialize;

use super::parts::{Link, heading, list, paragraph, price};
use crate::{
    Page,
    data::Data,
    head::{
        PREVIEW_WIDTH, PageContext, image,
        page_meta::{self, DataEnvelope, Group, Product, PromotionType},
        texts::texts,
    },
    route::{home_lists, related_to},
};

#[derive(Deserialize)]
struct Promotion {
    promo_id: i64,
    title_la: String,
    title_en: String,
}

/// Pagination of a list response.
#[derive(Deserialize)]
struct Pagination {
    total: i64,
    page: i32,
    limit: i32,
}

pub fn home(visit: PageContext<'_>, data: &Data) -> String {
    let own = texts(visit.language);
    let promotions = promotions(visit, None, data);
    let mut seen = HashSet::new();
    let lists = home_lists().into_iter();
    let mut products: Vec<Product> = lists.flat_map(|list| page_meta::products(&list, data)).collect();
    products.retain(|product| seen.insert(product.pro_id));
    let promotions = if promotions.is_empty() { promotions } else { heading(own.promotions) + &promotions };
    paragraph(own.about) + &promotions + &heading(own.shop) + &cards(visit, &products)
}

/// Renders the products of one list page.
pub fn products(visit: PageContext<'_>, call: &impl CachedQuery, data: &Data) -> String {
    cards(visit, &page_meta::products(call, data))
}

/// Renders the first products of a search.
pub fn found(visit: PageContext<'_>, query: &SearchQuery, data: &Data) -> String {
    cards(visit, &page_meta::found(query, data))
}

fn cards(visit: PageContext<'_>, products: &[Product]) -> String {
    list(products.iter().map(|product| {
        let name = visit.language.pick(&product.pro_name_la, &product.pro_name_en);
        format!("{} {}", Link::new(format!("/shop/{}", product.pro_id), name).render(visit), price(product))
    }))
}

/// Renders the links to the previous and next page.
pub fn turn(visit: PageContext<'_>, page: &Page, data: &Data) -> String {
    let (place, at): (_, Box<dyn Fn(i32) -> Page>) = match page {
        Page::Shop(query) => (
            data.read::<Pagination>(query),
            Box::new(|page| Page::Shop(ProductQuery { page, ..query.clone() })),
        ),
        Page::Collection(query) => (
            data.read::<Pagination>(query),
            Box::new(|page| Page::Collection(CollectionQuery { page, ..query.clone() })),
        ),
        _ => return String::new(),
    };
    let Some(place) = place else { return String::new() };
    let before = (place.page > 1).then(|| (place.page - 1, "←"));
    let is_last = i64::from(place.page) * i64::from(place.limit) >= place.total;
    let after = (!is_last).then(|| (place.page + 1, "→"));
    let links = [before, after].into_iter().flatten();
    list(links.map(|(page, arrow)| Link::new(at(page).url(), format!("{arrow} {page}")).render(visit)))
}

pub fn product(visit: PageContext<'_>, pro_id: i64, data: &Data) -> String {
    let Some(product) = page_meta::read_product(pro_id, data) else { return String::new() };
    let own = texts(visit.language);
    let mut section = String::new();
    if !product.pro_img_cover.is_empty() {
        let source = image::address(&product.pro_img_cover, PREVIEW_WIDTH);
        section = format!("<img src=\"{}\" alt=\"\" width=\"320\">\n", html(&source));
    }
    let stock = match (product.price, product.stock) {
        (Some(_), Some(stock)) if stock > 0 => own.in_stock,
        (Some(_), Some(_)) => own.sold_out,
        _ => own.not_for_sale,
    };
    section += &format!("<p>{} {}</p>\n", price(&product), html(stock));
    section += &paragraph(&product.brand);
    let about = visit.language.pick_text(&product.description_la, &product.description_en);
    section.extend(about.lines().map(paragraph));
    let category = product.category.map(|category| {
        let name = visit.language.pick(&category.cat_name_la, &category.cat_name_en).to_owned();
        Link::new(format!("/shop?category={}", category.cat_id), name).render(visit)
    });
    section += &list(category.into_iter());
    section + &products(visit, &related_to(pro_id), data)
}

pub fn collections(visit: PageContext<'_>, data: &Data) -> String {
    list(page_meta::collections(data).iter().map(|collection| {
        let name = utf8_percent_encode(&collection.name, PATH_PART);
        Link::new(format!("/by-{name}"), collection.title(visit.language)).render(visit)
    }))
}

pub fn promotion_types(visit: PageContext<'_>, data: &Data) -> String {
    let types = data.read::<DataEnvelope<Vec<PromotionType>>>(&PromotionTypesQuery).map(|answer| answer.data);
    list(types.into_iter().flatten().map(|kind| {
        let name = visit.language.pick(&kind.promo_type_name, &kind.promo_type_name_en);
        Link::new(format!("/promotion/{}", kind.promo_type_id), name).render(visit)
    }))
}

/// Renders the active promotions.
pub fn promotions(visit: PageContext<'_>, promo_type_id: Option<i64>, data: &Data) -> String {
    let call = PromotionsQuery { promo_type_id };
    let running = data.read::<DataEnvelope<Vec<Promotion>>>(&call).map(|answer| answer.data);
    list(running.into_iter().flatten().map(|promotion| {
        let title = visit.language.pick(&promotion.title_la, &promotion.title_en);
        Link::new(format!("/shop?promotion={}", promotion.promo_id), title).render(visit)
    }))
}

pub fn groups(visit: PageContext<'_>, data: &Data) -> String {
    let groups =
        data.read::<DataEnvelope<Vec<Group>>>(&GroupsQuery { cat_id: None }).map(|answer| answer.data);
    list(groups.into_iter().flatten().map(|group| {
        let name = visit.language.pick(&group.prog_name_la, &group.prog_name_en);
        Link::new(format!("/shop?category={}&group={}", group.cat_id, group.prog_id), name).render(visit)
    }))
}
