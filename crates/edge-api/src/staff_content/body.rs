//! Bodies of content. The services check their values; these types have their shape.

use heuan_edge_http::input::null_as_default;
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

/// A kind of content.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, strum::IntoStaticStr, strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ContentKind {
    Promotion,
    Banner,
    /// The first view of the home page.
    Hero,
    /// Header messages.
    Messages,
    Page,
    Menu,
    /// Categories and groups.
    Categories,
    Branch,
}

impl ContentKind {
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn parse(name: &str) -> Result<Self> {
        let found = <Self as strum::VariantArray>::VARIANTS.iter().find(|kind| kind.name() == name);
        found.copied().ok_or_else(|| Error::invalid("kind", "unknown kind of content"))
    }
}

/// A text in both languages; one may be empty.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentText {
    /// Lao.
    la: String,
    en: String,
}

/// Body of an item, by its kind.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "one at a time, for one request")]
pub enum ContentBody {
    Promotion(PromotionContent),
    Banner(BannerContent),
    Hero(HeroContent),
    Messages(MessagesContent),
    Page(PageContent),
    Menu(MenuContent),
    Categories(CategoriesContent),
    Branch(BranchContent),
}

impl ContentBody {
    /// Parses JSON text of the kind.
    pub fn parse(kind: ContentKind, json: &str) -> Result<Self> {
        fn of<T: DeserializeOwned>(json: &str) -> Result<T> {
            serde_json::from_str(json).map_err(|_| Error::invalid("body", "is not of the shape of its kind"))
        }
        Ok(match kind {
            ContentKind::Promotion => Self::Promotion(of(json)?),
            ContentKind::Banner => Self::Banner(of(json)?),
            ContentKind::Hero => Self::Hero(of(json)?),
            ContentKind::Messages => Self::Messages(of(json)?),
            ContentKind::Page => Self::Page(of(json)?),
            ContentKind::Menu => Self::Menu(of(json)?),
            ContentKind::Categories => Self::Categories(of(json)?),
            ContentKind::Branch => Self::Branch(of(json)?),
        })
    }
}

/// A promotion.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromotionContent {
    title: ContentText,
    /// 0 with `new_type`.
    promo_type_id: i64,
    /// Names of a type to create, or of an existing one. A response never has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    new_type: Option<ContentText>,
    /// First day in Vientiane, `YYYY-MM-DD`; empty if open-ended.
    starts: String,
    /// Last day, inclusive; empty if open-ended.
    ends: String,
    /// Image path, or empty.
    banner: String,
    pro_ids: Vec<i64>,
    /// Shoppers see a published promotion from its first day to its last.
    published: bool,
    /// Promotions are shown in ascending order.
    position: i64,
}

/// An image with a link on the home page.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BannerContent {
    title: ContentText,
    image: String,
    /// A path of the storefront, or an https, tel or mailto address; empty if it is no link.
    href: String,
    starts: String,
    ends: String,
    published: bool,
    position: i64,
}

/// The first view of the home page.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HeroContent {
    title: ContentText,
    text: ContentText,
    /// The first is the largest.
    tiles: Vec<HeroTileContent>,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HeroTileContent {
    image: String,
    title: ContentText,
    text: ContentText,
    href: String,
}

/// The header messages.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessagesContent {
    messages: Vec<MessageContent>,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MessageContent {
    text: ContentText,
    href: String,
}

/// A content page.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PageContent {
    title: ContentText,
    image: String,
    /// `YYYY-MM-DD`, or empty.
    date: String,
    paragraphs: Vec<ContentText>,
    questions: Vec<QuestionContent>,
    jobs: Vec<VacancyContent>,
    documents: Vec<DocumentContent>,
    /// Shoppers see a published page from its first day to its last.
    #[serde(default = "default_published", deserialize_with = "null_as_published")]
    #[schema(nullable)]
    published: bool,
    /// First day in Vientiane, `YYYY-MM-DD`; empty if open-ended.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    starts: String,
    /// Last day, inclusive; empty if open-ended.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    ends: String,
}

/// Default for bodies of clients that do not know drafts: published.
fn default_published() -> bool {
    true
}

