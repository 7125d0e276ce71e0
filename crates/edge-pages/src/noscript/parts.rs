//! HTML fragments: links, lists, prices, telephone numbers. All merchant text is escaped here.

use crate::{head::PageContext, head::page_meta::Product};
use heuan_edge_http::escape::html;

/// A link. Paths of the shop get the language prefix.
pub struct Link {
    href: String,
    text: String,
}

impl Link {
    pub fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self { href: href.into(), text: text.into() }
    }

    pub fn render(&self, visit: PageContext<'_>) -> String {
        let local = self.href.starts_with('/') && !self.href.starts_with("//");
        let href = match self.href.as_str() {
            "/" => format!("/{}", visit.language.code()),
            path if local => format!("/{}{path}", visit.language.code()),
            elsewhere => elsewhere.to_owned(),
        };
        format!("<a href=\"{}\">{}</a>", html(&href), html(&self.text))
    }
}

/// Renders a list; empty without items.
pub fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if items.is_empty() { String::new() } else { format!("<ul>\n{}</ul>\n", items.concat()) }
}

pub fn paragraph(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("<p>{}</p>\n", html(text.trim())) }
}

pub fn heading(text: &str) -> String {
    if text.trim().is_empty() { String::new() } else { format!("<h2>{}</h2>\n", html(text)) }
}

/// Renders `₭58,000.00` with a higher original price struck through; empty without a price.
pub fn price(product: &Product) -> String {
    let Some(price) = product.price else { return String::new() };
    let former = product.product_price1.filter(|former| *former > price);
    let former = former.map(|former| format!(" <s>{}</s>", kip(former))).unwrap_or_default();
    format!("<b>{}</b>{former}", kip(price))
}

/// Formats kip as the frontend's `formatKip`.
fn kip(amount: i64) -> String {
    let digits = amount.unsigned_abs().to_string();
    let mut grouped = String::with_capacity(digits.len() * 2);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if amount < 0 { "−" } else { "" };
    format!("₭{sign}{grouped}.00")
}

pub fn telephone(number: &str) -> String {
    let digits: String = number.split_whitespace().collect();
    reach("tel:", &digits, number)
}

pub fn email(address: &str) -> String {
    reach("mailto:", address, address)
}

fn reach(scheme: &str, target: &str, text: &str) -> String {
    if target.is_empty() {
        return String::new();
    }
    format!("<a href=\"{scheme}{}\">{}</a>", html(target), html(text))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::Language;

    #[rstest]
    #[case(0, "₭0.00")]
    #[case(999, "₭999.00")]
    #[case(58_000, "₭58,000.00")]
    #[case(10_000_000_000_000, "₭10,000,000,000,000.00")]
    fn kip_is_formatted_as_in_the_storefront(#[case] amount: i64, #[case] expected: &str) {
        assert_eq!(kip(amount), expected);
    }

    #[rstest]
    #[case("/", "/en")]
    #[case("/shop?category=1&page=2", "/en/shop?category=1&amp;page=2")]
    #[case("https://a.example/\"x", "https://a.example/&quot;x")]
    #[case("tel:020", "tel:020")]
    fn links_of_the_shop_keep_the_language(#[case] href: &str, #[case] expected: &str) {
        let visit = PageContext {
            origin: "",
            language: Language::En,
            shop_name: "",
            latin_name: "",
            key: "",
            map: [""; 2],
        };
        assert_eq!(Link::new(href, "<b>").render(visit), format!("<a href=\"{expected}\">&lt;b&gt;</a>"));
    }
}
