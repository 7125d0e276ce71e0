//! Breadcrumbs of a page, as the page itself shows them.

use super::{
    PageContext, absolute,
    page_meta::{self, Category, GroupName, PageMeta, read_product},
    texts::texts,
};
use crate::{Page, data::Data};

/// Names and paths, from below the home page to the page itself.
pub type Breadcrumbs = Vec<(String, String)>;

pub fn of(visit: PageContext<'_>, page: &Page, facts: &PageMeta, data: &Data) -> Breadcrumbs {
    let own = (facts.title.clone(), absolute(visit, visit.language, &page.canonical()));
    let mut trail = parents(visit, page, data);
    trail.push(own);
    trail
}

fn parents(visit: PageContext<'_>, page: &Page, data: &Data) -> Breadcrumbs {
    let own = texts(visit.language);
    let at = |name: &str, path: &str| (name.to_owned(), absolute(visit, visit.language, path));
    let of_category = |category: &Category| {
        let name = visit.language.pick(&category.cat_name_la, &category.cat_name_en);
        at(name, &format!("/shop?category={}", category.cat_id))
    };
    match page {
        Page::Product { pro_id } => {
            let Some(product) = read_product(*pro_id, data) else { return Vec::new() };
            let group = product.group.as_ref().zip(product.cat_id);
            let group = group.map(|(GroupName { prog_id, prog_name_la, prog_name_en }, cat_id)| {
                let name = visit.language.pick(prog_name_la, prog_name_en);
                at(name, &format!("/shop?category={cat_id}&group={prog_id}"))
            });
            product.category.as_ref().map(of_category).into_iter().chain(group).collect()
        }
        Page::Shop(query) if query.filter.group.is_some() => {
            let category = query.filter.category.and_then(|cat_id| page_meta::category(cat_id, data));
            category.as_ref().map(of_category).into_iter().collect()
        }
        Page::Search(_) => vec![at(own.shop, "/shop")],
        Page::Collection(_) => vec![at(own.collections, "/collections")],
        Page::Promotions | Page::PromotionsOfType { .. } => vec![at(own.promotions, "/promotion")],
        Page::Content { slug, .. } => match slug.split_once('/') {
            Some(("news", _)) => vec![at(own.news, "/blogs/news")],
            Some(("homeguru", _)) => vec![at(own.homeguru, "/homeguru")],
            Some(("investor", _)) if page_meta::has_page("investor", data) => {
                vec![at(own.investor, "/investor")]
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
