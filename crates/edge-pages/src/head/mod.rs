//! The `<head>` of a page: metadata for search engines and link previews, and preloads.

#![allow(
    clippy::format_push_string,
    reason = "markup reads best as one expression, and is made once per change"
)]

mod breadcrumbs;
pub mod image;
mod json_ld;
pub mod page_meta;
pub mod texts;

use serde_json::Value;

use self::{image::Image, page_meta::PageMeta, texts::texts};
use super::{Language, Page, data::Data};

use heuan_edge_http::escape;

/// Maximum characters of a description that search engines show.
const DESCRIPTION_CHARS: usize = 160;
/// Width of the image in link previews.
pub const PREVIEW_WIDTH: u32 = 1280;

/// Image in link previews of pages without one: a file of the frontend's build.
const SIGN: &str = "/icon-512.png";

/// Whether the resource of the page exists. Most calls return 404 themselves; lists are also empty for a category or type that
/// does not exist. A group list exists only under the group's own category.
pub fn exists(page: &Page, data: &Data) -> bool {
    match page {
        Page::PromotionsOfType { promo_type_id } => page_meta::promotion_type(*promo_type_id, data).is_some(),
        Page::Shop(query) => match (query.filter.category, query.filter.group) {
            (Some(cat_id), None) => page_meta::category(cat_id, data).is_some(),
            (Some(cat_id), Some(prog_id)) => page_meta::group(Some(cat_id), prog_id, data).is_some(),
            (None, Some(_)) => false,
            (None, None) => true,
        },
        _ => true,
    }
}

/// Whether search engines may index the page: not personal pages, empty lists and ended promotions.
fn is_worth_finding(page: &Page, data: &Data) -> bool {
    match page {
        Page::Personal { .. } | Page::Search(_) => false,
        Page::Shop(query) => {
            let runs = |promo_id| page_meta::running(promo_id, data).is_some();
            query.filter.promotion.is_none_or(runs) && !page_meta::products(query, data).is_empty()
        }
        Page::Collection(query) => !page_meta::products(query, data).is_empty(),
        Page::PromotionsOfType { promo_type_id } => page_meta::has_promotions(*promo_type_id, data),
        _ => true,
    }
}

/// Request context of a page: origin, language and settings.
#[derive(Clone, Copy)]
pub struct PageContext<'a> {
    pub origin: &'a str,
    pub language: Language,
    /// The shop's name in the page's language.
    pub shop_name: &'a str,
    /// The shop's name in languages other than Lao, with which the browser may replace it on any page.
    pub latin_name: &'a str,
    /// The publishable key that the page exchanges for its API token.
    pub key: &'a str,
    /// Tile URL template and attribution of the map; empty without a map.
    pub map: [&'a str; 2],
}

/// Content of a head.
#[derive(Debug, Default)]
pub struct Head {
    /// Title of the page without the shop's name.
    pub heading: String,
    title: String,
    description: String,
    /// Canonical path; absent on pages that search engines must not index.
    page: Option<Page>,
    /// Image path for link previews.
    image: Option<String>,
    /// Images to preload.
    images: Vec<Image>,
    json_ld: Vec<Value>,
}

impl Head {
    pub fn of(visit: PageContext<'_>, page: &Page, data: &Data) -> Self {
        let facts = PageMeta::of(visit.language, page, data);
        let title = match page {
            Page::Home => format!("{} – {}", visit.shop_name, texts(visit.language).tagline),
            _ => titled(&facts.title, visit.shop_name),
        };
        let heading = if matches!(page, Page::Home) { title.clone() } else { facts.title.clone() };
        Self {
            heading,
            title,
            description: shorten(&facts.description),
            page: is_worth_finding(page, data).then(|| page.clone()),
            json_ld: json_ld::of(visit, page, &facts, data),
            images: image::preload(page, data),
            image: facts.image,
        }
    }

    pub fn not_found(visit: PageContext<'_>) -> Self {
        Self::bare(texts(visit.language).not_found, visit)
    }

    pub fn unavailable(visit: PageContext<'_>) -> Self {
        Self::bare(texts(visit.language).unavailable, visit)
    }

    fn bare(title: &str, visit: PageContext<'_>) -> Self {
        Self {
            heading: title.to_owned(),
            title: titled(title, visit.shop_name),
            description: texts(visit.language).about.to_owned(),
            ..Self::default()
        }
    }

