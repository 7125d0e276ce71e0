//! JSON types of notifications, broadcasts and Web Push subscriptions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use heuan_edge_http::input::null_as_default;

use heuan_edge_live::dto::Notification;

/// One page of notifications.
#[derive(Serialize, ToSchema)]
pub struct Notifications {
    /// Always true; errors have their own shape.
    pub success: bool,
    /// Unread first, then newest first.
    pub data: Vec<Notification>,
    pub total: i64,
    pub page: i32,
    pub limit: i32,
    /// Number of unread notifications over all pages.
    pub unread: i64,
}

/// Notifications to mark: one by `id`, several by `ids`, or `all`.
#[derive(Deserialize, ToSchema)]
pub struct MarkBody {
    #[schema(minimum = 1)]
    pub id: Option<i64>,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_items = 500)]
    pub ids: Vec<i64>,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub all: bool,
    #[serde(rename = "isRead")]
    #[schema(default = true)]
    pub is_read: Option<bool>,
}

/// Result of marking.
#[derive(Serialize, ToSchema)]
pub struct Marked {
    pub changed: i64,
    pub unread: i64,
}

/// A notification for oneself. The server sets the other fields of the record, and ignores them here: `not_id`,
/// `isRead_user`, `isRead_admin`, `no_active`, `no_cratedAt`, `no_updatedAt` and `is_send_user`.
#[derive(Deserialize, ToSchema)]
pub struct NotificationBody {
    #[serde(default)]
    #[schema(required = true, max_length = 120)]
    pub no_title: String,
    #[serde(default)]
    #[schema(required = true, max_length = 1000)]
    pub no_body: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub no_actionurl: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub no_websiteurl: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub imageurl: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub msdtid: i64,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub ord_number: String,
}

/// A broadcast to the followers of a topic.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroadcastBody {
    #[serde(default)]
    #[schema(required = true, max_length = 120)]
    pub title: String,
    #[serde(default)]
    #[schema(required = true, max_length = 1000)]
    pub body: String,
    #[serde(default)]
    #[schema(required = true, example = "customers")]
    pub topic_name: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub category: String,
    /// `topic` is the only value.
    pub delivery_method: Option<String>,
    /// `normal` is the only value.
    pub priority: Option<String>,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub action_url: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub image_url: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub mobile_url: String,
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub website_url: String,
}

/// The shop's public VAPID key.
#[derive(Serialize, ToSchema)]
pub struct PushKey {
    /// For `applicationServerKey`.
    pub key: String,
}

/// The result of `PushSubscription.toJSON()`, and the language of messages.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionBody {
    #[schema(max_length = 1024)]
    pub endpoint: String,
    pub keys: SubscriptionKeys,
    /// `la`, `en`, `th`, `cn` or `vn`.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub language: String,
    /// Expiry given by the browser, in Unix milliseconds.
    #[serde(default, rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// Topics followed by this browser, in addition to the topic of all customers.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_items = 20)]
    pub topics: Vec<String>,
}

/// The push subscription of a browser of the staff.
#[derive(Deserialize, ToSchema)]
pub struct StaffSubscriptionBody {
    #[schema(max_length = 1024)]
    pub endpoint: String,
    pub keys: SubscriptionKeys,
    /// `la`, `en`, `th`, `cn` or `vn`.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub language: String,
    /// Expiry given by the browser, in Unix milliseconds.
    #[serde(default, rename = "expirationTime")]
    pub expiration_time: Option<f64>,
    /// Whether the browser gets a push for each new order of the shop.
    pub new_orders: bool,
    /// Whether the browser gets a push for each chat that no member of the staff has read for some minutes, and for each message of
    /// the contact form.
    pub customer_messages: bool,
    /// Whether new orders are only those that are picked up at the caller's home branch. Without a home branch it has no effect.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub only_home_branch: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct SubscriptionKeys {
    pub p256dh: String,
    pub auth: String,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct UnsubscribeBody {
    /// Absent for all of the customer's browsers.
    pub endpoint: Option<String>,
}
