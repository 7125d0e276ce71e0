//! Metadata of a page, parsed from the responses that it embeds, so that nothing is fetched or stored twice.

#![allow(clippy::struct_field_names, reason = "the names are the specification's")]

use serde::{Deserialize, de::IgnoredAny};

use super::texts::{self, Texts, texts};
use crate::{Language, Page, data::Data};
use heuan_edge_api::{
    cached_query::CachedQuery,
    category::CategoriesQuery,
    collection::CollectionsQuery,
    content::BannerQuery,
    content::ContentQuery,
    content::PagesQuery,
    group::GroupsQuery,
    product::ProductByIdQuery,
    product::{ProductFilter, ProductQuery},
    promotion::PromotionTypesQuery,
    promotion::PromotionsQuery,
    search::SearchQuery,
};

/// Title, description and image of a page in its language.
#[derive(Debug, Default)]
pub struct PageMeta {
    pub title: String,
    pub description: String,
    pub image: Option<String>,
    /// Publication date of an article.
    pub date: Option<String>,
}

#[derive(Deserialize)]
pub struct DataEnvelope<T> {
    pub data: T,
}

#[derive(Deserialize)]
pub struct Text {
    pub la: String,
    pub en: String,
}

#[derive(Deserialize)]
pub struct Product {
    pub pro_id: i64,
    pub cat_id: Option<i64>,
    pub pro_name_la: String,
    pub pro_name_en: String,
    pub pro_img_cover: String,
    #[serde(default)]
    pub images: Vec<String>,
    pub price: Option<i64>,
    pub product_price1: Option<i64>,
    pub stock: Option<i64>,
    pub brand: String,
    #[serde(default)]
    pub description_la: String,
    #[serde(default)]
    pub description_en: String,
    pub category: Option<Category>,
    pub group: Option<GroupName>,
}

/// Names of the group of a product.
#[derive(Deserialize)]
pub struct GroupName {
    pub prog_id: i64,
    pub prog_name_la: String,
    pub prog_name_en: String,
}

#[derive(Deserialize)]
pub struct Category {
    pub cat_id: i64,
    pub cat_name_la: String,
    pub cat_name_en: String,
    #[serde(default)]
    pub cat_img: String,
}

#[derive(Deserialize)]
pub struct Group {
    pub prog_id: i64,
    pub cat_id: i64,
    pub prog_name_la: String,
    pub prog_name_en: String,
}

#[derive(Deserialize)]
pub struct PromotionType {
    pub promo_type_id: i64,
    pub promo_type_name: String,
    pub promo_type_name_en: String,
}

#[derive(Deserialize)]
pub struct Promotion {
    pub promo_id: i64,
    pub title_la: String,
    pub title_en: String,
    banner: Option<String>,
    #[serde(default)]
    products: Vec<Product>,
}

#[derive(Deserialize)]
struct SearchResults {
    products: Vec<Product>,
}

#[derive(Deserialize)]
struct CollectionAnswer {
    collection: Collection,
}

#[derive(Deserialize)]
pub struct Collection {
    pub name: String,
    pub title: Text,
    image: Option<String>,
}

impl Collection {
    pub fn title(&self, language: Language) -> &str {
        texts::collection(language, &self.name, &self.title)
    }
}

#[derive(Deserialize)]
struct Content {
    title: Text,
    image: Option<String>,
    date: Option<String>,
    paragraphs: Vec<Text>,
    /// Articles of a list.
    items: Vec<Story>,
}

#[derive(Deserialize)]
struct Story {
    image: Option<String>,
}

#[derive(Deserialize)]
pub struct Banners {
    pub banners: Vec<Banner>,
    #[serde(default)]
    pub hero: Option<Hero>,
}

#[derive(Deserialize)]
pub struct Hero {
    pub tiles: Vec<Banner>,
}

#[derive(Deserialize)]
pub struct Banner {
    pub image: String,
}

#[derive(Deserialize)]
pub struct Company {
    pub name: String,
    pub legal_name: Text,
    pub address: Text,
    pub hotline: String,
    pub customer_service: String,
    pub email: String,
    pub hours: String,
    pub social: Vec<Social>,
}

#[derive(Deserialize)]
pub struct Social {
    pub url: String,
}

