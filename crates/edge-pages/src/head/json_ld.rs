//! Structured data (schema.org JSON-LD) for search engines.

use serde_json::{Value, json};

use super::{
    PREVIEW_WIDTH, PageContext, absolute,
    breadcrumbs::{self, Breadcrumbs},
    image,
    page_meta::{Company, DataEnvelope, PageMeta, Product, Text, read_product},
    shorten,
    texts::texts,
};
use crate::{Page, data::Data};
use heuan_edge_api::content::CompanyQuery;

const CONTEXT: &str = "https://schema.org";

pub fn of(visit: PageContext<'_>, page: &Page, facts: &PageMeta, data: &Data) -> Vec<Value> {
    match page {
        Page::Home => [organization(visit, data), Some(website(visit))].into_iter().flatten().collect(),
        Page::Product { pro_id } => {
            let Some(found) = read_product(*pro_id, data) else { return Vec::new() };
            vec![
                product(visit, page, facts, &found),
                breadcrumbs(visit, &breadcrumbs::of(visit, page, facts, data)),
            ]
        }
        Page::Personal { .. } => Vec::new(),
        Page::Content { slug, .. } if slug == "about" || slug == "contact" => {
            let trail = breadcrumbs(visit, &breadcrumbs::of(visit, page, facts, data));
            organization(visit, data).into_iter().chain([trail]).collect()
        }
        _ => {
            let article = page.is_article().then(|| article(visit, page, facts));
            article
                .into_iter()
                .chain([breadcrumbs(visit, &breadcrumbs::of(visit, page, facts, data))])
                .collect()
        }
    }
}

fn organization(visit: PageContext<'_>, data: &Data) -> Option<Value> {
    let company = data.read::<DataEnvelope<Company>>(&CompanyQuery)?.data;
    let pick = |text: &Text| visit.language.pick_text(&text.la, &text.en).to_owned();
    // The Lao name belongs to the configured Latin one.
    let name = if company.name == visit.latin_name { visit.shop_name } else { &company.name };
    let links: Vec<&str> = company.social.iter().map(|social| social.url.as_str()).collect();
    let mut value = json!({
        "@context": CONTEXT,
        "@type": "Organization",
        "name": name,
        "legalName": pick(&company.legal_name),
        "address": pick(&company.address),
        "url": absolute(visit, visit.language, ""),
        "logo": format!("{}/favicon.svg", visit.origin),
        "email": company.email,
        "sameAs": links,
    });
    let numbers = [&company.customer_service, &company.hotline];
    if let Some(number) = numbers.into_iter().find(|number| !number.is_empty()) {
        value["contactPoint"] = json!({
            "@type": "ContactPoint", "telephone": number, "contactType": "customer service"
        });
    }
    // Values that the operator did not set are omitted.
    if let Value::Object(fields) = &mut value {
        fields.retain(|_, field| !matches!(field, Value::String(text) if text.is_empty()));
    }
    Some(value)
}

fn website(visit: PageContext<'_>) -> Value {
    json!({
        "@context": CONTEXT,
        "@type": "WebSite",
        "name": visit.shop_name,
        "url": absolute(visit, visit.language, ""),
        "inLanguage": visit.language.tag(),
    })
}

fn product(visit: PageContext<'_>, page: &Page, facts: &PageMeta, product: &Product) -> Value {
    let images: Vec<String> = [&product.pro_img_cover]
        .into_iter()
        .chain(&product.images)
        .filter(|path| !path.is_empty())
        .map(|path| format!("{}{}", visit.origin, image::address(path, PREVIEW_WIDTH)))
        .collect();
    let mut value = json!({
        "@context": CONTEXT,
        "@type": "Product",
        "name": facts.title,
        "sku": product.pro_id.to_string(),
        "description": shorten(&facts.description),
        "image": images,
    });
    if !product.brand.is_empty() {
        value["brand"] = json!({ "@type": "Brand", "name": product.brand });
    }
    // A product without price or stock is not for sale, so it has no offer.
    if let (Some(price), Some(stock)) = (product.price, product.stock) {
        let availability = if stock > 0 { "InStock" } else { "OutOfStock" };
        value["offers"] = json!({
            "@type": "Offer",
            "price": price,
            "priceCurrency": "LAK",
            "availability": format!("{CONTEXT}/{availability}"),
            "url": absolute(visit, visit.language, &page.canonical()),
        });
    }
    value
}

/// An article. Image and date are omitted when it has none.
fn article(visit: PageContext<'_>, page: &Page, facts: &PageMeta) -> Value {
    let mut value = json!({
        "@context": CONTEXT,
        "@type": "Article",
        "headline": facts.title,
        "description": shorten(&facts.description),
        "inLanguage": visit.language.tag(),
        "mainEntityOfPage": absolute(visit, visit.language, &page.canonical()),
        "publisher": {
            "@type": "Organization",
            "name": visit.shop_name,
            "logo": { "@type": "ImageObject", "url": format!("{}/icon-512.png", visit.origin) },
        },
    });
    if let Some(image) = &facts.image {
        value["image"] = json!([format!("{}{}", visit.origin, image::address(image, PREVIEW_WIDTH))]);
    }
    if let Some(date) = &facts.date {
        value["datePublished"] = json!(date);
    }
    value
}

fn breadcrumbs(visit: PageContext<'_>, trail: &Breadcrumbs) -> Value {
    let home = (texts(visit.language).home.to_owned(), absolute(visit, visit.language, ""));
    let items: Vec<Value> = [&home]
        .into_iter()
        .chain(trail)
        .enumerate()
        .map(|(index, (name, address))| {
            json!({ "@type": "ListItem", "position": index + 1, "name": name, "item": address })
        })
        .collect();
    json!({ "@context": CONTEXT, "@type": "BreadcrumbList", "itemListElement": items })
}
