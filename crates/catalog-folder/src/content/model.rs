use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use crate::visible::visible_text;

/// A field that is `null` is one that is left out: so the API writes it, and what it gives may be imported again.
fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// A text of which nothing can be seen is empty: the other language is shown in its place.
fn seen_only<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Ok(if visible_text(&text).is_empty() { String::new() } else { text })
}

/// `content.json`. A section that is absent keeps what the shop has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Content {
    pub company: Option<Company>,
    pub menu: Option<Vec<MenuItem>>,
    /// Lines of the header's rotating bar.
    pub top_messages: Option<Vec<TopMessage>>,
    pub banners: Option<Vec<Banner>>,
    /// Newest first is the reader's business; the order here is the file's.
    pub news: Option<Vec<Article>>,
    pub homeguru: Option<Vec<Article>>,
    /// By slug: `about`, `investor/ir-relations`.
    pub pages: Option<BTreeMap<String, Page>>,
    /// What the merchant proposes to search for, until shoppers have made a list of their own.
    pub popular_searches: Option<Vec<PopularSearch>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopularSearch {
    pub searchtext: String,
    /// Only orders the list: it is not shown as if shoppers had been counted.
    #[serde(default)]
    pub icount: i64,
}

/// Lao and English; at least one is there wherever a text is needed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    #[serde(default, deserialize_with = "seen_only")]
    pub la: String,
    #[serde(default, deserialize_with = "seen_only")]
    pub en: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    pub name: String,
    #[serde(default)]
    pub legal_name: Text,
    /// Of the head office, in one line.
    #[serde(default)]
    pub address: Text,
    /// `HH:MM-HH:MM`, Vientiane time.
    #[serde(default)]
    pub hours: String,
    #[serde(default)]
    pub timezone: String,
    #[serde(default)]
    pub hotline: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub currency: String,
    /// Kip spent for one club point.
    pub points_per_kip: Option<i64>,
    /// Kip from which delivery is free; absent when never.
    pub free_delivery_from: Option<i64>,
    #[serde(default)]
    pub social: Vec<NamedLink>,
    #[serde(default)]
    pub apps: Vec<NamedLink>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedLink {
    /// The API calls that of an app its `store`.
    #[serde(alias = "store")]
    pub name: String,
    pub url: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuItem {
    pub id: i64,
    #[serde(alias = "name")]
    pub label: Text,
    #[serde(default, deserialize_with = "or_default")]
    pub sublabel: Text,
    /// `#` opens the children and links nowhere.
    pub href: String,
    /// `dropdown`, `link` or empty.
    #[serde(default, rename = "type")]
    pub kind: String,
    #[serde(default, rename = "dropDownMenuData")]
    pub children: Vec<MenuItem>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TopMessage {
    #[serde(default, deserialize_with = "seen_only")]
    pub la: String,
    #[serde(default, deserialize_with = "seen_only")]
    pub en: String,
    /// Empty when the line is no link.
    #[serde(default, deserialize_with = "or_default")]
    pub href: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Banner {
    pub id: i64,
    pub image: String,
    pub title: Text,
    #[serde(default)]
    pub href: String,
}

/// A news item or a home-guru article.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
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
    pub jobs: Vec<Job>,
    #[serde(default)]
    pub documents: Vec<Document>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub q: Text,
    pub a: Text,
}

/// A file to take along: a report, minutes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    pub title: Text,
    /// `YYYY-MM-DD` or empty.
    #[serde(default, deserialize_with = "or_default")]
    pub date: String,
    /// Path below `media/`.
    pub file: String,
    /// The API says it; an import looks at the file.
    #[serde(default)]
    pub size: Option<u64>,
}

/// One vacancy.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    pub title: Text,
    /// `b_code` of the branch, or empty.
    #[serde(default)]
    pub branch: String,
    /// Full time, part time.
    #[serde(default, rename = "type", deserialize_with = "or_default")]
    pub kind: Text,
}
