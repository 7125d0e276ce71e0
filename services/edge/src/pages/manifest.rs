//! The web app manifest: what the shop is called and looks like once it stands among a device's own apps. One for each
//! language, so that it opens in the one it was installed in.

use serde_json::{Value, json};

use super::{
    Language, escape,
    head::texts::{Texts, texts},
};

/// `--neutral-0` of the frontend's tokens, as `<meta name="theme-color">` says it too; the page itself follows the dark.
const PAPER: &str = "#ffffff";

/// What an installed shop offers beside its icon.
fn shortcuts(own: &Texts) -> [(&str, &str); 3] {
    [(own.shop, "/shop"), (own.promotions, "/promotions"), (own.cart, "/cart")]
}

/// What leads a page to its manifest, and names the shop to devices that read none.
pub fn link(language: Language, shop_name: &str) -> String {
    let name = escape::html(shop_name);
    let code = language.code();
    format!(
        "<link rel=\"manifest\" href=\"/{code}/site.webmanifest\">\n\
         <meta name=\"apple-mobile-web-app-title\" content=\"{name}\">\n"
    )
}

pub fn of(language: Language, shop_name: &str) -> Value {
    let (own, code) = (texts(language), language.code());
    let icon = |file: &str, size: &str, purpose: &str| json!({ "src": file, "sizes": size, "type": "image/png", "purpose": purpose });
    let shortcut = |(name, path): (&str, &str)| json!({ "name": name, "url": format!("/{code}{path}") });
    json!({
        // The same in every language: changing it makes no second app.
        "id": "/",
        "name": shop_name,
        "short_name": shop_name,
        "description": own.about,
        "lang": language.tag(),
        "dir": "ltr",
        "start_url": format!("/{code}"),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": [
            icon("/icon-192.png", "192x192", "any"),
            icon("/icon-512.png", "512x512", "any"),
            icon("/icon-maskable-512.png", "512x512", "maskable"),
        ],
        "shortcuts": shortcuts(own).map(shortcut),
    })
}