impl PageMeta {
    pub fn of(language: Language, page: &Page, data: &Data) -> Self {
        let own = texts(language);
        let fixed = |title: &str, description: &str| Self {
            title: title.to_owned(),
            description: description.to_owned(),
            ..Self::default()
        };
        // These pages have only a title as metadata.
        let titled = |title: &str, about: &str| fixed(title, &format!("{title} – {about}"));
        match page {
            Page::Home => {
                let banners = data.read::<DataEnvelope<Banners>>(&BannerQuery);
                let first = banners.and_then(|banners| banners.data.banners.into_iter().next());
                Self { image: first.map(|banner| banner.image), ..fixed(own.home, own.about) }
            }
            Page::Shop(query) => shop(language, query, data),
            Page::Search(query) => {
                fixed(&own.search_results.replace("{text}", query.search.as_str()), own.shop_about)
            }
            Page::Product { pro_id } => product(language, *pro_id, data),
            Page::Collections => {
                let image = collections(data).into_iter().find_map(|one| one.image);
                Self { image, ..fixed(own.collections, own.collections_about) }
            }
            Page::Collection(query) => collection(language, query, data),
            Page::PromotionTypes => {
                Self { image: promoted(None, data), ..fixed(own.promotions, own.promotions_about) }
            }
            Page::Promotions => {
                Self { image: promoted(None, data), ..titled(own.all_promotions, own.promotions_about) }
            }
            Page::PromotionsOfType { promo_type_id } => {
                let kind = promotion_type(*promo_type_id, data);
                let name = kind
                    .map(|kind| language.pick(&kind.promo_type_name, &kind.promo_type_name_en).to_owned());
                let name = name.as_deref().unwrap_or(own.promotions);
                Self { image: promoted(Some(*promo_type_id), data), ..titled(name, own.promotions_about) }
            }
            Page::Content { slug, .. } => content(language, slug, data),
            Page::Sitemap => titled(own.sitemap, own.about),
            Page::Personal { path } => fixed(personal(own, path), own.about),
        }
    }
}

/// Returns the product of a product page.
pub fn read_product(pro_id: i64, data: &Data) -> Option<Product> {
    data.read::<DataEnvelope<Product>>(&ProductByIdQuery { pro_id }).map(|answer| answer.data)
}

/// Returns the promotion type of a page, if it exists.
pub fn promotion_type(promo_type_id: i64, data: &Data) -> Option<PromotionType> {
    let types = data.read::<DataEnvelope<Vec<PromotionType>>>(&PromotionTypesQuery)?.data;
    types.into_iter().find(|kind| kind.promo_type_id == promo_type_id)
}

/// Whether the content page exists.
pub fn has_page(slug: &str, data: &Data) -> bool {
    data.read::<DataEnvelope<Vec<String>>>(&PagesQuery)
        .is_some_and(|answer| answer.data.iter().any(|one| one == slug))
}

/// Whether a promotion of this type is active.
pub fn has_promotions(promo_type_id: i64, data: &Data) -> bool {
    let call = PromotionsQuery { promo_type_id: Some(promo_type_id) };
    data.read::<DataEnvelope<Vec<IgnoredAny>>>(&call).is_some_and(|answer| !answer.data.is_empty())
}

/// Returns an active promotion by id.
pub fn running(promo_id: i64, data: &Data) -> Option<Promotion> {
    promotions(None, data).into_iter().find(|promotion| promotion.promo_id == promo_id)
}

fn promotions(promo_type_id: Option<i64>, data: &Data) -> Vec<Promotion> {
    let call = PromotionsQuery { promo_type_id };
    data.read::<DataEnvelope<Vec<Promotion>>>(&call).map(|answer| answer.data).unwrap_or_default()
}

/// Returns the first banner of the active promotions, or the first cover of their products.
fn promoted(promo_type_id: Option<i64>, data: &Data) -> Option<String> {
    let mut promotions = promotions(promo_type_id, data);
    let banner = promotions.iter_mut().find_map(|promotion| promotion.banner.take());
    banner.or_else(|| cover(promotions.into_iter().flat_map(|promotion| promotion.products)))
}

/// Returns the first cover.
fn cover(products: impl IntoIterator<Item = Product>) -> Option<String> {
    products.into_iter().map(|product| product.pro_img_cover).find(|cover| !cover.is_empty())
}

/// Returns all collections.
pub fn collections(data: &Data) -> Vec<Collection> {
    let answer = data.read::<DataEnvelope<Vec<Collection>>>(&CollectionsQuery);
    answer.map(|answer| answer.data).unwrap_or_default()
}

/// Returns the products of a list or a collection.
pub fn products(call: &impl CachedQuery, data: &Data) -> Vec<Product> {
    data.read::<DataEnvelope<Vec<Product>>>(call).map(|answer| answer.data).unwrap_or_default()
}

