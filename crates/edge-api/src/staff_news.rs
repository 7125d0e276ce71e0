//! Back office: news of the shop to customers who agreed.

use actix_web::{
    HttpRequest, HttpResponse, get,
    http::StatusCode,
    post,
    web::{Data, Path},
};
use heuan_edge_http::{
    envelope::{Envelope, moment},
    idempotency,
    input::null_as_default,
    params::{Params, parse_id},
    problem::{ClientErrorResponses, ForbiddenResponse, NotFoundResponse, Problem, ProblemBody},
    respond,
    session::{AuditDetail, Staff, StaffInput},
};
use heuan_proto::notifications::v1::{self as proto, news_service_client::NewsServiceClient};
use heuan_rpc::{Error, Result};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Registry;
use crate::{api_state::ApiState, staff_outbox::actor_role};

const LIMIT: i32 = 20;
const MAX_LIMIT: i32 = 100;
const MAX_KEY: usize = 100;

/// Registers the documented handlers.
pub fn api(registry: &mut impl Registry) {
    registry.service(list).service(preview).service(send).service(cancel);
}

/// Texts of news.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct NewsText {
    /// Lao.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 120)]
    title: String,
    /// Lao.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000)]
    body: String,
    /// English.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 120)]
    title_en: String,
    /// English.
    #[serde(default)]
    #[schema(required = true, min_length = 1, max_length = 1000)]
    body_en: String,
    /// Thai; empty, like its body, for the English text.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 120)]
    title_th: String,
    /// Thai.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 1000)]
    body_th: String,
    /// Chinese; empty, like its body, for the English text.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 120)]
    title_cn: String,
    /// Chinese.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 1000)]
    body_cn: String,
    /// Vietnamese; empty, like its body, for the English text.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 120)]
    title_vn: String,
    /// Vietnamese.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, max_length = 1000)]
    body_vn: String,
    /// Path in the shop, or empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(nullable, example = "/promotion", max_length = 1024)]
    link: String,
}

/// State of news.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum NewsState {
    Sending,
    Completed,
    Cancelled,
}

/// News with the numbers of their messages by e-mail, SMS and WhatsApp.
#[allow(clippy::struct_field_names, reason = "the name used in the contract")]
#[derive(Serialize, ToSchema)]
pub struct News {
    news_id: i64,
    text: NewsText,
    state: NewsState,
    /// Member of the staff who sent them; 0 for the command line.
    author_id: i64,
    /// Customers who had agreed when they began.
    recipients: i64,
    /// Messages that were written, of which the following are in each state.
    written: i64,
    waiting: i64,
    sent: i64,
    failed: i64,
    not_configured: i64,
    #[schema(format = DateTime, example = "2026-11-21T00:00:00+07:00")]
    created_at: String,
    /// Null while they are sent.
    #[schema(required, format = DateTime)]
    ended_at: Option<String>,
}

/// One page of news.
#[derive(Serialize, ToSchema)]
pub struct NewsPage {
    /// Always true; errors have their own shape.
    success: bool,
    /// Newest first.
    data: Vec<News>,
    /// `before` of the next page; null at the end.
    #[schema(required)]
    next_before: Option<i64>,
    /// Customers who agreed to get news.
    recipients: i64,
}

/// Preview of the messages.
#[derive(Serialize, ToSchema)]
pub struct NewsPreview {
    previews: Vec<NewsMessagePreview>,
    /// Customers who agreed to get news.
    recipients: i64,
}

/// A message in one language.
#[derive(Serialize, ToSchema)]
pub struct NewsMessagePreview {
    /// `la`, `en`, `th`, `cn` or `vn`.
    language: String,
    /// Of the e-mail.
    subject: String,
    /// Of the e-mail.
    text: String,
    /// Of the e-mail.
    html: String,
    /// Text of an SMS or a WhatsApp message.
    short_text: String,
    /// Parts of the SMS.
    parts: i32,
}

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "describes the query; Params reads it")]
struct ListQuery {
    /// `next_before` of the previous page.
    #[param(minimum = 1)]
    before: Option<i64>,
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<i32>,
}

/// Lists the news of the shop, newest first, with the progress of their messages.
#[utoipa::path(
    tag = "staff-news",
    operation_id = "list_news",
    security(("api_token" = [], "session" = [])),
    params(ListQuery),
    responses((status = 200, description = "One page", body = NewsPage), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[get("/api/staff/news")]
pub async fn list(
    staff: Staff,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let params = Params::of(request.query_string());
    let rpc_request = proto::ListNewsRequest {
        actor_role: actor_role(&staff).into(),
        before_id: params.id("before")?.unwrap_or_default(),
        limit: params.number("limit", 1..=MAX_LIMIT, LIMIT)?,
    };
    let client = state.clients.news();
    let read = client.read("ListNews", NewsServiceClient::list_news, rpc_request);
    let page = state.with_deadline(read).await?;
    let next_before = page.news.last().filter(|_| page.has_more).map(|last| last.news_id);
    let data = page.news.into_iter().map(News::try_from).collect::<Result<_>>()?;
    let page = NewsPage { success: true, data, next_before, recipients: page.recipients };
    respond::private(StatusCode::OK, &page)
}

/// Shows what the messages of news would say, and how many customers would get one.
#[utoipa::path(
    tag = "staff-news",
    operation_id = "preview_news",
    security(("api_token" = [], "session" = [])),
    request_body = NewsText,
    responses((status = 200, description = "The messages", body = Envelope<NewsPreview>), NotFoundResponse, ForbiddenResponse, ClientErrorResponses),
)]
#[post("/api/staff/news/preview")]
pub async fn preview(
    StaffInput(staff, body): StaffInput<NewsText>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request =
        proto::PreviewNewsRequest { actor_role: actor_role(&staff).into(), text: Some(body.into()) };
    let client = state.clients.news();
    let read = client.read("PreviewNews", NewsServiceClient::preview_news, rpc_request);
    let found = state.with_deadline(read).await?;
    let previews = found.previews.into_iter().map(|one| NewsMessagePreview {
        language: one.language,
        subject: one.subject,
        text: one.text,
        html: one.html,
        short_text: one.short_text,
        parts: one.parts,
    });
    let preview = NewsPreview { previews: previews.collect(), recipients: found.recipients };
    respond::private(StatusCode::OK, &Envelope::of(preview))
}

