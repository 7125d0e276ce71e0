//! JSON type of a notification, used by events and by the routes of notifications.

use heuan_proto::notifications::v1 as proto;
use heuan_rpc::{Error, Result};
use serde::Serialize;
use utoipa::ToSchema;

use heuan_edge_http::envelope::moment;

/// A notification of a customer.
#[derive(Serialize, ToSchema)]
pub struct Notification {
    #[schema(minimum = 1)]
    no_id: i64,
    /// In Lao, or in the only language.
    no_title: String,
    no_body: String,
    /// In English; empty if there is only one text.
    no_title_en: String,
    no_body_en: String,
    /// Image, or empty.
    imageurl: String,
    /// Link target: a path of this shop, or an https URL; or empty.
    no_actionurl: String,
    no_websiteurl: String,
    not_name: NotificationCategory,
    isread_user: bool,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    no_cratedat: String,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    no_updatedat: String,
    /// Order number, if it is about an order, otherwise empty.
    ord_number: String,
    order_id: String,
    order_status: String,
    /// Event type, such as `order.placed`, or empty.
    kind: String,
    /// Id of the related message, or 0.
    msdtid: i64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotificationCategory {
    General,
    Promotion,
    Order,
}

impl TryFrom<proto::Notification> for Notification {
    type Error = Error;

    fn try_from(from: proto::Notification) -> Result<Self> {
        Ok(Self {
            no_id: from.notification_id,
            no_title: from.title,
            no_body: from.body,
            no_title_en: from.title_en,
            no_body_en: from.body_en,
            imageurl: from.image_url,
            no_actionurl: from.action_url,
            no_websiteurl: from.website_url,
            not_name: match from.category.as_str() {
                "promotion" => NotificationCategory::Promotion,
                "order" => NotificationCategory::Order,
                _ => NotificationCategory::General,
            },
            isread_user: from.is_read,
            no_cratedat: moment(from.created_at_ms)?,
            no_updatedat: moment(from.updated_at_ms)?,
            ord_number: from.order_number,
            order_id: from.order_id,
            order_status: from.order_status,
            kind: from.kind,
            msdtid: from.message_id,
        })
    }
}
