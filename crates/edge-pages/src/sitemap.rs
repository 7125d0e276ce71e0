//! `/sitemap.xml` and `/robots.txt`.

#![allow(
    clippy::format_push_string,
    reason = "markup reads best as one expression, and is made once per change"
)]

use std::collections::BTreeSet;

use actix_web::{
    HttpRequest, HttpResponse, get,
    web::{Data, Path},
};
use heuan_proto::catalog::v1::{self as proto, content_service_client::ContentServiceClient};
use heuan_rpc::{Error, Result};
use serde::Deserialize;

use crate::{Language, Page, PageState, origin};
use heuan_edge_api::{
    cached_query::CachedQuery, category::CategoriesQuery, collection::CollectionsQuery, group::GroupsQuery,
    promotion::PromotionsQuery,
};
use heuan_edge_http::{body::Body, escape, problem::Problem, respond};

/// Pages per file. Each page is listed once per language, and a file may have 50,000 URLs.
const PAGES_EACH: usize = 8_000;
const XML: &str = "application/xml; charset=utf-8";
const FIXED: [&str; 6] = ["", "/shop", "/collections", "/promotion", "/promotions", "/sitemap"];

/// Returns every public page in every language; an index of parts if one file cannot hold them.
#[get("/sitemap.xml")]
pub async fn index(request: HttpRequest, state: Data<PageState>) -> Result<HttpResponse, Problem> {
    let origin = origin(&request, &state);
    let key = format!("{origin} sitemap");
    let answer = state.cached(&key, || async {
        let paths = paths(&state).await?;
        let parts = paths.len().div_ceil(PAGES_EACH);
        Ok(Body::new(XML, if parts > 1 { list_parts(&origin, parts) } else { list_pages(&origin, &paths) }))
    });
    Ok(respond::with(&request, answer.await?, respond::API_FRESHNESS).await)
}

/// Returns one part of a large sitemap.
#[get("/sitemap-{part}.xml")]
pub async fn one_part(
    request: HttpRequest,
    part: Path<String>,
    state: Data<PageState>,
) -> Result<HttpResponse, Problem> {
    let part: usize = part.parse().map_err(|_| Problem::not_found())?;
    let origin = origin(&request, &state);
    let key = format!("{origin} sitemap {part}");
    let answer = state.cached(&key, || async {
        let paths = paths(&state).await?;
        let chunk = part.checked_sub(1).and_then(|part| paths.chunks(PAGES_EACH).nth(part));
        let chunk = chunk.ok_or_else(|| Error::not_found("the sitemap has no such part"))?;
        Ok(Body::new(XML, list_pages(&origin, chunk)))
    });
    Ok(respond::with(&request, answer.await?, respond::API_FRESHNESS).await)
}

/// Returns `robots.txt`. Crawlers may read all public pages, but not personal ones.
#[get("/robots.txt")]
pub async fn robots(request: HttpRequest, state: Data<PageState>) -> HttpResponse {
    let origin = origin(&request, &state);
    let text = format!(
        "User-agent: *\nDisallow: /api/auth/\nDisallow: /*/account/\nDisallow: /*/cart\nDisallow: /*/checkout\n\
         \nSitemap: {origin}/sitemap.xml\n"
    );
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body(text)
}

#[derive(Deserialize)]
struct DataEnvelope<T> {
    data: Vec<T>,
}

#[derive(Deserialize)]
struct Category {
    cat_id: i64,
    product_count: i64,
}

#[derive(Deserialize)]
struct Group {
    prog_id: i64,
    cat_id: i64,
    product_count: i64,
}

#[derive(Deserialize)]
struct Collection {
    name: String,
}

/// An active promotion.
#[derive(Deserialize)]
struct Promotion {
    promo_type_id: i64,
}

/// The path of every public page with content, without the language. Products are known from the watch stream, so they
/// need no call.
async fn paths(state: &PageState) -> Result<Vec<String>> {
    let categories: DataEnvelope<Category> = read(state, &CategoriesQuery).await?;
    let collections: DataEnvelope<Collection> = read(state, &CollectionsQuery).await?;
    let groups: DataEnvelope<Group> = read(state, &GroupsQuery { cat_id: None }).await?;
    let running: DataEnvelope<Promotion> = read(state, &PromotionsQuery { promo_type_id: None }).await?;
    let types: BTreeSet<i64> = running.data.iter().map(|promotion| promotion.promo_type_id).collect();
    let content = state
        .clients
        .content()
        .read("ListPages", ContentServiceClient::list_pages, proto::ListPagesRequest {})
        .await?;

    let mut paths: Vec<String> = FIXED.map(str::to_owned).into();
    let categories = categories.data.iter().filter(|category| category.product_count > 0);
    paths.extend(categories.map(|category| format!("/shop?category={}", category.cat_id)));
    let groups = groups.data.iter().filter(|group| group.product_count > 0);
    paths.extend(groups.map(|group| format!("/shop?category={}&group={}", group.cat_id, group.prog_id)));
    paths.extend(collections.data.iter().filter_map(|collection| {
        let encoded =
            percent_encoding::utf8_percent_encode(&collection.name, heuan_edge_api::collection::PATH_PART);
        Page::parse(&format!("by-{encoded}"), "").map(|page| page.canonical())
    }));
    paths.extend(types.iter().map(|promo_type_id| format!("/promotion/{promo_type_id}")));
    paths.extend(content.pages.iter().filter_map(|page| content_path(&page.slug)));
    paths.extend(state.products.ids().into_iter().map(|id| format!("/shop/{id}")));
    Ok(paths)
}

/// The path of a content page, if there is one with this slug.
fn content_path(slug: &str) -> Option<String> {
    let path =
        if slug == "news" || slug.starts_with("news/") { format!("blogs/{slug}") } else { slug.to_owned() };
    Page::parse(&path, "").map(|page| page.canonical())
}

async fn read<T: for<'de> Deserialize<'de>>(
    state: &PageState,
    query: &impl CachedQuery,
) -> Result<DataEnvelope<T>> {
    let answer = query.fetch_cached(state).await?;
    serde_json::from_slice(answer.value.bytes()).map_err(Error::internal)
}

fn list_pages(origin: &str, paths: &[String]) -> String {
    let mut xml = String::with_capacity(paths.len() * Language::ALL.len() * 80);
    xml.push_str(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    ));
    for path in paths {
        let path = escape::html(path);
        for language in Language::ALL {
            xml += &format!("<url><loc>{origin}/{}{path}</loc></url>\n", language.code());
        }
    }
    xml + "</urlset>\n"
}

fn list_parts(origin: &str, parts: usize) -> String {
    let mut xml = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
    ));
    for part in 1..=parts {
        xml += &format!("<sitemap><loc>{origin}/sitemap-{part}.xml</loc></sitemap>\n");
    }
    xml + "</sitemapindex>\n"
}
