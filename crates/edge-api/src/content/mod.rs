//! Operator-written content: menu, header messages, banners, company, pages.

mod dto;
mod page;
mod site;

pub use page::{ContentQuery, by_slug, is_slug};
pub use site::{
    BannerQuery, CompanyQuery, MenuQuery, PagesQuery, get_banner, get_company, get_menu, list_pages, pick,
    site,
};