/// Returns the products of a search; none while search is down.
pub fn found(query: &SearchQuery, data: &Data) -> Vec<Product> {
    data.read::<SearchResults>(query).map(|answer| answer.products).unwrap_or_default()
}

/// Returns a category by id.
pub fn category(cat_id: i64, data: &Data) -> Option<Category> {
    let categories = data.read::<DataEnvelope<Vec<Category>>>(&CategoriesQuery)?.data;
    categories.into_iter().find(|category| category.cat_id == cat_id)
}

/// Returns a group by id, of the groups that the page embeds.
pub fn group(cat_id: Option<i64>, prog_id: i64, data: &Data) -> Option<Group> {
    let groups = data.read::<DataEnvelope<Vec<Group>>>(&GroupsQuery { cat_id })?.data;
    groups.into_iter().find(|group| group.prog_id == prog_id)
}

fn shop(language: Language, query: &ProductQuery, data: &Data) -> PageMeta {
    let own = texts(language);
    let ProductFilter { category: cat_id, group: prog_id, promotion, brand, .. } = &query.filter;
    let (cat_id, prog_id) = (*cat_id, *prog_id);
    let category = cat_id.and_then(|cat_id| category(cat_id, data));
    let group = prog_id.and_then(|prog_id| group(cat_id, prog_id, data));
    let mut promotion = promotion.and_then(|promo_id| running(promo_id, data));
    let image = category.as_ref().map(|category| category.cat_img.clone()).filter(|image| !image.is_empty());
    let image = image.or_else(|| promotion.as_mut()?.banner.take()).or_else(|| cover(products(query, data)));
    let name = match (&group, &category) {
        (Some(group), _) => language.pick(&group.prog_name_la, &group.prog_name_en).to_owned(),
        (None, Some(category)) => language.pick(&category.cat_name_la, &category.cat_name_en).to_owned(),
        (None, None) => {
            let title = |it: Promotion| language.pick(&it.title_la, &it.title_en).to_owned();
            promotion.map(title).or_else(|| brand.clone()).unwrap_or_default()
        }
    };
    if name.is_empty() {
        return PageMeta {
            title: own.shop.to_owned(),
            description: own.shop_about.to_owned(),
            image,
            ..PageMeta::default()
        };
    }
    PageMeta {
        description: format!("{name} – {}", own.shop_about),
        title: name,
        image,
        ..PageMeta::default()
    }
}

fn product(language: Language, pro_id: i64, data: &Data) -> PageMeta {
    let own = texts(language);
    let Some(product) = read_product(pro_id, data) else { return PageMeta::default() };
    let name = language.pick(&product.pro_name_la, &product.pro_name_en);
    let text = language.pick_text(&product.description_la, &product.description_en);
    let description =
        if text.is_empty() { format!("{name} – {}", own.shop_about) } else { text.to_owned() };
    let image = Some(product.pro_img_cover.clone()).filter(|image| !image.is_empty());
    PageMeta { title: name.to_owned(), description, image, ..PageMeta::default() }
}

fn collection(language: Language, call: &impl CachedQuery, data: &Data) -> PageMeta {
    let own = texts(language);
    let Some(answer) = data.read::<CollectionAnswer>(call) else { return PageMeta::default() };
    let title = answer.collection.title(language).to_owned();
    let image = answer.collection.image.or_else(|| cover(products(call, data)));
    PageMeta { description: format!("{title} – {}", own.shop_about), title, image, ..PageMeta::default() }
}

fn content(language: Language, slug: &str, data: &Data) -> PageMeta {
    let call = ContentQuery { slug: slug.to_owned() };
    let Some(answer) = data.read::<DataEnvelope<Content>>(&call) else { return PageMeta::default() };
    let Content { title, image, date, paragraphs, items } = answer.data;
    let image = image.or_else(|| items.into_iter().find_map(|story| story.image));
    let title = language.pick_text(&title.la, &title.en).to_owned();
    let first = paragraphs.first().map(|text| language.pick_text(&text.la, &text.en)).unwrap_or_default();
    PageMeta {
        description: if first.is_empty() {
            format!("{title} – {}", texts(language).about)
        } else {
            first.to_owned()
        },
        title,
        image,
        date,
    }
}

fn personal(own: &Texts, path: &str) -> &'static str {
    match path {
        "cart" => own.cart,
        "checkout" | "checkout/pay/{id}" | "checkout/thanks/{id}" => own.checkout,
        "account/login" | "account/reset" => own.login,
        "account/register" => own.register,
        "account/profile" => own.profile,
        "account/orders" | "account/orders/{id}" => own.orders,
        "offline" => own.seen,
        _ => own.staff,
    }
}
