//! Texts written by operators. These types are stored as JSON in the content tables, and correspond to `content.json`
//! of a catalog folder.

use serde::{Deserialize, Serialize};

/// A text in Lao and English; if one is empty, readers fall back to the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Text {
    #[serde(default)]
    pub la: String,
    #[serde(default)]
    pub en: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MenuItem {
    pub id: i64,
    pub label: Text,
    #[serde(default)]
    pub sublabel: Option<Text>,
    /// `#` opens the submenu without linking to a page.
    pub href: String,
    #[serde(default)]
    pub children: Vec<MenuItem>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Message {
    pub text: Text,
    pub href: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Banner {
    pub id: i64,
    pub image: String,
    pub title: Text,
    pub href: String,
    /// First and last day in Vientiane, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default)]
    pub starts: String,
    #[serde(default)]
    pub ends: String,
    #[serde(default = "default_published")]
    pub published: bool,
    /// Banners are shown in ascending order.
    #[serde(default)]
    pub position: i64,
}

/// Banners that earlier releases stored are published.
fn default_published() -> bool {
    true
}

impl Banner {
    /// Whether shoppers see the banner on `day`.
    pub fn is_shown(&self, day: &str) -> bool {
        self.published
            && (self.starts.is_empty() || self.starts.as_str() <= day)
            && (self.ends.is_empty() || self.ends.as_str() >= day)
    }
}

/// The first view of the home page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hero {
    pub title: Text,
    pub text: Text,
    pub tiles: Vec<HeroTile>,
}

/// A linked image of the home page's first view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeroTile {
    pub image: String,
    pub title: Text,
    pub text: Text,
    pub href: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedLink {
    pub name: String,
    pub url: String,
}

/// Days from order to delivery in an area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeliveryTime {
    pub area: Text,
    pub min_days: i32,
    pub max_days: i32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Company {
    pub name: String,
    pub legal_name: Text,
    /// Address of the head office, in one line.
    pub address: Text,
    pub hours: String,
    pub timezone: String,
    pub hotline: String,
    pub customer_service: String,
    pub tax_number: String,
    pub delivery_times: Vec<DeliveryTime>,
    pub return_days: Option<i32>,
    pub email: String,
    pub currency: String,
    pub points_per_kip: i64,
    pub free_delivery_from: Option<i64>,
    pub social: Vec<NamedLink>,
    pub apps: Vec<NamedLink>,
}

impl Company {
    /// Fills fields that the operator left empty with the specification's defaults: opening hours and club points.
    #[must_use]
    pub fn with_defaults(mut self) -> Self {
        let fill = |text: &mut String, default: &str| {
            if text.is_empty() {
                default.clone_into(text);
            }
        };
        fill(&mut self.hours, "08:00-18:00");
        fill(&mut self.timezone, "Asia/Vientiane");
        fill(&mut self.currency, "LAK");
        if self.points_per_kip == 0 {
            self.points_per_kip = 200_000;
        }
        self
    }
}

/// A search suggested by the merchant, with the number of people who searched for it before the shop counted
/// searches itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredSearch")]
pub struct PopularSearch {
    pub text: String,
    pub count: i64,
}

/// A stored search. Earlier versions stored only the text.
#[derive(Deserialize)]
#[serde(untagged)]
enum StoredSearch {
    Text(String),
    Counted { text: String, count: i64 },
}

impl From<StoredSearch> for PopularSearch {
    fn from(stored: StoredSearch) -> Self {
        match stored {
            StoredSearch::Text(text) => Self { text, count: 0 },
            StoredSearch::Counted { text, count } => Self { text, count },
        }
    }
}

/// Content of every page's header and footer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Storefront {
    pub menu: Vec<MenuItem>,
    pub messages: Vec<Message>,
    pub banners: Vec<Banner>,
    pub hero: Option<Hero>,
    pub company: Company,
    /// The merchant's suggested searches, highest count first.
    pub popular_searches: Vec<PopularSearch>,
    /// Slugs of all pages except news and advice articles.
    pub page_slugs: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub question: Text,
    pub answer: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vacancy {
    pub title: Text,
    /// Branch code.
    pub branch: String,
    /// Employment type: full time, part time.
    #[serde(rename = "type")]
    pub kind: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub title: Text,
    pub date: String,
    /// Path below the media folder.
    pub file: String,
    /// Size in bytes.
    pub size: u64,
}

/// The body of a page. Its slug, parent and date are separate columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PageBody {
    pub title: Text,
    pub image: String,
    pub paragraphs: Vec<Text>,
    pub questions: Vec<Question>,
    pub jobs: Vec<Vacancy>,
    pub documents: Vec<Document>,
    #[serde(flatten)]
    pub publication: Publication,
}

/// Publication period of a page. Pages that earlier releases stored are published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Publication {
    #[serde(default = "default_published", skip_serializing_if = "Clone::clone")]
    pub published: bool,
    /// First and last day in Vientiane, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub starts: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ends: String,
}

impl Default for Publication {
    fn default() -> Self {
        Self { published: true, starts: String::new(), ends: String::new() }
    }
}

impl Publication {
    /// Whether shoppers see the page on `day`.
    pub fn is_shown(&self, day: &str) -> bool {
        self.published
            && (self.starts.is_empty() || self.starts.as_str() <= day)
            && (self.ends.is_empty() || self.ends.as_str() >= day)
    }
}

/// A page as lists show it.
#[derive(Clone, Debug, PartialEq)]
pub struct PageLink {
    pub slug: String,
    pub date: String,
    pub title: Text,
    pub image: String,
    pub summary: Text,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub slug: String,
    pub date: String,
    pub body: PageBody,
    pub items: Vec<PageLink>,
}
