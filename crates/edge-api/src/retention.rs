//! Retention times of personal data, for the privacy page.

use actix_web::{
    HttpResponse, get,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, HeaderValue},
    },
    web::Data,
};
use futures::future::join_all;
use heuan_edge_http::{
    envelope::Envelope,
    problem::{ClientErrorResponses, Problem},
    respond,
};
use heuan_proto::privacy::v1::{GetRetentionRequest, retention_service_client::RetentionServiceClient};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_state::ApiState;

/// Cache-Control of the times. They are settings, which change only with a restart.
const FRESHNESS: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// Days for which data is kept, as they are configured; 0 for as long as the account exists, and -1 without a limit. Null while
/// the service that keeps the data does not answer.
#[derive(Default, Serialize, ToSchema)]
pub struct RetentionTimes {
    /// Messages in the chat.
    #[schema(required)]
    chat_messages: Option<i64>,
    /// Images in the chat.
    #[schema(required)]
    chat_images: Option<i64>,
    /// Notifications, and messages by e-mail, SMS and WhatsApp.
    #[schema(required)]
    notifications: Option<i64>,
    #[schema(required)]
    searches: Option<i64>,
    /// Messages of the contact form.
    #[schema(required)]
    contact_messages: Option<i64>,
    /// Events that browsers report, such as a logout.
    #[schema(required)]
    events: Option<i64>,
    /// Log of what the staff do.
    #[schema(required)]
    staff_log: Option<i64>,
    /// Name, phone number and address on closed orders and invoices: 365 for each year. They go earlier with the account.
    #[schema(required)]
    order_contacts: Option<i64>,
    /// Orders and invoices without these.
    #[schema(required)]
    orders: Option<i64>,
    /// Browsers that have signed in, after their last sign-in.
    #[schema(required)]
    known_browsers: Option<i64>,
    /// Messages with a one-time code.
    #[schema(required)]
    code_messages: Option<i64>,
    /// Sessions of customers, after their last use.
    #[schema(required)]
    sessions: Option<i64>,
    /// Previews of links in the chat, after the last request for them.
    #[schema(required)]
    link_previews: Option<i64>,
    /// Searches that are counted for the popular ones, under a pseudonym.
    #[schema(required)]
    counted_searches: Option<i64>,
}

/// Returns how long the shop keeps data about people.
#[utoipa::path(
    tag = "content",
    operation_id = "get_retention",
    responses((status = 200, description = "The times", body = Envelope<RetentionTimes>), ClientErrorResponses),
)]
#[get("/api/v1/retention")]
pub async fn get_retention(state: Data<ApiState>) -> Result<HttpResponse, Problem> {
    let reads = state.clients.retention().iter().map(|client| {
        let read = client.read("GetRetention", RetentionServiceClient::get_retention, GetRetentionRequest {});
        state.with_deadline(read)
    });
    let mut times = RetentionTimes::default();
    for answer in join_all(reads).await.into_iter().flatten() {
        for time in answer.times {
            times.set(&time.name, time.days);
        }
    }
    let mut response = respond::private(StatusCode::OK, &Envelope::of(times))?;
    response.headers_mut().insert(CACHE_CONTROL, FRESHNESS);
    Ok(response)
}

impl RetentionTimes {
    /// Sets a time by name. A name that this release does not know is ignored.
    fn set(&mut self, name: &str, days: i64) {
        let time = match name {
            "chat_messages" => &mut self.chat_messages,
            "chat_images" => &mut self.chat_images,
            "notifications" => &mut self.notifications,
            "searches" => &mut self.searches,
            "contact_messages" => &mut self.contact_messages,
            "events" => &mut self.events,
            "staff_log" => &mut self.staff_log,
            "order_contacts" => &mut self.order_contacts,
            "orders" => &mut self.orders,
            "known_browsers" => &mut self.known_browsers,
            "code_messages" => &mut self.code_messages,
            "sessions" => &mut self.sessions,
            "link_previews" => &mut self.link_previews,
            "counted_searches" => &mut self.counted_searches,
            _ => return,
        };
        *time = Some(days);
    }
}
