//! API routes. One module per capability: its query, response types, handlers, and calls to services.

pub mod account;
pub mod api_token;
pub mod assets;
pub mod branches;
pub mod cart;
pub mod category;
pub mod chat;
pub mod checkout;
pub mod collection;
pub mod contact;
pub mod content;
pub mod envelope;
pub mod events;
pub mod facet;
pub mod group;
pub mod health;
pub mod image_search;
pub mod inbox;
pub mod manifest;
pub mod media;
pub mod notifications;
pub mod openapi;
mod openapi_common;
pub mod order;
pub mod payment;
pub mod points;
pub mod product;
pub mod promotion;
mod registry;
pub mod search;
pub mod search_history;
pub mod sitemap;
mod table;
pub mod weather;
pub mod wishlist;

pub use registry::Registry;

use actix_web::{
    HttpRequest, HttpResponse, guard,
    http::Method,
    web::{self, Data},
};

use crate::{app_state::AppState, pages, problem::Problem};

/// Registers the documented handlers, most requested first, because actix tries them in this order.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(product::list)
        .service(product::one)
        .service(product::related)
        .service(category::list)
        .service(group::list)
        .service(facet::of_list)
        .service(promotion::list_types)
        .service(promotion::list)
        .service(content::get_banner)
        .service(content::get_menu)
        .service(content::get_company)
        .service(content::list_pages)
        .service(content::by_slug)
        .service(collection::list)
        .service(collection::one)
        .service(branches::list)
        .service(weather::list)
        .configure(search::api)
        .service(api_token::issue)
        .service(image_search::search)
        .configure(account::api)
        .service(contact::submit)
        .configure(cart::api)
        .configure(wishlist::api)
        .configure(search_history::api)
        .service(checkout::quote)
        .configure(order::api)
        .service(points::get_one)
        .configure(payment::api)
        .configure(chat::api)
        .configure(inbox::api)
        .configure(notifications::api)
        .service(events::stream);
}

/// URLs whose other methods a pattern of [`api`] would match: they return 405.
pub fn before_patterns(config: &mut web::ServiceConfig) {
    let not_post = guard::Not(guard::Post());
    config.service(web::resource("/api/auth/wishlist/add-all-to-cart").guard(not_post).to(fallback));
}

/// Routes for machines and browsers, outside the documented API.
pub fn plumbing(config: &mut actix_web::web::ServiceConfig) {
    config
        .service(media::picture)
        .service(health::livez)
        .service(health::readyz)
        .service(openapi::document_json)
        .service(openapi::docs_page)
        .service(openapi::docs_style)
        .service(sitemap::index)
        .service(sitemap::one_part)
        .service(sitemap::robots)
        .service(manifest::one);
}

/// Fallback route: a page, a file of the frontend's root, or 404.
pub async fn fallback(request: HttpRequest, state: Data<AppState>) -> Result<HttpResponse, Problem> {
    let (path, table) = (request.path(), &state.shared.documents.table);
    if let Some(allow) = table.allowed(path) {
        return Err(Problem::method_not_allowed(allow.to_owned()));
    }
    let is_file = ["/media/", "/assets/"].iter().any(|folder| path.starts_with(folder));
    if is_file && request.method() != Method::GET {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    // `/metrics` is a path of the admin port, and not a page.
    let is_ours = ["/api", "/media", "/assets", "/metrics"]
        .iter()
        .any(|ours| path.strip_prefix(ours).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')));
    if is_ours {
        return Err(Problem::not_found());
    }
    if request.method() != Method::GET {
        return Err(Problem::method_not_allowed("GET, HEAD".to_owned()));
    }
    if let Some(file) = assets::root_file(&request, &state)? {
        return Ok(file);
    }
    if pages::names_a_file(path) {
        return Err(Problem::not_found());
    }
    Ok(pages::answer(&request, &state).await)
}
