//! API routes. One module per capability: its query, response types, handlers, and calls to services.

pub mod account;
pub mod api_state;
pub mod api_token;
pub mod branches;
pub mod cached_query;
pub mod cart;
pub mod category;
pub mod chat;
pub mod checkout;
pub mod collection;
pub mod contact;
pub mod content;
mod csv;
pub mod empty_body;
pub mod events;
pub mod facet;
pub mod group;
pub mod health;
pub mod image_search;
pub mod inbox;
pub mod last_code_channels;
pub mod media;
mod message_reports;
pub mod notifications;
pub mod order;
pub mod order_body;
mod page_language;
pub mod payment;
pub mod personal_data;
pub mod points;
pub mod product;
pub mod promotion;
mod registry;
mod retention;
pub mod search;
pub mod search_history;
pub mod site;
mod staff_audit;
mod staff_content;
mod staff_customers;
pub mod staff_imports;
mod staff_messages;
mod staff_news;
mod staff_orders;
mod staff_outbox;
mod staff_people;
pub mod staff_products;
mod staff_searches;
mod staff_templates;
mod staff_today;
mod unsubscribe;
pub mod upload_budget;
pub mod viewed_products;
pub mod weather;
pub mod wishlist;

pub use registry::Registry;

use actix_web::web::ServiceConfig;

/// Registers the documented handlers, most requested first, because actix tries them in this order.
pub fn api(registry: &mut impl Registry) {
    registry
        .service(product::list_products)
        .service(product::get_product)
        .service(product::list_related_products)
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
        .service(retention::get_retention)
        .service(collection::list_collections)
        .service(collection::get_collection)
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
        .configure(viewed_products::api)
        .service(checkout::quote)
        .configure(order::api)
        .service(points::get_points)
        .configure(payment::api)
        .service(message_reports::report)
        .configure(chat::api)
        .configure(inbox::api)
        .configure(staff_imports::api)
        .configure(staff_products::api)
        .configure(staff_content::api)
        .configure(notifications::api)
        .configure(staff_orders::api)
        .configure(staff_today::api)
        .configure(staff_people::api)
        .configure(staff_customers::api)
        .configure(staff_audit::api)
        .configure(staff_messages::api)
        .configure(staff_outbox::api)
        .configure(staff_templates::api)
        .configure(staff_news::api)
        .configure(staff_searches::api)
        .service(events::stream);
}

/// Images, probes and the page that stops news, outside the documented API.
pub fn undocumented_routes(config: &mut ServiceConfig) {
    config
        .service(media::image)
        .service(health::livez)
        .service(health::readyz)
        .service(unsubscribe::confirmation)
        .service(unsubscribe::stop);
}