    pub fn render(&self, visit: PageContext<'_>) -> String {
        let (title, description) = (escape::html(&self.title), escape::html(&self.description));
        let mut html =
            format!("<title>{title}</title>\n<meta name=\"description\" content=\"{description}\">\n");
        html += &format!("<meta name=\"heuan-key\" content=\"{}\">\n", escape::html(visit.key));
        html += &manifest_link(visit.language, visit.shop_name);
        let latin_name = escape::html(visit.latin_name);
        html += &format!("<meta name=\"application-name\" content=\"{latin_name}\">\n");
        html += &map(visit);
        match &self.page {
            Some(page) => html += &addresses(visit, page),
            None => html += "<meta name=\"robots\" content=\"noindex\">\n",
        }
        html += &self.previews(visit, &title, &description);
        html.extend(self.images.iter().map(Image::preload));
        for value in &self.json_ld {
            html += "<script type=\"application/ld+json\">";
            escape::json_into(&value.to_string(), &mut html);
            html += "</script>\n";
        }
        html
    }

    /// Renders the Open Graph tags. `title` and `description` are already escaped.
    fn previews(&self, visit: PageContext<'_>, title: &str, description: &str) -> String {
        let kind = match &self.page {
            Some(Page::Product { .. }) => "product",
            Some(page) if page.is_article() => "article",
            _ => "website",
        };
        let mut pairs = vec![
            ("og:site_name", escape::html(visit.shop_name)),
            ("og:type", kind.to_owned()),
            ("og:title", title.to_owned()),
            ("og:description", description.to_owned()),
            ("og:locale", visit.language.locale().to_owned()),
        ];
        if let Some(page) = &self.page {
            pairs.push(("og:url", escape::html(&absolute(visit, visit.language, &page.canonical()))));
        }
        let image = self.image.as_ref().map(|image| image::address(image, PREVIEW_WIDTH));
        // The logo is small, so its preview is the small card.
        let card = if image.is_some() { "summary_large_image" } else { "summary" };
        let address = format!("{}{}", visit.origin, image.as_deref().unwrap_or(SIGN));
        pairs.push(("og:image", escape::html(&address)));
        let metas =
            pairs.iter().map(|(name, value)| format!("<meta property=\"{name}\" content=\"{value}\">\n"));
        metas.collect::<String>() + &format!("<meta name=\"twitter:card\" content=\"{card}\">\n")
    }
}

/// Renders the meta tag of the map tiles.
fn map(visit: PageContext<'_>) -> String {
    let [tiles, thanks] = visit.map.map(escape::html);
    if tiles.is_empty() {
        return String::new();
    }
    format!("<meta name=\"heuan-map\" content=\"{tiles}\" data-attribution=\"{thanks}\">\n")
}

/// Renders the canonical link and the alternates in other languages.
fn addresses(visit: PageContext<'_>, page: &Page) -> String {
    let canonical = page.canonical();
    let of = |language| escape::html(&absolute(visit, language, &canonical));
    let mut html = format!("<link rel=\"canonical\" href=\"{}\">\n", of(visit.language));
    for language in Language::ALL {
        html +=
            &format!("<link rel=\"alternate\" hreflang=\"{}\" href=\"{}\">\n", language.tag(), of(language));
    }
    html + &format!("<link rel=\"alternate\" hreflang=\"x-default\" href=\"{}\">\n", of(Language::La))
}

/// Returns the absolute URL of a path in a language.
fn absolute(visit: PageContext<'_>, language: Language, path: &str) -> String {
    format!("{}/{}{path}", visit.origin, language.code())
}

fn titled(title: &str, shop_name: &str) -> String {
    if title.is_empty() { shop_name.to_owned() } else { format!("{title} | {shop_name}") }
}

/// Returns one line, truncated at a space where there is one (Lao has few).
fn shorten(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= DESCRIPTION_CHARS {
        return line;
    }
    let cut: String = line.chars().take(DESCRIPTION_CHARS - 1).collect();
    let end = cut.rfind(' ').filter(|end| *end > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", &cut[..end])
}

/// Renders the manifest link, and the app name for devices without manifest support.
fn manifest_link(language: Language, shop_name: &str) -> String {
    let name = escape::html(shop_name);
    let code = language.code();
    format!(
        "<link rel=\"manifest\" href=\"/{code}/site.webmanifest\">\n\
         <meta name=\"apple-mobile-web-app-title\" content=\"{name}\">\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        let lao = "ຊີມັງປອດແລນ".repeat(30);
        let short = shorten(&lao);
        assert_eq!(short.chars().count(), DESCRIPTION_CHARS);
        assert_eq!(shorten("  two\nlines "), "two lines");
        assert!(shorten(&"word ".repeat(100)).ends_with("word…"));
    }
}
