//! Names of request headers that more than one module reads.

use actix_web::http::header::HeaderName;

/// The API token of `/api/auth/*` and of expensive POST requests.
pub const API_TOKEN: &str = "x-api-access-token";
/// The signature of a payment webhook.
pub const PAYMENT_SIGNATURE: &str = "x-heuan-signature";
/// Marks a request that a page sends automatically and not for its user. Such a request does not extend the
/// session.
pub const BACKGROUND: &str = "x-heuan-background";
/// The id of the last event that a reconnecting event stream received.
pub const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