/// Sends news: a notification in the shop, and one message to each customer who agreed.
///
/// A repetition with the same `Idempotency-Key` returns the news that were begun.
#[utoipa::path(
    tag = "staff-news",
    operation_id = "send_news",
    security(("api_token" = [], "session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "Chosen by the client", max_length = 100)),
    request_body = NewsText,
    responses(
        (status = 201, description = "The news, which are being sent", body = Envelope<News>),
        (status = 409, description = "`reason` is `no_public_url`: the shop has no address, so messages would have no link that stops them", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/news")]
pub async fn send(
    StaffInput(staff, body): StaffInput<NewsText>,
    request: HttpRequest,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let key = idempotency::key(&request)?;
    if key.as_ref().is_some_and(|key| key.len() > MAX_KEY) {
        let message = format!("must have 1 to {MAX_KEY} characters");
        return Err(Error::invalid(idempotency::HEADER, message).into());
    }
    let key = key.unwrap_or_else(|| uuid::Uuid::new_v4().simple().to_string());
    set_audit_detail(&request, body.title_en.clone());
    let rpc_request = proto::SendNewsRequest {
        actor_role: actor_role(&staff).into(),
        actor_id: staff.0.customer_id,
        event_id: format!("{}.{key}", staff.0.customer_id),
        text: Some(body.into()),
    };
    let client = state.clients.news();
    let sent = client.write_with_id("SendNews", NewsServiceClient::send_news, rpc_request);
    news_response(StatusCode::CREATED, state.with_deadline(sent).await?.news)
}

/// Stops sending news, and removes the notification, also from open pages. Messages that a provider has accepted arrive.
#[utoipa::path(
    tag = "staff-news",
    operation_id = "cancel_news",
    security(("api_token" = [], "session" = [])),
    params(("news_id" = i64, Path, description = "The news", minimum = 1)),
    responses(
        (status = 200, description = "The news, canceled", body = Envelope<News>),
        (status = 409, description = "`reason` is `completed`: all messages are sent", body = ProblemBody, content_type = "application/problem+json"),
        NotFoundResponse,
        ForbiddenResponse,
        ClientErrorResponses,
    ),
)]
#[post("/api/staff/news/{news_id}/cancel")]
pub async fn cancel(
    staff: Staff,
    news_id: Path<String>,
    state: Data<ApiState>,
) -> Result<HttpResponse, Problem> {
    let rpc_request = proto::CancelNewsRequest {
        actor_role: actor_role(&staff).into(),
        news_id: parse_id("news_id", &news_id)?,
    };
    let mut client = state.clients.news();
    let cancelled = state.call("CancelNews", client.cancel_news(rpc_request)).await?;
    news_response(StatusCode::OK, cancelled.news)
}

fn set_audit_detail(request: &HttpRequest, detail: String) {
    use actix_web::HttpMessage as _;
    request.extensions_mut().insert(AuditDetail(detail));
}

fn news_response(status: StatusCode, news: Option<proto::News>) -> Result<HttpResponse, Problem> {
    let news = news.ok_or_else(|| Error::internal("response without news"))?;
    respond::private(status, &Envelope::of(News::try_from(news)?))
}

impl From<NewsText> for proto::NewsText {
    fn from(from: NewsText) -> Self {
        let NewsText {
            title,
            body,
            title_en,
            body_en,
            title_th,
            body_th,
            title_cn,
            body_cn,
            title_vn,
            body_vn,
            link,
        } = from;
        Self { title, body, title_en, body_en, title_th, body_th, title_cn, body_cn, title_vn, body_vn, link }
    }
}

impl TryFrom<proto::News> for News {
    type Error = Error;

    fn try_from(from: proto::News) -> Result<Self> {
        let proto::NewsText {
            title,
            body,
            title_en,
            body_en,
            title_th,
            body_th,
            title_cn,
            body_cn,
            title_vn,
            body_vn,
            link,
        } = from.text.unwrap_or_default();
        let state = match from.state.as_str() {
            "sending" => NewsState::Sending,
            "completed" => NewsState::Completed,
            "cancelled" => NewsState::Cancelled,
            other => return Err(Error::internal(format!("unknown state {other}"))),
        };
        Ok(Self {
            news_id: from.news_id,
            text: NewsText {
                title,
                body,
                title_en,
                body_en,
                title_th,
                body_th,
                title_cn,
                body_cn,
                title_vn,
                body_vn,
                link,
            },
            state,
            author_id: from.author_id,
            recipients: from.recipients,
            written: from.written,
            waiting: from.pending,
            sent: from.sent,
            failed: from.failed,
            not_configured: from.not_configured,
            created_at: moment(from.created_at_ms)?,
            ended_at: Some(from.ended_at_ms).filter(|at| *at > 0).map(moment).transpose()?,
        })
    }
}
