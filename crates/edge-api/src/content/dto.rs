//! JSON types of header, footer and home page: menu, header messages, banners, hero and company data.

use heuan_proto::catalog::v1 as proto;
use serde::Serialize;
use utoipa::ToSchema;

use heuan_edge_http::envelope::{LocalText, filled, filled_text};

/// Rotating header messages, image banners and the first view of the home page.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "`banners` is the name of the HTTP field")]
pub struct Banners {
    pub messages: Vec<BannerMessage>,
    pub banners: Vec<Banner>,
    /// Null if the merchant has not written one.
    #[schema(required)]
    pub hero: Option<Hero>,
}

/// The first view of the home page. Title and text may be empty.
#[derive(Serialize, ToSchema)]
pub struct Hero {
    title: LocalText,
    text: LocalText,
    /// The first is the largest.
    tiles: Vec<HeroTile>,
}

/// A linked image of the home page's first view.
#[derive(Serialize, ToSchema)]
pub struct HeroTile {
    /// Image path.
    image: String,
    title: LocalText,
    /// Second line.
    #[schema(required)]
    text: Option<LocalText>,
    href: String,
}

/// A rotating message at the top of the page.
#[derive(Serialize, ToSchema)]
pub struct BannerMessage {
    la: String,
    en: String,
    #[schema(required)]
    href: Option<String>,
}

/// An image with a link.
#[derive(Serialize, ToSchema)]
pub struct Banner {
    id: i64,
    /// Image path.
    image: String,
    title: LocalText,
    href: String,
}

/// A menu entry. `dropdown` opens its children; `href` `#` is not a link.
#[derive(Serialize, ToSchema)]
pub struct MenuItem {
    id: i64,
    label: LocalText,
    #[schema(required)]
    sublabel: Option<LocalText>,
    href: String,
    r#type: MenuItemType,
    /// Nested to any depth.
    #[serde(rename = "dropDownMenuData")]
    #[schema(no_recursion)]
    drop_down_menu_data: Vec<MenuItem>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MenuItemType {
    Link,
    Dropdown,
}

/// Company data and business constants.
#[derive(Serialize, ToSchema)]
pub struct Company {
    name: String,
    legal_name: LocalText,
    /// Address of the head office, in one line; may be empty.
    address: LocalText,
    /// `HH:MM-HH:MM`, Vientiane time.
    #[schema(example = "08:00-18:00")]
    hours: String,
    timezone: String,
    hotline: String,
    /// Telephone number of customer service; empty if there is only the hotline.
    customer_service: String,
    /// Tax identification number, printed on invoices; empty if unknown.
    tax_number: String,
    /// Delivery times by area, such as a province.
    delivery_times: Vec<DeliveryTime>,
    /// Days in which unused goods can be exchanged or returned; null if they cannot.
    #[schema(required)]
    return_days: Option<i32>,
    email: String,
    #[schema(example = "LAK")]
    currency: String,
    /// Kip spent for one club point.
    points_per_kip: i64,
    /// Minimum order value in kip for free delivery; null if delivery is never free.
    #[schema(required)]
    free_delivery_from: Option<i64>,
    social: Vec<SocialLink>,
    apps: Vec<AppLink>,
}

/// Days from order to delivery in an area.
#[derive(Serialize, ToSchema)]
pub struct DeliveryTime {
    area: LocalText,
    min_days: i32,
    max_days: i32,
}

impl From<proto::DeliveryTime> for DeliveryTime {
    fn from(time: proto::DeliveryTime) -> Self {
        Self { area: time.area.into(), min_days: time.min_days, max_days: time.max_days }
    }
}

#[derive(Serialize, ToSchema)]
pub struct SocialLink {
    name: String,
    url: String,
}

#[derive(Serialize, ToSchema)]
pub struct AppLink {
    store: String,
    url: String,
}

impl From<proto::Message> for BannerMessage {
    fn from(message: proto::Message) -> Self {
        let LocalText { la, en } = message.text.into();
        Self { la, en, href: filled(message.href) }
    }
}

impl From<proto::Banner> for Banner {
    fn from(banner: proto::Banner) -> Self {
        Self { id: banner.id, image: banner.image, title: banner.title.into(), href: banner.href }
    }
}

impl From<proto::Hero> for Hero {
    fn from(hero: proto::Hero) -> Self {
        Self {
            title: hero.title.into(),
            text: hero.text.into(),
            tiles: hero.tiles.into_iter().map(HeroTile::from).collect(),
        }
    }
}

impl From<proto::HeroTile> for HeroTile {
    fn from(tile: proto::HeroTile) -> Self {
        Self { image: tile.image, title: tile.title.into(), text: filled_text(tile.text), href: tile.href }
    }
}

/// Converts a menu item with its children. The recursion is bounded, because the import limits the depth.
impl From<proto::MenuItem> for MenuItem {
    fn from(item: proto::MenuItem) -> Self {
        let kind = if item.children.is_empty() { MenuItemType::Link } else { MenuItemType::Dropdown };
        Self {
            id: item.id,
            label: item.label.into(),
            sublabel: filled_text(item.sublabel),
            href: item.href,
            r#type: kind,
            drop_down_menu_data: item.children.into_iter().map(Self::from).collect(),
        }
    }
}

impl Company {
    /// Converts the company data. Without a company name, the configured shop name is used.
    pub fn new(company: proto::Company, shop_name: &str) -> Self {
        let social = company.social.into_iter().map(|link| SocialLink { name: link.name, url: link.url });
        let apps = company.apps.into_iter().map(|link| AppLink { store: link.name, url: link.url });
        Self {
            name: if company.name.is_empty() { shop_name.to_owned() } else { company.name },
            legal_name: company.legal_name.into(),
            address: company.address.into(),
            hours: company.hours,
            timezone: company.timezone,
            hotline: company.hotline,
            customer_service: company.customer_service,
            tax_number: company.tax_number,
            delivery_times: company.delivery_times.into_iter().map(DeliveryTime::from).collect(),
            return_days: company.return_days,
            email: company.email,
            currency: company.currency,
            points_per_kip: company.points_per_kip,
            free_delivery_from: company.free_delivery_from,
            social: social.collect(),
            apps: apps.collect(),
        }
    }
}
