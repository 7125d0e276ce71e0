//! Web app manifest of the installed shop. There is one per language, so that the app opens in the language in which it
//! was installed.

use serde_json::{Value, json};

use super::{
    Language,
    head::texts::{Texts, texts},
};

/// `--neutral-0` of the design tokens, as in `<meta name="theme-color">`, which the page changes in dark mode.
const PAPER: &str = "#ffffff";

/// App shortcuts.
fn shortcuts(own: &Texts) -> [(&str, &str); 3] {
    [(own.shop, "/shop"), (own.promotions, "/promotions"), (own.cart, "/cart")]
}

pub fn of(language: Language, shop_name: &str) -> Value {
    let (own, code) = (texts(language), language.code());
    let icon = |file: &str, size: &str, purpose: &str| json!({ "src": file, "sizes": size, "type": "image/png", "purpose": purpose });
    let shortcut = |(name, path): (&str, &str)| json!({ "name": name, "url": format!("/{code}{path}") });
    json!({
        // The same id in every language, so that a language change does not install a second app.
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
