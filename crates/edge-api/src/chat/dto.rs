//! JSON request body of a chat message. The types of responses are in `heuan_edge_live`, because events use the
//! same types.

use serde::Deserialize;
use utoipa::ToSchema;

use heuan_edge_http::input::null_as_default;

/// A message to be sent.
#[derive(Deserialize, ToSchema)]
pub struct MessageBody {
    /// 1 to 4000 characters.
    #[serde(default, alias = "message")]
    #[schema(required = true, max_length = 4000)]
    pub sms: String,
    /// `user`, `text`, `icon` or `deeplink`; absent means `user`.
    #[schema(default = "user")]
    pub smstype: Option<String>,
    /// Idempotency id chosen by the client, one for each message; sent again, it returns the same message.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,64}$")]
    pub client_id: Option<String>,
    /// With `deeplink`: a path of this shop, or an http(s) URL.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable)]
    pub url: String,
}
