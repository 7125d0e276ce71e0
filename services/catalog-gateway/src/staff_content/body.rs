//! Types of the JSON bodies of content items: promotions, header messages, pages, menu and categories.

use serde::{Deserialize, Serialize};

use crate::content::{Document, MenuItem, Message, PageBody, Publication, Question, Text, Vacancy};

/// A promotion without its id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromotionBody {
    pub title: Text,
    /// 0 with `new_type`.
    pub promo_type_id: i64,
    /// Names of a type to create, or of an existing one; never stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new_type: Option<Text>,
    /// First and last day in Vientiane, `YYYY-MM-DD`; empty means open-ended.
    pub starts: String,
    pub ends: String,
    /// Image path, or empty.
    pub banner: String,
    pub pro_ids: Vec<i64>,
    pub published: bool,
    /// Promotions are shown in ascending order.
    pub position: i64,
}

/// The header messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessagesBody {
    pub messages: Vec<Message>,
}

/// A page without its slug.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageItemBody {
    pub title: Text,
    /// Image path, or empty.
    pub image: String,
    /// `YYYY-MM-DD`, or empty.
    pub date: String,
    pub paragraphs: Vec<Text>,
    pub questions: Vec<Question>,
    pub jobs: Vec<Vacancy>,
    pub documents: Vec<Document>,
    #[serde(default = "default_published", skip_serializing_if = "Clone::clone")]
    pub published: bool,
    /// First and last day in Vientiane, `YYYY-MM-DD`; empty means open-ended.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub starts: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ends: String,
}

/// Pages that earlier releases recorded are published.
fn default_published() -> bool {
    true
}

impl PageItemBody {
    pub fn of(date: String, body: PageBody) -> Self {
        let PageBody { title, image, paragraphs, questions, jobs, documents, publication } = body;
        let Publication { published, starts, ends } = publication;
        Self { title, image, date, paragraphs, questions, jobs, documents, published, starts, ends }
    }

    /// The date, and the body that the page is stored with.
    pub fn into_parts(self) -> (String, PageBody) {
        let Self { title, image, date, paragraphs, questions, jobs, documents, published, starts, ends } =
            self;
        let publication = Publication { published, starts, ends };
        (date, PageBody { title, image, paragraphs, questions, jobs, documents, publication })
    }
}

/// The main menu.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MenuBody {
    pub items: Vec<MenuItem>,
}

/// All categories in shop order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoriesBody {
    pub categories: Vec<CategoryBody>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CategoryBody {
    /// 0 for a new category.
    pub cat_id: i64,
    pub name: Text,
    /// Image path, or empty.
    pub img: String,
    /// Whether the category is absent from the lists of shoppers, with its groups.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Its groups in shop order.
    pub groups: Vec<GroupBody>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroupBody {
    /// 0 for a new group.
    pub prog_id: i64,
    pub name: Text,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}
