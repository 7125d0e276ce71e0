//! Operator-written content: menu, header messages, banners, company, pages.

mod dto;
mod page;
mod site;

pub use page::{by_slug, fetch, is_slug};
pub use site::{Site, get_banner, get_company, get_menu, list_pages, pick, site};