/// Reads `null` like a missing field.
fn null_as_published<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_else(default_published))
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuestionContent {
    question: ContentText,
    answer: ContentText,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct VacancyContent {
    title: ContentText,
    /// `b_code` of the branch.
    branch: String,
    /// Full time or part time.
    r#type: ContentText,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DocumentContent {
    title: ContentText,
    date: String,
    /// Path below `/media/`.
    file: String,
    /// Size in bytes, which the shop reads from the file.
    size: u64,
}

/// The main menu.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuContent {
    items: Vec<MenuItemContent>,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MenuItemContent {
    id: i64,
    label: ContentText,
    #[schema(required)]
    sublabel: Option<ContentText>,
    /// `#` opens the children without linking to a page.
    href: String,
    #[schema(no_recursion)]
    children: Vec<MenuItemContent>,
}

/// All categories in shop order. What is left out is removed, if it has no products; a group takes its products along.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoriesContent {
    categories: Vec<CategoryContent>,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CategoryContent {
    /// 0 for a new category.
    cat_id: i64,
    name: ContentText,
    /// Image path, or empty.
    img: String,
    /// Absent from the lists of shoppers, with its groups. Products are found as before.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    #[schema(nullable)]
    hidden: bool,
    /// Its groups in shop order.
    groups: Vec<GroupContent>,
}

#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GroupContent {
    /// 0 for a new group.
    prog_id: i64,
    name: ContentText,
    /// Absent from the lists of shoppers. Products are found as before.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    #[schema(nullable)]
    hidden: bool,
}

/// A branch; the names of the fields are the specification's.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BranchContent {
    b_code: String,
    /// Lao.
    b_name: String,
    b_name_eng: String,
    b_image: String,
    brchcode: String,
    tb_address_la: String,
    tb_address_en: String,
    /// An https link, `lat,lng`, or empty.
    b_map: String,
    b_f_phone: String,
    b_s_phone: String,
    b_email: String,
    b_f_fax: String,
    b_s_fax: String,
    b_history_la: String,
    b_history_en: String,
    b_show_map: bool,
    /// Degrees; both or neither.
    #[schema(required)]
    lat: Option<f64>,
    #[schema(required)]
    lng: Option<f64>,
    /// `HH:MM`, Vientiane time; both empty for the company's hours.
    open: String,
    close: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_of_another_kind_is_refused() {
        let messages = r#"{"messages":[{"text":{"la":"ສະບາຍດີ","en":""},"href":""}]}"#;
        let parsed = ContentBody::parse(ContentKind::Messages, messages).unwrap();
        assert_eq!(serde_json::to_string(&parsed).unwrap(), messages);
        let error = ContentBody::parse(ContentKind::Menu, messages).err().unwrap();
        assert_eq!(error.detail.field, "body");
        assert_eq!(ContentKind::parse("branch").unwrap(), ContentKind::Branch);
        assert_eq!(ContentKind::parse("1").unwrap_err().detail.field, "kind");
    }
    #[test]
    fn null_in_an_optional_field_is_like_a_missing_one() {
        let page = |more: &str| {
            format!(
                r#"{{"title":{{"la":"","en":""}},"image":"","date":"","paragraphs":[],"questions":[],"jobs":[],"documents":[]{more}}}"#
            )
        };
        let parsed =
            |kind, json: &str| serde_json::to_value(ContentBody::parse(kind, json).unwrap()).unwrap();
        let of_page = parsed(ContentKind::Page, &page(r#","published":null,"starts":null,"ends":null"#));
        assert_eq!(of_page, parsed(ContentKind::Page, &page("")));
        assert_eq!((&of_page["published"], &of_page["starts"]), (&true.into(), &"".into()));
        let categories = |hidden: &str| {
            let group = format!(r#"{{"prog_id":1,"name":{{"la":"","en":""}}{hidden}}}"#);
            let name = r#""cat_id":1,"name":{"la":"","en":""},"img":"""#;
            format!(r#"{{"categories":[{{{name}{hidden},"groups":[{group}]}}]}}"#)
        };
        assert_eq!(
            parsed(ContentKind::Categories, &categories(r#","hidden":null"#)),
            parsed(ContentKind::Categories, &categories(""))
        );
    }
}
