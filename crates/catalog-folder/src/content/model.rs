//! Types of `content.json`: company, menu, banners, hero, articles and content pages, as serde deserializes them.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::visible::visible_text;

/// Deserializes `null` like an absent field. The API writes absent fields as `null`, and its output can be imported
/// again.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Deserializes a text without visible characters as empty, so that the other language is shown instead.
fn seen_only<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(if visible_text(&text).is_empty() { String::new() } else { text })
}

/// Contents of `content.json`. The shop keeps its current data for absent sections.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Content {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<Company>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub menu: Option<Vec<MenuItem>>,
    /// Lines of the header's rotating bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_messages: Option<Vec<TopMessage>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banners: Option<Vec<Banner>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hero: Option<Hero>,
    /// In file order. Readers sort them by date, newest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub news: Option<Vec<Article>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homeguru: Option<Vec<Article>>,
    /// By slug: `about`, `investor/ir-relations`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<BTreeMap<String, Page>>,
    /// The merchant's suggested searches, shown until the shop has statistics of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub popular_searches: Option<Vec<PopularSearch>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopularSearch {
    pub searchtext: String,
    /// Number of people who made this search before the shop counted its own.
    #[serde(default)]
    pub icount: i64,
}

/// A text in Lao and English. A required text has at least one of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    #[serde(default, deserialize_with = "seen_only")]
    pub la: String,
    #[serde(default, deserialize_with = "seen_only")]
    pub en: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    #[serde(default)]
    pub legal_name: Text,
    /// Address of the head office, in one line.
    #[serde(default)]
    pub address: Text,
    /// `HH:MM-HH:MM`, Vientiane time.
    #[serde(default)]
    pub hours: String,
    #[serde(default)]
    pub timezone: String,
    #[serde(default)]
    pub hotline: String,
    /// Telephone number of customer service, if it differs from the hotline.
    #[serde(default)]
    pub customer_service: String,
    /// Tax identification number, printed on invoices.
    #[serde(default)]
    pub tax_number: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub currency: String,
    /// Kip spent for one club point.
    pub points_per_kip: Option<i64>,
    /// Minimum order value in kip for free delivery; `None` if delivery is never free.
    pub free_delivery_from: Option<i64>,
    /// Delivery times by area, such as a province.
    #[serde(default)]
    pub delivery_times: Vec<DeliveryTime>,
    /// Days in which unused goods can be exchanged or returned; `None` if they cannot.
    pub return_days: Option<i32>,
    #[serde(default)]
    pub social: Vec<NamedLink>,
    #[serde(default)]
    pub apps: Vec<NamedLink>,
}

/// Days from order to delivery in an area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeliveryTime {
    pub area: Text,
    pub min_days: i32,
    pub max_days: i32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedLink {
    /// For an app, the API names this field `store`.
    #[serde(alias = "store")]
    pub name: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuItem {
    pub id: i64,
    #[serde(alias = "name")]
    pub label: Text,
    #[serde(default, deserialize_with = "or_default")]
    pub sublabel: Text,
    /// `#` opens the children without linking to a page.
    pub href: String,
    /// `dropdown`, `link` or empty.
    #[serde(default, rename = "type")]
    pub kind: String,
    #[serde(default, rename = "dropDownMenuData")]
    pub children: Vec<MenuItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopMessage {
    #[serde(default, deserialize_with = "seen_only")]
    pub la: String,
    #[serde(default, deserialize_with = "seen_only")]
    pub en: String,
    /// Empty if the message is not a link.
    #[serde(default, deserialize_with = "or_default")]
    pub href: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    pub id: i64,
    pub image: String,
    pub title: Text,
    #[serde(default)]
    pub href: String,
    /// First and last day in Vientiane, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub starts: String,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub ends: String,
    /// Whether shoppers see it.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub published: bool,
}

/// Default of a flag that is on.
fn yes() -> bool {
    true
}

/// The first view of the home page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hero {
    /// May have a line break.
    #[serde(default, deserialize_with = "or_default")]
    pub title: Text,
    #[serde(default, deserialize_with = "or_default")]
    pub text: Text,
    /// The first is the largest.
    #[serde(default)]
    pub tiles: Vec<HeroTile>,
}

/// A linked image of the home page's first view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroTile {
    pub image: String,
    pub title: Text,
    /// Second line.
    #[serde(default, deserialize_with = "or_default")]
    pub text: Text,
    #[serde(default)]
    pub href: String,
}

/// A news item or an advice article (home guide).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    pub id: i64,
    /// `YYYY-MM-DD` or empty.
    #[serde(default, deserialize_with = "or_default")]
    pub date: String,
    #[serde(default, deserialize_with = "or_default")]
    pub image: String,
    pub title: Text,
    #[serde(default)]
    pub paragraphs: Vec<Text>,
    /// First and last day on which shoppers see it, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub starts: String,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub ends: String,
    /// Whether shoppers see it.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub published: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub title: Text,
    #[serde(default, deserialize_with = "or_default")]
    pub image: String,
    /// `YYYY-MM-DD` or empty.
    #[serde(default, deserialize_with = "or_default")]
    pub date: String,
    #[serde(default)]
    pub paragraphs: Vec<Text>,
    #[serde(default)]
    pub questions: Vec<Question>,
    #[serde(default)]
    pub jobs: Vec<Vacancy>,
    #[serde(default)]
    pub documents: Vec<Document>,
    /// First and last day on which shoppers see it, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub starts: String,
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "String::is_empty")]
    pub ends: String,
    /// Whether shoppers see it.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub published: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub q: Text,
    pub a: Text,
}

/// A downloadable document, for example a report or minutes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub title: Text,
    /// `YYYY-MM-DD` or empty.
    #[serde(default, deserialize_with = "or_default")]
    pub date: String,
    /// Path below `media/`.
    pub file: String,
    /// Size of the file, present in the API's output. The import reads it from the file instead.
    #[serde(default, skip_serializing)]
    pub size: Option<u64>,
}

/// A job vacancy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacancy {
    pub title: Text,
    /// `b_code` of the branch, or empty.
    #[serde(default)]
    pub branch: String,
    /// Employment type: full time, part time.
    #[serde(default, rename = "type", deserialize_with = "or_default")]
    pub kind: Text,
}
